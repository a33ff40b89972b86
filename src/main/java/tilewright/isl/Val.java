package tilewright.isl;

/** A rational number, an infinity or not-a-number, of any size. */
public final class Val extends IslObject {
    Val(Context context, long pointer) {
        super(Type.VAL, context, pointer);
    }

    /** Reads isl's notation. */
    public static Val parse(Context context, String text) {
        return context.read(Type.VAL, text);
    }

    public boolean isInt() {
        return test("isl_val_is_int", this);
    }

    public boolean isNan() {
        return test("isl_val_is_nan", this);
    }

    public boolean eq(Val other) {
        return test("isl_val_eq", this, other);
    }

    public Val mul(Val other) {
        return take(Type.VAL, "isl_val_mul", this, other);
    }

    public static Val of(Context context, long value) {
        return context.take(Type.VAL, "isl_val_int_from_si", context, value);
    }

    /** The numerator; an {@link IslException} when it does not fit. */
    public long getNumSi() {
        return context().number("isl_val_get_num_si", this);
    }

    /** The denominator; an {@link IslException} when it does not fit. */
    public long getDenSi() {
        return context().number("isl_val_get_den_si", this);
    }

    /** The value as a long; an {@link IslException} when it is not an integer that fits. */
    public long longValue() {
        if (!isInt()) {
            throw new IslException("isl_val_get_num_si: " + this + " is not an integer");
        }
        return getNumSi();
    }
}
