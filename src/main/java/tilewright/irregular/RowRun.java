package tilewright.irregular;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import tilewright.irregular.counts.Offer;
import tilewright.kernel.ScalarType;

/**
 * What {@link RowSweeps} does on a graph, run on the host: steps, arcs that are looked at, and how long the longest chains of loads are that depend on each
 * other. A wave of rows, as many as run at the same time, reads values of the wave before.
 */
final class RowRun {
    private final Arcs arcs;
    private final Arcs out;
    private final Schedule.ByRows shape;
    private final Inspector.Cuts cuts;
    private final int rows;
    private final int warps;
    private final IntBinaryOperator offer;
    private final boolean real;
    private final boolean least;
    private final int neutral;
    private final int[] values;
    private final int[] next;
    private final int[] written;
    /** Vertices that a push has changed, and the push that did last. */
    private final int[] found;

    private final int[] foundIn;
    private int writes;
    private int changed;
    private int best;

    private int steps;
    private int pushes;
    private long pushed;
    private long looked;
    private long visited;
    private long rounds;

    /**
     * What is counted.
     *
     * @param steps pushes and sweeps, each with a barrier of all blocks
     * @param pushes of the steps
     * @param pushed arcs that are pushed
     * @param looked arcs that rows look at
     * @param visited rows whose own value is looked at
     * @param rounds loads one after another, for each warp those of its slowest thread, summed
     */
    record Work(int steps, int pushes, long pushed, long looked, long visited, long rounds) {}

    private RowRun(
            Fixpoint fixpoint, Arcs arcs, Arcs out, int rows, Schedule.ByRows shape, Inspector.Cuts cuts, int warps) {
        this.arcs = arcs;
        this.out = out;
        this.rows = rows;
        this.shape = shape;
        this.cuts = cuts;
        this.warps = warps;
        this.offer = Offer.of(fixpoint.relaxation());
        this.real = fixpoint.relaxation().type() == ScalarType.F32;
        this.least = fixpoint.relaxation().least();
        this.neutral = (int) fixpoint.neutral();
        this.values = new int[arcs.vertices()];
        Arrays.fill(values, neutral);
        this.next = values.clone();
        this.written = new int[arcs.vertices()];
        this.found = new int[arcs.vertices()];
        this.foundIn = new int[arcs.vertices()];
    }

    /**
     * Runs.
     *
     * @param arcs by where they lead, renumbered by degree, those of a row best first
     * @param out the same by where they come from
     * @param rows that have arcs
     * @param warps that run at the same time
     */
    static Work of(
            Fixpoint fixpoint,
            Arcs arcs,
            Arcs out,
            int rows,
            Start start,
            Schedule.ByRows shape,
            Inspector.Cuts cuts,
            int warps) {
        return run(fixpoint, arcs, out, rows, start, shape, cuts, warps).work();
    }

    /** The same, with the values at the end. */
    static RowRun run(
            Fixpoint fixpoint,
            Arcs arcs,
            Arcs out,
            int rows,
            Start start,
            Schedule.ByRows shape,
            Inspector.Cuts cuts,
            int warps) {
        RowRun run = new RowRun(fixpoint, arcs, out, rows, shape, cuts, warps);
        run.all(start);
        return run;
    }

    Work work() {
        return new Work(steps, pushes, pushed, looked, visited, rounds);
    }

    /** The values at the end, by their bits. */
    int[] values() {
        return values.clone();
    }

    private boolean better(int one, int other) {
        return Offer.better(real, least, one, other);
    }

    private int weight(int arc) {
        return arcs.weights() == null ? 0 : arcs.weights()[arc];
    }

    private void all(Start start) {
        int[] frontier = start.vertices().clone();
        best = neutral;
        for (int s = 0; s < frontier.length; s++) {
            values[frontier[s]] = start.bits()[s];
            best = better(start.bits()[s], best) ? start.bits()[s] : best;
        }
        while (frontier.length > 0 && leaving(frontier) <= arcs.count() / Math.max(1, shape.push())) {
            frontier = push(frontier);
        }
        System.arraycopy(values, 0, next, 0, values.length);
        if (frontier.length > 0) {
            sweeps();
        }
    }

