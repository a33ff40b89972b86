package tilewright.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.Refusal;
import tilewright.model.UserError;
import tilewright.tiling.Tiler;

/**
 * What becomes of every scop of many C files. A fault of one ends nothing: it is what is found.
 *
 * @param analysis the time that reading and finding dependences may take
 * @param verification the time that {@code verify} may take; null where nothing is verified
 */
record Survey(
        SourceArguments source, Duration analysis, @Nullable Duration verification) {
    /** What became of a scop. */
    enum Outcome {
        /** Its program agrees with the sequential nest. */
        VERIFIED,
        /** Read and analysed. */
        ACCEPTED,
        /** Accepted; sizes, memory or time did not let it be verified. */
        NOT_VERIFIED,
        /** The user is told why it is not read. */
        REFUSED,
        /** Its program disagrees with the sequential nest. */
        WRONG,
        /** Not analysed in time. */
        TOO_LONG,
        /** Not analysed in the memory that it may take. */
        TOO_LARGE,
        /** A fault of Tilewright. */
        INTERNAL;

        /** Whether it is one of Tilewright's own. */
        boolean isFault() {
            return this == WRONG || this == INTERNAL;
        }
    }

    /**
     * One scop.
     *
     * @param file its name as given
     * @param scop its number; empty where the file's scops were not found
     * @param refusal why it is not read; null where it is
     * @param message the first fault; empty where there is none
     * @param seconds of reading and analysis
     */
    record Entry(
            String file,
            String scop,
            Outcome outcome,
            @Nullable Refusal refusal,
            String message,
            double seconds) {
        /** Whether it is an affine scop with all of its text, so that it should be accepted. */
        boolean isWanted() {
            return refusal == null || refusal == Refusal.NOT_SUPPORTED;
        }

        /** The same scop, whose process was ended for this reason: what had been found out by then stays. */
        Entry endedBy(Outcome reason, String why) {
            Outcome now = outcome != Outcome.ACCEPTED
                    ? reason
                    : reason == Outcome.INTERNAL ? Outcome.INTERNAL : Outcome.NOT_VERIFIED;
            return new Entry(file, scop, now, null, why, seconds);
        }
    }

    /** Sizes at which a nest is tried until one is within its arrays and assumptions. */
    private static final List<Long> SIZES = List.of(20L, 33L, 64L, 12L, 7L, 4L, 2L, 1L, 0L);

    /** Of these. */
    private static final int MOST_TRIED = 5;

    /** How parameters differ: all are equal, later ones greater, later ones less. */
    private static final List<LongBinaryOperator> SHAPES = List.of(
            (size, _) -> size, (size, place) -> size * (place + 1), (size, place) -> Math.max(1, size - 2 * place));

    /** How often it is looked whether a task takes too long. */
    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * The scops of a file, by number.
     *
     * @param numbers empty where they were not found
     * @param fault why not; null where they were
     */
    record Scops(List<String> numbers, @Nullable Entry fault) {
        Scops {
            numbers = List.copyOf(numbers);
        }
    }

    /** The scops of one file. */
    Scops scops(Path file) {
        Result<List<String>> scops = within(analysis, () -> source.scops(file));
        return scops.value != null
                ? new Scops(scops.value, null)
                : new Scops(
                        List.of(),
                        new Entry(file.toString(), "", scops.outcome, scops.refusal, scops.message, scops.seconds));
    }

    /**
     * What becomes of one scop.
     *
     * @param analysed is told what is known before the scop is verified
     */
    Entry of(Path file, String scop, Consumer<Entry> analysed) {
        Result<List<SequencedMap<String, Long>>> read = within(analysis, () -> sizes(file, scop));
        Entry entry = new Entry(file.toString(), scop, read.outcome, read.refusal, read.message, read.seconds);
        List<SequencedMap<String, Long>> sizes = read.value;
        if (sizes == null || verification == null) {
            return entry;
        }
        analysed.accept(entry);
        Result<String> verified = within(verification, () -> verify(file, scop, sizes));
        Outcome outcome = switch (verified.outcome) {
            case ACCEPTED -> Outcome.VERIFIED;
            case REFUSED, TOO_LONG, TOO_LARGE -> Outcome.NOT_VERIFIED;
            default -> verified.outcome;
        };
        return new Entry(file.toString(), scop, outcome, null, verified.message, read.seconds);
    }

    /** Reads and analyses, and finds sizes to run it at, in the order in which they are tried. */
    private List<SequencedMap<String, Long>> sizes(Path file, String scop) {
        LoopNest nest = source.read(file, scop).nest();
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, nest);
            Tiler.requireIterations(dependences);
            List<SequencedMap<String, Long>> fitting = new ArrayList<>();
            SequencedMap<String, Long> sizes = new LinkedHashMap<>();
            for (LongBinaryOperator shape : SHAPES) {
                for (Long size : SIZES) {
                    sizes = new LinkedHashMap<>();
                    for (int p = 0; p < nest.parameters().size(); p++) {
                        sizes.put(nest.parameters().get(p), shape.applyAsLong(size, p));
                    }
                    SequencedMap<String, Long> these = sizes;
                    boolean permitted = nest.assumptions().stream().allMatch(a -> a.permits(these));
                    if (permitted
                            && !fitting.contains(these)
                            && Inputs.outsideArrays(dependences, these).isEmpty()
                            && Inputs.runsAt(dependences, these)) {
                        fitting.add(these);
                        if (fitting.size() == MOST_TRIED) {
                            return fitting;
                        }
                    }
                }
            }
            if (fitting.isEmpty()) {
                // Sizes of 0, which nothing counts as one, may be the only ones within the arrays.
                Inputs.outsideArraysAtAllSizes(dependences).ifPresent(words -> {
                    throw UserError.refused(Refusal.INVALID, words);
                });
            }
            return fitting.isEmpty() ? List.of(sizes) : fitting;
        }
    }

    /** At the first sizes; at others where the numbers of a run become too great there. */
    private String verify(Path file, String scop, List<SequencedMap<String, Long>> sizes) {
        UserError first = null;
        for (SequencedMap<String, Long> each : sizes) {
            try {
                return verify(file, scop, each);
            } catch (UserError e) {
                if (!String.valueOf(e.getMessage()).contains("the sequential run ends with")) {
                    throw first == null ? e : first;
                }
                first = first == null ? e : first;
            }
        }
        throw Objects.requireNonNull(first);
    }

    private String verify(Path file, String scop, SequencedMap<String, Long> sizes) {
        List<String> arguments =
                new ArrayList<>(List.of("verify", file.toString(), "--scop", scop, "--target", "c", "--verbose"));
        source.includes.forEach(directory -> arguments.addAll(List.of("-I", directory.toString())));
        source.others.forEach(other -> arguments.addAll(List.of("--with", other.toString())));
        source.macros.forEach(macro -> arguments.addAll(List.of("-D", macro)));
        sizes.forEach((name, value) -> arguments.addAll(List.of("--set", name + "=" + value)));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(arguments.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
        return switch (code) {
            case 0 -> "";
            case UserError.ANSWER_IS_NO ->
                throw new Wrong(out.toString().strip() + err.toString().strip());
            case Faults.INTERNAL ->
                throw new IllegalStateException(err.toString().strip());
            default -> throw new UserError(code, faults(err.toString()));
        };
    }

    /** What a command said, without notes and what it was at. */
    private static String faults(String said) {
        return said.lines()
                .filter(line -> !line.matches(".*: (note|warning): .*|tilewright: .* so far"))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    /** The program of a scop disagrees with the scop. */
    private static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    /** What a task gave, or why it gave nothing. */
    private record Result<T>(
            @Nullable T value, Outcome outcome, @Nullable Refusal refusal, String message, double seconds) {}

    /**
     * A task that is not done in time is left alone: isl cannot be stopped from outside, and whoever asked ends the process. Time is that of the
     * task's thread and of the programs that it runs, so that what else the machine does is not counted; a task that only waits ends after
     * ten times the limit.
     */
    private static <T> Result<T> within(Duration limit, Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        long start = System.nanoTime();
        Thread thread = Thread.ofPlatform().daemon().name("survey").start(future);
        try {
            while (!isOver(thread, start, limit)) {
                try {
                    T value = future.get(POLL.toMillis(), TimeUnit.MILLISECONDS);
                    return new Result<>(value, Outcome.ACCEPTED, null, "", seconds(start));
                } catch (TimeoutException e) {
                    // Not yet.
                }
            }
            return new Result<>(
                    null, Outcome.TOO_LONG, null, "not done within " + limit.toSeconds() + " s", seconds(start));
        } catch (ExecutionException e) {
            Throwable fault = e.getCause() == null ? e : e.getCause();
            if (fault instanceof OutOfMemoryError) {
                return new Result<>(null, Outcome.TOO_LARGE, null, "out of memory", seconds(start));
            }
            Faults.Verdict verdict = Faults.verdict(fault);
            Outcome outcome = fault instanceof Wrong
                    ? Outcome.WRONG
                    : verdict.exitCode() == Faults.INTERNAL ? Outcome.INTERNAL : Outcome.REFUSED;
            String message = outcome != Outcome.REFUSED
                    ? String.valueOf(fault)
                    : fault instanceof UserError refused ? refused.reason() : verdict.message();
            Refusal refusal = outcome != Outcome.REFUSED
                    ? null
                    : fault instanceof UserError refused ? refused.refusal() : Refusal.NOT_SUPPORTED;
            return new Result<>(null, outcome, refusal, message, seconds(start));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Result<>(null, Outcome.TOO_LONG, null, "interrupted", seconds(start));
        }
    }

    private static boolean isOver(Thread thread, long start, Duration limit) {
        long worked = ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
        long others = ProcessHandle.current()
                .descendants()
                .mapToLong(
                        p -> p.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
                .sum();
        return worked + others > limit.toNanos() || System.nanoTime() - start > 10 * limit.toNanos();
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
