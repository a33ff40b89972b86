package tilewright.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

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
import tilewright.model.DataType;

/** Times routines of cuBLAS and cuSOLVER on data of their own, through the libraries' C interface. */
final class VendorLibraries {
    private static final int RUNS = 10;

    private final Gpu gpu;

    VendorLibraries(Gpu gpu) {
        this.gpu = gpu;
    }

    /**
     * Times a routine.
     *
     * @param sizes as many as it takes
     */
    VendorTimes time(VendorRoutine routine, List<Integer> sizes) {
        String name = routine.call().library();
        for (Path file : new NvrtcLibrary(System.getenv(), Path.of("/"), name).candidates()) {
            try (Arena arena = Arena.ofConfined()) {
                SymbolLookup library = SymbolLookup.libraryLookup(file, Arena.global());
                return new VendorTimes(time(library, arena, routine, sizes), null);
            } catch (IllegalArgumentException e) {
                continue; // does not load; another version may
            }
        }
        return VendorTimes.none("no lib" + name + ".so that loads was found");
    }

    /** Seconds of each run of a routine of a library that is loaded. */
    List<Double> time(SymbolLookup library, Arena arena, VendorRoutine routine, List<Integer> sizes) {
        VendorCall call = routine.call();
        MemorySegment handle = arena.allocate(ADDRESS);
        run(library, call.handle("Create"), List.of(ADDRESS), List.of(handle));
        MemorySegment opened = handle.get(ADDRESS, 0);
        List<Scratch> memory = new ArrayList<>();
        try {
            List<Scratch> pristine = new ArrayList<>();
            List<Scratch> arrays = new ArrayList<>();
            for (VendorCall.Operand operand : call.operands()) {
                pristine.add(random(operand, sizes, routine.type()));
                arrays.add(new Scratch(
                        gpu, gpu.allocate(pristine.getLast().memory().bytes())));
                memory.add(pristine.getLast());
                memory.add(arrays.getLast());
            }
            Bound bound = new Bound(library, arena, routine, sizes, opened, arrays, memory);
            Runnable work = bound.work();
            return runs(
                    () -> {
                        for (int a = 0; a < arrays.size(); a++) {
                            gpu.copy(arrays.get(a).memory(), pristine.get(a).memory());
                        }
                    },
                    work);
        } finally {
            memory.forEach(Scratch::close);
            run(library, call.handle("Destroy"), List.of(ADDRESS), List.of(opened));
        }
    }

    /** A routine with its arguments. */
    private final class Bound {
        private final SymbolLookup library;
        private final Arena arena;
        private final VendorRoutine routine;
        private final List<Integer> sizes;
        private final List<Scratch> arrays;
        private final List<Scratch> memory;
        private final List<MemoryLayout> layouts = new ArrayList<>(List.of(ADDRESS));
        private final List<Object> values = new ArrayList<>();
        private int workSize;

        /** @param memory takes what is allocated here */
        Bound(
                SymbolLookup library,
                Arena arena,
                VendorRoutine routine,
                List<Integer> sizes,
                MemorySegment handle,
                List<Scratch> arrays,
                List<Scratch> memory) {
            this.library = library;
            this.arena = arena;
            this.routine = routine;
            this.sizes = sizes;
            this.arrays = arrays;
            this.memory = memory;
            values.add(handle);
        }

        Runnable work() {
            for (VendorCall.Argument argument : routine.call().arguments()) {
                add(argument);
            }
            String function = routine.call().function(routine.letter());
            MethodHandle bound = bind(library, function, layouts).asSpreader(Object[].class, values.size());
            Object[] all = values.toArray();
            return () -> check(function, call(bound, all));
        }

        private void add(VendorCall.Argument argument) {
            switch (argument) {
                case VendorCall.Argument.Flag f -> add(JAVA_INT, f.value());
                case VendorCall.Argument.Size s -> add(JAVA_INT, sizes.get(s.position()));
                case VendorCall.Argument.Number n ->
                    add(
                            ADDRESS,
                            routine.type() == DataType.REAL
                                    ? arena.allocateFrom(JAVA_FLOAT, (float) n.value())
                                    : arena.allocateFrom(JAVA_DOUBLE, n.value()));
                case VendorCall.Argument.Array a ->
                    add(ADDRESS, arrays.get(a.position()).address());
                case VendorCall.Argument.Stride s ->
                    add(JAVA_LONG, (long) sizes.get(s.rows()) * sizes.get(s.columns()));
                case VendorCall.Argument.Work _ -> add(ADDRESS, workMemory());
                case VendorCall.Argument.WorkSize _ -> add(JAVA_INT, workSize);
                case VendorCall.Argument.Info _ -> add(ADDRESS, allocate(Integer.BYTES));
                case VendorCall.Argument.Nothing _ -> add(ADDRESS, MemorySegment.NULL);
            }
        }

        private void add(MemoryLayout layout, Object value) {
            layouts.add(layout);
            values.add(value);
        }

        /** As much as the library says, given the arguments so far. */
        private MemorySegment workMemory() {
            MemorySegment elements = arena.allocate(JAVA_INT);
            List<MemoryLayout> asked = new ArrayList<>(layouts);
            asked.add(ADDRESS);
            List<Object> given = new ArrayList<>(values);
            given.add(elements);
            run(library, routine.call().workSizeFunction(routine.letter()), asked, given);
            workSize = elements.get(JAVA_INT, 0);
            return allocate(Math.max(1L, workSize) * routine.type().bytes());
        }

        private MemorySegment allocate(long bytes) {
            memory.add(new Scratch(gpu, gpu.allocate(bytes)));
            return memory.getLast().address();
        }
    }

    private List<Double> runs(Runnable before, Runnable work) {
        List<Double> seconds = new ArrayList<>();
        for (int run = 0; run <= RUNS; run++) {
            before.run();
            gpu.synchronize();
            try (Gpu.Event start = gpu.recordDefault()) {
                work.run();
                try (Gpu.Event end = gpu.recordDefault()) {
                    seconds.add(end.secondsSince(start));
                }
            }
        }
        return seconds.subList(1, seconds.size());
    }

    /** Values between 0 and 1 on the device; on the diagonal of a square matrix, something larger than its rows' sums. */
    private Scratch random(VendorCall.Operand operand, List<Integer> sizes, DataType type) {
        long elements = operand.sizes().stream().mapToLong(sizes::get).reduce(1, Math::multiplyExact);
        int columns = sizes.get(operand.sizes().getLast());
        SplittableRandom random = new SplittableRandom(1);
        DeviceMemory memory = gpu.allocate(elements * type.bytes());
        try (HostMemory host = HostMemory.allocate(elements * type.bytes())) {
            for (long i = 0; i < elements; i++) {
                boolean onDiagonal = operand.isSquare() && i / columns == i % columns;
                host.set(type, i, random.nextDouble() + (onDiagonal ? columns : 0));
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

    private static void run(SymbolLookup library, String function, List<MemoryLayout> parameters, List<Object> values) {
        MethodHandle bound = bind(library, function, parameters).asSpreader(Object[].class, values.size());
        check(function, call(bound, values.toArray()));
    }

    private static int call(MethodHandle function, Object[] values) {
        try {
            return (int) function.invoke(values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle bind(SymbolLookup library, String name, List<MemoryLayout> parameters) {
        return Linker.nativeLinker()
                .downcallHandle(
                        library.findOrThrow(name),
                        FunctionDescriptor.of(JAVA_INT, parameters.toArray(MemoryLayout[]::new)));
    }

    private static void check(String call, int status) {
        if (status != 0) {
            throw new GpuException(call, status, "status " + status);
        }
    }
}
