package tilewright.isl;

/** An affine equality (= 0) or inequality (>= 0). */
public final class Constraint extends IslObject {
    Constraint(Context context, long pointer) {
        super(Type.CONSTRAINT, context, pointer);
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

    public Val getConstantVal() {
        return keep(Type.VAL, "isl_constraint_get_constant_val", this);
    }

    public Val getCoefficientVal(Dim type, int position) {
        return keep(Type.VAL, "isl_constraint_get_coefficient_val", this, type, position);
    }

    public Aff getAff() {
        return keep(Type.AFF, "isl_constraint_get_aff", this);
    }

    /** The constraint as the basic set of its solutions prints. */
    @Override
    public String toString() {
        return getAff() + (isEquality() ? " = 0" : " >= 0");
    }
}
