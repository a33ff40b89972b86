package tilewright.codegen.print;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.model.RunLength;

/**
 * How long a standalone program may take: the size of its check, and an estimate of operations at any sizes, a product of
 * powers that goes through the operations at one size. Example: {@code 1.1e9 * pow(n / 1024, 3.00)} for a matrix product.
 */
final class DriverWork {
    /** Largest value of a parameter in the check. */
    private static final long CHECKED = 203;
    /** Operations of a check, which runs the nest as written. */
    private static final double MOST_CHECKED = 1e10;

    /** Where the estimate is exact; smaller where there are more operations than a number of 64 bits holds. */
    private static final long LARGEST_SIZE = 1024;

    private final LoopNest nest;

    DriverWork(LoopNest nest) {
        this.nest = nest;
    }

    /** The largest value of a parameter at which all are checked. */
    long checked() {
        long size = CHECKED;
        while (size > 1 && operations(size, "", 0) > MOST_CHECKED) {
            size = size * 9 / 10;
        }
        return size;
    }

    /**
     * The estimate's numbers as C writes them.
     *
     * @param onDevice whether a GPU runs it, which is taken for a thousand times as fast as one thread of a processor
     */
    Map<String, Object> text(boolean onDevice) {
        long size = LARGEST_SIZE;
        while (size > 1 && operations(2 * size, "", 0) >= Long.MAX_VALUE) {
            size /= 2;
        }
        double here = Math.max(1, operations(size, "", 0));
        long base = size;
        List<String> degrees = nest.parameters().stream()
                .map(p -> Math.log(Math.max(1, operations(base, p, 2 * base)) / here) / Math.log(2))
                .map(degree -> String.format(Locale.ROOT, "%.2f", degree))
                .toList();
        return Map.of(
                "operations",
                String.format(Locale.ROOT, "%.3e", here),
                "size",
                size + ".0",
                "degrees",
                degrees,
                "rate",
                String.format(Locale.ROOT, "%.0e", onDevice ? RunLength.DEVICE_RATE : RunLength.SEQUENTIAL_RATE),
                "mostMinutes",
                RunLength.MOST_MINUTES);
    }

    /** Operations with all parameters of one size but one. */
    private double operations(long size, String parameter, long other) {
        Map<String, Long> sizes = new HashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, p.equals(parameter) ? other : size));
        return new LoopExtents(nest, sizes).operations();
    }
}
