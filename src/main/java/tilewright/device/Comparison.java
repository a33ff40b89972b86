package tilewright.device;

import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison with the reference found.
 *
 * @param maxRelativeError largest |x - y| / max(|y|, s), see {@link Tolerance}; infinite when a value is not a number
 * @param mismatches how many elements are outside the tolerance
 * @param first the first of them in words, null when there is none
 */
public record Comparison(
        double maxRelativeError, long mismatches, @Nullable String first) {
    /** Nothing compared, nothing wrong. */
    public static final Comparison EQUAL = new Comparison(0, 0, null);

    public boolean matches() {
        return mismatches == 0;
    }

    /** Both together. */
    public Comparison and(Comparison other) {
        return new Comparison(
                Math.max(maxRelativeError, other.maxRelativeError),
                mismatches + other.mismatches,
                first != null ? first : other.first);
    }

    /**
     * Compares all elements of all arrays; padding and guard zones are not looked at.
     *
     * @param expected finite numbers: the same bits are right
     */
    public static Comparison of(GuardedArrays expected, GuardedArrays actual, Allowance allowance) {
        Comparison all = EQUAL;
        for (int i = 0; i < expected.shapes().size(); i++) {
            ArrayShape shape = expected.shapes().get(i);
            all = all.and(new ArrayComparison(i, shape, expected.memory(i), actual.memory(i), allowance).compare());
        }
        return all;
    }

    /** Mean of the magnitudes of an array's elements. */
    static double meanMagnitude(ArrayShape shape, HostMemory expected) {
        return shape.eachRow()
                        .mapToDouble(row -> {
                            double sum = 0;
                            for (long column = 0; column < shape.columns(); column++) {
                                sum += Math.abs(expected.get(shape.type(), shape.position(row, column)));
                            }
                            return sum;
                        })
                        .sum()
                / shape.elements();
    }

    /** One array; rows are independent, so all processors take part. */
    private record ArrayComparison(
            int array, ArrayShape shape, HostMemory expected, HostMemory actual, Allowance allowance) {
        Comparison compare() {
            if (shape.elements() == 0) {
                return EQUAL;
            }
            // Most results are equal bit by bit in most rows, and memory is compared many times as fast as numbers are.
            long[] different = shape.eachRow().filter(this::differs).toArray();
            if (different.length == 0) {
                return EQUAL;
            }
            double scale = meanMagnitude(shape, expected);
            LongStream rows = LongStream.of(different);
            return (shape.isLarge() ? rows.parallel() : rows)
                    .mapToObj(row -> compareRow(row, scale))
                    .reduce(EQUAL, Comparison::and);
        }

        /** Whether a row has to be looked at number by number. */
        private boolean differs(long row) {
            return !expected.isEqual(actual, shape.type(), shape.position(row, 0), shape.columns());
        }

        private Comparison compareRow(long row, double scale) {
            double worst = 0;
            long mismatches = 0;
            String first = null;
            for (long column = 0; column < shape.columns(); column++) {
                long position = shape.position(row, column);
                double y = expected.get(shape.type(), position);
                double x = actual.get(shape.type(), position);
                boolean equal = shape.type().isFloating()
                        ? x == y
                        : expected.getWhole(shape.type(), position) == actual.getWhole(shape.type(), position);
                if (equal) {
                    continue;
                }
                // Different integers of 64 bits may be equal as doubles.
                double error = x == y ? Double.MIN_VALUE : relativeError(x, y, scale);
                worst = Math.max(worst, error);
                if (error > allowance.of(array, shape, position, y, scale)) {
                    mismatches++;
                    first = first != null ? first : describe(row, column, position);
                }
            }
            return new Comparison(worst, mismatches, first);
        }

        private static double relativeError(double x, double y, double scale) {
            double error = Math.abs(x - y) / Math.max(Math.abs(y), scale);
            return Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
        }

        private String describe(long row, long column, long position) {
            return "array " + shape.name() + ", row " + row + ", column " + column + " (both from 0): expected "
                    + text(expected, position) + ", got " + text(actual, position);
        }

        private String text(HostMemory memory, long position) {
            return shape.type().isFloating()
                    ? shape.type().text(memory.get(shape.type(), position))
                    : shape.type().text(memory.getWhole(shape.type(), position));
        }
    }
}
