package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.ranking.cost.LoopsInLaunches;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Problems of a batch that take each step together, and problems that are each run by one block. */
class BatchesTest {
    private static final String HEAT = """
        param b, n, steps
        real u(b, n), v(b, n)
        do o = 1, b
          do t = 1, steps
            do i = 2, n - 1
              v(o,i) = 0.25*u(o,i-1) + 0.5*u(o,i) + 0.25*u(o,i+1)
            enddo
            do i = 2, n - 1
              u(o,i) = v(o,i)
            enddo
          enddo
        enddo
        """;

    private static final String POWER = """
        param b, n, steps
        real a(b, n, n), x(b, n), y(b, n)
        init a(o,i,j) = rnd() / 32
        do o = 1, b
          do t = 1, steps
            do i = 1, n
              y(o,i) = 0
              do j = 1, n
                y(o,i) += a(o,i,j) * x(o,j)
              enddo
            enddo
            do i = 1, n
              x(o,i) = y(o,i)
            enddo
          enddo
        enddo
        """;

    /** Two loops over problems, and a scalar of the nest's own that collects a sum. */
    private static final String NORMS = """
        param b, n, steps
        double precision x(b, n, n)
        local double precision s
        assume associative(+)
        do o = 1, b
          do c = 1, n
            do t = 1, steps
              s = 0
              do i = 1, n
                s += x(o,c,i) * x(o,c,i)
              enddo
              do i = 1, n
                x(o,c,i) = x(o,c,i) / (1 + sqrt(s))
              enddo
            enddo
          enddo
        enddo
        """;

    /** Points of a problem wait for each other along diagonals. */
    private static final String SWEEPS = """
        param b, n, steps
        real u(b, n, n)
        do o = 1, b
          do t = 1, steps
            do i = 2, n - 1
              do j = 2, n - 1
                u(o,i,j) = 0.25*(u(o,i-1,j) + u(o,i+1,j) + u(o,i,j-1) + u(o,i,j+1))
              enddo
            enddo
          enddo
        enddo
        """;

    /** Systems of equations: an elimination in steps, and a substitution in which a problem has nothing that runs beside anything else. */
    private static final String SOLVE = """
        param b, n
        double precision a(b, n, n), y(b, n)
        init a(o,i,j) = 1 + rnd() + 40 * max(0, 1 - (i - j) * (i - j))
        do o = 1, b
          do k = 1, n - 1
            do i = k + 1, n
              a(o,i,k) = a(o,i,k) / a(o,k,k)
              do j = k + 1, n
                a(o,i,j) = a(o,i,j) - a(o,i,k) * a(o,k,j)
              enddo
              y(o,i) = y(o,i) - a(o,i,k) * y(o,k)
            enddo
          enddo
          do i = n, 1, -1
            do j = i + 1, n
              y(o,i) = y(o,i) - a(o,i,j) * y(o,j)
            enddo
            y(o,i) = y(o,i) / a(o,i,i)
          enddo
        enddo
        """;

    private static LoopNest nest(String text) {
        return NestParser.parse("batch.nest", text);
    }

    private static Candidate candidate(int stages, Integer... block) {
        return new Candidate(
                List.of(block), List.of(block).stream().map(_ -> 1).toList(), new Candidate.Options(1, stages));
    }

