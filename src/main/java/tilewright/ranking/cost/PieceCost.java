package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Simt;
import tilewright.ranking.description.InstructionRates;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.ExpressionCost;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.PieceBytes;
import tilewright.ranking.work.Products;
import tilewright.ranking.work.Reference;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.plan.TimeShape;

/**
 * Costs of one visit of one block of a piece, per iteration of its sequential loops and per visit. Machine
 * independent up to the instruction rates; {@link GpuCostModel} and {@link HostCostModel} turn it into time.
 */
public final class PieceCost {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();
    private static final KernelCosts COSTS = KernelCosts.measured();

    private final Workload.Piece piece;
    private final double issueSeconds;
    private final double faster;
    private final boolean stages;
    private final boolean pairs;
    private final boolean extremes;
    private final List<String> pipes = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();

    /**
     * @param seconds of its pipe, for one execution on the whole device
     * @param computation that it is part of
     */
    private record Operation(
            int pipe,
            double seconds,
            double issueSeconds,
            double serialSeconds,
            int loops,
            boolean staged,
            Workload.Computation computation,
            boolean outermost) {}

    public PieceCost(Workload.Piece piece, InstructionRates rates) {
        this.piece = piece;
        this.issueSeconds = 1 / rates.issuePerSecond();
        this.faster = Products.faster(rates);
        this.stages = piece.operands().stream().anyMatch(ExpressionCost.Operand::staged);
        this.pairs = piece.computations().stream().anyMatch(c -> c.cost().pairs());
        this.extremes = piece.computations().stream().allMatch(Workload.Computation::extreme);
        for (Workload.Computation computation : piece.computations()) {
            ExpressionCost.Use outermost = computation.cost().operations().isEmpty()
                    ? null
                    : computation.cost().operations().getLast();
            for (ExpressionCost.Use use : computation.cost().operations()) {
                String pipe = use.rate().pipe();
                if (!pipes.contains(pipe)) {
                    pipes.add(pipe);
                }
                operations.add(new Operation(
                        pipes.indexOf(pipe),
                        1 / use.rate().perSecond(),
                        use.rate().issueSlots() / rates.issuePerSecond(),
                        use.rate().issueSlots() >= COSTS.sequenceSlots()
                                ? use.rate().latencySeconds()
                                : 0,
                        use.loops(),
                        use.staged(),
                        computation,
                        use == outermost));
            }
        }
    }

    public Workload.Piece piece() {
        return piece;
    }

    /** What its iterations wait for. */
    public PieceWaits waits() {
        return new PieceWaits(piece);
    }

    /** What a visit moves. */
    PieceBytes bytes() {
        return new PieceBytes(piece);
    }

    /** How many times as long updates take beside copies whose places are looked up. */
    double besideLookups() {
        boolean some = piece.operands().stream().anyMatch(o -> o.staged() && o.lookedUp());
        return some ? COSTS.lookedUp() : 1;
    }

    /** Seconds of the whole device in which it issues an instruction for one thread. */
    double issueSeconds() {
        return issueSeconds;
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
        return used(geometry, edge).longest();
    }

    /** The same of the issue of instructions alone. */
    double issued(Geometry geometry, boolean edge) {
        return used(geometry, edge).issue;
    }

    /**
     * Seconds of the whole device.
     *
     * @param pipe the busiest one
     * @param longer by how much updates take longer than what is busiest
     */
    private record Used(double issue, double pipe, double longer) {
        double longest() {
            return Math.max(issue, pipe) * longer;
        }
    }

