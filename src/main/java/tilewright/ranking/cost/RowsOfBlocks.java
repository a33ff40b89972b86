package tilewright.ranking.cost;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Simt;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Resources;
import tilewright.ranking.work.Workload;

/**
 * Time of a substitution whose rows of blocks are one block each, which wait for each other in one launch (docs/equations.md, "Rows of blocks"; in generated kernels the pass
 * {@code await-rows}, {@code RowFunctions}). What bounds it is the chain of rows: from the end of one row to the end of the next one, a block is told, reads what was told, runs
 * the block beside the diagonal and the one on it.
 *
 * @param row seconds from the end of a row to the end of the next one
 */
public record RowsOfBlocks(double row, GpuDescription device) {
    /** Null where launches run the steps one after another. */
    static @Nullable RowsOfBlocks of(FamilyCosts costs, Geometry geometry, GpuDescription device) {
        return are(costs.workload(), geometry) ? new RowsOfBlocks(row(costs, geometry, device), device) : null;
    }

    /**
     * Seconds of all rows, in one launch behind another one that sets all rows to not done.
     *
     * @param busy seconds that all multiprocessors need for the work of all blocks
     */
    double seconds(double rows, double busy) {
        GpuDescription.Latency latency = device.latency();
        return latency.graphLaunch() + latency.block() + Math.max(rows * row, busy) + latency.drain();
    }

    /** Whether one block runs the blocks of a row, as planners find it of square blocks ({@link tilewright.tiling.property.BlockRows}). */
    public static boolean are(Workload workload, Geometry geometry) {
        return workload.family().inRows() && geometry.block(0) == geometry.block(1);
    }

    private static double row(FamilyCosts costs, Geometry geometry, GpuDescription device) {
        GpuDescription.Latency latency = device.latency();
        PieceCost beside = costs.costs(1).getFirst();
        boolean room = Stream.of(0, 1)
                        .mapToInt(l -> Resources.of(costs.workload().levels().get(l), geometry, device.limits())
                                .sharedBytes())
                        .sum()
                <= device.limits().sharedBytesPerProcessor() - device.limits().sharedBytesReserved();
        double seconds = latency.gridSync() + latency.cache() + staged(beside, geometry, device, true);
        seconds += geometry.block(1) * beside.waits().chain() + latency.barrier(geometry.threads());
        for (PieceCost diagonal : costs.costs(0)) {
            seconds += latency.cache() + staged(diagonal, geometry, device, room) + inTurn(diagonal, geometry, device);
        }
        return seconds;
    }

    /**
     * Seconds for k-tiles that are not staged before the block waits: as many are as it has buffers, where it has more than one. With one, each k-tile passes registers when its iterations are due, a few values
     * of a thread at a time.
     */
    private static double staged(PieceCost cost, Geometry geometry, GpuDescription device, boolean early) {
        if (!cost.stages()) {
            return 0;
        }
        int tiles = Math.ceilDiv(geometry.block(1), geometry.chunk());
        boolean one = geometry.buffers() == 1;
        int late = Math.max(0, tiles - (early && !one ? geometry.buffers() : 0));
        GpuDescription.Latency latency = device.latency();
        double barrier = latency.barrier(geometry.threads());
        return late
                * (latency.block() * (one ? cost.copiesInTurn(geometry) : 1)
                        + BlockVisit.staging(cost, geometry, device)
                        + (one ? 2 * barrier : barrier));
    }

    /**
     * Iterations on the diagonal. Where a thread has one point, the warp whose points come next hands its values from lane to lane, then those behind it take them from shared memory (in
     * generated kernels {@code WarpsInTurn}, {@code ExchangeInWarps}): an iteration is what its statements wait for, a shuffle, and once more an update behind the barrier. Else every
     * iteration waits at a barrier. Quotients are made without branches where a thread divides once in an iteration ({@link tilewright.kernel.pass.Pass#CHECKED_BEHIND}); threads of several points divide by turns.
     */
    private static double inTurn(PieceCost cost, Geometry geometry, GpuDescription device) {
        GpuDescription.Latency latency = device.latency();
        double barrier = latency.barrier(geometry.threads());
        int iterations = geometry.block(1);
        boolean oneWarp = geometry.threads() <= Simt.WARP;
        boolean turns =
                geometry.tile() == 1 && Simt.warpsTakeTurns(geometry.threads(), cost.stages() ? geometry.chunk() : 1);
        if (!oneWarp && !turns) {
            double serial = Math.max(cost.waits().dependent(), cost.serialPerIteration(geometry));
            return iterations * (barrier + latency.shared() + serial);
        }
        double dependent = geometry.tile() == 1
                ? cost.waits().dependentBehind()
                : cost.waits().dependent();
        double one = dependent + KernelCosts.measured().joinSeconds();
        double tiles = cost.stages() ? Math.ceilDiv(iterations, geometry.chunk()) : 1;
        return iterations * (one + (oneWarp ? 0 : cost.waits().ofLastUpdate())) + 2 * barrier * tiles;
    }
}
