package tilewright.ranking.cost;

import tilewright.kernel.Simt;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.ExpressionCost;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Reference;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Strategy;

/** What iterations of a piece wait for: results that the next one needs, values of shared memory and of memory. */
public record PieceWaits(Workload.Piece piece) {
    /** Seconds between an iteration's start and the next one's, where each waits for the other. */
    public double dependent() {
        double depth = 0;
        for (Workload.Computation computation : piece.computations()) {
            depth += computation.cost().depth();
        }
        return depth;
    }

    /** The same where quotients by values that threads keep are products with reciprocals, computed before the first iteration. */
    double dependentBehind() {
        return piece.computations().stream()
                .mapToDouble(c -> c.cost().depthBehind())
                .sum();
    }

    /** Of an iteration's statements the last one, which others' values wait for. */
    double ofLastUpdate() {
        return piece.computations().getLast().cost().chain();
    }

    /**
     * How often a lane waits for memory in an iteration: compilers place loads between the updates that others are for, so that few of a thread are on their way at a time.
     * Example: 8 rows and 2 lanes of a thread load 16 elements of a matrix and 2 of a vector, and wait 18 / 4.5 = 4 times.
     */
    double perIteration(Geometry geometry) {
        double loads = 0;
        for (Reference reference : piece.references()) {
            if (reference.strategy() == Strategy.DIRECT
                    && reference.awaited()
                    && geometry.usesSequential(reference.loops())) {
                loads += geometry.perThread(reference.loops());
            }
        }
        return loads / KernelCosts.measured().loadsTogether();
    }

    /**
     * Seconds per iteration, with all that are written out in it, in which a thread waits for values that it loads from memory at every use, or of windows once in wide accesses, a few of them together: along the sequence the next one lies in the first cache until
     * its sector ends, which the second cache hands over. Lanes wait for memory ({@link BlockVisit}). Example: 16 doubles are 3.6 waits, a quarter of them for the second
     * cache: 3.6 (3/4 14.3 + 1/4 144) = 168 ns.
     */
    double direct(Geometry geometry, GpuDescription device) {
        if (geometry.lanes() > 1 || geometry.hasFronts()) {
            return 0;
        }
        double seconds = 0;
        boolean boxed = piece.boxes(geometry).all();
        for (Reference reference : piece.references()) {
            if (reference.strategy() == Strategy.DIRECT
                    && reference.awaited()
                    && geometry.usesSequential(reference.loops())) {
                double missed = boxed
                        ? 0
                        : geometry.newSectors(reference, device.memory().sectorBytes());
                double wait = missed * device.latency().cache()
                        + (1 - missed) * device.latency().shared();
                double loads = geometry.unrolled() > 1 && geometry.isWide(reference)
                        ? geometry.readsPerPoint(reference) * reference.bytes() / Simt.ACCESS_BYTES
                        : geometry.unrolled();
                seconds += geometry.perThread(reference.loops())
                        * loads
                        * wait
                        / KernelCosts.measured().loadsTogether();
            }
        }
        return seconds;
    }

    /**
     * Seconds per iteration in which a warp waits for the update before, and beside it for the values that it reads of shared memory: few are read together ({@link KernelCosts#loadsTogether}), those of several
     * iterations where a thread reads fewer in each. Example: a sum of one value in an iteration waits for a quarter of the latency, or for the sum's addition.
     */
    double ofUpdates(Geometry geometry, GpuDescription device) {
        double reads = 0;
        for (ExpressionCost.Operand operand : piece.operands()) {
            boolean each = operand.staged() && geometry.usesSequential(operand.loops());
            reads += each ? geometry.perThread(operand.loops()) : 0;
        }
        double shared = device.latency().shared()
                * Math.min(1, reads / KernelCosts.measured().loadsTogether());
        return Math.max(chain(), shared);
    }

    /** Seconds that successive updates of the same value wait for each other. */
    double chain() {
        double chain = 0;
        for (Workload.Computation computation : piece.computations()) {
            chain = Math.max(chain, computation.cost().chain());
        }
        return chain;
    }
}
