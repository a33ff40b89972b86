package tilewright.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.CompilerOptions;
import tilewright.model.UserError;

/** C source to a shared library, by gcc or whatever {@code cc} is. May be used by several threads at once. */
public final class HostCompiler {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    /** Bytes: a source of some hundred kilobytes, its assembly and its library. */
    private static final long LEAST_ROOM = 1 << 20;

    private static final String LEAST = "int tilewright_probe(void) { return 0; }\n";

    /** Those that built {@link #LEAST} in this process, and the library was loaded. */
    private static final Set<Path> WORKING = ConcurrentHashMap.newKeySet();

    /** Those that answered in this process, which asks again and again. */
    private static final Map<Path, HostCompiler> ANSWERED = new ConcurrentHashMap<>();

    /** How long one may take to say which it is. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** Those that did not, and are not asked again. */
    private static final Set<Path> SILENT = ConcurrentHashMap.newKeySet();

    private final Path program;
    private final String version;

    private HostCompiler(Path program, String version) {
        this.program = program;
        this.version = version;
    }

    /**
     * The compiler named by {@code CC}, else gcc, cc or clang of the search path. It has built a library that this process could load.
     *
     * @throws UserError (exit code 3) that says what to do
     */
    public static HostCompiler find() {
        HostCompiler found = search().orElseThrow(() -> missing(System.getenv("CC")));
        found.requireWorking();
        return found;
    }

    /** @param named what CC says; null where it is not set */
    static UserError missing(@Nullable String named) {
        if (named != null && !named.isBlank()) {
            return new UserError(
                    UserError.MISSING_TOOL,
                    "CC=" + named
                            + " names no C compiler that answers to --version" + silent()
                            + "; correct it (one program, without"
                            + " options), or unset it, and gcc, cc or clang of the search path is taken");
        }
        return new UserError(
                UserError.MISSING_TOOL,
                "no C compiler: found none of gcc, cc and clang" + silent()
                        + ". Install one (Debian and Ubuntu: 'apt-get "
                        + "install gcc') or name it, as in CC=/path/to/gcc");
    }

    /** Like {@link #find()}, empty where there is none; it answers to {@code --version}, and has built nothing yet. */
    public static Optional<HostCompiler> search() {
        String explicit = System.getenv("CC");
        if (explicit != null && !explicit.isBlank()) {
            return named(explicit);
        }
        return List.of("gcc", "cc", "clang").stream()
                .flatMap(name -> Processes.find(name).stream())
                .flatMap(path -> ask(path).stream())
                .findFirst();
    }

    /** Whom the user named, and nobody else in his place. */
    static Optional<HostCompiler> named(String program) {
        Path path = Path.of(program);
        return ask(path)
                .or(() -> SILENT.contains(path)
                        ? Optional.empty()
                        : Processes.find(program).flatMap(HostCompiler::ask));
    }

    private static Optional<HostCompiler> ask(Path program) {
        return Optional.ofNullable(ANSWERED.get(program)).or(() -> askAnew(program, ANSWER));
    }

    /** Asks a program which it is, that has not been asked before. */
    static Optional<HostCompiler> askAnew(Path program, Duration limit) {
        if (SILENT.contains(program)) {
            return Optional.empty();
        }
        try {
            Processes.Result result = Processes.run(List.of(program.toString(), "--version"), limit);
            if (result.exitCode() != 0) {
                return Optional.empty();
            }
            HostCompiler found = new HostCompiler(
                    program, result.printed().lines().findFirst().orElse(""));
            ANSWERED.put(program, found);
            return Optional.of(found);
        } catch (Processes.NotEndedException e) {
            SILENT.add(program);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Those that did not answer, for a message. */
    private static String silent() {
        return SILENT.isEmpty()
                ? ""
                : " ("
                        + SILENT.stream().map(Path::toString).sorted().collect(Collectors.joining(", "))
                        + ": no answer to --version within " + ANSWER.toSeconds() + " seconds)";
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
            } catch (CompileException | UserError e) {
                return false;
            } finally {
                TemporaryFolders.delete(folder);
            }
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Builds the least library that there is, and loads it, once in a process: what is wrong with compiler or folder shows before any work.
     *
     * @throws UserError (exit code 3) that says which of them it is
     */
    void requireWorking() {
        if (WORKING.contains(program)) {
            return;
        }
        try {
            Path folder = Files.createTempDirectory("tilewright-probe");
            try {
                HostLibrary.requireLoadable(compile("probe", LEAST, folder, CompilerOptions.EXACT));
                WORKING.add(program);
            } finally {
                TemporaryFolders.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
            Processes.Result result = Processes.run(command(input, output, options), LIMIT);
            if (result.exitCode() != 0) {
                requireRoom(result.output(), folder);
                requireOptions(folder, options);
                throw new CompileException(program.getFileName().toString(), name, result.said());
            }
            if (!Processes.isWritten(output)) {
                requireRoom("", folder);
                throw unusable(Processes.notWritten(command(input, output, options), output));
            }
            return output;
        } catch (IOException e) {
            requireRoom(String.valueOf(e.getMessage()), folder);
            throw new CompileException(program.getFileName().toString(), name, String.valueOf(e.getMessage()));
        }
    }

    private List<String> command(Path input, Path output, List<String> options) {
        List<String> command = new ArrayList<>(List.of(program.toString(), CompilerOptions.STANDARD));
        command.addAll(options);
        command.addAll(List.of("-o", output.toString(), input.toString(), "-lm"));
        return command;
    }

    /** What refuses a function that does nothing refuses its options, or builds nothing at all: the program is not to blame. */
    private void requireOptions(Path folder, List<String> options) throws IOException {
        Path input = Files.writeString(folder.resolve("least.c"), LEAST + "int main(void) { return 0; }\n");
        Path output = folder.resolve("least");
        List<String> command = command(input, output, options);
        Processes.Result result = Processes.run(command, LIMIT);
        Files.delete(input);
        Files.deleteIfExists(output);
        if (result.exitCode() != 0) {
            throw unusable("'" + String.join(" ", command) + "' fails for a program that does nothing: "
                    + result.said().strip());
        }
    }

    private static UserError unusable(String problem) {
        return new UserError(
                UserError.MISSING_TOOL,
                problem + "\nName a C compiler for this machine that works, as in CC=/usr/bin/gcc; 'tilewright doctor'"
                        + " says what is found");
    }

    /** A full folder for temporary files is no fault of the program that is compiled. */
    private static void requireRoom(String log, Path folder) {
        if (lacksRoom(log, folder.toFile().getUsableSpace())) {
            throw new UserError(
                    UserError.MISSING_TOOL,
                    "the folder for temporary files, " + folder.getParent()
                            + ", is full; make room there, or name another"
                            + " by TILEWRIGHT_JAVA_OPTIONS=-Djava.io.tmpdir=DIR");
        }
    }

    /**
     * Whether a compiler failed for want of room. Its words may be lost with its files, some of which it has removed by then: silence where
     * less is left than a compilation writes is taken for it.
     *
     * @param left bytes
     */
    static boolean lacksRoom(String log, long left) {
        return log.contains("No space left on device") || left == 0 || log.isBlank() && left < LEAST_ROOM;
    }
}
