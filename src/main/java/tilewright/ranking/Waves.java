package tilewright.ranking;

import java.util.List;

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

    /**
     * Full waves of resident blocks, then a last one that may leave room; of few blocks the slowest decides.
     *
     * @param average of all blocks
     * @param kinds of which some blocks are: the slowest are those at the end of the domain, which start last
     */
    double seconds(double blocks, Kind average, List<Kind> kinds) {
        double full = Math.floor(blocks / slots());
        int rest = (int) Math.ceil((blocks - full * slots()) / processors);
        double seconds = full == 0 ? 0 : full * cycle(resident, average, false);
        if (rest > 0) {
            seconds += cycle(rest, average, true);
        }
        int together = full > 0 ? 1 : rest;
        double slowest =
                kinds.stream().mapToDouble(k -> cycle(together, k, true)).max().orElse(0);
        return full == 0 ? Math.max(seconds, slowest) : seconds + Math.max(0, slowest - cycle(together, average, true));
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
