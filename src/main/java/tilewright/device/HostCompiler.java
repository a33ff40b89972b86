package tilewright.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.model.UserError;

/** C source to a shared library, by gcc or whatever {@code cc} is. May be used by several threads at once. */
public final class HostCompiler {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Fused multiply-add as on the device; nobody looks at errno or at floating-point traps. */
    private static final List<String> FAST =
            List.of("-O3", "-march=native", "-fopenmp", "-ffp-contract=fast", "-fno-math-errno", "-fno-trapping-math");

    private static final List<String> EXACT = List.of("-O2", "-ffp-contract=off");

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
        return compile(name, source, folder, FAST);
    }

    /**
     * Compiles the nest as written: in order, on one thread, without contracting or reordering floating-point
     * arithmetic.
     */
    public Path compileReference(String name, String source, Path folder) {
        return compile(name, source, folder, EXACT);
    }

    private Path compile(String name, String source, Path folder, List<String> options) {
        try {
            Path input = Files.writeString(folder.resolve(name + ".c"), source);
            Path output = folder.resolve(name + ".so");
            List<String> command = new ArrayList<>(List.of(program.toString(), "-std=c11"));
            command.addAll(options);
            command.addAll(List.of("-shared", "-fPIC", "-o", output.toString(), input.toString(), "-lm"));
            Processes.Result result = Processes.run(command, LIMIT);
            if (result.exitCode() != 0) {
                throw new CompileException(program.getFileName().toString(), name, result.output());
            }
            return output;
        } catch (IOException e) {
            throw new CompileException(program.getFileName().toString(), name, String.valueOf(e.getMessage()));
        }
    }
}
