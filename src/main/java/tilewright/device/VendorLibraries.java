package tilewright.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Times routines of cuBLAS and cuSOLVER on data of their own, through the libraries' C interface. */
final class VendorLibraries {
    private static final int RUNS = 10;

    private final Gpu gpu;

    VendorLibraries(Gpu gpu) {
        this.gpu = gpu;
    }

    /** Work that the library queues on the device's default stream. */
    @FunctionalInterface
    private interface Work {
        void queue() throws Throwable;
    }

    /**
     * Times a routine.
     *
     * @param sizes as many as it takes
     */
    VendorTimes time(VendorRoutine routine, List<Integer> sizes) {
        for (Path file : new NvrtcLibrary(System.getenv(), Path.of("/"), routine.library()).candidates()) {
            try (Arena arena = Arena.ofConfined()) {
                SymbolLookup library = SymbolLookup.libraryLookup(file, Arena.global());
                return switch (routine) {
                    case SGEMM -> sgemm(library, arena, sizes.get(0), sizes.get(1), sizes.get(2));
                    case SGETRF -> sgetrf(library, arena, sizes.get(0));
                };
            } catch (IllegalArgumentException e) {
                continue; // does not load; another version may
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
        return VendorTimes.none("no lib" + routine.library() + ".so that loads was found");
    }

    private VendorTimes sgemm(SymbolLookup library, Arena arena, int m, int n, int k) throws Throwable {
        MemorySegment handle = handle(library, arena, "cublasCreate_v2");
        MethodHandle multiply = bind(
                library,
                "cublasSgemm_v2",
                ADDRESS,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                JAVA_INT);
        try (Scratch a = random(m, k, 0);
                Scratch b = random(k, n, 0);
                Scratch c = random(m, n, 0)) {
            MemorySegment one = arena.allocateFrom(JAVA_FLOAT, 1);
            MemorySegment zero = arena.allocateFrom(JAVA_FLOAT, 0);
            return new VendorTimes(
                    runs(
                            () -> {},
                            () -> check("cublasSgemm", (int) multiply.invokeExact(
                                    handle, 0, 0, m, n, k, one, a.address(), m, b.address(), k, zero, c.address(), m))),
                    null);
        } finally {
            check("cublasDestroy", (int)
                    bind(library, "cublasDestroy_v2", ADDRESS).invokeExact(handle));
        }
    }

    private VendorTimes sgetrf(SymbolLookup library, Arena arena, int n) throws Throwable {
        MemorySegment handle = handle(library, arena, "cusolverDnCreate");
        MethodHandle bufferSize =
                bind(library, "cusolverDnSgetrf_bufferSize", ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
        MethodHandle factorise = bind(
                library, "cusolverDnSgetrf", ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
        try (Scratch pristine = random(n, n, n);
                Scratch a = new Scratch(gpu, gpu.allocate((long) n * n * Float.BYTES))) {
            MemorySegment elements = arena.allocate(JAVA_INT);
            check("cusolverDnSgetrf_bufferSize", (int) bufferSize.invokeExact(handle, n, n, a.address(), n, elements));
            try (Scratch work = new Scratch(gpu, gpu.allocate((long) elements.get(JAVA_INT, 0) * Float.BYTES));
                    Scratch info = new Scratch(gpu, gpu.allocate(Integer.BYTES))) {
                return new VendorTimes(
                        runs(
                                () -> gpu.copy(a.memory(), pristine.memory()),
                                () -> check("cusolverDnSgetrf", (int) factorise.invokeExact(
                                        handle,
                                        n,
                                        n,
                                        a.address(),
                                        n,
                                        work.address(),
                                        MemorySegment.NULL,
                                        info.address()))),
                        null);
            }
        } finally {
            check("cusolverDnDestroy", (int)
                    bind(library, "cusolverDnDestroy", ADDRESS).invokeExact(handle));
        }
    }

    private List<Double> runs(Runnable before, Work work) throws Throwable {
        List<Double> seconds = new ArrayList<>();
        for (int run = 0; run <= RUNS; run++) {
            before.run();
            gpu.synchronize();
            try (Gpu.Event start = gpu.recordDefault()) {
                work.queue();
                try (Gpu.Event end = gpu.recordDefault()) {
                    seconds.add(end.secondsSince(start));
                }
            }
        }
        return seconds.subList(1, seconds.size());
    }

    /** A matrix of values between 0 and 1 on the device, something added to its diagonal. */
    private Scratch random(int rows, int columns, float diagonal) {
        long elements = (long) rows * columns;
        SplittableRandom random = new SplittableRandom(1);
        DeviceMemory memory = gpu.allocate(elements * Float.BYTES);
        try (HostMemory host = HostMemory.allocate(elements * Float.BYTES)) {
            for (long i = 0; i < elements; i++) {
                boolean onDiagonal = i / columns == i % columns;
                host.setFloat(i, (float) random.nextDouble() + (onDiagonal ? diagonal : 0));
            }
            gpu.copyIn(memory, host);
        }
        return new Scratch(gpu, memory);
    }

    private record Scratch(Gpu gpu, DeviceMemory memory) implements AutoCloseable {
        MemorySegment address() {
            return MemorySegment.ofAddress(memory.address());
        }

        @Override
        public void close() {
            gpu.free(memory);
        }
    }

    private static MemorySegment handle(SymbolLookup library, Arena arena, String create) throws Throwable {
        MemorySegment handle = arena.allocate(ADDRESS);
        check(create, (int) bind(library, create, ADDRESS).invokeExact(handle));
        return handle.get(ADDRESS, 0);
    }

    private static MethodHandle bind(SymbolLookup library, String name, MemoryLayout... parameters) {
        return Linker.nativeLinker()
                .downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, parameters));
    }

    private static void check(String call, int status) {
        if (status != 0) {
            throw new GpuException(call, status, "status " + status);
        }
    }
}
