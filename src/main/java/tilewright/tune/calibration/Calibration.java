package tilewright.tune.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import tilewright.device.DeviceMemory;
import tilewright.device.Gpu;
import tilewright.device.GpuProperties;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Simt;
import tilewright.kernel.Target;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.InstructionRates;
import tilewright.tune.calibration.Bench.Launch;

/**
 * Measures a GPU. What cannot be measured alone (which pipe an operation takes, how many instructions it is, the overlap
 * of resources) is taken from a description of a GPU of the same kind; the result says so.
 */
public final class Calibration {
    private static final int BLOCK = 256;
    private static final int BLOCKS_PER_PROCESSOR = 8;
    private static final long COPIED_BYTES = 1L << 30;
    private static final int CACHED_BYTES = 16 << 20;
    private static final int FEW = 512;
    private static final int MANY = 4096;
    private static final int LONG = 1 << 14;
    private static final int DIFFERENCES = 3;
    private static final int WARM_UP = 1 << 14;
    private static final int STEADY = 10;
    private static final int MOST_WARM_UPS = 200;
    private static final MatrixShape PRODUCT = MatrixShape.M16N8K8;
    private static final int PRODUCT_CHAINS = 4;

    private final Bench bench;
    private final GpuDescription like;
    private final int processors;
    private final DeviceMemory large;
    private final DeviceMemory other;

    /** Machine code of {@code templates/calibration/kernels.ftl}. */
    @FunctionalInterface
    public interface Sources {
        /** @param architecture e.g. {@code sm_90} */
        byte[] compile(String architecture);
    }

    private Calibration(Bench bench, GpuDescription like) {
        this.bench = bench;
        this.like = like;
        processors = bench.gpu().properties().multiprocessors();
        large = bench.gpu().allocate(COPIED_BYTES);
        other = bench.gpu().allocate(COPIED_BYTES);
        bench.gpu().fill(large, 0);
        bench.gpu().fill(other, 0);
    }

    /** What the template needs: the operations. */
    public static Map<String, Object> model() {
        List<Map<String, Object>> operations = new ArrayList<>();
        for (MeasuredOperation operation : MeasuredOperation.ALL) {
            operations.add(Map.of(
                    "name", operation.name(),
                    "type", operation.cudaType(),
                    "expression", operation.expression(),
                    "chain", operation.chain(),
                    "chains", MeasuredOperation.CHAINS,
                    "unroll", operation.unroll()));
        }
        return Map.of("operations", operations, "product", PRODUCT.word(), "productChains", PRODUCT_CHAINS);
    }

    /**
     * Measures; takes some seconds.
     *
     * @param like limits, clock and sizes of the device, and what cannot be measured
     * @param when date of the measurement, for the notes of sources
     */
    public static GpuDescription measure(Gpu gpu, Sources sources, GpuDescription like, String when) {
        try (Bench bench = new Bench(gpu, sources)) {
            return new Calibration(bench, like).describe(when);
        }
    }

    private GpuDescription describe(String when) {
        warmUp();
        GpuProperties properties = bench.gpu().properties();
        InstructionRates rates = rates();
        GpuDescription.Memory memory = memory();
        GpuDescription.Latency latency = latency();
        return new GpuDescription(
                like.schema(),
                like.kind(),
                like.name(),
                properties.name(),
                properties.architecture(),
                like.language(),
                like.offers(),
                processors,
                like.clockHertz(),
                like.limits(),
                rates,
                memory,
                latency,
                like.overlap(),
                like.ceilings(),
                sources(properties, when));
    }

    private static Map<String, String> sources(GpuProperties properties, String when) {
        Map<String, String> sources = new HashMap<>();
        sources.put(
                "*",
                properties.name() + ", CUDA " + properties.driverVersion() + ", measured by 'tilewright calibrate' on "
                        + when + " unless said otherwise");
        sources.put("limits, clockHertz, memory.globalBytes, memory.cacheBytes", "from the driver");
        sources.put(
                "pipe, issueSlots",
                "not measured: execution units as NVIDIA documents them; instruction counts of IEEE sequences");
        sources.put(
                "operations without a kernel of their own (sign, compare of double and integer, logical)",
                "from the rates of the operations of the same pipe");
        sources.put(
                InstructionRates.PRODUCT,
                "multiply-adds of mma." + PRODUCT.word() + " in registers, where the architecture has it");
        sources.put("offers", "by the architecture: CUDA C++ Programming Guide; PTX ISA");
        sources.put("overlap", "not measured alone: fitted to recorded kernels (docs/equations.md)");
        sources.put("ceilings", "not measured: of the description that it began with");
        return sources;
    }

