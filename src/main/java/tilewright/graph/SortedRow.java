package tilewright.graph;

import java.util.Arrays;

/** A row of arcs with stored weights, sorted by target and then by weight. */
final class SortedRow {
    private SortedRow() {}

    static void sort(int[] targets, double[] weights, int first, int last) {
        int count = last - first;
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = (long) targets[first + i] << 32 | i;
        }
        Arrays.sort(keys);
        double[] row = Arrays.copyOfRange(weights, first, last);
        for (int i = 0; i < count; i++) {
            targets[first + i] = (int) (keys[i] >>> 32);
            weights[first + i] = row[(int) keys[i]];
        }
        for (int i = first; i < last; ) {
            int end = i + 1;
            while (end < last && targets[end] == targets[i]) {
                end++;
            }
            if (end - i > 1) {
                Arrays.sort(weights, i, end);
            }
            i = end;
        }
    }
}
