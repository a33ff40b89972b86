package tilewright.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import tilewright.model.UserError;

/**
 * A compiled C program: one function {@code void f(array.., int parameter..)}. It stays loaded as long as the process
 * lives: taking the OpenMP run-time library out from under its sleeping threads would crash them.
 */
public final class HostLibrary {
    private final SymbolLookup symbols;
    private final MethodHandle function;
    private final int arrays;
    private final int integers;

    private HostLibrary(SymbolLookup symbols, MethodHandle function, int arrays, int integers) {
        this.symbols = symbols;
        this.function = function;
        this.arrays = arrays;
        this.integers = integers;
    }

    /**
     * @param file the shared library
     * @param name of the function
     * @param arrays how many pointers come first
     * @param integers how many ints follow
     * @throws UserError (exit code 3) when the file cannot be loaded
     * @throws IllegalArgumentException when it has no such function
     */
    public static HostLibrary load(Path file, String name, int arrays, int integers) {
        SymbolLookup symbols = open(file, Arena.global());
        List<MemoryLayout> parameters = new ArrayList<>();
        parameters.addAll(Collections.nCopies(arrays, ADDRESS));
        parameters.addAll(Collections.nCopies(integers, JAVA_INT));
        MethodHandle handle = Linker.nativeLinker()
                .downcallHandle(
                        symbols.find(name)
                                .orElseThrow(() -> new IllegalArgumentException(file + " has no function " + name)),
                        FunctionDescriptor.ofVoid(parameters.toArray(MemoryLayout[]::new)));
        return new HostLibrary(symbols, handle, arrays, integers);
    }

    /**
     * Loads it and lets it go.
     *
     * @throws UserError (exit code 3) when it cannot be loaded
     */
    static void requireLoadable(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            open(file, arena);
        }
    }

    /** What a compiler wrote is a library, so that what cannot be loaded is due to the machine. */
    private static SymbolLookup open(Path file, Arena arena) {
        try {
            return SymbolLookup.libraryLookup(file, arena);
        } catch (IllegalArgumentException e) {
            throw new UserError(
                    UserError.MISSING_TOOL,
                    file
                            + ": error: this library, which the C compiler wrote, cannot be loaded. Either programs"
                            + " may not run from the folder for temporary files (a mount with 'noexec'): name another"
                            + " by TILEWRIGHT_JAVA_OPTIONS=-Djava.io.tmpdir=DIR; or CC names a compiler for another"
                            + " machine: correct it",
                    e);
        }
    }

    /** The same from memory; the file that the system's loader needs is gone afterwards. */
    public static HostLibrary load(Binary binary, String name, int arrays, int integers) {
        try {
            Path file = Files.createTempFile("tilewright", ".so");
            try {
                Files.write(file, binary.bytes());
                return load(file, name, arrays, integers);
            } finally {
                // It stays mapped, so that no other file gets its number, by which the loader knows files.
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sets variables of the environment that are not set, for libraries that are loaded from now on: OpenMP's reads them when the first program with it is loaded.
     */
    public static void environment(Map<String, String> variables) {
        Linker linker = Linker.nativeLinker();
        linker.defaultLookup().find("setenv").ifPresent(function -> {
            MethodHandle set =
                    linker.downcallHandle(function, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
            try (Arena arena = Arena.ofConfined()) {
                for (Map.Entry<String, String> each : variables.entrySet()) {
                    int _ = (int)
                            set.invokeExact(arena.allocateFrom(each.getKey()), arena.allocateFrom(each.getValue()), 0);
                }
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /**
     * The values of an exported array of 64-bit integers.
     *
     * @throws IllegalArgumentException when there is no such array
     */
    public long[] integers(String name, int count) {
        MemorySegment array =
                symbols.find(name).orElseThrow(() -> new IllegalArgumentException("the library has no array " + name));
        return array.reinterpret((long) count * Long.BYTES).toArray(JAVA_LONG);
    }

    /**
     * Calls it on Java arrays themselves, without a copy. Until it returns no thread of this process collects garbage.
     *
     * @param heap a {@code float[]}, {@code double[]}, {@code byte[]}, {@code short[]} or {@code int[]} for each pointer
     */
    public static void runOnHeap(Path file, String name, List<Object> heap, List<Integer> values) {
        SymbolLookup symbols = open(file, Arena.global());
        List<MemoryLayout> parameters = new ArrayList<>();
        parameters.addAll(Collections.nCopies(heap.size(), ADDRESS));
        parameters.addAll(Collections.nCopies(values.size(), JAVA_INT));
        MethodHandle handle = Linker.nativeLinker()
                .downcallHandle(
                        symbols.find(name)
                                .orElseThrow(() -> new IllegalArgumentException(file + " has no function " + name)),
                        FunctionDescriptor.ofVoid(parameters.toArray(MemoryLayout[]::new)),
                        Linker.Option.critical(true));
        List<Object> arguments = new ArrayList<>();
        // A program that leaves an empty array must not reach what lies behind it.
        heap.forEach(array -> arguments.add(segment(Array.getLength(array) == 0 ? new long[1] : array)));
        arguments.addAll(values);
        try {
            handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MemorySegment segment(Object array) {
        return switch (array) {
            case float[] f -> MemorySegment.ofArray(f);
            case double[] d -> MemorySegment.ofArray(d);
            case byte[] b -> MemorySegment.ofArray(b);
            case short[] s -> MemorySegment.ofArray(s);
            case int[] i -> MemorySegment.ofArray(i);
            case long[] l -> MemorySegment.ofArray(l);
            default -> throw new IllegalArgumentException("no array of numbers: " + array.getClass());
        };
    }

    /** The values of an exported array of 64-bit integers of a library. */
    public static long[] exported(Path file, String name, int count) {
        return new HostLibrary(open(file, Arena.global()), MethodHandles.empty(MethodType.methodType(void.class)), 0, 0)
                .integers(name, count);
    }

    /** Calls it and returns when it is done. */
    public void run(List<HostMemory> memories, List<Integer> values) {
        if (memories.size() != arrays || values.size() != integers) {
            throw new IllegalArgumentException("expected " + arrays + " arrays and " + integers + " integers, got "
                    + memories.size() + " and " + values.size());
        }
        List<Object> arguments = new ArrayList<>(arrays + integers);
        memories.forEach(memory -> arguments.add(memory.segment()));
        arguments.addAll(values);
        try {
            function.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
