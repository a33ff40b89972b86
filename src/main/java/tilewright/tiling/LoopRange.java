package tilewright.tiling;

import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Affine;

/** Bounds of a loop, both inclusive. */
public record LoopRange(Affine first, Affine last) {
    /** The smallest and the largest value of a set's last dimension; the others must have names and become parameters. */
    static LoopRange ofLast(Set set) {
        int outer = set.dim(Dim.SET) - 1;
        Set alone = set.moveDims(Dim.PARAM, set.dim(Dim.PARAM), Dim.SET, 0, outer);
        Set nonEmpty = alone.params();
        return new LoopRange(
                AstExpressions.of(alone.dimMin(0).gist(nonEmpty)),
                AstExpressions.of(alone.dimMax(0).gist(nonEmpty)));
    }

    /** Whether a bound is one expression here and another one there. */
    static boolean isPiecewise(Affine bound) {
        return switch (bound) {
            case Affine.Select _ -> true;
            case Affine.Sum s -> isPiecewise(s.left()) || isPiecewise(s.right());
            case Affine.Scaled s -> isPiecewise(s.operand());
            case Affine.Extreme e -> e.operands().stream().anyMatch(LoopRange::isPiecewise);
            case Affine.Constant _, Affine.Variable _, Affine.FloorDiv _, Affine.Mod _ -> false;
        };
    }
}
