package tilewright.report.stored;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tilewright.model.UserError;
import tools.jackson.databind.JsonNode;

/**
 * Reads {@code measurements.jsonl}, schema {@code tilewright/measurement/1}. A candidate has a line
 * of phase {@code sweep}, and one of phase {@code final} for each comparison of finalists that it was in; of several
 * lines of one phase the last one counts.
 */
final class MeasurementLines {
    /** What may become of a candidate. */
    private static final Set<String> STATUSES =
            new TreeSet<>(List.of(Measurement.OK, "wrong", "compile-error", "launch-error", "timeout"));

    private MeasurementLines() {}

    /** @param notes receives a note where the last line is torn */
    static Lines read(Path file, List<String> notes) {
        List<String> lines = ResultsReader.text(file).lines().map(String::strip).toList();
        Map<Measurement.Key, Measurement> byCandidate = new LinkedHashMap<>();
        Work work = null;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).isEmpty()) {
                continue;
            }
            String where = file + ":" + (i + 1);
            JsonNode tree;
            try {
                tree = ResultsReader.tree(lines.get(i), where, "remove the line and run tune --resume");
            } catch (UserError e) {
                if (i < lines.size() - 1) {
                    throw e;
                }
                notes.add("The last line of " + file.getFileName() + " (line " + (i + 1)
                        + ") is torn, as after a killed sweep; it was left out.");
                break;
            }
            Fields line = new Fields(where + ": error", tree);
            Measurement read = measurement(line);
            work = Work.of(line).andBefore(work, line);
            byCandidate.merge(read.key(), read, MeasurementLines::merged);
        }
        if (byCandidate.isEmpty()) {
            throw UserError.badInput(file + ": error: no measurement in it; run tune --resume");
        }
        List<Measurement> inOrder = byCandidate.values().stream()
                .sorted(Comparator.comparing(
                                Measurement::rank, Comparator.nullsLast(Comparator.<Integer>naturalOrder()))
                        .thenComparing(
                                Measurement::predictedSeconds, Comparator.nullsLast(Comparator.<Double>naturalOrder())))
                .toList();
        return new Lines(Objects.requireNonNull(work), inOrder);
    }

    /** All of a file. */
    record Lines(Work work, List<Measurement> measurements) {}

    private static Measurement merged(Measurement earlier, Measurement later) {
        if (later.finals().isEmpty() || !earlier.isOk()) {
            return later;
        }
        return new Measurement(
                earlier.block(),
                earlier.thread(),
                earlier.options(),
                earlier.rank(),
                earlier.predictedSeconds(),
                earlier.predictedAmounts(),
                earlier.status(),
                earlier.message(),
                earlier.runs(),
                later.finals(),
                earlier.registers(),
                earlier.sharedBytes(),
                earlier.localBytes(),
                earlier.occupancy(),
                earlier.meters());
    }

    private static Measurement measurement(Fields line) {
        Schema.MEASUREMENT.check(line);
        requireSizes(line);
        Fields predicted = line.optionalObject("predicted");
        String status = line.text("status");
        if (!STATUSES.contains(status)) {
            throw UserError.badInput(line.where() + ": field \"status\": expected one of " + String.join(", ", STATUSES)
                    + ", found \"" + status + "\"");
        }
        line.optionalTime("seconds");
        List<Double> runs = status.equals(Measurement.OK) ? positive(line) : List.of();
        boolean last = "final".equals(line.optionalText("phase"));
        return new Measurement(
                line.integers("block"),
                line.integers("thread"),
                line.options(),
                line.has("rank") ? (Integer) line.count("rank") : null,
                predicted == null ? null : predicted.optionalTime("seconds"),
                predicted == null ? Map.of() : predicted.numbersBut("seconds"),
                status,
                line.optionalText("message"),
                runs,
                last ? runs : List.of(),
                line.optionalInteger("registers"),
                line.optionalInteger("sharedBytes"),
                line.optionalInteger("localBytes"),
                line.optionalNumber("occupancy"),
                meters(line.optionalObject("observed")));
    }

    private static Measurement.@Nullable Meters meters(@Nullable Fields observed) {
        return observed == null
                ? null
                : new Measurement.Meters(
                        observed.time("joules"),
                        observed.number("watts"),
                        observed.number("multiprocessorHertz"),
                        observed.number("celsius"),
                        String.join(", ", observed.texts("throttled")));
    }

    /** A candidate has as many thread sizes as block sizes, all of them positive. */
    private static void requireSizes(Fields line) {
        List<Integer> block = line.integers("block");
        List<Integer> thread = line.integers("thread");
        boolean positive =
                block.stream().allMatch(r -> r > 0) && thread.stream().allMatch(t -> t > 0);
        boolean written = new Measurement.Key(block, thread, line.options()).isAsWritten();
        if (block.isEmpty() && !written || block.size() != thread.size() || !positive) {
            throw UserError.badInput(line.where() + ": \"block\" " + block + " and \"thread\" " + thread
                    + " are not the sizes of a candidate: one of each per loop, at least 1");
        }
    }

    private static List<Double> positive(Fields line) {
        List<Double> runs = line.times("runs");
        if (runs.isEmpty()) {
            throw UserError.badInput(line.where() + ": status is ok, so \"runs\" must hold seconds, found none");
        }
        return runs;
    }
}
