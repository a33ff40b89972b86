package tilewright.codegen.lower;

import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Value;
import tilewright.model.LoopNest;
import tilewright.tiling.Piece;
import tilewright.tiling.Strategy;

/**
 * Whether a block reads the staged values of an iteration one iteration early, into registers of their own (software
 * pipelining, as in matrix multiplications by hand): arithmetic then never waits for shared memory. That takes chunks in
 * two buffers, an even number of iterations in each, and one statement whose values no other point hands out. Minima and
 * maxima of which two are joined read several iterations at once instead.
 */
final class ReadAhead {
    private ReadAhead() {}

    /** @param buffers buffers per staged value */
    static boolean applies(LoopNest nest, Piece piece, int buffers) {
        if (buffers < 2
                || piece.statements().size() != 1
                || piece.sequential().isEmpty()
                || piece.sequential().getLast().chunk() % 2 != 0) {
            return false;
        }
        Piece.PlannedStatement statement = piece.statements().getFirst();
        return uses(statement, Strategy.STAGED)
                && !uses(statement, Strategy.EXCHANGED)
                && !new Reductions(nest).mayJoin(statement.statement());
    }

    private static boolean uses(Piece.PlannedStatement statement, Strategy strategy) {
        return statement.accesses().stream().anyMatch(a -> a.strategy() == strategy);
    }

    /** The fragments of an iteration that only read buffers of which the next chunk has its own. */
    static List<Operation.Define> fragments(List<Operation> iteration) {
        return iteration.stream()
                .filter(o -> o instanceof Operation.Define d
                        && d.value() instanceof Value.BufferElement e
                        && e.buffer().copies() > 1
                        && !e.buffer().alongSequence())
                .map(Operation.Define.class::cast)
                .toList();
    }
}
