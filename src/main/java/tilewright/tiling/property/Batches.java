package tilewright.tiling.property;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopRole;

/**
 * Parallel loops of which a block has one iteration, r_z = 1: those over problems each of which has fronts, and blocks, of its own; those over layers, of which some statements write one
 * ({@code g(0,i,j) = ..} beside {@code f(q,i,j) = g(q,i,j)}); and one of two that stand in one subscript of what is
 * written, as b and i do in {@code c(32*b + i, j)}: within a block, an element is one of i and j then. Of the two it is the one with the larger factor, unless what is left for blocks would
 * not fill a warp: in {@code u(2*i + a, 2*j + b)} with a and b of two iterations, a sweep in four colours, a block has one colour.
 */
public final class Batches {
    private Batches() {}

    /** Whether a loop of a nest, with roles for all of them, is one of a batch. */
    public static boolean isBatch(LoopNest nest, List<LoopRole> roles, int loop) {
        return loop < roles.indexOf(LoopRole.FRONTS)
                || roles.get(loop) == LoopRole.PARALLEL && isOverLayers(nest, loop)
                || roles.get(loop) == LoopRole.PARALLEL
                        && stands(
                                nest,
                                roles,
                                loop,
                                fillsWarps(nest, roles) ? FactorBeside.SMALLER : FactorBeside.LARGER);
    }

    /** Whether a loop stands in a subscript of what is written beside another parallel loop with a larger factor: it is over parts of what an iteration of that one writes. */
    public static boolean isOverParts(LoopNest nest, List<LoopRole> roles, int loop) {
        return roles.get(loop) == LoopRole.PARALLEL && stands(nest, roles, loop, FactorBeside.LARGER);
    }

    /** Whether a loop has a known number of iterations, and a single one in some statements. */
    private static boolean isOverLayers(LoopNest nest, int loop) {
        List<Node.Loop> loops = nest.statements().stream()
                .filter(p -> p.depth() > loop)
                .map(p -> p.loops().get(loop))
                .toList();
        return loops.stream().allMatch(ConstantLoops::isConstant)
                && loops.stream().anyMatch(ConstantLoops::isOneValue)
                && !loops.stream().allMatch(ConstantLoops::isOneValue);
    }

    /** Which factor another loop has in a subscript of a loop. */
    private enum FactorBeside {
        SMALLER,
        LARGER
    }

    /** Whether some blocks may have as many points as a warp has lanes where loops with the larger factors have one iteration in each. */
    private static boolean fillsWarps(LoopNest nest, List<LoopRole> roles) {
        return nest.statements().stream().allMatch(placed -> {
            long points = 1;
            for (int z = 0; z < Math.min(placed.depth(), roles.size()) && points < Simt.WARP; z++) {
                if (roles.get(z) == LoopRole.PARALLEL && !stands(placed, roles, z, FactorBeside.SMALLER)) {
                    Node.Loop loop = placed.loops().get(z);
                    LinearForm extent =
                            LinearForm.of(loop.upper().minus(loop.lower()).plus(1));
                    points = extent.isConstant() ? points * Math.max(1, extent.constant()) : Simt.WARP;
                }
            }
            return points >= Simt.WARP;
        });
    }

    private static boolean stands(LoopNest nest, List<LoopRole> roles, int loop, FactorBeside beside) {
        return nest.statements().stream().anyMatch(p -> p.depth() > loop && stands(p, roles, loop, beside));
    }

    /** Whether a loop stands in a subscript of what a statement writes beside another parallel loop with such a factor. */
    private static boolean stands(PlacedStatement placed, List<LoopRole> roles, int loop, FactorBeside beside) {
        String own = placed.loopVariables().get(loop);
        for (Affine index : placed.statement().target().indices()) {
            LinearForm form = LinearForm.of(index);
            long factor = Math.abs(form.coefficient(own));
            boolean found = IntStream.range(0, placed.depth())
                    .filter(z -> z != loop && roles.get(z) == LoopRole.PARALLEL)
                    .mapToLong(z ->
                            Math.abs(form.coefficient(placed.loopVariables().get(z))))
                    .anyMatch(other -> other > 0
                            && factor > 0
                            && (beside == FactorBeside.SMALLER ? other < factor : other > factor));
            if (found) {
                return true;
            }
        }
        return false;
    }
}
