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
     * @param printed standard output
     * @param complained standard error
     */
    record Result(int exitCode, String printed, String complained) {
        /** Both, one after the other. */
        String output() {
            return printed + complained;
        }

        /** The output, or, where there is none, how the program ended: for messages about its failure. */
        String said() {
            if (!output().isBlank()) {
                return output();
            }
            return exitCode > SIGNAL
                    ? "it was ended by signal " + (exitCode - SIGNAL) + " and printed nothing"
                    : "it ended with exit code " + exitCode + " and printed nothing";
        }
    }

    /** What a process that a signal ended has as exit code is this much more than the signal's number. */
    private static final int SIGNAL = 128;

    /** Whether a file with something in it is there. */
    static boolean isWritten(Path file) throws IOException {
        return Files.isRegularFile(file) && Files.size(file) > 0;
    }

    /** Of a program that said that all went well, and whose file is not there: what ran, how it ended, what is missing. */
    static String notWritten(List<String> command, Path file) {
        return "'" + String.join(" ", command) + "' ended with exit code 0, as if all had gone well, but "
                + (Files.exists(file) ? "left nothing in " : "did not write ") + file;
    }

    /** A process that did not end within its limit. */
    static final class NotEndedException extends IOException {
        private static final long serialVersionUID = 1L;

        NotEndedException(String message) {
            super(message);
        }
    }

    /**
     * @throws IOException when it cannot be started, does not end within the limit, or the thread is interrupted
     */
    static Result run(List<String> command, Duration limit) throws IOException {
        return run(command, Map.of(), limit);
    }

    /** The same with more variables of the environment. */
    static Result run(List<String> command, Map<String, String> environment, Duration limit) throws IOException {
        Path printed = Files.createTempFile("tilewright-process", ".out");
        Path complained = Files.createTempFile("tilewright-process", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            // Compilers put their temporary files there, too.
            builder.environment().putAll(environment);
            builder.environment().put("TMPDIR", System.getProperty("java.io.tmpdir"));
            Process process = builder.redirectInput(ProcessBuilder.Redirect.from(nullDevice()))
                    .redirectOutput(printed.toFile())
                    .redirectError(complained.toFile())
                    .start();
            if (!await(process, limit)) {
                kill(process);
                throw new NotEndedException(
                        command.getFirst() + " did not end within " + limit.toSeconds() + " seconds and was stopped");
            }
            return new Result(process.exitValue(), text(printed), text(complained));
        } finally {
            Files.deleteIfExists(printed);
            Files.deleteIfExists(complained);
        }
    }

    /** Whatever bytes there are. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
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
