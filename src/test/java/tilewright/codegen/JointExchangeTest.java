package tilewright.codegen;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Condition;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Where points hand out values once for several iterations, and what their copies compute. */
class JointExchangeTest {
    @ParameterizedTest
    @ValueSource(strings = {"lu", "gaussian-elimination", "floyd-warshall"})
    void diagonalBlocksHaveOneBarrierForTwoIterations(String nest) {
        Operation.Rounds rounds = rounds(nest, 0).getFirst();
        assertEquals(2, rounds.size());
        long barriers = rounds.body().stream()
                .filter(o -> o instanceof Operation.Barrier)
                .count();
        assertEquals(1, barriers, rounds.toString());
    }

    /** Rows and columns of two iterations; the elements of both are among them. */
    @Test
    void handsOutTwoRowsAndTwoColumns() {
        Operation.Rounds rounds = rounds("lu", 0).getFirst();
        assertEquals(
                4, Operations.ofKind(rounds.body(), Operation.Publish.class).size());
    }

    /** Whoever reads a copy later asks what its update would have to ask. */
    @Test
    void updatesCopiesWithoutConditions() {
        for (Operation.Assign update :
                Operations.ofKind(rounds("lu", 0).getFirst().body(), Operation.Assign.class)) {
            boolean copy = ((Operation.Target.TileTarget) update.target())
                            .tile()
                            .axes()
                            .size()
                    < 2;
            assertEquals(copy, update.guard().equals(Condition.TRUE), update.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lu", "gaussian-elimination", "floyd-warshall"})
    void panelsDoToo(String nest) {
        assertEquals(2, rounds(nest, 1).size());
    }

    /** Rows beyond the matrix take values from themselves alone; columns of the diagonal block are all there where there is a panel. */
    @Test
    void panelsAtTheEndOfTheMatrixDoToo() {
        KernelProgram cholesky = program(
                Path.of("src/test/resources/codegen/nests/cholesky-rows.nest"),
                new Candidate(List.of(16, 16, 16), List.of(2, 2, 1), new Candidate.Options(8, 2)));
        List<Operation> panel =
                requireNonNull(cholesky.kernels().get(1).pieces().getFirst().guardedBody());
        assertEquals(
                2, Operations.ofKind(panel, Operation.Rounds.class).getFirst().size());
        Operation.LoadTile load =
                Operations.ofKind(panel, Operation.LoadTile.class).getFirst();
        assertEquals("i <= n", load.guard().toString());
        assertEquals(1, load.vector());
    }

    /** Points of the diagonal block take values from points that may lie outside: they ask in every iteration. */
    @Test
    void diagonalBlocksAtTheEndOfTheMatrixDoNot() {
        for (BlockProgram piece : program("lu").kernels().getFirst().pieces()) {
            List<Operation> body = requireNonNull(piece.guardedBody());
            assertTrue(Operations.ofKind(body, Operation.Rounds.class).isEmpty(), piece.role());
        }
    }

    @Test
    void updatesThatHandOutNothingHaveNoRounds() {
        assertTrue(rounds("lu", 2).isEmpty());
        assertTrue(rounds("matmul", 0).isEmpty());
    }

    /** The loops over rounds of the launch with that number. */
    private static List<Operation.Rounds> rounds(String nest, int launch) {
        Kernel kernel = program(nest).kernels().get(launch);
        return kernel.pieces().stream()
                .map(BlockProgram::interiorBody)
                .filter(b -> b != null)
                .flatMap(b -> Operations.ofKind(b, Operation.Rounds.class).stream())
                .toList();
    }

    private static KernelProgram program(String nest) {
        Candidate candidate = new Candidate(List.of(16, 16, 16), List.of(1, 4, 4), new Candidate.Options(8, 2));
        if (nest.equals("matmul")) {
            candidate = new Candidate(List.of(16, 16, 8), List.of(4, 4, 1), new Candidate.Options(8, 2));
        }
        return program(Path.of("loopnests", nest + ".nest"), candidate);
    }

    private static KernelProgram program(Path nest, Candidate candidate) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse(nest));
            return Lowering.lower(((Verdict.Legal) new Tiler(dependences).plan(candidate)).plan());
        }
    }
}
