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
     * @param pushes steps that push
     * @param looked arcs that are pushed or looked at
     * @param rounds loads one after another, for each warp those of its slowest thread, summed over pulls
     */
    record Work(int steps, int pushes, long looked, long rounds) {}

    private LevelRun() {}

    /** Rows side by side as warps look at them, and what each word of rows costs while nothing in it changes. */
    private static final class Words {
        private final Arcs arcs;
        private final int rows;
        private final int[] level;
        private final Schedule.ByLevels shape;
        private final Inspector.Cuts cuts;
        private final long[] looked;
        private final int[] longest;
        private final int[] seenIn;
        private long allLooked;
        private long allRounds;

        Words(Arcs arcs, int rows, int[] level, Schedule.ByLevels shape, Inspector.Cuts cuts) {
            this.arcs = arcs;
            this.rows = rows;
            this.level = level;
            this.shape = shape;
            this.cuts = cuts;
            int words = Math.ceilDiv(rows, Grid.WARP);
            this.looked = new long[words];
            this.longest = new int[words];
            this.seenIn = new int[words];
            this.allRounds = words;
        }

        /** Counts a word anew, once a step. */
        void update(int word, int now) {
            if (word >= looked.length || seenIn[word] == now + 1) {
                return;
            }
            seenIn[word] = now + 1;
            allLooked -= looked[word];
            allRounds -= longest[word];
            long sum = 0;
            int most = 0;
            for (int v = word * Grid.WARP; v < Math.min(rows, (word + 1) * Grid.WARP); v++) {
                int seen = seen(v, now);
                sum += seen;
                // A row of many arcs is shared by the warp.
                int ahead = arcs.degree(v) > cuts.hubArcs() ? Grid.WARP : shape.ahead();
                most = Math.max(most, Math.ceilDiv(seen, ahead));
            }
            looked[word] = sum;
            longest[word] = most;
            allLooked += sum;
            allRounds += most;
        }

        /** Arcs that a vertex looks at in the step after a level. */
        private int seen(int vertex, int now) {
            if (level[vertex] <= now) {
                return 0;
            }
            if (level[vertex] > now + 1) {
                return arcs.degree(vertex);
            }
            int a = arcs.first()[vertex];
            while (level[arcs.heads()[a]] > now) {
                a++;
            }
            return a - arcs.first()[vertex] + 1;
        }
    }

    /**
     * Counts, in time that grows with the arcs however many levels there are.
     *
     * @param arcs by where they lead, renumbered by degree
     * @param out the same by where they come from
     * @param rows that have arcs
     */
    static Work of(Arcs arcs, Arcs out, int rows, int[] starts, Schedule.ByLevels shape, Inspector.Cuts cuts) {
        int[] level = new int[arcs.vertices()];
        Arrays.fill(level, Integer.MAX_VALUE);
        int[] queue = new int[arcs.vertices()];
        int end = 0;
        for (int v : starts) {
            level[v] = 0;
            queue[end++] = v;
        }
        Words words = new Words(arcs, rows, level, shape, cuts);
        int steps = 0;
        long looked = 0;
        long rounds = 0;
        int pushes = 0;
        boolean pushing = true;
        boolean pulled = false;
        for (int begin = 0; begin < end; steps++) {
            int last = end;
            long leaving = 0;
            for (int i = begin; i < last; i++) {
                int v = queue[i];
                leaving += out.degree(v);
                for (int a = out.first()[v]; a < out.first()[v + 1]; a++) {
                    if (level[out.heads()[a]] == Integer.MAX_VALUE) {
                        level[out.heads()[a]] = level[v] + 1;
                        queue[end++] = out.heads()[a];
                    }
                }
            }
            pushing &= leaving <= arcs.count() / Math.max(1, shape.push());
            if (pushing) {
                pushes++;
                looked += leaving;
                // Without a queue of those that it reaches there is no push after this one.
                pushing = leaving <= arcs.count() / Math.max(1, shape.mark());
            } else {
                if (!pulled) {
                    pulled = true;
                    for (int w = 0; w < words.looked.length; w++) {
                        words.update(w, steps);
                    }
                }
                for (int i = begin; i < end; i++) {
                    words.update(queue[i] / Grid.WARP, steps);
                }
                looked += words.allLooked;
                rounds += words.allRounds;
            }
            begin = last;
        }
        return new Work(steps, pushes, looked, rounds);
    }
}
