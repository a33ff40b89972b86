package tilewright.ranking;

import java.util.ArrayList;
import java.util.List;
import tilewright.tiling.Strategy;

/**
 * Costs of one visit of one block of a piece, per iteration of its sequential loops and per visit. Machine
 * independent up to the instruction rates; {@link GpuCostModel} and {@link HostCostModel} turn it into time.
 */
final class PieceCost {
    /**
     * Instructions that check one point against the bounds of its loops. Measured on diagonal blocks of eliminations,
     * which check and others do not: 4 on an H200.
     */
    private static final double GUARD_SLOTS = 4;

    /** The same in blocks that end beyond the domain, whose iterations need no check: the point's own bounds alone. */
    private static final double EDGE_SLOTS = 3;

    /** Part of the latency of such a sequence that a thread spends on it when it has several to run. */
    private static final double SEQUENCE_SHARE = 0.5;

    /** An operation of so many instructions is a sequence with a rare branch, which a thread does not overlap. */
    private static final double SEQUENCE_SLOTS = 8;

    /** Measured on an H200 over matrix multiplications that differ in the number of buffers alone: 1.3 to 1.6. */
    private static final double NOT_READ_AHEAD = 1.35;

    /** Updates of an unrolled chunk up to which longer chunks are faster ones; the same sweeps. */
    private static final double SHORT_CODE = 1024;

    /** Part by which every doubling beyond that is slower: 0.02 to 0.18. */
    private static final double LONG_CODE = 0.08;

    private final Workload.Piece piece;
    private final double issueSeconds;
    private final List<String> pipes = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();

    /** @param seconds of its pipe, for one execution on the whole device */
    private record Operation(
            int pipe,
            double seconds,
            double issueSeconds,
            double serialSeconds,
            int loops,
            int pinned,
            boolean staged) {}

    PieceCost(Workload.Piece piece, InstructionRates rates) {
        this.piece = piece;
        this.issueSeconds = 1 / rates.issuePerSecond();
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
                        use.rate().issueSlots() >= SEQUENCE_SLOTS ? use.rate().latencySeconds() : 0,
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
        return arithmetic(geometry, false);
    }

    /**
     * The same with the checks of points.
     *
     * @param edge whether the block ends beyond the domain
     */
    double arithmetic(Geometry geometry, boolean edge) {
        double[] busy = new double[pipes.size()];
        double issue = 0;
        for (Operation operation : operations) {
            double times = times(operation, geometry);
            busy[operation.pipe] += times * operation.seconds;
            issue += times * operation.issueSeconds;
        }
        issue += checks(geometry, edge) * issueSeconds;
        double longest = issue;
        for (double pipe : busy) {
            longest = Math.max(longest, pipe);
        }
        return longest * (alternates() ? alternating(geometry) : 1);
    }

    /** Whether points are updated by multiply-adds alone, from staged values: nothing else fills the schedulers' gaps. */
    private boolean alternates() {
        return stages()
                && !exchanges()
                && piece.computations().size() == 1
                && pipes.contains("fma")
                && !pipes.contains("alu");
    }

    /**
     * How much longer such updates take than the pipe needs: values are read right before they are used unless chunks are
     * read ahead, and the unrolled chunk of a large tile is more code than the first instruction cache holds.
     */
    private static double alternating(Geometry geometry) {
        if (geometry.buffers() < 2 || geometry.chunk() % 2 != 0) {
            return NOT_READ_AHEAD;
        }
        double updates = (double) geometry.points() / geometry.threads() * geometry.chunk();
        return 1 + LONG_CODE * Math.max(0, Math.log(updates / SHORT_CODE) / Math.log(2));
    }

    /** Instructions that check points, per iteration. */
    private double checks(Geometry geometry, boolean edge) {
        double checks = 0;
        for (Workload.Computation computation : piece.computations()) {
            double slots = computation.guarded() ? GUARD_SLOTS : edge ? EDGE_SLOTS : 0;
            double points = 1;
            for (int z = 0; z < geometry.loops(); z++) {
                boolean pinned = (computation.pinned() & 1 << z) != 0;
                points *= !geometry.isParallel(z) ? 1 : pinned ? geometry.thread(z) : geometry.block(z);
            }
            checks += slots * points;
        }
        return checks;
    }

    /** Whether points are checked in every iteration. */
    boolean isGuarded() {
        return piece.computations().stream().anyMatch(Workload.Computation::guarded);
    }

    /**
     * Seconds per iteration in which a thread runs operations that it cannot overlap, one after the other. Example: four
     * rows per thread, each with a division of 30 ns: 60 ns.
     */
    double serialPerIteration(Geometry geometry) {
        double seconds = 0;
        for (Operation operation : operations) {
            if (!operation.staged) {
                double count = 1;
                for (int z = 0; z < geometry.loops(); z++) {
                    boolean varies = (operation.loops & ~operation.pinned & 1 << z) != 0;
                    count *= geometry.isParallel(z) && varies ? geometry.thread(z) : 1;
                }
                seconds += count * operation.serialSeconds * SEQUENCE_SHARE;
            }
        }
        return seconds;
    }

    /** The same per visit, for values that are computed when they are staged, shared out among the threads. */
    double serialPerVisit(Geometry geometry, double iterations) {
        double seconds = 0;
        for (Operation operation : operations) {
            if (operation.staged) {
                double values = geometry.perBlock(operation.loops)
                        * (geometry.usesSequential(operation.loops) ? iterations : 1);
                seconds += Math.ceil(values / geometry.threads()) * operation.serialSeconds;
            }
        }
        return seconds;
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
                        * reference.bytes()
                        * geometry.lineOverfetch(reference);
            } else if (reference.strategy() == Strategy.OWN) {
                bytes += (reference.loads() + reference.stores())
                        * elements(geometry, reference, iterations)
                        * reference.bytes()
                        * geometry.lineOverfetch(reference);
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
                    * geometry.overfetch(reference, sector)
                    * Resources.repeatedSectors(piece, reference, geometry, sector);
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
}