    /**
     * Lets the clock rise: a GPU that was idle takes its time. Without it the first operations of a description were
     * measured at two clocks, and a multiplication took no time.
     */
    private void warmUp() {
        double before = Double.POSITIVE_INFINITY;
        int steady = 0;
        for (int run = 0; run < MOST_WARM_UPS && steady < STEADY; run++) {
            double seconds = run("rate_real_fma", processors * BLOCKS_PER_PROCESSOR, BLOCK, WARM_UP);
            steady = Math.abs(seconds / before - 1) < 0.01 ? steady + 1 : 0;
            before = seconds;
        }
    }

    // ---- arithmetic

    private InstructionRates rates() {
        Map<String, Map<String, InstructionRates.Rate>> types = new HashMap<>();
        like.instructions().types().forEach((type, rates) -> types.put(type, new HashMap<>(rates)));
        double fma = 0;
        for (MeasuredOperation operation : MeasuredOperation.ALL) {
            double rate = rate(operation);
            InstructionRates.Rate beside =
                    types.getOrDefault(operation.type(), Map.of()).get(operation.beside());
            double latency = Math.max(0, latency(operation) - (beside == null ? 0 : beside.latencySeconds()));
            fma = operation.name().equals("real_fma") ? rate : fma;
            Map<String, InstructionRates.Rate> ofType = types.computeIfAbsent(operation.type(), t -> new HashMap<>());
            InstructionRates.Rate known = ofType.get(operation.operation());
            if (known != null) {
                ofType.put(
                        operation.operation(),
                        new InstructionRates.Rate(known.pipe(), rate, known.issueSlots(), latency));
            }
        }
        types.put("logical", new HashMap<>(types.getOrDefault("integer", Map.of())));
        if (like.target().has(Target.Offer.MATRIX_PRODUCTS)) {
            types.computeIfPresent("double", (_, ofType) -> {
                ofType.computeIfPresent(InstructionRates.PRODUCT, (_, known) -> product(known));
                return ofType;
            });
        }
        return new InstructionRates(fma, types);
    }

    /** Operations per second of all processors, from the difference of two lengths. */
    private double rate(MeasuredOperation operation) {
        int blocks = processors * BLOCKS_PER_PROCESSOR;
        int less = operation.isSlow() ? FEW / 8 : FEW;
        int more = operation.isSlow() ? MANY / 8 : MANY;
        double seconds = difference(less, more, n -> run("rate_" + operation.name(), blocks, BLOCK, n));
        double count = (double) (more - less)
                * operation.unroll()
                * operation.count()
                * MeasuredOperation.CHAINS
                * BLOCK
                * blocks;
        return count / seconds;
    }

    /** Multiply-adds that warps do together, and what one instruction of them takes. */
    private InstructionRates.Rate product(InstructionRates.Rate known) {
        int blocks = processors * BLOCKS_PER_PROCESSOR;
        double seconds = difference(FEW, MANY, n -> run("rate_product", blocks, BLOCK, n));
        double warps = (double) blocks * BLOCK / Simt.WARP;
        double count = (MANY - FEW) * warps * PRODUCT_CHAINS * PRODUCT.products();
        double latency = difference(FEW, MANY, n -> run("latency_product", 1, Simt.WARP, n)) / (MANY - FEW);
        return new InstructionRates.Rate(known.pipe(), count / seconds, known.issueSlots(), latency);
    }

    /** Long enough (half a millisecond at 2 ns) that the microsecond by which starts of kernels vary is nothing. */
    private double latency(MeasuredOperation operation) {
        double seconds = difference(FEW, LONG, n -> run("latency_" + operation.name(), 1, Simt.WARP, n));
        return seconds / ((LONG - FEW) * 16.0);
    }

    private double run(String kernel, int blocks, int threads, int n) {
        return bench.seconds(new Launch(kernel, blocks, threads, List.of(large), 1, n));
    }

    /**
     * What the difference between two lengths of a loop takes: start and end of the kernel cancel out. The median of
     * several, as the clock may change between the two. Where they say nothing, what follows from them is implausible
     * ({@link tilewright.ranking.description.Plausibility}).
     */
    private static double difference(int less, int more, IntToDoubleFunction seconds) {
        double[] differences = new double[DIFFERENCES];
        for (int i = 0; i < DIFFERENCES; i++) {
            differences[i] = seconds.applyAsDouble(more) - seconds.applyAsDouble(less);
        }
        Arrays.sort(differences);
        return Math.max(1e-12, differences[DIFFERENCES / 2]);
    }

