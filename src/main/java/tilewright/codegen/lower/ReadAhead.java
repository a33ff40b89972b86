package tilewright.codegen.lower;

import tilewright.model.LoopNest;
import tilewright.tiling.Piece;
import tilewright.tiling.Strategy;

/**
 * Whether staged values lie in shared memory as reading them one iteration early wants them
 * ({@link tilewright.kernel.pass.Pass#READ_AHEAD}): by iterations, not in rows along the loop. Minima and maxima of which two are joined
 * read several iterations of a row at once instead.
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
}
