package tilewright.tiling.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.TimeTileExecution;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.strategy.Stencil;
import tilewright.tiling.strategy.TimeTilePlanner;

/** Several iterations of a stencil's time loop per load of a block. */
class TimeTileTest {
    private static final long SEED = 7;

    @Test
    void stencilIsFoundFromItsAccessesAndTheHaloIsTheSumOfItsReaches() {
        try (Context context = new Context()) {
            Stencil jacobi =
                    Stencil.of(analyze(context, published("jacobi-2d"))).orElseThrow();

            assertEquals(
                    new TimeShape.Halo(List.of(6, 6), List.of(6, 6)),
                    jacobi.shape(published("jacobi-2d")).halo(3));
            assertEquals(Map.of("a", TimeTile.Transfer.CARRIED, "b", TimeTile.Transfer.RECOMPUTED), transfers(jacobi));
        }
    }

    @Test
    void severalArraysHaveAHaloOfTheLongestChain() {
        try (Context context = new Context()) {
            Stencil fields = Stencil.of(analyze(context, published("fdtd-2d"))).orElseThrow();

            // hz reads ex and ey after it in space, these read hz before it.
            assertEquals(
                    new TimeShape.Halo(List.of(2, 2), List.of(2, 2)),
                    fields.shape(published("fdtd-2d")).halo(2));
            assertEquals(TimeTile.Transfer.CARRIED, transfers(fields).get("ey"));
            assertEquals(
                    List.of(false, true, true, true),
                    fields.sweeps().stream().map(Stencil.Sweep::bulk).toList());
        }
    }

    @Test
    void sweepsInPlaceAndSweepsWithoutAnOuterLoopAreNoStencils() {
        try (Context context = new Context()) {
            String inPlace = """
                do t = 1, n
                  do i = 2, n - 1
                    a(i) = a(i-1) + a(i) + a(i+1)
                  enddo
                enddo
                """;
            assertTrue(Stencil.of(analyze(context, NestParser.parse("in-place", inPlace)))
                    .isEmpty());
            assertTrue(Stencil.of(analyze(context, published("matmul"))).isEmpty());
            assertTrue(Stencil.of(analyze(context, published("floyd-warshall"))).isEmpty());
        }
    }

    @Test
    void aFusedSweepThatReadsWhatALaterPointWritesIsNoStencil() {
        try (Context context = new Context()) {
            String fused = """
                do t = 1, n
                  do i = 2, n - 1
                    b(i) = a(i-1) + a(i+1)
                    a(i) = b(i-1)
                  enddo
                enddo
                """;
            // b(i) reads the new a(i-1) in the fused loop, the old one in separate sweeps.
            assertTrue(Stencil.of(analyze(context, NestParser.parse("fused", fused)))
                    .isEmpty());
        }
    }

