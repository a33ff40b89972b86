package tilewright.tune.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A worker in a process of its own, here or at the other end of one: whatever gives a standard input and output. */
final class WorkerProcess implements WorkerClient {
    private static final String END = "";
    /** So often a worker says that it is alive, whatever it is at. */
    static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);
    /** A machine that was busy, or a network that stood still, may come back within this time. */
    private static final Duration SILENCE = SIGN_OF_LIFE.multipliedBy(12);

    private static final Duration POLITE = Duration.ofSeconds(5);
    /** Of what it prints besides replies. */
    private static final int LAST_LINES = 100;
    /** Of a worker that never answered, and whose owner must see why. */
    private static final int SHOWN_LINES = 5;

    private final Process process;
    private final PrintStream requests;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
    private final Deque<String> noise = new ArrayDeque<>();
    private final Path errors;
    /** When it was last heard of; 0 before the first time. */
    private volatile long heard;

    private WorkerProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("worker replies").start(this::readReplies);
    }

    /**
     * Starts a command.
     *
     * @param settings of its environment
     * @param home where it starts
     * @param logs where its error output goes
     */
    static WorkerProcess start(List<String> command, Map<String, String> settings, Path home, Path logs) {
        try {
            Path errors = Files.createTempFile(logs, "worker", ".log");
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(home.toFile()).redirectError(errors.toFile());
            builder.environment().putAll(settings);
            return new WorkerProcess(builder.start(), errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readReplies() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(this::read);
        } catch (IOException | UncheckedIOException e) {
            // The process is gone: the same as the end of its output.
        } finally {
            replies.add(END);
        }
    }

    /** A library that prints must not break the protocol, and the virtual machine prints how it crashed. */
    private void read(String line) {
        if (!line.startsWith("{")) {
            synchronized (noise) {
                noise.add(line);
                if (noise.size() > LAST_LINES) {
                    noise.remove();
                }
            }
            return;
        }
        heard = System.nanoTime();
        if (!line.equals(Lines.ALIVE)) {
            replies.add(line);
        }
    }

    @Override
    public Reply ask(Request request, Duration limit)
            throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
        requests.println(Lines.write(request));
        String line;
        try {
            line = await(limit);
        } catch (WorkerTimeoutException | WorkerDiedException | InterruptedException e) {
            kill();
            throw e;
        }
        if (line.equals(END)) {
            int code = exitCode();
            List<String> said = said();
            throw WorkerDiedException.ended(code, lastWords(said), said.stream().anyMatch(WorkerProcess::isCrash));
        }
        return Lines.readReply(line);
    }

    private String await(Duration limit) throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        long asked = System.nanoTime();
        while (true) {
            long left = end - System.nanoTime();
            String line = replies.poll(Math.min(left, SIGN_OF_LIFE.toNanos()), TimeUnit.NANOSECONDS);
            if (line != null) {
                return line;
            }
            if (heard != 0) {
                Duration since = Duration.ofNanos(System.nanoTime() - Math.max(heard, asked));
                if (since.compareTo(SILENCE) > 0) {
                    throw WorkerDiedException.silent(since);
                }
            }
            if (System.nanoTime() - end >= 0) {
                throw new WorkerTimeoutException(limit);
            }
        }
    }

    private int exitCode() throws InterruptedException {
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            kill();
        }
        return process.waitFor();
    }

    private static boolean isCrash(String line) {
        return line.startsWith("SIG");
    }

    /** The line that says most: a crash's headline or an exception, else the last one; all where it never answered. */
    private String lastWords(List<String> lines) {
        if (heard == 0) {
            return String.join("\n  ", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
        }
        return lines.stream()
                .filter(line -> isCrash(line) || line.startsWith("Exception in thread"))
                .findFirst()
                .orElse(lines.isEmpty() ? "" : lines.getLast());
    }

    private List<String> said() {
        List<String> printed;
        synchronized (noise) {
            printed = List.copyOf(noise);
        }
        return Stream.concat(printed.stream(), errorLines())
                .map(line -> line.replaceFirst("^#\\s*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private Stream<String> errorLines() {
        try {
            return Files.readString(errors, StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /** Asks first: what started a worker elsewhere may have to end it there. */
    private void kill() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = Thread.interrupted();
        try {
            process.waitFor(POLITE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        all.forEach(ProcessHandle::destroyForcibly);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
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
        try {
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            // It goes with its folder.
        }
    }
}
