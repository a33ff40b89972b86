package tilewright.ranking.work;

import tilewright.kernel.GenerationLimits;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Simt;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.tiling.plan.Strategy;

/**
 * What one block of a candidate takes of a multiprocessor.
 *
 * @param threads of a block
 * @param sharedBytes of a block
 * @param registers of a thread, estimated
 * @param residentBlocks how many blocks one multiprocessor holds at a time; 0 where not even one fits
 * @param limit what keeps their number from being larger
 */
public record Resources(int threads, int sharedBytes, int registers, int residentBlocks, Limit limit) {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    /** What limits the number of resident blocks. */
    public enum Limit {
        THREADS("threads"),
        BLOCKS("the number of blocks"),
        SHARED_MEMORY("shared memory"),
        REGISTERS("registers");

        private final String words;

        Limit(String words) {
            this.words = words;
        }

        /** For sentences. */
        public String words() {
            return words;
        }
    }

    /** The widest accesses: arrays in shared memory begin at multiples of it, and padding is one of them per row. */
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    public static Resources of(Workload.Level level, Geometry geometry, GpuDescription.Limits limits) {
        int shared = 0;
        int registers = 0;
        for (Workload.Piece piece : level.pieces()) {
            shared = Math.max(shared, clamp(sharedBytes(piece, geometry)));
            registers = Math.max(registers, clamp(registers(piece, geometry)));
        }
        registers = Math.max(registers, copying(level, geometry, limits));
        int warps = Math.ceilDiv(geometry.threads(), limits.warp());
        boolean fits = limits.residentByRegisters(geometry.threads(), registers) > 0;
        boolean products = level.pieces().stream().anyMatch(p -> Products.areIn(p, geometry));
        int byRegisters = products && fits
                ? askedFor(level, geometry, warps * limits.warp(), limits)
                : limits.residentByRegisters(geometry.threads(), registers);
        return of(geometry.threads(), shared, registers, byRegisters, limits);
    }

    /** Registers of threads that copy boxes of fronts with several coordinates; no more than leave room for one block, as compilers keep to. */
    private static int copying(Workload.Level level, Geometry geometry, GpuDescription.Limits limits) {
        int room = limits.registersPerProcessor() / Math.max(1, geometry.threads());
        return !geometry.hasFronts() || geometry.hasColumns()
                ? 0
                : level.pieces().stream()
                        .mapToInt(p -> p.boxes(geometry).copies().stream()
                                .mapToInt(c -> GenerationLimits.copying(c.bytes()))
                                .max()
                                .orElse(0))
                        .map(registers -> Math.min(registers, room / 8 * 8))
                        .max()
                        .orElse(0);
    }

    /**
     * Blocks for which generated kernels of products ask the compiler (in generated kernels {@code Occupancy}), which then keeps within what each has of
     * registers. Example: 9 warps of 112: 2, though 104 registers of a scheduler's share would be 1; compiled were 92 to 96 (reports/held-out/3mm).
     */
    private static int askedFor(Workload.Level level, Geometry geometry, int threads, GpuDescription.Limits limits) {
        int registers = level.pieces().stream()
                .mapToInt(p -> Products.areIn(p, geometry)
                        ? Math.max(LIMITS.productRegisters(), LIMITS.otherRegisters() + Products.registers(p, geometry))
                        : clamp(registers(p, geometry)))
                .max()
                .orElseThrow();
        return Math.max(1, GenerationLimits.blocksByRegisters(limits.registersPerProcessor(), registers, threads));
    }

    /**
     * As the compiler keeps a kernel whose launch bounds name its threads: where a block would need more registers than a multiprocessor has, one block with what there is for each thread. Values
     * beyond that are spilled, which no term tells: candidates of a space are refused before ({@link tilewright.ranking.candidates.Feasibility Feasibility}), but a program's other parts run as they are cut.
     * Example: 1024 threads of 72 registers become 1024 of 64, 256 of 312 become 256 of 255, and 768 of 82, which are 88 of what is handed out, become 768 of 80.
     */
    public Resources withinLaunchBounds(GpuDescription.Limits limits) {
        int most = Math.min(
                limits.registersPerThread(), GenerationLimits.granularBelow(limits.registersPerProcessor() / threads));
        return residentBlocks > 0 || registers <= most
                ? this
                : of(threads, sharedBytes, most, Math.max(1, limits.residentByRegisters(threads, most)), limits);
    }

    public static Resources of(int threads, int shared, int registers, GpuDescription.Limits limits) {
        return of(threads, shared, registers, limits.residentByRegisters(threads, registers), limits);
    }

    /** @param byRegisters blocks whose registers a multiprocessor has */
    public static Resources of(int threads, int shared, int registers, int byRegisters, GpuDescription.Limits limits) {
        int warps = (threads + limits.warp() - 1) / limits.warp();
        int byShared = limits.sharedBytesPerProcessor() / Math.max(1, shared + limits.sharedBytesReserved());
        int byThreads = limits.threadsPerProcessor() / (warps * limits.warp());
        int resident = limits.blocksPerProcessor();
        Limit limit = Limit.BLOCKS;
        if (byThreads < resident) {
            resident = byThreads;
            limit = Limit.THREADS;
        }
        if (byShared < resident) {
            resident = byShared;
            limit = Limit.SHARED_MEMORY;
        }
        if (byRegisters < resident) {
            resident = byRegisters;
            limit = Limit.REGISTERS;
        }
        boolean tooLarge = threads > limits.threadsPerBlock()
                || shared > limits.sharedBytesPerBlock()
                || registers > limits.registersPerThread();
        return new Resources(threads, shared, registers, tooLarge ? 0 : resident, limit);
    }

