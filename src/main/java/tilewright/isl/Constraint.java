package tilewright.isl;

/** An affine equality (= 0) or inequality (>= 0). */
public final class Constraint extends IslObject {
    Constraint(Context context, long pointer) {
        super(Type.CONSTRAINT, context, pointer);
    }

    public static Constraint equalityFromAff(Aff aff) {
        return aff.context().take(Type.CONSTRAINT, "isl_equality_from_aff", aff);
    }

    public static Constraint inequalityFromAff(Aff aff) {
        return aff.context().take(Type.CONSTRAINT, "isl_inequality_from_aff", aff);
    }

    public int dim(Dim type) {
        return size("isl_constraint_dim", this, type);
    }

    public boolean isEquality() {
        return test("isl_constraint_is_equality", this);
    }

    public boolean isDivConstraint() {
        return test("isl_constraint_is_div_constraint", this);
    }

    public boolean isLowerBound(Dim type, int position) {
        return test("isl_constraint_is_lower_bound", this, type, position);
    }

    public boolean isUpperBound(Dim type, int position) {
        return test("isl_constraint_is_upper_bound", this, type, position);
    }

    public boolean involvesDims(Dim type, int first, int count) {
        return test("isl_constraint_involves_dims", this, type, first, count);
    }

    public Val getConstantVal() {
        return keep(Type.VAL, "isl_constraint_get_constant_val", this);
    }

    public Val getCoefficientVal(Dim type, int position) {
        return keep(Type.VAL, "isl_constraint_get_coefficient_val", this, type, position);
    }

    public Aff getDiv(int position) {
        return keep(Type.AFF, "isl_constraint_get_div", this, position);
    }

    public Aff getAff() {
        return keep(Type.AFF, "isl_constraint_get_aff", this);
    }

    public Aff getBound(Dim type, int position) {
        return keep(Type.AFF, "isl_constraint_get_bound", this, type, position);
    }

    public Space getSpace() {
        return keep(Type.SPACE, "isl_constraint_get_space", this);
    }

    /** The constraint as the basic set of its solutions prints. */
    @Override
    public String toString() {
        return getAff() + (isEquality() ? " = 0" : " >= 0");
    }
}
