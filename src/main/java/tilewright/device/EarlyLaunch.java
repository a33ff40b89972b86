package tilewright.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/**
 * A launch whose blocks may start before what the launch before it wrote is seen: {@code cuLaunchKernelEx} with the attribute for
 * programmatic stream serialization (CUDA Driver API, "Execution Control"), which JCuda does not have. In a graph it becomes an edge of that kind.
 */
final class EarlyLaunch implements Gpu.Launch {
    /** {@code CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION}. */
    private static final int PROGRAMMATIC_STREAM_SERIALIZATION = 6;

    /** {@code CUlaunchConfig}. */
    private static final StructLayout CONFIGURATION = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(3, JAVA_INT).withName("grid"),
            MemoryLayout.sequenceLayout(3, JAVA_INT).withName("block"),
            JAVA_INT.withName("sharedBytes"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("stream"),
            ADDRESS.withName("attributes"),
            JAVA_INT.withName("count"),
            MemoryLayout.paddingLayout(4));

    /** {@code CUlaunchAttribute}: its value is a union of 64 bytes. */
    private static final StructLayout ATTRIBUTE = MemoryLayout.structLayout(
            JAVA_INT.withName("id"),
            MemoryLayout.paddingLayout(4),
            JAVA_INT.withName("value"),
            MemoryLayout.paddingLayout(60));

    private static final Optional<MethodHandle> LAUNCH = find();

    private final String kernel;
    private final MemorySegment function;
    private final MemorySegment configuration;
    private final MemorySegment parameters;

    /** @param parameters the arguments' addresses */
    private EarlyLaunch(String kernel, MemorySegment function, MemorySegment configuration, MemorySegment parameters) {
        this.kernel = kernel;
        this.function = function;
        this.configuration = configuration;
        this.parameters = parameters;
    }

    /**
     * A launch of one-dimensional blocks; empty where the driver has no such call.
     *
     * @param arguments each in memory of its own, which is copied
     */
    static Optional<Gpu.Launch> of(
            KernelResources kernel,
            DriverHandles.Function function,
            DriverHandles.Stream stream,
            Gpu.Grid grid,
            List<MemorySegment> arguments) {
        if (LAUNCH.isEmpty()) {
            return Optional.empty();
        }
        Arena arena = Arena.ofAuto();
        MemorySegment attribute = arena.allocate(ATTRIBUTE);
        attribute.set(JAVA_INT, offset(ATTRIBUTE, "id"), PROGRAMMATIC_STREAM_SERIALIZATION);
        attribute.set(JAVA_INT, offset(ATTRIBUTE, "value"), 1);
        MemorySegment configuration = arena.allocate(CONFIGURATION);
        int[] shape = {grid.x(), grid.y(), grid.z(), kernel.threads(), 1, 1};
        for (int s = 0; s < shape.length; s++) {
            configuration.setAtIndex(JAVA_INT, s, shape[s]);
        }
        configuration.set(JAVA_INT, offset(CONFIGURATION, "sharedBytes"), kernel.dynamicSharedBytes());
        configuration.set(ADDRESS, offset(CONFIGURATION, "stream"), stream.address());
        configuration.set(ADDRESS, offset(CONFIGURATION, "attributes"), attribute);
        configuration.set(JAVA_INT, offset(CONFIGURATION, "count"), 1);
        MemorySegment parameters = arena.allocate(ADDRESS, Math.max(1, arguments.size()));
        for (int a = 0; a < arguments.size(); a++) {
            MemorySegment argument = arena.allocate(Long.BYTES, Long.BYTES);
            argument.copyFrom(arguments.get(a));
            parameters.setAtIndex(ADDRESS, a, argument);
        }
        return Optional.of(new EarlyLaunch(kernel.kernel(), function.address(), configuration, parameters));
    }

    private static long offset(StructLayout layout, String field) {
        return layout.byteOffset(MemoryLayout.PathElement.groupElement(field));
    }

    private static Optional<MethodHandle> find() {
        try {
            return SymbolLookup.libraryLookup("libcuda.so.1", Arena.global())
                    .find("cuLaunchKernelEx")
                    .map(f -> Linker.nativeLinker()
                            .downcallHandle(f, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS)));
        } catch (IllegalArgumentException noDriver) {
            return Optional.empty();
        }
    }

    @Override
    public void queue() {
        int result;
        try {
            result = (int) LAUNCH.orElseThrow().invokeExact(configuration, function, parameters, MemorySegment.NULL);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        if (result != 0) {
            throw DriverCall.failure("cuLaunchKernelEx", result).inKernel(kernel);
        }
    }
}