    /**
     * Staged values: a chunk of iterations times the block's extent, once per buffer; rows that are copied transposed
     * are padded against bank conflicts. Exchanged values: one iteration, twice: one barrier per iteration is enough for one
     * statement, and for several where points compute for themselves what others would hand out in between.
     */
    static long sharedBytes(Workload.Piece piece, Geometry geometry) {
        long bytes =
                piece.boxes(geometry).sharedBytes() + piece.crossed(geometry).sharedBytes();
        for (ExpressionCost.Operand operand : piece.operands()) {
            long values = geometry.perBlock(operand.loops());
            if (operand.staged()) {
                if (keepsRows(piece, operand, geometry)) {
                    long padded = geometry.chunk() + padding(piece, operand, geometry, geometry.chunk());
                    bytes += aligned(values * padded * geometry.buffers() * operand.bytes());
                    continue;
                }
                long rows = geometry.usesSequential(operand.loops()) ? geometry.chunk() : 1;
                long padding = padding(piece, operand, geometry, values);
                bytes += aligned((values + padding) * rows * geometry.buffers() * operand.bytes());
            } else {
                bytes += aligned(2 * values * operand.bytes());
            }
        }
        return bytes;
    }

    /** Elements by which a row of staged values is longer than it is: rows of factors of products, and rows that are copied transposed. */
    private static long padding(Workload.Piece piece, ExpressionCost.Operand operand, Geometry geometry, long length) {
        if (Products.areIn(piece, geometry)) {
            return geometry.perBlock(operand.loops()) == 1 ? 0 : MatrixShape.padding(length);
        }
        return operand.alongRow() ? 0 : ACCESS_BYTES / operand.bytes();
    }

    /**
     * Whether values that are contiguous along the sequence stay in rows: where they do, a row is padded, not a column. Not
     * where kernels read staged values one iteration ahead.
     */
    static boolean keepsRows(Workload.Piece piece, ExpressionCost.Operand operand, Geometry geometry) {
        if (operand.alongRow() || !geometry.usesSequential(operand.loops())) {
            return false;
        }
        if (Products.areIn(piece, geometry)) {
            return true;
        }
        if (geometry.chunk() % (ACCESS_BYTES / operand.bytes()) != 0
                || !GenerationLimits.allowRows(geometry.perThread(operand.loops()))) {
            return false;
        }
        boolean exchanges = piece.operands().stream().anyMatch(o -> !o.staged());
        boolean oneByOne = geometry.perThread(operand.loops()) % 2 == 1;
        boolean ahead = geometry.buffers() > 1
                && !exchanges
                && geometry.chunk() % 2 == 0
                && !piece.computations().stream().allMatch(Workload.Computation::extreme);
        return !ahead && (!exchanges || oneByOne);
    }

    /**
     * Bytes that L2 hands over per byte staged by copies that pass no registers. Rows that are padded by one access of
     * 16 bytes begin, every other one, in the middle of a 32-byte sector of shared memory; of such a row each sector
     * of global memory is handed over twice, once for either half. Measured with hardware counters on an H200
     * (docs/measuring.md). Example: rows of 32 + 4 floats: 1.5.
     */
    static double repeatedSectors(Workload.Piece piece, Reference reference, Geometry geometry, int sector) {
        boolean split = geometry.buffers() > 1
                && reference.strategy() == Strategy.STAGED
                && piece.operands().stream()
                        .anyMatch(o -> o.staged()
                                && o.plain()
                                && o.loops() == reference.loops()
                                && keepsRows(piece, o, geometry)
                                && (geometry.chunk() + padding(piece, o, geometry, geometry.chunk()))
                                                * o.bytes()
                                                % sector
                                        != 0);
        return split ? 1.5 : 1;
    }

    private static long aligned(long bytes) {
        return (bytes + ACCESS_BYTES - 1) / ACCESS_BYTES * ACCESS_BYTES;
    }

    /** The tile, the operands of one iteration twice (the next one is loaded ahead), and the overhead. */
    static long registers(Workload.Piece piece, Geometry geometry) {
        long registers = KernelCosts.measured().addressRegisters();
        if (Products.areIn(piece, geometry)) {
            return Math.max(LIMITS.productRegisters(), registers + Products.registers(piece, geometry));
        }
        boolean pairs = piece.computations().stream().allMatch(c -> c.cost().pairs());
        for (Reference reference : piece.references()) {
            if (reference.strategy() == Strategy.OWN) {
                registers += words(
                        geometry.perThread(reference.loops())
                                * reference.lattice().elements(),
                        reference.bytes(),
                        pairs);
            } else if (reference.strategy() == Strategy.DIRECT) {
                // Of what a thread reads around its points, rows that are done give their registers to the next ones.
                double values = geometry.perThread(reference.loops())
                        * Math.min(reference.accesses() * geometry.unrolled(), geometry.rowPerPoint(reference));
                registers += words((long) Math.ceil(values), reference.bytes(), pairs);
            }
        }
        for (ExpressionCost.Operand operand : piece.operands()) {
            registers += 2 * words(geometry.perThread(operand.loops()), operand.bytes(), pairs);
        }
        return registers;
    }

    /** Half a word takes a register of its own where it is not one of a pair. */
    private static long words(long values, int bytes, boolean pairs) {
        return Math.ceilDiv(values * (pairs ? bytes : Math.max(Integer.BYTES, bytes)), Integer.BYTES);
    }

    private static int clamp(long value) {
        return (int) Math.min(Integer.MAX_VALUE / 2, value);
    }
}
