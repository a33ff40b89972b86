package tilewright.tiling.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.text.Words;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

class PlanTextTest {
    private static final int CONDITIONS = 200;

    /** Trees that nobody has simplified keep their shape as well. */
    @Test
    void everyConditionAndExpressionEqualsWhatIsReadFromItsText() {
        LoopNest nest = NestParser.parse(Path.of("loopnests/matmul.nest"));
        Plan plan = plan(nest, List.of(8, 8, 8));
        for (long seed = 0; seed < CONDITIONS; seed++) {
            RandomAffines random = new RandomAffines(seed);
            PlanRoundTrip.check(with(plan, random.condition(4), random.affine(4)));
        }
    }

    private static Plan plan(LoopNest nest, List<Integer> block) {
        return plan(nest, new Candidate(block, List.of(1, 1, 1), new Candidate.Options(4, 1)));
    }

    private static Plan plan(LoopNest nest, Candidate candidate) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            return assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
        }
    }

    /** The plan with a loop around it and another condition in its first piece. */
    private static Plan with(Plan plan, Condition member, Affine last) {
        HostStep.Launch launch = plan.launches().getFirst();
        Piece old = launch.pieces().getFirst();
        Piece piece = new Piece(
                old.role(),
                old.grid(),
                member,
                old.interior(),
                old.sequential(),
                old.points(),
                old.tiles(),
                old.statements(),
                !old.barriers());
        HostStep changed =
                new HostStep.Launch(launch.name(), launch.description(), List.of(piece), new HostStep.Lane(true, true));
        HostStep loop = new HostStep.HostLoop("l", Affine.constant(0), last, List.of(changed));
        return new Plan(plan.nest(), plan.candidate(), plan.family(), plan.rule(), List.of(loop));
    }

    @ParameterizedTest
    @CsvSource({"floyd-warshall, 16 16 16, 1 1 1, 8", "jacobi-2d, 1 8 8, 1 1 1, 1", "matmul, 8 8 8, 1 1 1, 0"})
    void plansOfEarlierVersionsAreRead(String name, String block, String thread, int panel) {
        LoopNest nest = NestParser.parse(Path.of("loopnests", name + ".nest"));
        Candidate candidate = new Candidate(numbers(block), numbers(thread), new Candidate.Options(4, 2, panel));
        Plan plan = plan(nest, candidate);
        String text = PlanText.print(plan);
        assertTrue(
                text.contains("\noptions k-tile 4 stages 2"
                        + (panel == 0 ? "" : panel == 1 ? " by planes" : " panel " + panel) + "\n"),
                text);
        String earlier = text.replace("k-tile ", "chunk ")
                .replace("stages 2", "buffers 2")
                .replace("by planes", "step 1")
                .replace("panel " + panel, "step " + panel);
        assertEquals(PlanReader.parse("plan", text, nest), PlanReader.parse("plan", earlier, nest));
        assertEquals(text, PlanText.print(PlanReader.parse("plan", earlier, nest)));
    }

    private static List<Integer> numbers(String text) {
        return Stream.of(text.split(" ")).map(Integer::valueOf).toList();
    }

    @Test
    void everyConstantOfAPlanIsAWordOfItsNotation() {
        Stream.of(LoopRole.values(), Strategy.values(), TimeTile.Transfer.values(), DataType.values())
                .flatMap(Stream::of)
                .map(Words::of)
                .forEach(w -> assertTrue(PlanText.isWhole(w, PlanNotationParser::word), w));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        k-tile 8 stages          | k-tile stages           | plan:5:16: error: expected INTEGER, found 'stages'
        "member n >= 1"          | "member n >= "          | plan:20:7: error: expected
        1 c(i, j) own            | 1 a(i, j) own           | plan:26:9: error: access 1 of S1 is not to a; the accesses are
        statement S1             | statement S2            | plan:25:17: error: the nest has no statement 'S2'
        3 a(i, k) staged         | 3 a(i, k) thrown        | plan:28:19: error: 'thrown' is unknown here; write one of own, staged
        tile 0 c                 | tile 1 c                | plan:24:12: error: tiles are numbered in order; write 0
        (n + 15)/16              | (n + 15)/0              | plan:17:31: error: a divisor must be positive
        plan "matmul             | plan "lu                | plan:1:6: error: a plan of 'lu', and the nest is matmul
        block (16,               | block (9999999999,      | plan:3:8: error: '9999999999' is too large
        """, quoteCharacter = '~')
    void faultsAreNamedWithTheirPlace(String right, String wrong, String message) throws IOException {
        String text = Files.readString(Path.of("src/test/resources/stages/matmul/plan.txt"));
        String faulty = text.replace(right.replaceAll("^\"|\"$", ""), wrong.replaceAll("^\"|\"$", ""));
        LoopNest nest = NestParser.parse(Path.of("loopnests/matmul.nest"));
        UserError error = assertThrows(UserError.class, () -> PlanReader.parse("plan", faulty, nest));
        assertTrue(error.getMessage().startsWith(message), error::getMessage);
        assertEquals(1, error.getMessage().lines().count());
    }
}
