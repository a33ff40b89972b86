package tilewright.graph;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Parts of a range that the cores work on. */
public final class Chunks {
    private static final int PER_CORE = 16;

    private Chunks() {}

    /** Works on {@code first .. last - 1}. */
    @FunctionalInterface
    public interface Work {
        void on(long first, long last);
    }

    /** Works on the rows {@code first .. last - 1}. */
    @FunctionalInterface
    public interface RowWork {
        void on(int first, int last);
    }

    /** Calls the work for parts of 0 .. count - 1, in parallel. */
    public static void of(long count, Work work) {
        int parts = (int) Math.min(Math.max(1, count / 1024), cores() * PER_CORE);
        IntStream.range(0, parts).parallel().forEach(p -> work.on(part(count, p, parts), part(count, p + 1, parts)));
    }

    /**
     * Calls the work for ranges of rows with about as many arcs each, in parallel.
     *
     * @param starts where the arcs of each row begin, and at the end where the last ones end
     */
    public static void ofRows(int[] starts, int vertices, RowWork work) {
        long weight = (long) starts[vertices] + vertices;
        int[] bounds = rows(starts, vertices, (int) Math.min(Math.max(1, weight / 1024), cores() * PER_CORE));
        IntStream.range(0, bounds.length - 1).parallel().forEach(p -> work.on(bounds[p], bounds[p + 1]));
    }

    /**
     * Ranges of rows with about as many arcs each.
     *
     * @return where each range begins, and at the end where the last one ends
     */
    public static int[] rows(int[] starts, int vertices, int parts) {
        long weight = (long) starts[vertices] + vertices;
        return IntStream.rangeClosed(0, parts)
                .map(p -> p == parts ? vertices : row(starts, vertices, part(weight, p, parts)))
                .toArray();
    }

    /** The first row v with starts[v] + v at least {@code weight}. */
    private static int row(int[] starts, int vertices, long weight) {
        int low = 0;
        int high = vertices;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if ((long) starts[middle] + middle >= weight) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static long part(long count, int part, int parts) {
        return count / parts * part + Math.min(count % parts, part);
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Counts before each element, the total after the last; in place, from counts in {@code 0 .. n - 1}. */
    static long prefix(int[] counts) {
        long total = 0;
        for (int v = 0; v < counts.length; v++) {
            int count = counts[v];
            counts[v] = (int) total;
            total += count;
            if (total > TupleList.MOST) {
                return Arrays.stream(counts, v + 1, counts.length)
                                .asLongStream()
                                .sum()
                        + total;
            }
        }
        return total;
    }
}
