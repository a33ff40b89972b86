package tilewright.ranking.cost;

import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import tilewright.ranking.description.GpuDescription;

/**
 * Blocks of one launch, as many at a time as the multiprocessors hold.
 *
 * @param processors multiprocessors
 * @param resident blocks that one of them holds
 * @param threads of a block
 * @param interval clocks from an instruction of a warp to its next one, at least, where a scheduler has nothing else to do; 1 where what
 *     warps wait for is part of a block's service already
 */
record Waves(int processors, int resident, int threads, GpuDescription.Limits limits, double interval) {
    /** More of them end nearly together, however their blocks differ. */
    private static final int FEW_WAVES = 4;

    private static final int GROUPS = 32;

    /**
     * One kind of block.
     *
     * @param service seconds of a multiprocessor that it shares with others
     * @param delay seconds in which others run
     */
    record Kind(double service, double delay) {}

    /** Blocks that all multiprocessors together hold. */
    double slots() {
        return (double) processors * resident;
    }

    /** Blocks that share a multiprocessor in the last wave; none where all waves are full. */
    int rest(double blocks) {
        return (int) Math.ceil((blocks - Math.floor(blocks / slots()) * slots()) / processors);
    }

    /** Of so many blocks those that share a multiprocessor. */
    int resident(double blocks) {
        return (int) Math.clamp(Math.ceil(blocks / processors), 1, resident);
    }

    /**
     * Full waves of resident blocks, then a last one that may leave room; of few blocks the slowest decides.
     *
     * @param average of all blocks
     * @param last the same where as many share a multiprocessor as in the last wave: what its warps wait for fewer others fill
     * @param kinds of which some blocks are: the slowest are those at the end of the domain, which start last
     */
    double seconds(double blocks, Kind average, Kind last, List<Kind> kinds) {
        double full = Math.floor(blocks / slots());
        int rest = rest(blocks);
        double seconds = full == 0 ? 0 : full * cycle(resident, average, false);
        if (rest > 0) {
            seconds += cycle(rest, last, true);
        }
        int together = full > 0 ? 1 : rest;
        double slowest =
                kinds.stream().mapToDouble(k -> cycle(together, k, true)).max().orElse(0);
        return full == 0 ? Math.max(seconds, slowest) : seconds + Math.max(0, slowest - cycle(together, average, true));
    }

    /**
     * The same of blocks that run unequal numbers of iterations, those of many first (the pass {@code longest-first}). In more than one wave short blocks fill
     * what long ones leave. Of the first wave a multiprocessor has every M-th block: the first one has the longest of each group, which then run on with fewer beside
     * them, and ends no earlier, whatever follows. Of the longest's iterations the block at part x of the launch runs (1 - x)^(1 / share - 1).
     *
     * <p>Example: 228 blocks on 132 multiprocessors that hold 2, sums over k = 1..i: the first multiprocessor has a whole block and one of 0.42 of it.
     *
     * @param longest block
     * @param last the longest block where as many share a multiprocessor as in the last wave
     * @param share of its iterations that blocks run on average
     */
    double unequal(double blocks, Kind average, Kind longest, Kind last, double share) {
        int beside = resident(blocks);
        double seconds = 0;
        double left = 0;
        for (int c = beside; c >= 1; c--) {
            double part = Math.pow(Math.max(0, 1 - (c - 1.0) * processors / blocks), 1 / share - 1);
            seconds += (part - left) * cycle(c, longest, true);
            left = part;
        }
        if (blocks <= slots()) {
            return seconds;
        }
        double even = Math.max(seconds, blocks / slots() * cycle(resident, average, false));
        return blocks < FEW_WAVES * slots() ? Math.max(even, inTurn(blocks, longest, last, share)) : even;
    }

    /**
     * Seconds until the blocks end that are too many for full waves, and take the places of those that end first: where blocks are nearly equal, they take a wave of their own. Groups of places stand for all of them.
     *
     * <p>Example: 288 blocks of which the last half are a twentieth shorter, for 264 places: 24 begin when others end.
     */
    private double inTurn(double blocks, Kind longest, Kind last, double share) {
        PriorityQueue<Double> places = new PriorityQueue<>();
        for (int g = 0; g < GROUPS; g++) {
            places.add(0.0);
        }
        long all = Math.round(blocks * GROUPS / slots());
        long full = all / GROUPS * GROUPS;
        double together = cycle(resident, longest, false);
        double alone = cycle(Math.max(1, rest(blocks)), last, true);
        double end = 0;
        for (long b = 0; b < all; b++) {
            double part = Math.pow(1 - (b + 0.5) / all, 1 / share - 1);
            double ends = Objects.requireNonNull(places.poll()) + part * (b < full ? together : alone);
            places.add(ends);
            end = b < full ? end : Math.max(end, ends);
        }
        return end;
    }

    /** As {@link BlockVisit#cycle}; few warps leave schedulers idle. */
    double cycle(int blocks, Kind kind, boolean atOnce) {
        if (interval > 1) {
            double warps = (double) blocks * Math.ceilDiv(threads, limits.warp());
            double busy = Math.min(1, warps / (limits.schedulers() * interval));
            return Queueing.cycle(blocks, kind.service / busy, kind.delay);
        }
        return BlockVisit.cycle(blocks, kind.service, kind.delay, threads, limits, atOnce);
    }
}
