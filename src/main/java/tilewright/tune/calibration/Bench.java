package tilewright.tune.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.device.Arguments;
import tilewright.device.DeviceMemory;
import tilewright.device.Gpu;
import tilewright.tune.calibration.Calibration.Sources;

/** Times kernels of the measuring module: the median of a few runs after one to warm up. */
final class Bench implements AutoCloseable {
    private static final int RUNS = 5;

    private final Gpu gpu;
    private final Gpu.Module module;

    Bench(Gpu gpu, Sources sources) {
        this.gpu = gpu;
        module = gpu.load(sources.compile(gpu.properties().architecture()));
    }

    /**
     * One kind of launch.
     *
     * @param sharedBytes dynamic shared memory
     */
    record Launch(
            String kernel,
            int blocks,
            int threads,
            int sharedBytes,
            List<DeviceMemory> arrays,
            List<Integer> integers) {
        Launch(String kernel, int blocks, int threads, List<DeviceMemory> arrays, Integer... integers) {
            this(kernel, blocks, threads, 0, arrays, List.of(integers));
        }
    }

    Gpu gpu() {
        return gpu;
    }

    /** Seconds of one launch. */
    double seconds(Launch launch) {
        Gpu.Launch prepared = prepare(launch);
        return time(prepared::queue);
    }

    /** Seconds that each of {@code count} launches after each other takes, queued one by one. */
    double secondsInStream(Launch launch, int count) {
        Gpu.Launch prepared = prepare(launch);
        return time(() -> repeat(prepared, count)) / count;
    }

    /** The same, replayed from a graph; as in a stream where the driver has no graphs. */
    double secondsInGraph(Launch launch, int count) {
        Gpu.Launch prepared = prepare(launch);
        Optional<Gpu.Graph> graph = gpu.capture(() -> repeat(prepared, count));
        if (graph.isEmpty()) {
            return secondsInStream(launch, count);
        }
        try (Gpu.Graph recorded = graph.get()) {
            return time(recorded::queue) / count;
        }
    }

    private static void repeat(Gpu.Launch launch, int count) {
        for (int i = 0; i < count; i++) {
            launch.queue();
        }
    }

    private Gpu.Launch prepare(Launch launch) {
        return module.kernel(launch.kernel(), launch.threads(), launch.sharedBytes())
                .prepare(new Gpu.Grid(launch.blocks(), 1, 1), arguments(launch));
    }

    /** Arrays first, then integers. */
    private static Arguments arguments(Launch launch) {
        return Arguments.of(launch.arrays(), launch.integers());
    }

    /** Seconds of one launch that cannot be repeated as it is. */
    double once(Launch launch) {
        Gpu.Launch prepared = prepare(launch);
        return timed(prepared::queue);
    }

    /** Median seconds of work that is queued on the device. */
    double time(Runnable work) {
        work.run();
        List<Double> seconds = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            seconds.add(timed(work));
        }
        seconds.sort(Double::compare);
        return seconds.get(RUNS / 2);
    }

    private double timed(Runnable work) {
        try (Gpu.Event start = gpu.record()) {
            work.run();
            try (Gpu.Event end = gpu.record()) {
                return end.secondsSince(start);
            }
        }
    }

    @Override
    public void close() {
        module.close();
    }
}
