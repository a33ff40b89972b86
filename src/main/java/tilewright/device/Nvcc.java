package tilewright.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.model.UserError;

/** NVIDIA's compiler as a process: slower than {@link Nvrtc} (about half a second a kernel), but often installed. */
public final class Nvcc implements CudaCompiler {
    private static final Pattern RELEASE = Pattern.compile("release ([0-9.]+)");
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Path program;
    private final String version;

    private Nvcc(Path program, String version) {
        this.program = program;
        this.version = version;
    }

    /** nvcc of {@code CUDA_HOME}, else of the search path, else of {@code /usr/local/cuda}. */
    public static Optional<Nvcc> find() {
        String home = System.getenv("CUDA_HOME");
        return Optional.ofNullable(home)
                .map(folder -> Path.of(folder, "bin", "nvcc"))
                .filter(Files::isExecutable)
                .or(() -> Processes.find("nvcc"))
                .or(() -> Optional.of(Path.of("/usr/local/cuda/bin/nvcc")).filter(Files::isExecutable))
                .flatMap(Nvcc::ask);
    }

    /** The compiler of that file, if it says which release it is. */
    static Optional<Nvcc> ask(Path program) {
        try {
            Processes.Result result = Processes.run(List.of(program.toString(), "--version"), Duration.ofMinutes(1));
            Matcher matcher = RELEASE.matcher(result.output());
            return result.exitCode() == 0 && matcher.find()
                    ? Optional.of(new Nvcc(program, matcher.group(1)))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The program's file. */
    public Path program() {
        return program;
    }

    @Override
    public String description() {
        return "nvcc " + version;
    }

    @Override
    public byte[] compile(String name, String source, String architecture) {
        try {
            Path folder = Files.createTempDirectory("tilewright-nvcc");
            try {
                return compile(folder, name, source, architecture);
            } finally {
                TemporaryFolders.delete(folder);
            }
        } catch (IOException e) {
            throw new CompileException(description(), name, String.valueOf(e.getMessage()));
        }
    }

    private byte[] compile(Path folder, String name, String source, String architecture) throws IOException {
        Path input = Files.writeString(folder.resolve("kernel.cu"), source);
        Path output = folder.resolve("kernel.cubin");
        List<String> command = List.of(
                program.toString(),
                "-cubin",
                "-arch=" + architecture,
                "-std=c++17",
                "-o",
                output.toString(),
                input.toString());
        Processes.Result result = Processes.run(command, LIMIT);
        if (result.exitCode() != 0) {
            throw new CompileException(description(), name, result.said());
        }
        if (!Processes.isWritten(output)) {
            throw new UserError(
                    UserError.MISSING_TOOL,
                    Processes.notWritten(command, output)
                            + "\n"
                            + "Set CUDA_HOME to a CUDA toolkit that works, or PATH; 'tilewright doctor' says what is"
                            + " found");
        }
        return Files.readAllBytes(output);
    }
}
