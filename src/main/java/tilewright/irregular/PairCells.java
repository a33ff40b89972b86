package tilewright.irregular;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pairs of vertices, each once for both directions, in cells: both ends of a cell's pairs lie in a segment of {@value #SEGMENT} vertices
 * each, so that 16 bits name an end. A unit is a part of one cell (segments of vertices as in Kolganov 2014, in both directions).
 *
 * @param pairs the two ends of a pair within their segments, as the high and the low half
 * @param units for each unit four numbers: its first pair, how many pairs it has, and the two segments
 */
public record PairCells(int[] pairs, int[] units) {
    public static final int SEGMENT = 1 << 16;
    static final int SEGMENT_BITS = 16;
    /** Units start at multiples of so many pairs, and have multiples of it: threads load so many at once. */
    static final int STEP = 4;

    /**
     * @param arcs of a symmetric relation; loops are left out
     * @param rows vertices that have arcs; they come first
     * @param most pairs of a unit, a multiple of {@link #STEP}
     */
    public static PairCells of(Arcs arcs, int rows, int most) {
        int segments = segments(rows);
        PairBuckets cells = new PairBuckets(arcs, segments * segments, (tail, head) -> cell(tail, head, segments));
        int[] sizes = cells.sizes();
        List<int[]> units = new ArrayList<>();
        int[] starts = new int[sizes.length + 1];
        for (int c = 0; c < sizes.length; c++) {
            int padded = Math.ceilDiv(sizes[c], STEP) * STEP;
            for (int done = 0; done < padded; done += most) {
                units.add(new int[] {starts[c] + done, Math.min(most, padded - done), c / segments, c % segments});
            }
            starts[c + 1] = Math.addExact(starts[c], padded);
        }
        int[] pairs = new int[starts[sizes.length]];
        cells.write(
                Arrays.copyOf(starts, sizes.length),
                (place, tail, arc) -> pairs[place] = tail % SEGMENT << SEGMENT_BITS | arcs.heads()[arc] % SEGMENT);
        // What is missing at the end of a cell repeats its last pair.
        for (int c = 0; c < sizes.length; c++) {
            int end = starts[c] + sizes[c];
            if (end < starts[c + 1]) {
                Arrays.fill(pairs, end, starts[c + 1], pairs[end - 1]);
            }
        }
        return new PairCells(pairs, units.stream().flatMapToInt(Arrays::stream).toArray());
    }

    /** Segments of so many vertices, at least one. */
    static int segments(int rows) {
        return Math.ceilDiv(Math.max(1, rows), SEGMENT);
    }

    private static int cell(int tail, int head, int segments) {
        return tail / SEGMENT * segments + head / SEGMENT;
    }

    public int count() {
        return units.length / 4;
    }
}
