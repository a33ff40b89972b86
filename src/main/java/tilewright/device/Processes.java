package tilewright.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs other programs to their end. */
final class Processes {
    private Processes() {}

    /**
     * What a program left behind.
     *
     * @param output standard output and standard error together
     */
    record Result(int exitCode, String output) {}

    /**
     * @throws IOException when it cannot be started, does not end within the limit, or the thread is interrupted
     */
    static Result run(List<String> command, Duration limit) throws IOException {
        return run(command, Map.of(), limit);
    }

    /** The same with more variables of the environment. */
    static Result run(List<String> command, Map<String, String> environment, Duration limit) throws IOException {
        Path log = Files.createTempFile("tilewright-process", ".log");
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            // Compilers put their temporary files there, too.
            builder.environment().putAll(environment);
            builder.environment().put("TMPDIR", System.getProperty("java.io.tmpdir"));
            Process process = builder.redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(nullDevice()))
                    .redirectOutput(log.toFile())
                    .start();
            if (!await(process, limit)) {
                kill(process);
                throw new IOException(
                        command.getFirst() + " did not end within " + limit.toSeconds() + " seconds and was stopped");
            }
            return new Result(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private static boolean await(Process process, Duration limit) throws IOException {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            kill(process);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** gcc and nvcc start children of their own. */
    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static java.io.File nullDevice() {
        return new java.io.File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
    }

    /** The program of that name on the search path. */
    static Optional<Path> find(String name) {
        String path = System.getenv("PATH");
        return Stream.of(path == null ? new String[0] : path.split(java.io.File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
