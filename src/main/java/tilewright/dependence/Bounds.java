package tilewright.dependence;

import tilewright.isl.Set;
import tilewright.isl.Val;

/** Bounds that hold for all values of the parameters. */
final class Bounds {
    private Bounds() {}

    /** An extreme value, or what stands for "unbounded". */
    static long finiteOr(Val extreme, long unbounded) {
        return extreme.isInt() ? extreme.longValue() : unbounded;
    }

    /** The least value of a dimension of a nonempty set. */
    static long least(Set set, int dimension) {
        return finiteOr(set.dimMinVal(dimension), Component.UNBOUNDED_BELOW);
    }

    /** The greatest value of a dimension of a nonempty set. */
    static long greatest(Set set, int dimension) {
        return finiteOr(set.dimMaxVal(dimension), Component.UNBOUNDED_ABOVE);
    }
}
