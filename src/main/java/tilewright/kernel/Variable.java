package tilewright.kernel;

/**
 * A scalar in a register, or a parameter passed by value.
 *
 * @param name identifier, unique among those visible where it is declared
 */
public record Variable(String name, ScalarType type) {
    /** A 32-bit integer, as loop counters and coordinates are. */
    public static Variable integer(String name) {
        return new Variable(name, ScalarType.I32);
    }

    /** Its value. */
    public Expression.Read read() {
        return new Expression.Read(new Place.Scalar(this));
    }

    public Place.Scalar place() {
        return new Place.Scalar(this);
    }
}
