package tilewright.irregular;

import java.util.Arrays;

/** What {@link LevelCells} does on a graph: cells one of whose segments has changed in the last level are looked at. */
final class CellRun {
    /**
     * What is counted.
     *
     * @param levels with two barriers of all blocks each
     * @param units that are looked at, in all levels
     * @param pairs of these
     */
    record Work(int levels, long units, long pairs) {}

    private CellRun() {}

    /**
     * Counts.
     *
     * @param arcs renumbered, vertices with arcs first
     * @param rows that have arcs
     */
    static Work of(Arcs arcs, int rows, int[] starts, Schedule.Cells schedule) {
        int segments = PairCells.segments(rows);
        long[] sizes = new long[segments * segments];
        for (int v = 0; v < rows; v++) {
            for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                if (v < arcs.heads()[a]) {
                    sizes[v / PairCells.SEGMENT * segments + arcs.heads()[a] / PairCells.SEGMENT]++;
                }
            }
        }
        int[] level = new int[arcs.vertices()];
        Arrays.fill(level, Integer.MAX_VALUE);
        int[] queue = new int[arcs.vertices()];
        int end = 0;
        for (int v : starts) {
            level[v] = 0;
            queue[end++] = v;
        }
        int levels = 0;
        long units = 0;
        long pairs = 0;
        for (int begin = 0; begin < end; ) {
            int last = end;
            boolean[] touched = new boolean[segments];
            for (int i = begin; i < last; i++) {
                int v = queue[i];
                if (v < rows) {
                    touched[v / PairCells.SEGMENT] = true;
                }
                for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                    if (level[arcs.heads()[a]] == Integer.MAX_VALUE) {
                        level[arcs.heads()[a]] = level[v] + 1;
                        queue[end++] = arcs.heads()[a];
                    }
                }
            }
            for (int c = 0; c < sizes.length; c++) {
                if (touched[c / segments] || touched[c % segments]) {
                    pairs += sizes[c];
                    units += Math.ceilDiv(sizes[c], (long) schedule.pairs());
                }
            }
            levels++;
            begin = last;
        }
        return new Work(levels, units, pairs);
    }
}
