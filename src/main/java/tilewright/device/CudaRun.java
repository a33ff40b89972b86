package tilewright.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The launches of one program at one size, prepared once; a graph of them where the driver can record one. */
final class CudaRun implements Machine.Run {
    /** Beyond this a graph takes the driver longer to build than its replays save. */
    private static final int MOST_GRAPH_LAUNCHES = 100_000;

    private final Gpu gpu;
    private final Code code;
    private final ProgramInstance instance;
    private final CudaWorkspace workspace;
    private final Runnable flushCache;
    private final Supplier<Optional<EnergyMeter>> meter;
    private final Gpu.Launch[] launches;
    private final boolean lanes;
    private Gpu.@Nullable Graph graph;
    private boolean captured;

    CudaRun(
            Gpu gpu,
            Code code,
            List<Gpu.Kernel> kernels,
            ProgramInstance instance,
            CudaWorkspace workspace,
            Runnable flushCache,
            Supplier<Optional<EnergyMeter>> meter) {
        this.gpu = gpu;
        this.code = code;
        this.instance = instance;
        this.workspace = workspace;
        this.flushCache = flushCache;
        this.meter = meter;
        lanes = instance.usesLanes();
        launches = instance.launches().stream()
                .map(launch -> prepare(kernels.get(launch.kernel()), launch))
                .toArray(Gpu.Launch[]::new);
    }

    private Gpu.Launch prepare(Gpu.Kernel kernel, ProgramInstance.Launch launch) {
        Gpu.Grid grid = new Gpu.Grid(launch.blocks(), 1, 1);
        KernelShape shape = code.kernels().get(launch.kernel());
        Arguments arguments = arguments(shape, launch.integers());
        return kernel.prepare(grid, arguments, launch.ahead(), shape.start());
    }

    private Arguments arguments(KernelShape kernel, List<Integer> integers) {
        List<Arguments.Argument> values = new ArrayList<>();
        int next = 0;
        for (int argument : kernel.arguments()) {
            values.add(
                    argument == KernelShape.INTEGER
                            ? new Arguments.Argument.Int(integers.get(next++))
                            : new Arguments.Argument.Address(memory(argument)));
        }
        return new Arguments(values);
    }

    private DeviceMemory memory(int argument) {
        int scratch = argument - 2 * instance.arrays().size();
        return scratch < 0
                ? workspace.memory(argument)
                : workspace.scratch(instance.scratch().get(scratch));
    }

    @Override
    public void stepwise() {
        for (int i = 0; i < launches.length; i++) {
            String kernel =
                    code.kernels().get(instance.launches().get(i).kernel()).name();
            try {
                fork();
                launches[i].queue();
                join();
                gpu.synchronize();
            } catch (GpuException e) {
                throw e.inKernel(kernel).ofCandidate(code.label());
            }
        }
    }

    @Override
    public void once() {
        try {
            capture();
            queue();
            gpu.synchronize();
        } catch (GpuException e) {
            throw named(e);
        }
    }

    @Override
    public double time() {
        try {
            capture();
            workspace.restore();
            flushCache.run();
            try (Gpu.Event start = gpu.record()) {
                queue();
                try (Gpu.Event end = gpu.record()) {
                    return end.secondsSince(start);
                }
            }
        } catch (GpuException e) {
            throw named(e);
        }
    }

    @Override
    public List<Double> kernelSeconds() {
        int kernels = code.kernels().size();
        // Where launches run beside each other, what each kernel takes alone says little; a replay would need both
        // lanes. Blocks that wait for what others set would find it set by the run before, and not wait.
        if (launches.length > MOST_GRAPH_LAUNCHES || kernels < 2 || lanes || instance.waits()) {
            return List.of();
        }
        List<Double> seconds = new ArrayList<>();
        for (int kernel = 0; kernel < kernels; kernel++) {
            int only = kernel;
            Optional<Gpu.Graph> part = gpu.capture(() -> queueOnly(only));
            if (part.isEmpty()) {
                return List.of();
            }
            try (Gpu.Graph launchesOfKernel = part.get();
                    Gpu.Event start = gpu.record()) {
                launchesOfKernel.queue();
                try (Gpu.Event end = gpu.record()) {
                    seconds.add(end.secondsSince(start));
                }
            }
        }
        return seconds;
    }

    @Override
    public Optional<Observed> observe(double seconds) {
        return meter.get().flatMap(each -> each.observe(this::once, seconds));
    }

    private void queueOnly(int kernel) {
        for (int i = 0; i < launches.length; i++) {
            if (instance.launches().get(i).kernel() == kernel) {
                launches[i].queue();
            }
        }
    }

    private void capture() {
        if (!captured) {
            captured = true;
            Optional<Gpu.Graph> recorded = launches.length == 0 || launches.length > MOST_GRAPH_LAUNCHES
                    ? Optional.empty()
                    : gpu.capture(this::queueEach);
            graph = recorded.orElse(null);
        }
    }

    private void queue() {
        if (graph != null) {
            graph.queue();
        } else {
            queueEach();
        }
    }

    private void queueEach() {
        fork();
        for (int i = 0; i < launches.length; i++) {
            if (instance.launches().get(i).meets()) {
                join();
                fork();
            }
            launches[i].queue();
        }
        join();
    }

    private void fork() {
        if (lanes) {
            gpu.fork();
        }
    }

    private void join() {
        if (lanes) {
            gpu.join();
        }
    }

    /** An error that comes out after many launches may belong to any of the kernels. */
    private GpuException named(GpuException e) {
        String kernels = code.kernels().stream().map(KernelShape::name).collect(Collectors.joining(" or "));
        return e.inKernel(kernels).ofCandidate(code.label());
    }

    @Override
    public LaunchMode mode() {
        capture();
        return graph != null ? LaunchMode.GRAPH : LaunchMode.STREAM;
    }

    @Override
    public void close() {
        if (graph != null) {
            graph.close();
            graph = null;
        }
    }
}