    @Test
    void threadsMustHoldAsManyPointsAsAnIterationReads() {
        try (Context context = new Context()) {
            String wide = """
                param steps, n
                real a(n), b(n)
                do t = 1, steps
                  do i = 3, n - 2
                    b(i) = a(i-2) + a(i+2)
                  enddo
                  do i = 3, n - 2
                    a(i) = b(i)
                  enddo
                enddo
                """;
            Tiler tiler = new Tiler(analyze(context, NestParser.parse("wide", wide)));

            Verdict.Illegal refused =
                    assertInstanceOf(Verdict.Illegal.class, tiler.plan(candidate(List.of(2, 8), List.of(1, 1))));
            assertEquals(
                    "a statement reads 2 points along i, more than the 1 that a thread holds; choose a thread size of"
                            + " at least 2",
                    refused.reason());
            assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate(List.of(2, 8), List.of(1, 2))));
        }
    }

    @Test
    void blocksWithMoreThreadsThanADeviceRunsAreRefused() {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(analyze(context, published("jacobi-2d")));

            Verdict.Illegal refused = assertInstanceOf(
                    Verdict.Illegal.class, tiler.plan(candidate(List.of(4, 64, 256), List.of(1, 4, 4))));
            assertTrue(refused.reason().contains("and their halo take"), refused.reason());
        }
    }

    @ParameterizedTest(name = "{0} blocks {1} threads {2} n={3} steps={4}")
    @CsvSource({
        "jacobi-1d, 2x4, 1x1, 1, 3",
        "jacobi-1d, 2x4, 1x2, 2, 3",
        "jacobi-1d, 3x5, 1x5, 13, 7",
        "jacobi-1d, 4x8, 1x4, 40, 9",
        "jacobi-2d, 2x4x4, 1x1x1, 1, 2",
        "jacobi-2d, 2x4x4, 1x2x2, 3, 5",
        "jacobi-2d, 3x2x4, 1x1x4, 17, 1",
        "jacobi-2d, 2x7x5, 1x7x1, 23, 4",
        "jacobi-2d, 3x6x8, 1x2x4, 40, 7",
        "jacobi-2d, 2x4x4, 1x1x1, 9, 0",
        "heat-3d, 2x3x2x4, 1x1x2x2, 5, 3",
        "heat-3d, 2x4x4x4, 1x2x2x4, 11, 2",
        "fdtd-2d, 2x4x4, 1x1x1, 1, 3",
        "fdtd-2d, 2x4x4, 1x2x2, 2, 3",
        "fdtd-2d, 3x5x4, 1x1x4, 13, 8",
        "fdtd-2d, 4x8x8, 1x4x4, 31, 4"
    })
    void planGivesTheSequentialResult(String name, String block, String thread, long n, long steps) {
        check(published(name), sizes(block), sizes(thread), n, steps);
    }

    @ParameterizedTest(name = "blocks {0} threads {1} n={2}")
    @CsvSource({"2x4x4, 1x2x2, 1", "2x4x4, 1x2x2, 7", "3x5x8, 1x5x4, 19"})
    void copiesCoefficientsAndShiftedTargetsGiveTheSequentialResult(String block, String thread, long n) {
        String text = """
            param steps, n
            real u(0:n+1, 0:n+1), old(0:n+1, 0:n+1), c(0:n+1, 0:n+1), edge(0:n+1)
            do t = 1, steps
              do i = 0, n - 1
                do j = 1, n
                  old(i+1,j) = u(i+1,j)
                enddo
              enddo
              do i = 1, n
                do j = 1, n
                  u(i,j) = old(i,j) + c(i,j-1) * (old(i-1,j) - u(i,j)) + 0.25 * old(i+1,j+1) + edge(j)
                enddo
              enddo
              do i = 1, n
                u(i,n+1) = u(i,n) + t
              enddo
            enddo
            """;
        check(NestParser.parse("copies", text), sizes(block), sizes(thread), n, 5);
    }

    @Test
    void aHaloThatIsTooNarrowIsCaught() {
        LoopNest nest = published("jacobi-2d");
        Map<String, Long> parameters = Map.of("n", 20L, "steps", 4L);
        try (Context context = new Context()) {
            Verdict verdict = new Tiler(analyze(context, nest)).plan(candidate(List.of(2, 6, 8), List.of(1, 2, 4)));
            Plan plan = assertInstanceOf(Verdict.Legal.class, verdict).plan();
            Data expected = DataInitializer.fill(nest, parameters, SEED);
            Data right = expected.copy();
            Data wrong = expected.copy();
            new Interpreter(nest, parameters, expected).run();

            new TimeTileExecution(plan, parameters, right, SEED).run();
            new TimeTileExecution(oneIterationMore(plan), parameters, wrong, SEED).run();

            assertEquals(expected.array("a").get(10, 10), right.array("a").get(10, 10));
            assertTrue(
                    IntStream.range(0, wrong.array("a").size())
                            .anyMatch(e -> Double.isNaN(wrong.array("a").valueAt(e))),
                    "values of other blocks are missing");
        }
    }

    /** The same box for more iterations than its halo is made for. */
    private static Plan oneIterationMore(Plan plan) {
        HostStep.HostLoop loop = (HostStep.HostLoop) plan.host().getFirst();
        HostStep.Launch launch = (HostStep.Launch) loop.body().getFirst();
        TimeTile tile = launch.timeTile().orElseThrow();
        TimeTile.Time longer = new TimeTile.Time(
                tile.time().variable(),
                tile.time().first(),
                tile.time().last().plus(1),
                tile.time().turn(),
                tile.time().ends());
        TimeTile other =
                new TimeTile(tile.role(), longer, tile.dimensions(), tile.interior(), tile.arrays(), tile.statements());
        return new Plan(
                plan.nest(),
                plan.candidate(),
                plan.family(),
                plan.rule(),
                List.of(new HostStep.HostLoop(
                        loop.variable(), loop.first(), loop.last(), List.of(launch.with(List.of(other))))));
    }

    private static void check(LoopNest nest, List<Integer> block, List<Integer> thread, long n, long steps) {
        Map<String, Long> parameters = new HashMap<>();
        nest.parameters().forEach(p -> parameters.put(p, p.equals("steps") ? steps : p.equals("m") ? n + 3 : n));
        try (Context context = new Context()) {
            Verdict verdict = new Tiler(analyze(context, nest)).plan(candidate(block, thread));
            Plan plan = assertInstanceOf(Verdict.Legal.class, verdict).plan();
            assertEquals(TimeTilePlanner.NAME, plan.family().name());
            Data expected = DataInitializer.fill(nest, parameters, SEED);
            Data actual = expected.copy();
            new Interpreter(nest, parameters, expected).run();

            new TimeTileExecution(plan, parameters, actual, SEED).run();

            expected.arrays().forEach((array, values) -> {
                for (int e = 0; e < values.size(); e++) {
                    assertEquals(
                            values.valueAt(e),
                            actual.array(array).valueAt(e),
                            values.element(values.index(e)) + " of " + plan.candidate());
                }
            });
        }
    }

    private static Map<String, TimeTile.Transfer> transfers(Stencil stencil) {
        Map<String, TimeTile.Transfer> transfers = new HashMap<>();
        stencil.arrays().forEach(a -> transfers.put(a.array(), a.transfer()));
        return transfers;
    }

    private static Dependences analyze(Context context, LoopNest nest) {
        return DependenceAnalysis.analyze(context, nest);
    }

    private static LoopNest published(String name) {
        return NestParser.parse(Path.of("loopnests", name + ".nest"));
    }

    private static List<Integer> sizes(String text) {
        return Arrays.stream(text.split("x")).map(Integer::valueOf).toList();
    }

    private static Candidate candidate(List<Integer> block, List<Integer> thread) {
        return new Candidate(block, thread, new Candidate.Options(1, 1));
    }
}