    // ---- memory

    private GpuDescription.Memory memory() {
        GpuDescription.Memory known = like.memory();
        double copy = bench.time(() -> bench.gpu().copy(other, large));
        double cached = difference(2, 18, n -> readCached(processors * BLOCKS_PER_PROCESSOR, n)) / 16;
        double path = difference(2, 4, n -> readCached(1, n)) / 2;
        double shared = difference(
                16, 272, n -> bench.seconds(new Launch("read_shared", processors * 2, 1024, List.of(large), n)));
        return new GpuDescription.Memory(
                known.globalBytes(),
                2.0 * COPIED_BYTES / copy,
                known.interfaceBytesPerSecond(),
                known.cacheBytes(),
                CACHED_BYTES / cached,
                256.0 * 16 * 16 * 1024 * 2 * processors / shared,
                CACHED_BYTES / path,
                known.sectorBytes());
    }

    private double readCached(int blocks, int times) {
        return bench.seconds(new Launch(
                "read_cached", blocks, 1024 / (blocks == 1 ? 1 : 4), List.of(other, large), CACHED_BYTES / 16, times));
    }

    // ---- latencies

    private GpuDescription.Latency latency() {
        int length = 1 << 20;
        bench.seconds(new Launch("link", processors, BLOCK, List.of(large), length, 4099));
        double cache =
                difference(FEW, MANY, n -> bench.seconds(new Launch("chase_cached", 1, 1, List.of(other, large), n)))
                        / (MANY - FEW);
        double shared = difference(FEW, MANY, n -> bench.seconds(new Launch("chase_shared", 1, 32, List.of(other), n)))
                / (MANY - FEW);
        Launch nothing = new Launch("nothing", processors, 128, List.of(other), 0);
        double launch = bench.secondsInStream(nothing, 1000);
        double graph = bench.secondsInGraph(nothing, 1000);
        return new GpuDescription.Latency(
                launch, drain(), graph, meeting(), visit(), dispatch(), cache, shared, barriers());
    }

    /** Between kernels of a graph that do work: twice the time of one with work w less that of one with 2 w. */
    private double drain() {
        int w = 2000;
        double once = bench.secondsInGraph(new Launch("barriers", processors, 1024, List.of(other), w / 16), 200);
        double twice = bench.secondsInGraph(new Launch("barriers", processors, 1024, List.of(other), w / 8), 200);
        return Math.max(0, 2 * once - twice);
    }

    private double meeting() {
        return difference(100, 1100, n -> {
                    Gpu gpu = bench.gpu();
                    DeviceMemory counter = other.slice(0, Integer.BYTES);
                    List<Double> seconds = new ArrayList<>();
                    for (int run = 0; run < 3; run++) {
                        gpu.fill(counter, 0);
                        seconds.add(bench.once(new Launch("meet", processors, 32, List.of(counter), n)));
                    }
                    seconds.sort(Double::compare);
                    return seconds.get(1);
                })
                / 1000;
    }

    /** One block at a time on each multiprocessor: most of the shared memory keeps others out. */
    private double visit() {
        int shared = like.limits().sharedBytesPerBlock() / 16 * 15;
        double few =
                bench.seconds(new Launch("visit", processors * 10, BLOCK, shared, List.of(other, large), List.of()));
        double many =
                bench.seconds(new Launch("visit", processors * 110, BLOCK, shared, List.of(other, large), List.of()));
        return Math.max(1e-9, (many - few) / 100);
    }

    /** Blocks that do nothing, far more than the device holds at a time. */
    private double dispatch() {
        int few = 1 << 18;
        int many = 1 << 20;
        return difference(few, many, n -> bench.seconds(new Launch("nothing", n, BLOCK, List.of(other), 0)))
                / (many - few);
    }

    private List<GpuDescription.Latency.Barrier> barriers() {
        List<GpuDescription.Latency.Barrier> points = new ArrayList<>();
        for (int threads = 32; threads <= 1024; threads *= 2) {
            int size = threads;
            double seconds =
                    difference(FEW, MANY, n -> bench.seconds(new Launch("barriers", 1, size, List.of(other), n)))
                            / (MANY - FEW);
            points.add(new GpuDescription.Latency.Barrier(threads, seconds));
        }
        return points;
    }
}
