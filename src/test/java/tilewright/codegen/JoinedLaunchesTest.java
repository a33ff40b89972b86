package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Blocks that repeat the one block that they wait for: one launch instead of two. */
class JoinedLaunchesTest {
    /** Sizes around multiples of blocks and steps: full blocks, partial ones, a partial diagonal block alone. */
    private static final List<Long> SIZES = List.of(1L, 8L, 9L, 15L, 16L, 17L, 24L, 33L, 40L, 63L, 64L, 100L);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"lu, 4", "lu, 2", "gaussian-elimination, 4", "gaussian-elimination, 1"})
    void programsComputeTheSame(String nest, int thread) throws IOException, InterruptedException {
        try (Context context = new Context()) {
            Plan plan = plan(context, nest, thread);
            KernelProgram program = Lowering.lowerJoined(plan);
            assertTrue(program.kernels().stream().anyMatch(Kernel::takesTurns), "nothing is joined");
            Comparison.ofProgram(plan, program, folder, SIZES);
        }
    }

    /** In each body only the last block stores what all blocks have read, and nobody stores it before it has been read. */
    @ParameterizedTest
    @ValueSource(strings = {"lu", "gaussian-elimination"})
    void theLastBlockStoresWhatAllHaveRead(String nest) {
        try (Context context = new Context()) {
            Kernel joined =
                    Lowering.lowerJoined(plan(context, nest, 4)).kernels().getFirst();
            assertEquals("level1_joined", joined.name().replaceFirst("^.*_level", "level"));
            for (BlockProgram piece : joined.pieces()) {
                for (List<Operation> body : List.of(notNull(piece.interiorBody()), notNull(piece.guardedBody()))) {
                    assertTrue(body.get(0) instanceof Operation.LoadTile, body.toString());
                    assertTrue(body.get(1) instanceof Operation.Barrier, body.toString());
                    assertTrue(body.get(2) instanceof Operation.TakeTurn, body.toString());
                    assertTrue(body.getLast() instanceof Operation.LastTurn, body.toString());
                    assertEquals(
                            2,
                            Operations.ofKind(body, Operation.StoreTile.class).size());
                }
            }
        }
    }

    /** The one block, and the launch that waits for it, stay for where blocks are not full, or too many. */
    @Test
    void bothLaunchesStay() {
        try (Context context = new Context()) {
            List<Kernel> kernels = Lowering.lowerJoined(plan(context, "lu", 4)).kernels();
            for (long n : List.of(17L, 64L, 100L, 5000L)) {
                for (long step : List.of(0L, 1L, 2L)) {
                    java.util.function.ToLongFunction<String> values =
                            v -> v.equals("n") ? n : v.equals("ks") ? step : step / 4;
                    boolean joined = kernels.get(0).active().test(values);
                    boolean apart = kernels.get(1).active().test(values);
                    assertEquals(joined, !apart, "n = " + n + ", step " + step);
                    assertFalse(joined && kernels.get(2).active().test(values));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"matmul", "floyd-warshall"})
    void launchesOfManyBlocksStayApart(String nest) {
        try (Context context = new Context()) {
            Plan plan = plan(context, nest, 4);
            assertEquals(
                    Lowering.lower(plan).kernels().size(),
                    Lowering.lowerJoined(plan).kernels().size());
        }
    }

    private static List<Operation> notNull(@org.jspecify.annotations.Nullable List<Operation> body) {
        return java.util.Objects.requireNonNull(body);
    }

    private static Plan plan(Context context, String nest, int thread) {
        var dependences = DependenceAnalysis.analyze(context, NestParser.parse(Path.of("loopnests", nest + ".nest")));
        List<Integer> threads = nest.equals("matmul") ? List.of(thread, thread, 1) : List.of(1, thread, thread);
        Candidate candidate = new Candidate(
                nest.equals("matmul") ? List.of(16, 16, 8) : List.of(16, 8, 16),
                threads,
                new Candidate.Options(8, 2, nest.equals("matmul") ? 0 : 8));
        return ((Verdict.Legal) new Tiler(dependences).plan(candidate)).plan();
    }
}
