package tilewright.tiling;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;

/**
 * Parallel loops of which a block has one iteration, r_z = 1: those over problems each of which has fronts, and blocks, of its own, and those that stand in one subscript of what is written with another parallel loop, as b does in
 * {@code c(32*b + i, j)}: within a block, an element is one of i and j then.
 */
public final class Batches {
    private Batches() {}

    /** Whether a loop of a nest, with roles for all of them, is one of a batch. */
    public static boolean isBatch(LoopNest nest, List<LoopRole> roles, int loop) {
        return loop < roles.indexOf(LoopRole.FRONTS)
                || roles.get(loop) == LoopRole.PARALLEL
                        && nest.statements().stream().anyMatch(p -> p.depth() > loop && isOutside(p, roles, loop));
    }

    private static boolean isOutside(PlacedStatement placed, List<LoopRole> roles, int loop) {
        String own = placed.loopVariables().get(loop);
        for (Affine index : placed.statement().target().indices()) {
            LinearForm form = LinearForm.of(index);
            long factor = Math.abs(form.coefficient(own));
            boolean beside = IntStream.range(0, placed.depth())
                    .filter(z -> z != loop && roles.get(z) == LoopRole.PARALLEL)
                    .mapToLong(z ->
                            Math.abs(form.coefficient(placed.loopVariables().get(z))))
                    .anyMatch(other -> other > 0 && other < factor);
            if (beside) {
                return true;
            }
        }
        return false;
    }
}
