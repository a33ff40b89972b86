package tilewright.tune;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A worker in a process of its own, with this process's Java and class path. */
final class WorkerProcess implements WorkerClient {
    private static final String END = "";

    private final Process process;
    private final PrintStream requests;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
    private final Queue<String> noise = new ConcurrentLinkedQueue<>();
    private final Path errors;

    private WorkerProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("worker replies").start(this::readReplies);
    }

    /**
     * Starts workers whose files go to the folder.
     *
     * @param mainClass whose main method is {@link WorkerMain}'s, or a stand-in
     */
    static Launcher launcher(Class<?> mainClass, Path folder) {
        return () -> start(mainClass, folder);
    }

    private static WorkerProcess start(Class<?> mainClass, Path folder) {
        try {
            Path errors = Files.createTempFile(folder, "worker", ".log");
            ProcessBuilder builder = new ProcessBuilder(command(mainClass, folder))
                    .directory(folder.toFile())
                    .redirectError(errors.toFile());
            builder.environment().putAll(OpenMp.settings());
            return new WorkerProcess(builder.start(), errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> command(Class<?> mainClass, Path folder) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        command.add("--enable-native-access=ALL-UNNAMED");
        // A crash is an expected way to end: no core, and the report where it is deleted with everything else.
        command.add("-XX:-CreateCoredumpOnCrash");
        command.add("-XX:ErrorFile=" + folder.resolve("crash-%p.log"));
        command.add("-cp");
        command.add(absolute(System.getProperty("java.class.path")));
        command.add(mainClass.getName());
        return command;
    }

    /** The worker runs in another folder. */
    private static String absolute(String classPath) {
        String separator = System.getProperty("path.separator");
        return String.join(
                separator,
                Stream.of(classPath.split(java.util.regex.Pattern.quote(separator)))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    private void readReplies() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            // A library that prints must not break the protocol, and the virtual machine prints how it crashed.
            reader.lines().forEach(line -> (line.startsWith("{") ? replies : noise).add(line));
        } catch (IOException | UncheckedIOException e) {
            // The process is gone: the same as the end of its output.
        } finally {
            replies.add(END);
        }
    }

    @Override
    public Reply ask(Request request, Duration limit)
            throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
        requests.println(Lines.write(request));
        String line;
        try {
            line = replies.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            kill();
            throw e;
        }
        if (line == null) {
            kill();
            throw new WorkerTimeoutException(limit);
        }
        if (line.equals(END)) {
            throw new WorkerDiedException(exitCode(), lastWords());
        }
        return Lines.readReply(line);
    }

    private int exitCode() throws InterruptedException {
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            kill();
        }
        return process.waitFor();
    }

    /** The line that says most: a crash's headline or an exception, else the last one. */
    private String lastWords() {
        List<String> lines = Stream.concat(noise.stream(), errorLines())
                .map(line -> line.replaceFirst("^#\\s*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
        return lines.stream()
                .filter(line -> line.startsWith("SIG") || line.startsWith("Exception in thread"))
                .findFirst()
                .orElse(lines.isEmpty() ? "" : lines.getLast());
    }

    private Stream<String> errorLines() {
        try {
            return Files.readString(errors, StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private void kill() {
        process.destroyForcibly();
    }

    /** An idle worker ends when its input does; one that works is killed. */
    @Override
    public void close() {
        requests.close();
        try {
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                kill();
                process.waitFor(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
