package tilewright.kernel;

import org.jspecify.annotations.Nullable;

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

    /** As records have it, in plain code: variables are keys wherever kernels are read, and a record's own methods are slow until they are compiled with all optimizations. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Variable(String n, ScalarType t) && t == type && n.equals(name);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + type.hashCode();
    }

    /** Its value. */
    public Expression.Read read() {
        return new Expression.Read(new Place.Scalar(this));
    }

    public Place.Scalar place() {
        return new Place.Scalar(this);
    }
}
