package tilewright.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A device in Java: memory is host memory, kernels are Java methods, a graph is a list. */
public final class FakeGpu implements Gpu {
    /** What a kernel does with its grid, its arrays and its integers. */
    public interface Body {
        void run(Grid grid, List<HostMemory> arrays, List<Integer> integers);
    }

    private final Map<String, Body> bodies = new HashMap<>();
    private final TreeMap<Long, HostMemory> allocations = new TreeMap<>();
    private final List<String> journal = new ArrayList<>();
    private final Set<HostMemory> pinned = new HashSet<>();
    private boolean canCapture = true;
    private boolean capturing;
    private final List<Runnable> captured = new ArrayList<>();
    private long nextAddress = 1 << 20;
    private double clockSeconds;

    public FakeGpu define(String kernel, Body body) {
        bodies.put(kernel, body);
        return this;
    }

    FakeGpu withoutGraphs() {
        canCapture = false;
        return this;
    }

    /** Names of what was queued. */
    List<String> journal() {
        return journal;
    }

    /** Number of live allocations. */
    int live() {
        return allocations.size();
    }

    @Override
    public GpuProperties properties() {
        return new GpuProperties(
                "Fake",
                "0000:01:00.0",
                9,
                0,
                "13.0",
                2,
                1_000_000_000L,
                1L << 30,
                1e12,
                1 << 20,
                232_448,
                233_472,
                65_536,
                65_536,
                1024,
                2048,
                32,
                1024);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        long address = nextAddress;
        nextAddress += (bytes + 511) / 256 * 256;
        allocations.put(address, HostMemory.allocate(bytes));
        return new DeviceMemory(address, bytes);
    }

    @Override
    public void free(DeviceMemory memory) {
        Objects.requireNonNull(allocations.remove(memory.address()), "freed twice")
                .close();
    }

    @Override
    public MemoryInfo memory() {
        return new MemoryInfo(1 << 24, 1 << 30);
    }

    @Override
    public boolean pin(HostMemory memory) {
        return pinned.add(memory);
    }

    @Override
    public void unpin(HostMemory memory) {
        if (!pinned.remove(memory)) {
            throw new GpuException("cuMemHostUnregister", 713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED");
        }
    }

    /** Number of pinned pieces of host memory. */
    int pinned() {
        return pinned.size();
    }

    @Override
    public void copyIn(DeviceMemory to, HostMemory from) {
        resolve(to).copyFrom(from);
    }

    @Override
    public void copyOut(HostMemory to, DeviceMemory from) {
        to.copyFrom(resolve(new DeviceMemory(from.address(), to.bytes())));
    }

    @Override
    public void copy(DeviceMemory to, DeviceMemory from) {
        journal.add("copy");
        resolve(to).copyFrom(resolve(from));
    }

    @Override
    public void fill(DeviceMemory memory, int word) {
        journal.add("fill");
        resolve(memory).fill(word);
    }

    @Override
    public Module load(byte[] cubin) {
        return new Module() {
            @Override
            public Kernel kernel(String name, int threads, int dynamicSharedBytes) {
                if (!bodies.containsKey(name)) {
                    throw new GpuException("cuModuleGetFunction", 500, "CUDA_ERROR_NOT_FOUND").inKernel(name);
                }
                return new FakeKernel(new KernelResources(name, 32, 0, 0, dynamicSharedBytes, threads));
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void synchronize() {}

    @Override
    public Event recordDefault() {
        return record();
    }

    @Override
    public Event record() {
        return new FakeEvent(clockSeconds);
    }

    @Override
    public Optional<Graph> capture(Runnable launches) {
        if (!canCapture) {
            return Optional.empty();
        }
        capturing = true;
        captured.clear();
        launches.run();
        capturing = false;
        List<Runnable> recorded = List.copyOf(captured);
        return Optional.of(new Graph() {
            @Override
            public void queue() {
                journal.add("graph");
                recorded.forEach(Runnable::run);
            }

            @Override
            public void close() {}
        });
    }

    @Override
    public void close() {
        allocations.values().forEach(HostMemory::close);
        allocations.clear();
    }

    private HostMemory resolve(DeviceMemory memory) {
        Map.Entry<Long, HostMemory> entry = allocations.floorEntry(memory.address());
        return entry.getValue().slice(memory.address() - entry.getKey(), memory.bytes());
    }

    private record FakeEvent(double seconds) implements Event {
        @Override
        public double secondsSince(Event earlier) {
            return seconds - ((FakeEvent) earlier).seconds;
        }

        @Override
        public void close() {}
    }

    private final class FakeKernel implements Kernel {
        private final KernelResources resources;

        FakeKernel(KernelResources resources) {
            this.resources = resources;
        }

        @Override
        public KernelResources resources() {
            return resources;
        }

        @Override
        public Launch prepare(Grid grid, Arguments arguments) {
            List<HostMemory> arrays = new ArrayList<>();
            List<Integer> integers = new ArrayList<>();
            for (Arguments.Argument argument : arguments.values()) {
                switch (argument) {
                    case Arguments.Argument.Address a -> arrays.add(resolve(a.memory()));
                    case Arguments.Argument.Int i -> integers.add(i.value());
                    case Arguments.Argument.Real r -> integers.add(Float.floatToRawIntBits(r.value()));
                }
            }
            Runnable body = () -> {
                clockSeconds += 1e-3;
                journal.add(resources.kernel());
                Objects.requireNonNull(bodies.get(resources.kernel())).run(grid, arrays, integers);
            };
            return () -> {
                if (capturing) {
                    captured.add(body);
                } else {
                    body.run();
                }
            };
        }
    }
}