    static Stream<Arguments> programs() {
        return Stream.of(
                Arguments.of(HEAT, new Schedule.Steps(), candidate(1, 3, 2, 8)),
                Arguments.of(HEAT, new Schedule.Problems(), candidate(1, 1, 32)),
                Arguments.of(POWER, new Schedule.Steps(), candidate(1, 2, 32, 8)),
                Arguments.of(POWER, new Schedule.Problems(), candidate(1, 32, 8)),
                Arguments.of(NORMS, new Schedule.Problems(), candidate(1, 32)),
                Arguments.of(SWEEPS, new Schedule.Problems(), candidate(1, 4, 4, 8)),
                Arguments.of(SOLVE, new Schedule.Problems(), candidate(1, 8, 8, 8)));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programsComputeWhatTheNestDoes(String text, Schedule schedule, Candidate candidate) {
        EmulatedPrograms program = EmulatedPrograms.of(nest(text), schedule, candidate);
        program.sizes().forEach(s -> {
            EmulatedCase.Result result = program.run(s, 5);
            assertTrue(result.ok(), () -> program + " " + result.verification().message());
        });
    }

    /** A loop over problems around one over steps would leave a time tile one problem; interchanged, tiles have several. */
    @Test
    void stepsOfAllProblemsMakeTimeTiles() {
        EmulatedPrograms program = EmulatedPrograms.of(nest(HEAT), new Schedule.Steps(), candidate(1, 3, 2, 8));
        assertTrue(
                program.plan().launches().stream()
                        .flatMap(l -> l.blocks().stream())
                        .anyMatch(TimeTile.class::isInstance),
                () -> program.plan().family().name());
    }

    /** Of two loops over problems each iteration of both is one. */
    @Test
    void oneLaunchHasABlockForEachProblem() {
        EmulatedPrograms program = EmulatedPrograms.of(nest(NORMS), new Schedule.Problems(), candidate(1, 32));
        HostStep.Launch launch = program.program().host().stream()
                .filter(HostStep.Launch.class::isInstance)
                .map(HostStep.Launch.class::cast)
                .filter(l -> l.description().equals("each problem of o, c, by one block"))
                .findFirst()
                .orElseThrow();
        assertEquals(35, HostValues.of(launch.blocks(), name -> name.equals("b") ? 5 : name.equals("n") ? 7 : 3));
    }

    /** Each thread substitutes in one problem, behind a block for each problem's elimination, whose parts have threads alike and wait for no others. */
    @Test
    void whatOneProblemWouldRunAloneRunsBesideOthers() {
        EmulatedPrograms program = EmulatedPrograms.of(nest(SOLVE), new Schedule.Problems(), candidate(1, 8, 8, 8));
        List<String> launches = program.program().host().stream()
                .filter(HostStep.Launch.class::isInstance)
                .map(step -> ((HostStep.Launch) step).description())
                .toList();
        assertEquals(List.of("each problem of o, by one block", "all blocks"), launches);
    }

    /** The batch's loop holds two others, in one of which values go from one iteration to another. */
    @Test
    void batchesOfSeveralLoopsMayBeProblems() {
        try (Context context = new Context()) {
            assertTrue(Tiler.mayBeBatch(DependenceAnalysis.analyze(context, nest(SOLVE))));
        }
    }

    /** Blocks of problems wait for nobody: as many at a time as find room, however many there are. */
    @Test
    void blocksOfProblemsTakeAsLongAsTheyAreMany() {
        // Ways follow the first lane of a warp: here it has a point.
        String whole = HEAT.replace("u(b, n)", "u(b, 0:n + 1)").replace("i = 2, n - 1", "i = 1, n");
        EmulatedPrograms program = EmulatedPrograms.of(nest(whole), new Schedule.Problems(), candidate(1, 1, 32));
        double few = seconds(program, 132L * 32);
        assertEquals(1, seconds(program, 132L * 16) / few, 0.5, "all at a time");
        assertEquals(1000, seconds(program, 132L * 32 * 1000) / few, 100);
        // Four accesses of 4 bytes a point and step, at least, at the second cache's rate.
        double least = 132.0
                * 32
                * 1000
                * 64
                * 50
                * 4
                * 4
                / DeviceCatalog.referenceGpu().memory().cacheBytesPerSecond();
        assertTrue(seconds(program, 132L * 32 * 1000) > least);
    }

    private static double seconds(EmulatedPrograms program, long problems) {
        return LoopsInLaunches.of(
                        program.program(), Map.of("b", problems, "n", 64L, "steps", 50L), DeviceCatalog.referenceGpu())
                .seconds();
    }

    /** The first has no loop of problems, the second none that goes in steps. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "param n\nreal u(n)\ndo i = 2, n\nu(i) = u(i - 1)\nenddo",
                "param n\nreal u(n, n)\ndo i = 1, n\ndo j = 1, n\nu(i,j) = 2*u(i,j)\nenddo\nenddo"
            })
    void otherNestsAreRefused(String text) {
        try (Context context = new Context()) {
            for (Schedule schedule : List.of(new Schedule.Steps(), new Schedule.Problems())) {
                UserError refused = assertThrows(
                        UserError.class, () -> new Tiler(DependenceAnalysis.analyze(context, nest(text)), schedule));
                assertTrue(
                        refused.getMessage().startsWith("--schedule " + schedule.text() + ": "), refused::getMessage);
            }
        }
    }
}
