package tilewright.isl;

import org.jspecify.annotations.Nullable;

/**
 * The operations that isl names alike for sets, maps and their unions.
 *
 * @param <R> the isl type itself
 */
public abstract sealed class Relation<R extends Relation<R>> extends IslObject
        permits Relation.Dimensioned, UnionSet, UnionMap {
    private final Type<R> own;

    Relation(Type<R> type, Context context, long pointer) {
        super(type, context, pointer);
        this.own = type;
    }

    final R own(String suffix, @Nullable Object... arguments) {
        return take(own, function(suffix), arguments);
    }

    final String function(String suffix) {
        return own.function(suffix);
    }

    /** The same once more, in the scope of the moment. */
    public final R copy() {
        return keep(own, function("_copy"), this);
    }

    public final R union(R other) {
        return own("_union", this, other);
    }

    public final R intersect(R other) {
        return own("_intersect", this, other);
    }

    public final R subtract(R other) {
        return own("_subtract", this, other);
    }

    public final R gist(R context) {
        return own("_gist", this, context);
    }

    public final R gistParams(Set params) {
        return own("_gist_params", this, params);
    }

    public final R intersectParams(Set params) {
        return own("_intersect_params", this, params);
    }

    /** What isl's coalescing says when it has lost track of a tableau; it leaves its argument as it was. */
    private static final String LOST_TABLEAU = "original tableau does not correspond to original basic map";

    /**
     * The same with fewer pieces, where that is easy. isl sometimes fails with an internal error here, and sometimes joins
     * pieces with integer divisions to one that holds more than they do (both seen in 0.25); then the pieces stay as they are.
     */
    @SuppressWarnings("unchecked")
    public final R coalesce() {
        R fewer = coalesceOrEnlarge();
        return fewer.pieces() == pieces() || !involvesLocals() || fewer.isSubset((R) this) ? fewer : (R) this;
    }

    /**
     * The same without asking whether the pieces that isl makes hold more, which takes it long where there are many pieces with integer divisions: for
     * questions whose answer is only used where it holds of any larger relation too.
     */
    @SuppressWarnings("unchecked")
    public final R coalesceOrEnlarge() {
        try {
            return own("_coalesce", this);
        } catch (IslException failure) {
            if (isLostTableau(failure)) {
                return (R) this;
            }
            throw failure;
        }
    }

    /** Whether some piece has integer divisions or existentially quantified variables. */
    abstract boolean involvesLocals();

    /** The number of basic sets or maps. */
    public abstract int pieces();

    static boolean isLostTableau(IslException failure) {
        return !(failure instanceof IslLimitException)
                && String.valueOf(failure.getMessage()).contains(LOST_TABLEAU);
    }

    public final R lexmin() {
        return own("_lexmin", this);
    }

    public final R lexmax() {
        return own("_lexmax", this);
    }

    public final R computeDivs() {
        return own("_compute_divs", this);
    }

    /** Drops integer divisions, which may enlarge the relation. */
    public final R removeDivs() {
        return own("_remove_divs", this);
    }

    public final R projectOutAllParams() {
        return own("_project_out_all_params", this);
    }

    /** Existentially quantifies dimensions; of a union only parameters. */
    public final R projectOut(Dim type, int first, int count) {
        return own("_project_out", this, type, first, count);
    }

    /** The parameter values for which there is an element. */
    public final Set params() {
        return take(Type.SET, function("_params"), this);
    }

    public final Space getSpace() {
        return keep(Type.SPACE, function("_get_space"), this);
    }

    public final int dim(Dim type) {
        return size(function("_dim"), this, type);
    }

    public final boolean isEmpty() {
        return test(function("_is_empty"), this);
    }

    public final boolean isEqual(R other) {
        return test(function("_is_equal"), this, other);
    }

    public final boolean isSubset(R other) {
        return test(function("_is_subset"), this, other);
    }

    public final boolean isDisjoint(R other) {
        return test(function("_is_disjoint"), this, other);
    }

    /**
     * The operations on the dimensions of one space.
     *
     * @param <R> the isl type itself
     */
    public abstract static sealed class Dimensioned<R extends Dimensioned<R>> extends Relation<R> permits Set, Map {
        Dimensioned(Type<R> type, Context context, long pointer) {
            super(type, context, pointer);
        }

        public final @Nullable String getDimName(Dim type, int position) {
            return name(function("_get_dim_name"), this, type, position);
        }

        public final R setDimName(Dim type, int position, String name) {
            return own("_set_dim_name", this, type, position, name);
        }

        /** The position of a dimension, or -1. */
        public final int findDimByName(Dim type, String name) {
            return size(function("_find_dim_by_name"), this, type, name);
        }

        public final R fixSi(Dim type, int position, int value) {
            return own("_fix_si", this, type, position, value);
        }

        public final R equate(Dim firstType, int first, Dim secondType, int second) {
            return own("_equate", this, firstType, first, secondType, second);
        }

        public final R insertDims(Dim type, int first, int count) {
            return own("_insert_dims", this, type, first, count);
        }

        public final R addDims(Dim type, int count) {
            return own("_add_dims", this, type, count);
        }

        public final R moveDims(Dim targetType, int target, Dim sourceType, int source, int count) {
            return own("_move_dims", this, targetType, target, sourceType, source, count);
        }

        public final R complement() {
            return own("_complement", this);
        }

        /** The same points as pieces that do not overlap. */
        public final R makeDisjoint() {
            return own("_make_disjoint", this);
        }

        /** Whether they are written alike, so that they are equal: cheap, and false for equal ones that are written otherwise. */
        public final boolean plainIsEqual(R other) {
            return test(function("_plain_is_equal"), this, other);
        }

        public final boolean plainIsUniverse() {
            return test(function("_plain_is_universe"), this);
        }

        /** The least value of a set or output dimension. */
        public final PwAff dimMin(int position) {
            return take(Type.PW_AFF, function("_dim_min"), this, position);
        }

        /** The largest value of a set or output dimension. */
        public final PwAff dimMax(int position) {
            return take(Type.PW_AFF, function("_dim_max"), this, position);
        }

        public final PwMultiAff lexminPwMultiAff() {
            return take(Type.PW_MULTI_AFF, function("_lexmin_pw_multi_aff"), this);
        }
    }
}
