package tilewright.ranking;

import java.util.ArrayList;
import java.util.List;
import tilewright.tiling.Strategy;

/**
 * Costs of one visit of one block of a piece, per iteration of its sequential loops and per visit. Machine
 * independent up to the instruction rates; {@link GpuCostModel} and {@link HostCostModel} turn it into time.
 */
final class PieceCost {
    private final Workload.Piece piece;
    private final List<String> pipes = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();

    /** @param seconds of its pipe, for one execution on the whole device */
    private record Operation(int pipe, double seconds, double issueSeconds, int loops, int pinned, boolean staged) {}

    PieceCost(Workload.Piece piece, InstructionRates rates) {
        this.piece = piece;
        for (Workload.Computation computation : piece.computations()) {
            for (ExpressionCost.Use use : computation.cost().operations()) {
                String pipe = use.rate().pipe();
                if (!pipes.contains(pipe)) {
                    pipes.add(pipe);
                }
                operations.add(new Operation(
                        pipes.indexOf(pipe),
                        1 / use.rate().perSecond(),
                        use.rate().issueSlots() / rates.issuePerSecond(),
                        use.loops(),
                        computation.pinned(),
                        use.staged()));
            }
        }
    }

    Workload.Piece piece() {
        return piece;
    }

    /**
     * Seconds of the whole device's arithmetic for one iteration of all points of a block: the busiest pipe or the
     * issue of instructions. Example on the H200: a pair of add and minimum, on different pipes, 1/14.8e12 s.
     */
    double arithmetic(Geometry geometry) {
        double[] busy = new double[pipes.size()];
        double issue = 0;
        for (Operation operation : operations) {
            double times = times(operation, geometry);
            busy[operation.pipe] += times * operation.seconds;
            issue += times * operation.issueSeconds;
        }
        double longest = issue;
        for (double pipe : busy) {
            longest = Math.max(longest, pipe);
        }
        return longest;
    }

    /** How often a block executes an operation per iteration. */
    private static double times(Operation operation, Geometry geometry) {
        double times = 1;
        for (int z = 0; z < geometry.loops(); z++) {
            if (!geometry.isParallel(z)) {
                continue;
            }
            double block = geometry.block(z);
            double thread = geometry.thread(z);
            boolean pinned = (operation.pinned & 1 << z) != 0;
            boolean varies = (operation.loops & 1 << z) != 0;
            if (operation.staged) {
                times *= varies ? block : 1;
            } else {
                times *= pinned ? thread : varies ? block : block / thread;
            }
        }
        return times;
    }

    /** Seconds between an iteration's start and the next one's, where each waits for the other. */
    double dependentLatency() {
        double depth = 0;
        for (Workload.Computation computation : piece.computations()) {
            depth += computation.cost().depth();
        }
        return depth;
    }

    /** Seconds that successive updates of the same value wait for each other. */
    double chainLatency() {
        double chain = 0;
        for (Workload.Computation computation : piece.computations()) {
            chain = Math.max(chain, computation.cost().chain());
        }
        return chain;
    }

    /** Bytes that the threads of a block read from shared memory or the first cache in one iteration. */
    double fastBytes(Geometry geometry) {
        double bytes = 0;
        for (ExpressionCost.Operand operand : piece.operands()) {
            bytes += (double) geometry.threads() * geometry.perThread(operand.loops()) * operand.bytes();
        }
        return bytes;
    }

    /** Bytes per visit that move through the first cache apart from {@link #fastBytes}: staging and direct accesses. */
    double fastBytesPerVisit(Geometry geometry, double iterations) {
        double bytes = 0;
        for (ExpressionCost.Operand operand : piece.operands()) {
            double repeated = !operand.staged() || geometry.usesSequential(operand.loops()) ? iterations : 1;
            bytes += geometry.perBlock(operand.loops()) * repeated * operand.bytes();
        }
        for (Reference reference : piece.references()) {
            double repeated = geometry.usesSequential(reference.loops()) ? iterations : 1;
            if (reference.strategy() == Strategy.DIRECT) {
                bytes += (double) geometry.threads()
                        * geometry.perThread(reference.loops())
                        * reference.accesses()
                        * repeated
                        * reference.bytes();
            }
        }
        return bytes;
    }

    /** Values that one visit loads. */
    double reads(Geometry geometry, double iterations) {
        double values = 0;
        for (Reference reference : piece.references()) {
            values += reference.loads() * elements(geometry, reference, iterations);
        }
        return values;
    }

    /** Values that one visit stores. */
    double writes(Geometry geometry, double iterations) {
        double values = 0;
        for (Reference reference : piece.references()) {
            values += reference.stores() * elements(geometry, reference, iterations);
        }
        return values;
    }

    /** Bytes that one visit moves between the multiprocessor and the shared cache, in whole sectors. */
    double cacheBytes(Geometry geometry, double iterations, int sector) {
        double bytes = 0;
        for (Reference reference : piece.references()) {
            bytes += (reference.loads() + reference.stores())
                    * elements(geometry, reference, iterations)
                    * reference.bytes()
                    * geometry.overfetch(reference, sector);
        }
        return bytes;
    }

    /** Different elements of a reference that one visit touches. */
    static double elements(Geometry geometry, Reference reference, double iterations) {
        return geometry.perBlock(reference.loops()) * (geometry.usesSequential(reference.loops()) ? iterations : 1);
    }

    boolean stages() {
        return piece.operands().stream().anyMatch(ExpressionCost.Operand::staged);
    }

    boolean exchanges() {
        return piece.shape().exchanged();
    }

    /** Statements that wait for values of other threads in every iteration. */
    int exchangingStatements() {
        return (int) piece.computations().stream()
                .filter(c -> c.cost().operands().stream().anyMatch(o -> !o.staged()))
                .count();
    }
}
