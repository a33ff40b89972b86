package tilewright.cli;

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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.cli.Survey.Entry;
import tilewright.cli.Survey.Outcome;
import tilewright.cli.SurveyLines.Reply;
import tilewright.cli.SurveyLines.Request;
import tilewright.cli.argument.MachineMemory;
import tilewright.device.JavaCommand;

/**
 * The other side of a {@link SurveyWorker}: starts one, asks it, ends it where it takes too much, and starts another one then.
 */
final class SurveyProcess implements AutoCloseable {
    /** How many times longer than analysing a scop verifying it may take. */
    static final int VERIFICATION = 10;

    private static final Duration POLL = Duration.ofMillis(100);
    /** The process keeps its own limits of time; beyond them it hangs. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private static final int LAST_LINES = 3;

    private final List<String> arguments;
    private final Duration longest;
    private final long memory;
    private final Path errors;
    private @Nullable Process process;
    private BlockingQueue<String> replies = new LinkedBlockingQueue<>();

    /**
     * Nothing is started yet.
     *
     * @param arguments of {@link SurveyWorker}
     * @param analysis the time that analysing one scop may take, of its thread
     * @param memory bytes that the process and those it starts may hold
     */
    SurveyProcess(List<String> arguments, Duration analysis, long memory) throws IOException {
        this.arguments = List.copyOf(arguments);
        this.longest = analysis.multipliedBy(10L * (VERIFICATION + 1)).plus(GRACE);
        this.memory = memory;
        this.errors = Files.createTempFile("tilewright-survey", ".log");
    }

    /** Every scop of a file, one behind the other. */
    List<Entry> of(Path file) throws IOException, InterruptedException {
        Entry nothing = new Entry(file.toString(), "", Outcome.TOO_LONG, null, "", "", 0);
        Reply found = ask(new Request(file.toString(), ""), nothing);
        if (found.entry() != null) {
            return List.of(found.entry());
        }
        List<Entry> entries = new ArrayList<>();
        for (String scop : found.scops()) {
            Entry unknown = new Entry(file.toString(), scop, Outcome.TOO_LONG, null, "", "", 0);
            Reply reply = ask(new Request(file.toString(), scop), unknown);
            entries.add(reply.entry() == null ? unknown : reply.entry());
        }
        return entries;
    }

    /** @param known what is known of a scop before anything was answered */
    private Reply ask(Request request, Entry known) throws IOException, InterruptedException {
        Process worker = running();
        long end = System.nanoTime() + longest.toNanos();
        new PrintStream(worker.getOutputStream(), true, StandardCharsets.UTF_8).println(SurveyLines.write(request));
        Entry last = known;
        while (true) {
            String line = replies.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
            if (line != null && !line.isEmpty()) {
                Reply reply = SurveyLines.reply(line);
                if (reply.done()) {
                    if (reply.leaves()) {
                        end();
                    }
                    return reply;
                }
                last = reply.entry() == null ? last : reply.entry();
            } else if (line != null) {
                return ended(last.endedBy(Outcome.INTERNAL, "its process ended: " + lastWords(worker)));
            } else if (MachineMemory.held(worker.toHandle()) > memory) {
                return ended(last.endedBy(Outcome.TOO_LARGE, "more than " + (memory >> 20) + " MB of memory"));
            } else if (System.nanoTime() - end > 0) {
                return ended(last.endedBy(Outcome.TOO_LONG, "no answer within " + longest.toSeconds() + " s"));
            }
        }
    }

    private Reply ended(Entry entry) {
        end();
        return new Reply(List.of(), entry, true, true);
    }

    private Process running() throws IOException {
        if (process != null && process.isAlive()) {
            return process;
        }
        List<String> options = new ArrayList<>();
        // Integer sets and compilers need what the heap leaves.
        options.add("-Xmx" + Math.max(64, (memory >> 20) / 2) + "m");
        options.addAll(List.of("-XX:+UseSerialGC", "-XX:-CreateCoredumpOnCrash"));
        // Most of its time is isl's, and a process that is ended early gains nothing by more.
        options.add("-XX:TieredStopAtLevel=1");
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("tilewright."))
                .sorted()
                .forEach(name -> options.add("-D" + name + "=" + System.getProperty(name)));
        List<String> command = JavaCommand.of(options, SurveyWorker.class);
        command.addAll(arguments);
        Process started =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().name("survey replies").start(() -> read(started, lines));
        process = started;
        replies = lines;
        return started;
    }

    /** An empty line is the end. */
    private static void read(Process from, BlockingQueue<String> to) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(from.getInputStream(), StandardCharsets.UTF_8))) {
            // A virtual machine that crashes says so here.
            reader.lines().filter(line -> line.startsWith("{")).forEach(to::add);
        } catch (IOException | UncheckedIOException e) {
            // The same as the end of its output.
        } finally {
            to.add("");
        }
    }

    private String lastWords(Process worker) throws IOException, InterruptedException {
        List<String> lines =
                Files.readString(errors, StandardCharsets.UTF_8).lines().toList();
        String said = String.join(" ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        return "exit code " + worker.waitFor() + (said.isEmpty() ? "" : ", " + said);
    }

    /** With everything that it started: compilers, and programs that run. */
    private void end() {
        Process worker = process;
        process = null;
        if (worker != null) {
            Stream.concat(worker.descendants(), Stream.of(worker.toHandle()))
                    .toList()
                    .forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Override
    public void close() throws IOException {
        end();
        Files.deleteIfExists(errors);
    }
}