    private long leaving(int[] frontier) {
        long sum = 0;
        for (int v : frontier) {
            sum += out.degree(v);
        }
        return sum;
    }

    private int[] push(int[] frontier) {
        steps++;
        pushes++;
        best = neutral;
        int count = 0;
        for (int v : frontier) {
            for (int a = out.first()[v]; a < out.first()[v + 1]; a++) {
                pushed++;
                int head = out.heads()[a];
                int offered = offer.applyAsInt(values[v], out.weights() == null ? 0 : out.weights()[a]);
                if (better(offered, values[head])) {
                    values[head] = offered;
                    best = better(offered, best) ? offered : best;
                    if (foundIn[head] != steps) {
                        foundIn[head] = steps;
                        found[count++] = head;
                    }
                }
            }
        }
        return Arrays.copyOf(found, count);
    }

    private void sweeps() {
        int coreRows = Math.max(hubs(), rows / Math.max(1, shape.core()));
        int coreBest = best;
        int allBest = best;
        int coreLeft = shape.first();
        for (boolean open = true; open; ) {
            boolean core = coreLeft > 0;
            sweep(core ? coreRows : rows, core ? coreBest : allBest);
            coreBest = best;
            if (core) {
                allBest = better(best, allBest) ? best : allBest;
                coreLeft = changed == 0 ? 0 : coreLeft - 1;
            } else {
                allBest = best;
                coreLeft = shape.later();
                open = changed > 0;
            }
        }
    }

    private int hubs() {
        int hubs = 0;
        while (hubs < rows && arcs.degree(hubs) > cuts.hubArcs()) {
            hubs++;
        }
        return Math.ceilDiv(hubs, Grid.WARP) * Grid.WARP;
    }

    private void sweep(int until, int reach) {
        steps++;
        changed = 0;
        best = neutral;
        int inWave = 0;
        int hubs = Math.min(hubs(), until);
        for (int v = 0; v < hubs; v++) {
            boolean block = arcs.degree(v) > cuts.blockArcs();
            int together = block ? RowSweeps.THREADS : Grid.WARP;
            int seen = row(v, reach, together * shape.ahead());
            rounds += (long) Math.ceilDiv(seen, together * shape.ahead()) * (block ? together / Grid.WARP : 1);
            inWave = wave(inWave + (block ? together / Grid.WARP : 1));
        }
        for (int w = hubs; w < until; w += Grid.WARP) {
            int longest = 0;
            for (int v = w; v < Math.min(until, w + Grid.WARP); v++) {
                longest = Math.max(longest, Math.ceilDiv(row(v, reach, shape.ahead()), shape.ahead()));
            }
            rounds += longest;
            inWave = wave(inWave + 1);
        }
        commit();
    }

    private int wave(int running) {
        if (running < warps) {
            return running;
        }
        commit();
        return 0;
    }

    private void commit() {
        for (int w = 0; w < writes; w++) {
            values[written[w]] = next[written[w]];
        }
        writes = 0;
    }

    /** Arcs that a row looks at, so many at a time, up to the first that does not help. */
    private int row(int v, int reach, int together) {
        visited++;
        int own = values[v];
        int seen = 0;
        int a = arcs.first()[v];
        int end = arcs.first()[v + 1];
        while (a < end && better(offer.applyAsInt(reach, weight(a)), own)) {
            int last = Math.min(end, a + together);
            seen += last - a;
            for (; a < last; a++) {
                int offered = offer.applyAsInt(values[arcs.heads()[a]], weight(a));
                own = better(offered, own) ? offered : own;
            }
        }
        looked += seen;
        if (better(own, values[v])) {
            next[v] = own;
            written[writes++] = v;
            changed++;
            best = better(own, best) ? own : best;
        }
        return seen;
    }
}
