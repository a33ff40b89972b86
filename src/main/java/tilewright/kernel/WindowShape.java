package tilewright.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which elements of a part of a box in shared memory the threads of a block take.
 *
 * @param across threads side by side in a row; the others take further rows
 * @param down rows of threads
 * @param columnsAtOnce elements that a thread takes at a time, along a row
 * @param rowsAtOnce the same down
 * @param batches how often a thread waits for memory
 * @param elements that the busiest thread takes, some of them outside
 */
public record WindowShape(int across, int down, int columnsAtOnce, int rowsAtOnce, int batches, int elements) {
    /**
     * Waiting costs most; of equal shapes the one with the longest accesses.
     *
     * @param bytes of an element
     */
    public static WindowShape of(int rows, int columns, int bytes, int threads) {
        int inFlight = GenerationLimits.shipped().inFlight() * Integer.BYTES / Math.max(Integer.BYTES, bytes);
        List<WindowShape> shapes = new ArrayList<>();
        for (int across = 1; across <= threads; across *= 2) {
            boolean whole = across * bytes >= Math.min(Simt.SECTOR_BYTES, columns * bytes);
            if (threads % across == 0 && (whole || across * 2 > threads)) {
                int down = threads / across;
                int ownColumns = Math.ceilDiv(columns, across);
                int ownRows = Math.ceilDiv(rows, down);
                int columnsAtOnce = Math.min(inFlight, ownColumns);
                int rowsAtOnce = atOnce(inFlight / columnsAtOnce, rows, down);
                int batches = Math.ceilDiv(ownColumns, columnsAtOnce) * Math.ceilDiv(ownRows, rowsAtOnce);
                shapes.add(new WindowShape(across, down, columnsAtOnce, rowsAtOnce, batches, ownColumns * ownRows));
            }
        }
        int one = columns * Math.ceilDiv(rows, threads);
        return shapes.stream()
                .min(Comparator.comparingInt(WindowShape::batches)
                        .thenComparingInt(WindowShape::elements)
                        .thenComparingInt(s -> -s.across()))
                .orElse(new WindowShape(1, threads, 1, 1, one, one));
    }

    /** The same threads, which wait for each element before they take the next. */
    public WindowShape oneByOne() {
        return new WindowShape(across, down, 1, 1, elements, elements);
    }

    /** How many rows of a thread together: as many as are wished or up to half as many, if that leaves none over, so that no element is asked whether it lies in the part. */
    private static int atOnce(int most, int rows, int down) {
        int own = Math.ceilDiv(rows, down);
        for (int some = Math.min(most, own); some > most / 2; some--) {
            if (rows % (down * some) == 0) {
                return some;
            }
        }
        return Math.ceilDiv(own, Math.ceilDiv(own, Math.min(most, own)));
    }
}
