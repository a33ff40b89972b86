package tilewright.irregular;

import java.util.Arrays;

/**
 * What {@link Levels} does on a graph: levels are pushed while few arcs leave them, then every vertex that is not reached looks for one that is. Levels are the
 * same in every order, so that all of it is exact.
 */
final class LevelRun {
    /**
     * What is counted.
     *
     * @param steps with a barrier of all blocks each
     * @param looked arcs that are pushed or looked at
     * @param rounds loads one after another, for each warp those of its slowest thread, summed over pulls
     */
    record Work(int steps, long looked, long rounds) {}

    private LevelRun() {}

    /**
     * Counts.
     *
     * @param arcs renumbered by degree
     * @param rows that have arcs
     */
    static Work of(Arcs arcs, int rows, int[] starts, Schedule.ByLevels shape, Inspector.Cuts cuts) {
        int[] level = new int[arcs.vertices()];
        Arrays.fill(level, Integer.MAX_VALUE);
        int[] queue = new int[arcs.vertices()];
        int end = 0;
        for (int v : starts) {
            level[v] = 0;
            queue[end++] = v;
        }
        int steps = 0;
        long looked = 0;
        long rounds = 0;
        boolean pushing = true;
        for (int begin = 0; begin < end; steps++) {
            int last = end;
            long leaving = 0;
            for (int i = begin; i < last; i++) {
                int v = queue[i];
                leaving += arcs.degree(v);
                for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                    if (level[arcs.heads()[a]] == Integer.MAX_VALUE) {
                        level[arcs.heads()[a]] = level[v] + 1;
                        queue[end++] = arcs.heads()[a];
                    }
                }
            }
            pushing &= leaving <= arcs.count() / Math.max(1, shape.push());
            if (pushing) {
                looked += leaving;
            } else {
                int now = steps;
                for (int w = 0; w < rows; w += Grid.WARP) {
                    int longest = 0;
                    for (int v = w; v < Math.min(rows, w + Grid.WARP); v++) {
                        int seen = looked(arcs, level, v, now);
                        looked += seen;
                        // A row of many arcs is shared by the warp.
                        int ahead = arcs.degree(v) > cuts.hubArcs() ? Grid.WARP : shape.ahead();
                        longest = Math.max(longest, Math.ceilDiv(seen, ahead));
                    }
                    rounds += 1 + longest;
                }
            }
            begin = last;
        }
        return new Work(steps, looked, rounds);
    }

    /** Arcs that a vertex looks at in the step after a level. */
    private static int looked(Arcs arcs, int[] level, int vertex, int now) {
        if (level[vertex] <= now) {
            return 0;
        }
        for (int a = arcs.first()[vertex]; a < arcs.first()[vertex + 1]; a++) {
            if (level[arcs.heads()[a]] <= now) {
                return a - arcs.first()[vertex] + 1;
            }
        }
        return arcs.degree(vertex);
    }
}
