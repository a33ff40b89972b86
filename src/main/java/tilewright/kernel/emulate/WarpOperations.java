package tilewright.kernel.emulate;

import tilewright.kernel.Expression;
import tilewright.kernel.ScalarType;

/**
 * What threads of a warp do together (CUDA Programming Guide, "Warp Shuffle Functions", "Warp Vote Functions"): all of them that have not
 * ended must be there.
 */
final class WarpOperations {
    private final int threads;
    private final Counters counters;

    WarpOperations(int threads, Counters counters) {
        this.threads = threads;
        this.counters = counters;
    }

    /** What a thread reads from a lane that is not there is a value that nobody set. */
    Value shuffle(Expression.Shuffle s, Value value, Value which, Site site) {
        Counters.Counter counter = counters.of("SHUFFLE", s.type());
        Lanes result = new Lanes(threads);
        boolean[] here = new boolean[threads];
        return (block, active) -> {
            Checks.warps(block, active, site);
            Lanes x = value.of(block, active);
            Lanes lane = which.of(block, active);
            counter.add(active);
            result.unset = false;
            mark(active, here, true);
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                if (lane.origin(t) != Lanes.SET) {
                    Checks.decided(block, t, lane.origin(t), "a lane's number", site);
                }
                int from = source(s, t, (int) lane.bits[t]);
                boolean there = from < threads && here[from];
                result.bits[t] = there ? x.bits[from] : 0;
                if (!there || x.origin(from) != Lanes.SET || result.unset) {
                    result.mark(t, there ? x.origin(from) : site.number());
                }
            }
            mark(active, here, false);
            return result;
        };
    }

    private static void mark(Active active, boolean[] here, boolean is) {
        for (int i = 0; i < active.count; i++) {
            here[active.threads[i]] = is;
        }
    }

    /** The thread whose value a thread gets. */
    private static int source(Expression.Shuffle s, int thread, int which) {
        int lane = thread % Active.WARP;
        int first = lane / s.width() * s.width();
        int last = first + s.width() - 1;
        int from = switch (s.lane()) {
            case XOR -> (lane ^ which) > last ? lane : lane ^ which;
            case UP -> lane - which < first ? lane : lane - which;
            case DOWN -> lane + which > last ? lane : lane + which;
            case AT -> first + Math.floorMod(which, s.width());
        };
        return thread - lane + Math.floorMod(from, Active.WARP);
    }

    /** The values of a warp's threads joined. */
    Value reduce(Expression.Reduced r, Value value, Site site) {
        Counters.Counter counter = counters.of("REDUCE_" + r.update().name(), r.type());
        Lanes result = new Lanes(threads);
        return (block, active) -> {
            Checks.warps(block, active, site);
            Lanes x = value.of(block, active);
            counter.add(active);
            result.unset = false;
            for (int i = 0; i < active.count; ) {
                int end = active.endOfWarp(i);
                long joined = x.bits[active.threads[i]];
                for (int j = i + 1; j < end; j++) {
                    joined = Arithmetic.updated(r.update(), r.type(), joined, x.bits[active.threads[j]]);
                }
                give(active, i, end, joined, x, result);
                i = end;
            }
            return result;
        };
    }

    /** One answer for the threads of a warp; unset where some operand is. */
    private static void give(Active active, int from, int to, long answer, Lanes operands, Lanes result) {
        int origin = Lanes.SET;
        for (int i = from; i < to && origin == Lanes.SET; i++) {
            origin = operands.origin(active.threads[i]);
        }
        for (int i = from; i < to; i++) {
            int t = active.threads[i];
            result.bits[t] = answer;
            if (origin != Lanes.SET || result.unset) {
                result.mark(t, origin);
            }
        }
    }

    Value vote(Expression.Voted v, Value condition, Site site) {
        Counters.Counter counter = counters.of("VOTE", ScalarType.I32);
        Lanes result = new Lanes(threads);
        return (block, active) -> {
            Checks.warps(block, active, site);
            Lanes x = condition.of(block, active);
            counter.add(active);
            result.unset = false;
            for (int i = 0; i < active.count; ) {
                int end = active.endOfWarp(i);
                vote(v.vote(), active, i, end, x, result);
                i = end;
            }
            return result;
        };
    }

    private static void vote(Expression.Vote vote, Active active, int from, int to, Lanes condition, Lanes result) {
        long ballot = 0;
        for (int i = from; i < to; i++) {
            int t = active.threads[i];
            ballot |= condition.bits[t] != 0 ? 1L << (t % Active.WARP) : 0;
        }
        long answer = switch (vote) {
            case ANY -> ballot != 0 ? 1 : 0;
            case ALL -> Long.bitCount(ballot) == to - from ? 1 : 0;
            case BALLOT -> ballot;
        };
        give(active, from, to, answer, condition, result);
    }
}
