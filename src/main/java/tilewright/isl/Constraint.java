package tilewright.isl;

/** An affine equality (= 0) or inequality (>= 0). */
public final class Constraint extends IslObject {
    Constraint(Context context, long pointer) {
        super(Type.CONSTRAINT, context, pointer);
    }

    public boolean isEquality() {
        return test("isl_constraint_is_equality", this);
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