    private Used used(Geometry geometry, boolean edge) {
        double[] busy = new double[pipes.size()];
        double issue = 0;
        boolean checked = edge && !runsWholeChunks(geometry);
        boolean multiplies = Products.areIn(piece, geometry);
        for (Operation operation : operations) {
            double times =
                    times(operation, geometry) * unrolled(operation, geometry) + repeated(operation, geometry, edge);
            if (multiplies && Products.isProduct(operation.computation)) {
                times /= operation.outermost ? faster : Products.lanes(operation.loops, geometry);
            }
            boolean joined = operation.outermost && joins(geometry, checked);
            busy[operation.pipe] += times * operation.seconds * (joined ? 0.5 : 1);
            issue += times * operation.issueSeconds * (joined ? COSTS.joinedSlots() : 1);
        }
        issue += (checks(geometry, edge) * geometry.unrolled() + handed(geometry)) * issueSeconds;
        if (checked && stages()) {
            issue += COSTS.checkedCopySlots() * stagedPerIteration(geometry) * issueSeconds;
        }
        return new Used(issue, Arrays.stream(busy).max().orElse(0), alternates() ? alternating(geometry, checked) : 1);
    }

    /**
     * Whether blocks that end beyond the domain stage and run whole chunks as others do, and check what they store alone (in generated
     * kernels {@code BodyBuilder.runsWholeChunks}): where points hand each other nothing, are no pairs, and have no lanes. Panels
     * of eliminations that run rounds at the boundary too ({@code BoundaryRounds}) are taken for checked ones: predicted too slow.
     */
    public boolean runsWholeChunks(Geometry geometry) {
        return !exchanges() && geometry.lanes() == 1 && !pairs;
    }

    /** Whether two iterations' minima (or maxima) are joined to one of three numbers. */
    private boolean joins(Geometry geometry, boolean checked) {
        return !checked && stages && extremes && !exchanges() && geometry.chunk() % 2 == 0;
    }

    /** Whether points are updated by multiply-adds alone, from staged values: nothing else fills the schedulers' gaps. */
    private boolean alternates() {
        return stages() && !exchanges() && pipes.contains("fma");
    }

    /**
     * How much longer such updates take than the pipe needs: values are read right before they are used unless chunks are
     * read ahead, and the unrolled chunk of a large tile is more code than the first instruction cache holds.
     */
    private static double alternating(Geometry geometry, boolean checked) {
        if (checked || !geometry.readsAhead()) {
            return COSTS.notReadAhead();
        }
        double updates = (double) geometry.points() / geometry.threads() * geometry.chunk();
        return 1 + COSTS.longCode() * Math.max(0, Math.log(updates / COSTS.shortCode()) / Math.log(2));
    }

    /** Instructions that check points, per iteration. */
    private double checks(Geometry geometry, boolean edge) {
        double checks = 0;
        for (Workload.Computation computation : piece.computations()) {
            boolean perPoint = edge || Integer.bitCount(computation.guards()) > 1;
            // Points of fronts outside of the domain run under a predicate, or compute what stood there.
            double slots = edge && exchanges()
                    ? geometry.hasFronts() ? COSTS.predicatedSlots() : checkedSlots(computation, geometry)
                    : computation.guarded() ? COSTS.guardSlots() : 0;
            double compared = 1;
            for (int z = 0; z < geometry.loops(); z++) {
                if (geometry.isParallel(z)) {
                    boolean pinned = (computation.pinned() & 1 << z) != 0;
                    boolean once = !perPoint && (computation.guards() & 1 << z) == 0;
                    double threads = (double) geometry.block(z) / geometry.thread(z);
                    compared *= pinned ? geometry.thread(z) : once ? threads : geometry.block(z);
                }
            }
            checks += slots * compared;
        }
        return checks;
    }

    /** A single multiply-add runs under a predicate; what takes more instructions is selected afterwards. */
    private static double checkedSlots(Workload.Computation computation, Geometry geometry) {
        List<ExpressionCost.Use> perPoint = computation.cost().operations().stream()
                .filter(o -> !o.staged() && geometry.isPerPoint(o.loops()))
                .toList();
        boolean predicated =
                perPoint.size() == 1 && perPoint.getFirst().rate().pipe().equals("fma");
        return predicated ? COSTS.predicatedSlots() : COSTS.checkedSlots();
    }

