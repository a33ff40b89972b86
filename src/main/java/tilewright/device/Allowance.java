package tilewright.device;

import tilewright.model.DataType;

/**
 * What a comparison allows.
 *
 * @param reductionLength of {@link Tolerance}
 * @param growth what the computation makes of rounding
 * @param tolerance the relative error that the user allows instead of the formula; 0 where none is given
 */
public record Allowance(long reductionLength, Growth growth, double tolerance) {
    /** By the formula alone. */
    public static Allowance of(long reductionLength) {
        return new Allowance(reductionLength, Growth.NONE, 0);
    }

    /** Relative error, before growth. */
    double relative(DataType type) {
        double formula = Tolerance.of(type, reductionLength).relative();
        return tolerance > 0 && type.isFloating() ? tolerance : formula;
    }

    /** The relative error that 95 % of an array's elements may have, 0 for exact types; infinite where nothing can be said. */
    public double largest(int array, DataType type) {
        return !type.isFloating() ? 0 : tolerance > 0 ? tolerance : relative(type) * growth.factor(array);
    }

    /** Relative error of one element. */
    double of(int array, ArrayShape shape, long position, double y, double scale) {
        double relative = relative(shape.type());
        return tolerance > 0 ? relative : relative * growth.factor(array, shape, position, y, scale);
    }
}
