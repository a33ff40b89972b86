package tilewright.irregular.counts;

import java.util.Arrays;
import tilewright.irregular.Arcs;

/**
 * Ends of arcs in an order.
 *
 * @param tails first ends, from 0
 * @param heads second ends
 * @param starts where each segment of second ends begins, and where the last one ends
 */
record Pairs(int[] tails, int[] heads, int[] starts) {
    /**
     * Arcs by the segment of their second end, within it by their first end and then as they are stored. One segment leaves them as they
     * are (segments of both ends as in Kolganov 2014: the segments of first ends are then in order, too).
     *
     * @param once every pair of vertices once for both directions, without loops; the graph is symmetric
     * @param segment vertices of a segment
     */
    static Pairs of(Arcs arcs, boolean once, int segment) {
        int segments = Math.max(1, Math.ceilDiv(arcs.vertices(), segment));
        int[] starts = new int[segments + 1];
        for (int v = 0; v < arcs.vertices(); v++) {
            for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                if (!once || v < arcs.heads()[a]) {
                    starts[arcs.heads()[a] / segment + 1]++;
                }
            }
        }
        for (int s = 0; s < segments; s++) {
            starts[s + 1] += starts[s];
        }
        int[] next = Arrays.copyOf(starts, segments);
        int[] tails = new int[starts[segments]];
        int[] heads = new int[starts[segments]];
        for (int v = 0; v < arcs.vertices(); v++) {
            for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                int head = arcs.heads()[a];
                if (!once || v < head) {
                    int place = next[head / segment]++;
                    tails[place] = v;
                    heads[place] = head;
                }
            }
        }
        return new Pairs(tails, heads, starts);
    }

    int count() {
        return tails.length;
    }

    Sectors tails(int vertices, Sectors.Shape shape) {
        return Sectors.of(count(), i -> tails[i], vertices, shape);
    }

    Sectors heads(int vertices, Sectors.Shape shape) {
        return Sectors.of(count(), i -> heads[i], vertices, shape);
    }

    /** Distinct sectors of first ends of each segment, summed: what a multiprocessor that keeps all of a segment's would fetch. */
    long gathered(int perSector) {
        long found = 0;
        for (int s = 0; s + 1 < starts.length; s++) {
            int last = -1;
            for (int i = starts[s]; i < starts[s + 1]; i++) {
                // First ends rise within a segment.
                int sector = tails[i] / perSector;
                found += sector == last ? 0 : 1;
                last = sector;
            }
        }
        return found;
    }
}