    /**
     * Seconds of the whole device's issue for checking each point of a box of time tiles before each statement.
     *
     * @param points of the box
     */
    double checkedTile(double points) {
        return COSTS.checkedTileSlots() * piece.computations().size() * points * issueSeconds;
    }

    /**
     * Instructions of all threads of a block, in an iteration, that load straight from arrays of three dimensions or more, where neighbours lie in other planes and rows: the load, and its address in 64 bits. Addresses of fewer
     * dimensions are few, and threads find them once.
     */
    double addresses(Geometry geometry) {
        double loads = 0;
        for (Reference reference : piece.references()) {
            boolean apart = reference.strategy() == Strategy.DIRECT
                    && reference.spans().size() >= TimeShape.STREAMED_DIMENSIONS;
            if (apart && reference.loads() > 0 && reference.accesses() > 1) {
                loads += (double) geometry.perThread(reference.loops())
                        * geometry.readsPerPoint(reference)
                        / (geometry.isWide(reference) ? (double) Simt.ACCESS_BYTES / reference.bytes() : 1);
            }
        }
        return (1 + COSTS.addressSlots()) * loads * geometry.threads();
    }

    /**
     * Seconds of all processors' arithmetic for what a block that goes plane by plane spends beside its points' operations, and in whose time it waits.
     *
     * @param threads threads of the block times planes
     * @param iterations of the time loop
     * @param copies that a thread starts with each plane
     */
    double planes(double threads, double iterations, int copies) {
        double slots = COSTS.planeSlots()
                + COSTS.planeWaits()
                + COSTS.planeCopySlots() * copies
                + COSTS.planeStatementSlots() * piece.computations().size() * iterations;
        return slots * threads * issueSeconds;
    }

    /**
     * Seconds of all processors' issue for loading a box of three dimensions or more and storing it.
     *
     * @param loads accesses of all threads that load
     * @param stores those that store
     */
    double boxes(double loads, double stores) {
        return (COSTS.boxLoadSlots() * loads + COSTS.boxStoreSlots() * stores) * issueSeconds;
    }

    /**
     * Iterations between two barriers of an exchange. Generated kernels hand out the values of two iterations at once, and
     * every thread repeats what their owners compute in between, where the iterations are even in number, the points of the
     * block include all of them along every loop whose coordinate they replace, and there are registers for the copies.
     */
    public int round(Geometry geometry, boolean edge) {
        int sequential = Integer.bitCount(geometry.sequentialLoops());
        boolean even = !edge && sequential == 1 && (!stages() || geometry.chunk() % LIMITS.round() == 0);
        int loop = Integer.numberOfTrailingZeros(geometry.sequentialLoops());
        boolean possible = exchanges()
                && even
                && geometry.block(loop) % LIMITS.round() == 0
                && !pairs
                && piece.references().stream().noneMatch(r -> r.strategy() == Strategy.DIRECT)
                && piece.references().stream()
                                .filter(r -> r.strategy() == Strategy.OWN)
                                .count()
                        == 1
                && LIMITS.round() * (copies(geometry) + crossings(geometry)) <= LIMITS.copies();
        for (int z = 0; z < geometry.loops() && possible; z++) {
            boolean fixed = geometry.isParallel(z) && (piece.free() & 1 << z) == 0;
            possible = !fixed || geometry.block(z) == geometry.block(loop);
        }
        return possible ? LIMITS.round() : 1;
    }

    /** Values that a thread takes over from others for one iteration. */
    private double copies(Geometry geometry) {
        double copies = 0;
        for (ExpressionCost.Operand operand : piece.operands()) {
            copies += operand.staged() ? 0 : geometry.perThread(operand.loops());
        }
        return copies;
    }

    /** Values where rows and columns that are taken over cross: each is updated for the other. */
    private int crossings(Geometry geometry) {
        long directions = piece.operands().stream()
                .filter(o -> !o.staged() && geometry.perBlock(o.loops()) > 1)
                .map(ExpressionCost.Operand::loops)
                .distinct()
                .count();
        return directions > 1 ? 1 : 0;
    }

