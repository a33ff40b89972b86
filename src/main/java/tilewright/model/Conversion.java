package tilewright.model;

/**
 * A number in another type, as C converts it: towards zero from a floating-point number to an integer, and the low bits of an
 * integer in a narrower one. A floating-point number that an integer type does not hold becomes the nearest one here; in C it is undefined.
 *
 * @param type no logical type: comparisons make those
 */
public record Conversion(DataType type) implements ScalarOperation {
    public Conversion {
        if (type == DataType.LOGICAL) {
            throw new IllegalArgumentException("a conversion to logical values; compare with zero");
        }
    }

    /** Whether greater numbers stay at least as great; narrower and unsigned integers wrap around. */
    public boolean keepsOrder() {
        return type.isFloating() || type == DataType.INTEGER;
    }

    @Override
    public String notation() {
        return type.conversion();
    }

    @Override
    public int arity() {
        return 1;
    }
}
