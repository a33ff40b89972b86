package tilewright.tiling.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** What many windows move follows from what few of them do. */
class WindowTrafficTest {
    private static final int WINDOW = 32;

    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "lu"})
    void smallerProblemsTellWhatAllWindowsMove(String nest) {
        Windows windows = windows(nest);
        for (long n : new long[] {20 * WINDOW, 23 * WINDOW + 5}) {
            assertEquals(
                    Optional.of(WindowTraffic.walked(windows, Map.of("n", n), 1)),
                    WindowTraffic.fromSmaller(windows, Map.of("n", n), 1),
                    () -> "n = " + n);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 11})
    void whatNoPolynomialSaysIsWalked(long last) {
        Windows all = windows("floyd-warshall");
        HostStep.HostLoop loop = (HostStep.HostLoop) all.plan().host().getFirst();
        Condition some =
                new Condition.Compare(Affine.variable(loop.variable()), Condition.Relation.LE, Affine.constant(last));
        Plan plan = new Plan(
                all.plan().nest(),
                all.plan().candidate(),
                all.plan().family(),
                all.plan().rule(),
                List.of(new HostStep.HostLoop(
                        loop.variable(), loop.first(), loop.last(), loop.body(), loop.columns(), some)));
        Windows windows = new Windows(plan, all.size(), all.views());
        Map<String, Long> sizes = Map.of("n", 20L * WINDOW);
        assertEquals(Optional.empty(), WindowTraffic.fromSmaller(windows, sizes, 1));
        assertEquals((last + 1) * 20 * 20, WindowTraffic.of(windows, sizes, 1).windows());
    }

    private static Windows windows(String nest) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(
                    DependenceAnalysis.analyze(context, NestParser.parse(Path.of("loopnests", nest + ".nest"))));
            Candidate candidate =
                    new Candidate(List.of(8, 8, 8), List.of(2, 2, 4), new Candidate.Options(4, 2, 0, WINDOW));
            return Windows.of(((Verdict.Legal) tiler.plan(candidate)).plan());
        }
    }
}