    /** How often all threads repeat an operation per iteration on values taken over: in all but one iteration of a round. */
    private double repeated(Operation operation, Geometry geometry, boolean edge) {
        int round = exchanges() ? round(geometry, edge) : 1;
        boolean perPoint = !operation.staged && geometry.isPerPoint(operation.loops & ~operation.computation.pinned());
        return perPoint ? geometry.threads() * copies(geometry) * (round - 1) / round : 0;
    }

    /** Instructions that hand out values and take them over, per iteration. */
    private double handed(Geometry geometry) {
        return exchanges() ? COSTS.handedSlots() * geometry.threads() * copies(geometry) : 0;
    }

    /** Values that a block stages per iteration. */
    private double stagedPerIteration(Geometry geometry) {
        double values = 0;
        for (ExpressionCost.Operand operand : piece.operands()) {
            values += operand.staged() && geometry.usesSequential(operand.loops())
                    ? geometry.perBlock(operand.loops())
                    : 0;
        }
        return values;
    }

    /**
     * Accesses of 16 bytes by which a thread stages its share of a chunk, along rows of global memory. Example: chunks of 32 x (64 + 128) doubles
     * by 128 threads are 24.
     */
    double stagedAccesses(Geometry geometry) {
        double bytes = 0;
        for (ExpressionCost.Operand operand : piece.operands()) {
            if (operand.staged() && geometry.usesSequential(operand.loops())) {
                bytes += (double) geometry.perBlock(operand.loops()) * geometry.chunk() * operand.bytes();
            }
        }
        return bytes / Simt.ACCESS_BYTES / geometry.threads();
    }

    /**
     * Loads of a chunk that a thread waits for one after the other: staged values pass registers one by one where each is
     * checked.
     */
    double copiesInTurn(Geometry geometry) {
        return Math.ceil(stagedPerIteration(geometry) * geometry.chunk() / geometry.threads() / COSTS.checkedCopies());
    }

    /** Whether some staged value is computed on its way through registers. */
    boolean stagesComputed() {
        return piece.operands().stream().anyMatch(o -> o.staged() && !o.plain());
    }

    /**
     * Seconds per iteration, with all that are written out in it, in which a thread runs operations that it cannot overlap, one after the other. Example: four
     * rows per thread, each with a division of 30 ns: 60 ns.
     */
    double serialPerIteration(Geometry geometry) {
        double seconds = 0;
        for (Operation operation : operations) {
            if (!operation.staged) {
                double count = unrolled(operation, geometry);
                for (int z = 0; z < geometry.loops(); z++) {
                    boolean varies = (operation.loops & ~operation.computation.pinned() & 1 << z) != 0;
                    count *= geometry.isParallel(z) && varies ? geometry.thread(z) : 1;
                }
                seconds += count * operation.serialSeconds * COSTS.sequenceShare();
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

    private static int unrolled(Operation operation, Geometry geometry) {
        return geometry.unrolled(operation.computation.pinned());
    }

    /** How often a block executes an operation per iteration that is not written out. */
    private static double times(Operation operation, Geometry geometry) {
        double times = 1;
        for (int z = 0; z < geometry.loops(); z++) {
            if (!geometry.isParallel(z)) {
                continue;
            }
            double block = geometry.block(z);
            double thread = geometry.thread(z);
            boolean pinned = (operation.computation.pinned() & 1 << z) != 0;
            boolean varies = (operation.loops & 1 << z) != 0;
            if (operation.staged) {
                times *= varies ? block : 1;
            } else {
                times *= pinned ? thread : varies ? block : block / thread;
            }
        }
        return times;
    }

    /** Iterations of a block that one instruction takes up. */
    double iterationsAtOnce(Geometry geometry) {
        return Products.areIn(piece, geometry) ? Products.shape(geometry).depth() : 1;
    }

    public boolean stages() {
        return stages;
    }

    boolean exchanges() {
        return piece.shape().exchanged();
    }
}
