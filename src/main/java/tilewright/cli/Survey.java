package tilewright.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.cli.argument.SourceArguments;
import tilewright.cli.argument.SourceFile;
import tilewright.cli.output.Faults;
import tilewright.cli.output.Progress;
import tilewright.model.Refusal;
import tilewright.model.UserError;

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
     * @param smaller sizes that took the place of those of the file where it was verified: {@code N=40 instead of 2000}; empty where it
     *     was verified as it is, or not at all
     * @param seconds of processor time that reading and analysis took
     */
    record Entry(
            String file,
            String scop,
            Outcome outcome,
            @Nullable Refusal refusal,
            String message,
            String smaller,
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
            return new Entry(file, scop, now, null, why, "", seconds);
        }
    }

    /** What is said of a sequential run whose numbers become too great. */
    private static final String NOT_FINITE = "the sequential run ends with";

    /** What such macros are at most then. */
    private static final long SMALL = 40;

    /** The same where the numbers of a run become too great with those. */
    private static final long SMALLEST = 4;

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
                        new Entry(file.toString(), "", scops.outcome, scops.refusal, scops.message, "", scops.seconds));
    }

    /**
     * What becomes of one scop.
     *
     * @param analysed is told what is known before the scop is verified
     */
    Entry of(Path file, String scop, Consumer<Entry> analysed) {
        Result<SurveySizes> read = within(analysis, () -> sizes(file, scop, Map.of()));
        Entry entry = new Entry(file.toString(), scop, read.outcome, read.refusal, read.message, "", read.seconds);
        SurveySizes runs = read.value;
        if (runs == null || verification == null) {
            return entry;
        }
        analysed.accept(entry);
        SurveySizes taken = runs.isSmall() ? runs : smallerOr(file, scop, runs, SMALL);
        Result<String> verified = verified(file, scop, taken);
        for (long most : List.of(SMALL, SMALLEST)) {
            boolean isFinite = verified.outcome != Outcome.REFUSED || !verified.message.contains(NOT_FINITE);
            if (isFinite || taken.macros().containsValue(most)) {
                continue;
            }
            // Sums and products of fewer numbers may stay finite.
            SurveySizes smaller = smallerOr(file, scop, runs, most);
            if (!smaller.macros().isEmpty()) {
                taken = smaller;
                verified = verified(file, scop, smaller);
            }
        }
        Outcome outcome = switch (verified.outcome) {
            case ACCEPTED -> Outcome.VERIFIED;
            case REFUSED, TOO_LONG, TOO_LARGE -> Outcome.NOT_VERIFIED;
            default -> verified.outcome;
        };
        return new Entry(file.toString(), scop, outcome, null, verified.message, taken.words(), read.seconds);
    }

    private Result<String> verified(Path file, String scop, SurveySizes runs) {
        return within(Objects.requireNonNull(verification), () -> verify(file, scop, runs));
    }

    /** The same nest with smaller sizes; as it is where it has none that can be made smaller. */
    private SurveySizes smallerOr(Path file, String scop, SurveySizes own, long most) {
        SurveySizes smaller = within(analysis, () -> smaller(file, scop, own, most)).value;
        return smaller == null || own.fits() && !smaller.fits() ? own : smaller;
    }

    private SurveySizes smaller(Path file, String scop, SurveySizes own, long most) {
        if (!SourceFile.isC(file)) {
            return own;
        }
        SequencedMap<String, Long> macros = source.integerMacros(file);
        macros.values().removeIf(value -> value <= most);
        if (macros.isEmpty()) {
            return own;
        }
        SequencedMap<String, Long> small = new LinkedHashMap<>();
        macros.keySet().forEach(name -> small.put(name, most));
        try {
            return sizes(file, scop, small).with(small, macros);
        } catch (UserError e) {
            // These sizes belong together in a way that smaller ones do not.
            return own;
        }
    }

    private SurveySizes sizes(Path file, String scop, Map<String, Long> smaller) {
        return SurveySizes.of(source.read(file, scop, smaller).nest());
    }

    /** At the first sizes; at others where the numbers of a run become too great there. */
    private String verify(Path file, String scop, SurveySizes runs) {
        UserError first = null;
        for (SequencedMap<String, Long> each : runs.sizes()) {
            try {
                return verify(file, scop, each, runs.macros());
            } catch (UserError e) {
                if (!String.valueOf(e.getMessage()).contains(NOT_FINITE)) {
                    throw first == null ? e : first;
                }
                first = first == null ? e : first;
            }
        }
        throw Objects.requireNonNull(first);
    }

    private String verify(Path file, String scop, SequencedMap<String, Long> sizes, Map<String, Long> macros) {
        List<String> arguments =
                new ArrayList<>(List.of("verify", file.toString(), "--scop", scop, "--target", "c", "--verbose"));
        source.includes.forEach(directory -> arguments.addAll(List.of("-I", directory.toString())));
        source.others.forEach(other -> arguments.addAll(List.of("--with", other.toString())));
        source.macros.forEach(macro -> arguments.addAll(List.of("-D", macro)));
        source.redefinitions.forEach(macro -> arguments.addAll(List.of("--redefine", macro)));
        macros.forEach((name, value) -> arguments.addAll(List.of("--redefine", name + "=" + value)));
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
        AtomicLong worked = new AtomicLong();
        Progress progress = Progress.silent();
        FutureTask<T> future = new FutureTask<>(() -> {
            try {
                return ScopedValue.where(Progress.CURRENT, progress).call(task::call);
            } finally {
                worked.set(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
            }
        });
        long start = System.nanoTime();
        Thread thread = Thread.ofPlatform().daemon().name("survey").start(future);
        try {
            while (!isOver(thread, start, limit)) {
                try {
                    T value = future.get(POLL.toMillis(), TimeUnit.MILLISECONDS);
                    return new Result<>(value, Outcome.ACCEPTED, null, "", worked.get() / 1e9);
                } catch (TimeoutException e) {
                    // Not yet.
                }
            }
            String part = progress.stage() == null ? "" : ": " + progress.stage();
            return new Result<>(
                    null,
                    Outcome.TOO_LONG,
                    null,
                    "not done within " + limit.toSeconds() + " s" + part,
                    worked(thread) / 1e9);
        } catch (ExecutionException e) {
            Throwable fault = e.getCause() == null ? e : e.getCause();
            if (fault instanceof OutOfMemoryError) {
                return new Result<>(null, Outcome.TOO_LARGE, null, "out of memory", worked.get() / 1e9);
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
            return new Result<>(null, outcome, refusal, message, worked.get() / 1e9);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Result<>(null, Outcome.TOO_LONG, null, "interrupted", worked.get() / 1e9);
        }
    }

    private static boolean isOver(Thread thread, long start, Duration limit) {
        return worked(thread) > limit.toNanos() || System.nanoTime() - start > 10 * limit.toNanos();
    }

    /** Nanoseconds of processor time that a thread and the programs started from here have had. */
    private static long worked(Thread thread) {
        long own = ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
        long others = ProcessHandle.current()
                .descendants()
                .mapToLong(
                        p -> p.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
                .sum();
        return own + others;
    }
}
