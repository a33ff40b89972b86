package tilewright.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * NVIDIA's run-time compiler, libnvrtc of any version, bound by the Foreign Function and Memory API. It has no
 * standard headers: sources include nothing but that of numbers of 16 bits, which it is given.
 */
public final class Nvrtc implements CudaCompiler {
    private static final int OPTIONS_COUNT = 2;
    private static final String HALF_NAME = "cuda_fp16.h";
    private static final String HALF = header();

    private final Path library;
    private final MethodHandle create;
    private final MethodHandle compile;
    private final MethodHandle destroy;
    private final MethodHandle errorString;
    private final MethodHandle cubinSize;
    private final MethodHandle cubin;
    private final MethodHandle logSize;
    private final MethodHandle log;
    private final String version;

    private Nvrtc(Path library) {
        this.library = library;
        // Its helper is opened by bare name; where it is loaded already, no search path is needed.
        builtins(library).forEach(helper -> SymbolLookup.libraryLookup(helper, Arena.global()));
        SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
        create = bind(symbols, "nvrtcCreateProgram", ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
        compile = bind(symbols, "nvrtcCompileProgram", ADDRESS, JAVA_INT, ADDRESS);
        destroy = bind(symbols, "nvrtcDestroyProgram", ADDRESS);
        cubinSize = bind(symbols, "nvrtcGetCUBINSize", ADDRESS, ADDRESS);
        cubin = bind(symbols, "nvrtcGetCUBIN", ADDRESS, ADDRESS);
        logSize = bind(symbols, "nvrtcGetProgramLogSize", ADDRESS, ADDRESS);
        log = bind(symbols, "nvrtcGetProgramLog", ADDRESS, ADDRESS);
        errorString = Linker.nativeLinker()
                .downcallHandle(symbols.findOrThrow("nvrtcGetErrorString"), FunctionDescriptor.of(ADDRESS, JAVA_INT));
        version = version(bind(symbols, "nvrtcVersion", ADDRESS, ADDRESS));
    }

    /**
     * The first libnvrtc that loads.
     *
     * @param rejected told about every one that was found but does not load
     */
    public static Optional<Nvrtc> find(Consumer<String> rejected) {
        for (Path candidate : new NvrtcLibrary(System.getenv(), Path.of("/")).candidates()) {
            try {
                return Optional.of(new Nvrtc(candidate));
            } catch (RuntimeException e) {
                rejected.accept(candidate + " does not load: " + e.getMessage());
            }
        }
        return Optional.empty();
    }

    /** The file that was loaded. */
    public Path library() {
        return library;
    }

    @Override
    public String description() {
        return "nvrtc " + version;
    }

    @Override
    public byte[] compile(String name, String source, String architecture) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = arena.allocate(ADDRESS);
            check("nvrtcCreateProgram", (int) create.invokeExact(
                    handle,
                    arena.allocateFrom(source),
                    arena.allocateFrom(name),
                    1,
                    texts(arena, HALF),
                    texts(arena, HALF_NAME)));
            MemorySegment program = handle.get(ADDRESS, 0);
            try {
                int result = (int) compile.invokeExact(program, OPTIONS_COUNT, options(arena, architecture));
                if (result != 0) {
                    throw new CompileException(
                            description(), name, bytes(arena, program, logSize, log) + "\n" + describe(result));
                }
                return raw(arena, program, cubinSize, cubin);
            } finally {
                check("nvrtcDestroyProgram", (int) destroy.invokeExact(handle));
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static String header() {
        try (InputStream in = Nvrtc.class.getResourceAsStream(HALF_NAME)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MemorySegment texts(Arena arena, String text) {
        MemorySegment texts = arena.allocate(ADDRESS);
        texts.set(ADDRESS, 0, arena.allocateFrom(text));
        return texts;
    }

    private static MemorySegment options(Arena arena, String architecture) {
        MemorySegment options = arena.allocate(ADDRESS, OPTIONS_COUNT);
        options.setAtIndex(ADDRESS, 0, arena.allocateFrom("--gpu-architecture=" + architecture));
        options.setAtIndex(ADDRESS, 1, arena.allocateFrom("--std=c++17"));
        return options;
    }

    private String bytes(Arena arena, MemorySegment program, MethodHandle size, MethodHandle content) throws Throwable {
        byte[] text = raw(arena, program, size, content);
        return new String(text, 0, Math.max(0, text.length - 1), StandardCharsets.UTF_8);
    }

    private byte[] raw(Arena arena, MemorySegment program, MethodHandle size, MethodHandle content) throws Throwable {
        MemorySegment length = arena.allocate(JAVA_LONG);
        check("nvrtcGet..Size", (int) size.invokeExact(program, length));
        MemorySegment target = arena.allocate(length.get(JAVA_LONG, 0));
        check("nvrtcGet..", (int) content.invokeExact(program, target));
        return target.toArray(ValueLayout.JAVA_BYTE);
    }

    private void check(String call, int result) {
        if (result != 0) {
            throw new IllegalStateException(call + " of " + library + " failed: " + describe(result));
        }
    }

    private String describe(int result) {
        try {
            MemorySegment text = (MemorySegment) errorString.invokeExact(result);
            return text.reinterpret(256).getString(0);
        } catch (Throwable e) {
            return "error " + result;
        }
    }

    private static String version(MethodHandle query) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment major = arena.allocate(JAVA_INT);
            MemorySegment minor = arena.allocate(JAVA_INT);
            int result = (int) query.invokeExact(major, minor);
            return result == 0 ? major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0) : "of unknown version";
        } catch (Throwable e) {
            return "of unknown version";
        }
    }

    private static MethodHandle bind(SymbolLookup symbols, String name, MemoryLayout... parameters) {
        return Linker.nativeLinker()
                .downcallHandle(symbols.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, parameters));
    }

    private static List<Path> builtins(Path library) {
        Path folder = library.toAbsolutePath().getParent();
        if (folder == null) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("libnvrtc-builtins.so"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
