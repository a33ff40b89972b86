package tilewright.codegen.lower;

import tilewright.model.LoopNest;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.property.SeparateStatements;

/**
 * Whether staged values lie in shared memory as reading them one iteration early wants them
 * ({@link tilewright.kernel.pass.Pass#READ_AHEAD}): by iterations, not in rows along the loop. Where all updates are minima
 * and maxima of which two are joined, nothing is read early.
 */
final class StagedByIterations {
    private StagedByIterations() {}

    /** @param buffers buffers per staged value */
    static boolean applies(LoopNest nest, Piece piece, int buffers) {
        if (buffers < 2
                || piece.sequential().isEmpty()
                || piece.sequential().getLast().chunk() % 2 != 0) {
            return false;
        }
        Reductions reductions = new Reductions(nest);
        return uses(piece, Strategy.STAGED)
                && !uses(piece, Strategy.EXCHANGED)
                && (piece.statements().size() == 1 || SeparateStatements.are(piece))
                && !piece.statements().stream().allMatch(s -> reductions.mayJoin(s.statement()));
    }

    private static boolean uses(Piece piece, Strategy strategy) {
        return piece.statements().stream().flatMap(s -> s.accesses().stream()).anyMatch(a -> a.strategy() == strategy);
    }
}
