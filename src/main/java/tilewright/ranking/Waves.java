package tilewright.ranking;

import java.util.List;

/**
 * Blocks of one launch, as many at a time as the multiprocessors hold.
 *
 * @param processors multiprocessors
 * @param resident blocks that one of them holds
 * @param threads of a block
 */
record Waves(int processors, int resident, int threads, GpuDescription.Limits limits) {
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
        double slowest = kinds.stream().mapToDouble(k -> cycle(together, k, true)).max().orElse(0);
        return full == 0 ? Math.max(seconds, slowest) : seconds + Math.max(0, slowest - cycle(together, average, true));
    }

    /** As {@link BlockVisit#cycle}. */
    double cycle(int blocks, Kind kind, boolean atOnce) {
        return BlockVisit.cycle(blocks, kind.service, kind.delay, threads, limits, atOnce);
    }
}
