package tilewright.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.codegen.CompilerOptions;
import tilewright.model.UserError;

/** C source to a shared library, by gcc or whatever {@code cc} is. May be used by several threads at once. */
public final class HostCompiler {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Path program;
    private final String version;

    private HostCompiler(Path program, String version) {
        this.program = program;
        this.version = version;
    }

    /**
     * The compiler named by {@code CC}, else gcc, cc or clang of the search path.
     *
     * @throws UserError (exit code 3) that says what to do
     */
    public static HostCompiler find() {
        return search().orElseThrow(() -> new UserError(
                UserError.MISSING_TOOL,
                "no C compiler: found none of gcc, cc and clang. Install one (Debian and Ubuntu: 'apt-get "
                        + "install gcc') or name it, as in CC=/path/to/gcc"));
    }

    /** Like {@link #find()}, empty where there is none. */
    public static Optional<HostCompiler> search() {
        String explicit = System.getenv("CC");
        if (explicit != null && !explicit.isBlank()) {
            Optional<HostCompiler> chosen =
                    ask(Path.of(explicit)).or(() -> Processes.find(explicit).flatMap(HostCompiler::ask));
            if (chosen.isPresent()) {
                return chosen;
            }
        }
        return List.of("gcc", "cc", "clang").stream()
                .flatMap(name -> Processes.find(name).stream())
                .flatMap(path -> ask(path).stream())
                .findFirst();
    }

    private static Optional<HostCompiler> ask(Path program) {
        try {
            Processes.Result result = Processes.run(List.of(program.toString(), "--version"), Duration.ofSeconds(30));
            return result.exitCode() == 0
                    ? Optional.of(new HostCompiler(
                            program, result.output().lines().findFirst().orElse("")))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The program's file. */
    public Path program() {
        return program;
    }

    /** First line of what it says of itself. */
    public String description() {
        return version;
    }

    /** Whether it is clang, which has other options for parallel loops of its own. */
    public boolean isClang() {
        return version.contains("clang");
    }

    /** Whether it builds OpenMP programs. */
    public boolean hasOpenMp() {
        try {
            Path folder = Files.createTempDirectory("tilewright-openmp");
            try {
                compile("openmp", "#include <omp.h>\nint f(void) { return omp_get_max_threads(); }\n", folder);
                return true;
            } catch (CompileException e) {
                return false;
            } finally {
                TemporaryFolders.delete(folder);
            }
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * @param name stem of the files that appear in {@code folder}
     * @return the shared library
     * @throws CompileException with the compiler's log
     */
    public Path compile(String name, String source, Path folder) {
        return compile(name, source, folder, CompilerOptions.FAST);
    }

    /** The same with parallel blocks, optimised, but every operation rounded: nothing is contracted. */
    public Path compileExact(String name, String source, Path folder) {
        List<String> options = new ArrayList<>(CompilerOptions.FAST);
        options.add("-ffp-contract=off");
        return compile(name, source, folder, options);
    }

    /**
     * Compiles the nest as written: in order, on one thread, without contracting or reordering floating-point
     * arithmetic.
     */
    public Path compileReference(String name, String source, Path folder) {
        return compile(name, source, folder, CompilerOptions.EXACT);
    }

    /**
     * Compiles the nest as written, as fast as the compiler alone makes it; what the source says of parallel loops is not heeded.
     *
     * @param threads 1, or how many its own parallel loops may use
     */
    public Path compilePeer(String name, String source, int threads, Path folder) {
        List<String> options = new ArrayList<>(CompilerOptions.FAST);
        options.remove(CompilerOptions.OPEN_MP);
        if (threads > 1) {
            options.add("-ftree-parallelize-loops=" + threads);
        }
        return compile(name, source, folder, options);
    }

    /** Compiles a whole program with a main function, with parallel blocks, optimised as {@link #compile(String, String, Path)} does. */
    public Path compileProgram(String name, String source, Path folder) {
        return build(name, source, folder, folder.resolve(name), CompilerOptions.FAST);
    }

    private Path compile(String name, String source, Path folder, List<String> options) {
        List<String> shared = new ArrayList<>(options);
        shared.addAll(List.of("-shared", "-fPIC"));
        return build(name, source, folder, folder.resolve(name + ".so"), shared);
    }

    private Path build(String name, String source, Path folder, Path output, List<String> options) {
        try {
            Path input = Files.writeString(folder.resolve(name + ".c"), source);
            List<String> command = new ArrayList<>(List.of(program.toString(), CompilerOptions.STANDARD));
            command.addAll(options);
            command.addAll(List.of("-o", output.toString(), input.toString(), "-lm"));
            Processes.Result result = Processes.run(command, LIMIT);
            if (result.exitCode() != 0) {
                requireRoom(result.output(), folder);
                throw new CompileException(program.getFileName().toString(), name, result.output());
            }
            return output;
        } catch (IOException e) {
            requireRoom(String.valueOf(e.getMessage()), folder);
            throw new CompileException(program.getFileName().toString(), name, String.valueOf(e.getMessage()));
        }
    }

    /** A full folder for temporary files is no fault of the program that is compiled. */
    private static void requireRoom(String log, Path folder) {
        if (log.contains("No space left on device") || folder.toFile().getUsableSpace() == 0) {
            throw new UserError(
                    UserError.MISSING_TOOL,
                    "the folder for temporary files, " + folder.getParent()
                            + ", is full; make room there, or name another"
                            + " by TILEWRIGHT_JAVA_OPTIONS=-Djava.io.tmpdir=DIR");
        }
    }
}
