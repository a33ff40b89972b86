package tilewright.report.stored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.model.UserError;
import tools.jackson.databind.JsonNode;

/**
 * Reads {@code measurements.jsonl}, schema {@code tilewright/measurement/1}. A candidate may have several lines,
 * from a resumed sweep or from finals: the last one decides its status, and the runs of all its good lines count.
 */
final class MeasurementLines {
    private MeasurementLines() {}

    /** @param notes receives a note where the last line is torn */
    static List<Measurement> read(Path file, List<String> notes) {
        List<String> lines = ResultsReader.text(file).lines().map(String::strip).toList();
        Map<Measurement.Key, Measurement> byCandidate = new LinkedHashMap<>();
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
            Measurement read = measurement(new Fields(where + ": error", tree));
            byCandidate.merge(read.key(), read, MeasurementLines::merged);
        }
        if (byCandidate.isEmpty()) {
            throw UserError.badInput(file + ": error: no measurement in it; run tune --resume");
        }
        return byCandidate.values().stream()
                .sorted(Comparator.comparing(
                                Measurement::rank, Comparator.nullsLast(Comparator.<Integer>naturalOrder()))
                        .thenComparing(
                                Measurement::predictedSeconds, Comparator.nullsLast(Comparator.<Double>naturalOrder())))
                .toList();
    }

    private static Measurement merged(Measurement earlier, Measurement later) {
        if (!later.isOk()) {
            return later;
        }
        List<Double> runs = new ArrayList<>(earlier.runs());
        runs.addAll(later.runs());
        return new Measurement(
                later.block(),
                later.thread(),
                later.options(),
                later.rank() == null ? earlier.rank() : later.rank(),
                later.predicted(),
                later.predictedSeconds(),
                later.status(),
                later.message(),
                runs,
                later.registers(),
                later.sharedBytes());
    }

    private static Measurement measurement(Fields line) {
        Schema.MEASUREMENT.check(line);
        Fields predicted = line.optionalObject("predicted");
        String status = line.text("status");
        boolean ok = status.equals(Measurement.OK);
        return new Measurement(
                line.integers("block"),
                line.integers("thread"),
                line.flattened("options"),
                integer(line.optionalInteger("rank")),
                line.flattened("predicted"),
                predicted == null ? null : predicted.optionalNumber("seconds"),
                status,
                line.optionalText("message"),
                ok ? positive(line) : List.of(),
                line.optionalInteger("registers"),
                line.optionalInteger("sharedBytes"));
    }

    private static List<Double> positive(Fields line) {
        List<Double> runs = line.numbers("runs");
        if (runs.isEmpty() || runs.stream().anyMatch(r -> !(r > 0))) {
            throw UserError.badInput(
                    line.where() + ": status is ok, so \"runs\" must hold seconds above 0, found " + runs);
        }
        return runs;
    }

    private static @Nullable Integer integer(@Nullable Long value) {
        return value == null ? null : value.intValue();
    }
}
