package tilewright.tune;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;

/** Where the time of a sweep goes: its parts that all devices but one wait for, or that no device uses. Any thread may tell. */
final class TimeSpent {
    private final Instant start = Instant.now();
    private final SequencedMap<Part, Double> seconds = new LinkedHashMap<>();

    /** What time is spent on. */
    enum Part {
        SET_UP("seconds before the first candidate"),
        WAITING("seconds without a compiled candidate"),
        FINALS("seconds of the finals"),
        PEERS("seconds of the peers"),
        ABLATION("seconds of the programs without a pass");

        private final String words;

        Part(String words) {
            this.words = words;
        }
    }

    /** Milliseconds from the start to now. */
    long millis() {
        return Duration.between(start, Instant.now()).toMillis();
    }

    /** So much was spent. */
    synchronized void spent(Part part, double more) {
        seconds.merge(part, more, Double::sum);
    }

    /** From the start until now; only the first time counts. */
    synchronized void spentUntilNow(Part part) {
        seconds.putIfAbsent(part, millis() * 1e-3);
    }

    /** Spends time until the result is closed. */
    Span span(Part part) {
        long before = System.nanoTime();
        return () -> spent(part, (System.nanoTime() - before) * 1e-9);
    }

    /** A stretch of time. */
    interface Span extends AutoCloseable {
        @Override
        void close();
    }

    /** In words, all of it first. */
    synchronized SequencedMap<String, String> described() {
        SequencedMap<String, String> all = new LinkedHashMap<>();
        all.put("started", start.toString());
        all.put("seconds", text(millis() * 1e-3));
        seconds.forEach((part, spent) -> all.put(part.words, text(spent)));
        return all;
    }

    private static String text(double spent) {
        return String.format(Locale.ROOT, "%.1f", spent);
    }
}
