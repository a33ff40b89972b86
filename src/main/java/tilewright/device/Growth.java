package tilewright.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tilewright.model.AllowedDifference;
import tilewright.model.DataType;

/**
 * How much a computation makes of small differences: what a second run of the same program on data that differ by
 * {@value AllowedDifference#CHANGED_UNITS} units in the last place, give or take half of them, gives, beside the first; numbers of half precision, which are computed with in single precision, differ by one. Recurrences that grow, divisions by small pivots and
 * cancellation amplify the rounding of every program alike, so that no two orders of the same operations agree better than this.
 *
 * <p>The factor of an element is {@code |y' - y| / (16 epsilon max(|y|, s))}, of half precision without the 16, with the mean magnitude s of its array. An
 * array's factor is the one that 95 % of its elements do not exceed: a few elements, of choices by nearly equal values, say
 * nothing of the others. Where the second run is kept, an element may also differ by four times what it differed there; as it may differ by little
 * there by chance, two more such runs are asked where differences grow.
 */
public final class Growth implements AutoCloseable {
    /** Nothing is known: as if there were none. */
    public static final Growth NONE = new Growth(List.of(), null);

    /** Where arrays have more bytes together, no second run's result is kept. */
    private static final long MOST_KEPT_BYTES = 1L << 30;

    private final List<Double> factors;
    private final @Nullable GuardedArrays perturbed;

    private Growth(List<Double> factors, @Nullable GuardedArrays perturbed) {
        this.factors = List.copyOf(factors);
        this.perturbed = perturbed;
    }

    /** How much the data of the second run differ, relative to them. */
    static double change(DataType type) {
        return AllowedDifference.changedUnits(type) * Tolerance.epsilon(type);
    }

    /**
     * Compares runs: one on changed data, and where differences grow as many as {@link AllowedDifference#CHANGED_RUNS}.
     *
     * @param changed the result on data changed for the nth time, from 0; it belongs to this from now on
     */
    public static Growth of(GuardedArrays expected, IntFunction<GuardedArrays> changed) {
        long bytes = expected.shapes().stream().mapToLong(ArrayShape::bytes).sum();
        Growth growth = of(expected, changed.apply(0), bytes <= MOST_KEPT_BYTES);
        for (int time = 1; time < AllowedDifference.CHANGED_RUNS && growth.asksForMore(); time++) {
            try (GuardedArrays other = changed.apply(time)) {
                growth.widen(expected, other);
            }
        }
        return growth;
    }

    /**
     * Compares two runs.
     *
     * @param perturbed the second run's result; it belongs to this from now on
     * @param keep whether the second result is kept for single elements
     */
    static Growth of(GuardedArrays expected, GuardedArrays perturbed, boolean keep) {
        List<Double> factors = new ArrayList<>();
        for (int i = 0; i < expected.shapes().size(); i++) {
            factors.add(factor(expected.shapes().get(i), expected.memory(i), perturbed.memory(i)));
        }
        if (!keep) {
            perturbed.close();
        }
        return new Growth(factors, keep ? perturbed : null);
    }

    private static double factor(ArrayShape shape, HostMemory expected, HostMemory perturbed) {
        if (!shape.type().isFloating() || shape.elements() == 0) {
            return 1;
        }
        double scale = Comparison.meanMagnitude(shape, expected);
        double unit = change(shape.type());
        long stride = 1 + shape.elements() / AllowedDifference.SAMPLE;
        double[] all = LongStream.range(0, (shape.elements() + stride - 1) / stride)
                .mapToDouble(number -> {
                    long element = number * stride;
                    long position = shape.position(element / shape.columns(), element % shape.columns());
                    return relative(expected.get(shape.type(), position), perturbed.get(shape.type(), position), scale)
                            / unit;
                })
                .toArray();
        Arrays.sort(all);
        return Math.max(1, all[(int) Math.min(all.length - 1L, (long) (AllowedDifference.QUANTILE * all.length))]);
    }

    private static double relative(double y, double other, double scale) {
        double difference = y == other ? 0 : Math.abs(other - y) / Math.max(Math.abs(y), scale);
        return Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference;
    }

    /** Whether another run on changed data would say more of single elements. */
    boolean asksForMore() {
        return perturbed != null && largest() > AllowedDifference.OWN_GROWTH;
    }

    /**
     * Takes in one more run: of every element what differs most is kept.
     *
     * @param expected of the run on data that are not changed
     * @param other stays the caller's
     */
    void widen(GuardedArrays expected, GuardedArrays other) {
        for (int i = 0; perturbed != null && i < expected.shapes().size(); i++) {
            ArrayShape shape = expected.shapes().get(i);
            if (shape.type().isFloating()) {
                widen(shape, expected.memory(i), perturbed.memory(i), other.memory(i));
            }
        }
    }

    private static void widen(ArrayShape shape, HostMemory expected, HostMemory kept, HostMemory other) {
        for (long row = 0; row < shape.rows(); row++) {
            for (long column = 0; column < shape.columns(); column++) {
                long position = shape.position(row, column);
                double y = expected.get(shape.type(), position);
                double before = Math.abs(kept.get(shape.type(), position) - y);
                double now = other.get(shape.type(), position);
                if (!(Math.abs(now - y) <= before)) {
                    kept.set(shape.type(), position, now);
                }
            }
        }
    }

    /** Of an array, at least 1. */
    double factor(int array) {
        return factors.isEmpty() ? 1 : factors.get(array);
    }

    /** The largest of all arrays, at least 1. */
    public double largest() {
        return factors.stream().mapToDouble(f -> f).max().orElse(1);
    }

    /** Of one element, at least the array's. */
    double factor(int array, ArrayShape shape, long position, double y, double scale) {
        double all = factor(array);
        if (perturbed == null || !shape.type().isFloating()) {
            return all;
        }
        double own = relative(y, perturbed.memory(array).get(shape.type(), position), scale) / change(shape.type());
        return Math.max(all, AllowedDifference.OWN_GROWTH * own);
    }

    @Override
    public void close() {
        if (perturbed != null) {
            perturbed.close();
        }
    }
}
