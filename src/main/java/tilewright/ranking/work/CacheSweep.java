package tilewright.ranking.work;

import tilewright.ranking.description.KernelCosts;
import tilewright.tiling.plan.Strategy;

/**
 * What a cache that is shared by all processors lets through to memory. Steps sweep over the same data again and
 * again, in the same order. A sweep that fits finds its data in the cache; one that does not finds nothing, because what
 * was used longest ago makes room first, and that is what comes next. Between the two the part that misses grows linearly.
 *
 * @param keptBytes the largest sweep that still fits
 * @param lostBytes the smallest sweep of which nothing is left
 */
public record CacheSweep(double keptBytes, double lostBytes) {
    /** Part of a sweep over so many bytes that is no longer in the cache when the sweep is repeated. */
    public double missing(double swept) {
        return Math.clamp((swept - keptBytes) / (lostBytes - keptBytes), 0, 1);
    }

    /**
     * Bytes to and from memory for all blocks of a piece in one step: every element once, unless it is still in the
     * cache from the former step; and again in later waves where the piece itself touches more than the cache holds. What neighbouring blocks read
     * at their common edge passes once where they run soon after one another ({@link #edges}).
     *
     * @param blocks of the piece
     * @param waves groups of blocks that run one after the other
     * @param steps of the whole run; the first one finds nothing in the cache
     */
    public double bytes(
            Workload.Piece piece,
            Geometry geometry,
            StepWork step,
            int level,
            int position,
            double blocks,
            double waves,
            double steps) {
        double missing = missing(step.workingSet());
        double coldFirst = (1 + (steps - 1) * missing) / steps;
        double part = atATime(piece, geometry, step, level, position, waves);
        double bytes = 0;
        for (Reference reference : piece.references()) {
            int transfers = reference.loads() + reference.stores();
            if (transfers > 0) {
                double once = isLoadedAsTile(piece, reference) ? missing : coldFirst;
                double footprint = step.footprint(piece, reference, level, position, geometry);
                double elements = geometry.touchedPerBlock(reference, step.iterations(level, position, geometry));
                double moved = blocks
                        * elements
                        * edges(piece, reference, geometry, step, level, position)
                        * reference.bytes()
                        * reference.lattice().moved(reference.bytes());
                double again = Math.min(waves, Math.max(1, moved / footprint)) - 1;
                double swept = reference.spans().isEmpty() ? part * footprint : footprint;
                bytes += transfers
                        * Math.min(footprint, moved)
                        * (once + again * missing(swept))
                        * pieces(reference, geometry);
            }
        }
        return bytes;
    }

    /**
     * Part of what a piece touches that its blocks touch before they go on to other elements of all arrays: blocks of one iteration of loops that index every array
     * follow each other. Example: 500 products of matrices of n = 130 are three arrays of 67 MB, of which the blocks of a wave of 264, 9 for each product, touch 6 %.
     */
    private static double atATime(
            Workload.Piece piece, Geometry geometry, StepWork step, int level, int position, double waves) {
        double part = 1;
        for (int z = 0; z < geometry.loops(); z++) {
            int loop = z;
            boolean all = geometry.isParallel(z)
                    && (piece.free() & 1 << z) != 0
                    && piece.references().stream().allMatch(r -> (r.loops() & 1 << loop) != 0);
            if (all) {
                part *= Math.min(1, (double) geometry.block(z) / Math.max(1, step.extent(level, position, z)));
            }
        }
        return Math.max(part, 1 / Math.max(1, waves));
    }

    /** How much longer the pieces of rows are that memory moves for a box: {@link KernelCosts#pieceBytes} at least. */
    private static double pieces(Reference reference, Geometry geometry) {
        return reference.boxed()
                ? geometry.overfetch(reference, KernelCosts.measured().pieceBytes())
                : 1;
    }

    /**
     * Part of what blocks touch of a reference that is not in the cache because a neighbour has read it: blocks run in the order of their coordinates, the last one's first, so that
     * between a block and its neighbour along a loop run those along all loops behind it. Example: of 700 x 700 x 700 points in blocks of 8 x 8 x 32, neighbours along the second loop are
     * 22 blocks apart, and along the first one 22 x 88, which touch a layer of 8 x 700 x 700 elements of each array: more than the cache holds, if these are four of doubles.
     */
    private double edges(
            Workload.Piece piece, Reference reference, Geometry geometry, StepWork step, int level, int position) {
        if (reference.spans().isEmpty()) {
            return 1;
        }
        double between = step.workingSet();
        double part = 1;
        for (int z = 0; z < geometry.loops(); z++) {
            if (geometry.isParallel(z) && (piece.free() & 1 << z) != 0) {
                long extent = Math.max(1, step.extent(level, position, z));
                between *= Math.min(1, (double) geometry.block(z) / extent);
                part *= 1 - (1 - missing(between)) * geometry.edge(reference, z, extent);
            }
        }
        return part;
    }

    /** Staged values of an array that blocks also own: some block of an earlier level or step has just stored them. */
    private static boolean isLoadedAsTile(Workload.Piece piece, Reference reference) {
        return reference.strategy() == Strategy.STAGED
                && piece.references().stream()
                        .anyMatch(r -> r.strategy() == Strategy.OWN && r.array().equals(reference.array()));
    }
}
