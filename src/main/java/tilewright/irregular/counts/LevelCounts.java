package tilewright.irregular.counts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tilewright.irregular.Arcs;
import tilewright.irregular.Start;

/**
 * Levels from a start; they are the same in every order of execution. Arcs that a pull looks at are those of every vertex that is not reached yet,
 * up to the first that comes from a vertex that is: they follow from the order in which arcs are stored, for symmetric graphs.
 *
 * @param levels the first one holds the start
 */
public record LevelCounts(List<Level> levels) {
    /**
     * One level.
     *
     * @param vertices in it: the frontier
     * @param pushed arcs that leave its vertices
     * @param pulled arcs that vertices that are not reached look at, to find one that is
     * @param searching how many vertices look
     */
    public record Level(int vertices, long pushed, long pulled, int searching) {
        /** The fewer of both. */
        public long fewest() {
            return Math.min(pushed, pulled);
        }
    }

    public LevelCounts {
        levels = List.copyOf(levels);
    }

    /** Vertices that are reached. */
    public long reached() {
        return levels.stream().mapToLong(Level::vertices).sum();
    }

    /** Arcs that a search looks at that pushes or pulls, whatever is less in a level. */
    public long examined() {
        return levels.stream().mapToLong(Level::fewest).sum();
    }

    /**
     * Counts, in time that grows with the arcs, however many levels there are: a vertex of level k looks in vain, at all of its arcs, up to level
     * k - 2, and in level k - 1 as far as its first neighbour there.
     */
    public static LevelCounts of(Arcs arcs, Start start) {
        int n = arcs.vertices();
        int[] level = new int[n];
        Arrays.fill(level, Integer.MAX_VALUE);
        int[] queue = new int[n];
        int end = 0;
        for (int v : start.vertices()) {
            level[v] = 0;
            queue[end++] = v;
        }
        int searching = n - end;
        long degrees = arcs.count();
        List<Level> levels = new ArrayList<>();
        for (int begin = 0; begin < end; ) {
            int last = end;
            long pushed = 0;
            for (int i = begin; i < last; i++) {
                int v = queue[i];
                pushed += arcs.degree(v);
                for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                    if (level[arcs.heads()[a]] == Integer.MAX_VALUE) {
                        level[arcs.heads()[a]] = level[v] + 1;
                        queue[end++] = arcs.heads()[a];
                    }
                }
            }
            degrees -= pushed;
            long pulled = degrees;
            for (int i = last; i < end; i++) {
                pulled += looked(arcs, level, queue[i]) - arcs.degree(queue[i]);
            }
            levels.add(new Level(last - begin, pushed, pulled, searching));
            searching -= end - last;
            begin = last;
        }
        return new LevelCounts(levels);
    }

    /** Arcs of a vertex up to the first neighbour of the level before its own. */
    private static int looked(Arcs arcs, int[] level, int vertex) {
        for (int a = arcs.first()[vertex]; a < arcs.first()[vertex + 1]; a++) {
            if (level[arcs.heads()[a]] < level[vertex]) {
                return a - arcs.first()[vertex] + 1;
            }
        }
        return arcs.degree(vertex);
    }
}
