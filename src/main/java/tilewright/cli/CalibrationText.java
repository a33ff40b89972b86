package tilewright.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tilewright.model.TextTable;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.Plausibility;
import tilewright.report.Quantity;

/** What a calibration found, beside what was known before. */
final class CalibrationText {
    /** Differences from a shipped file beyond this share are named. */
    private static final double NAMED_DEVIATION = 0.1;

    private CalibrationText() {}

    static String of(GpuDescription measured, GpuDescription before, Path file) {
        String origin = DeviceCatalog.gpu(measured.fullName()).isPresent() ? "shipped file" : "scaled from the H200";
        TextTable table = new TextTable("lrr").row("", "measured", origin);
        for (String type : List.of("real", "double", "integer")) {
            operations(table, type, measured, before);
        }
        GpuDescription.Memory memory = measured.memory();
        GpuDescription.Memory old = before.memory();
        row(table, "global memory, read plus write", memory.globalBytesPerSecond(), old.globalBytesPerSecond());
        row(table, "L2, read", memory.cacheBytesPerSecond(), old.cacheBytesPerSecond());
        row(table, "L2, one multiprocessor", memory.pathBytesPerSecond(), old.pathBytesPerSecond());
        row(table, "shared memory", memory.sharedBytesPerSecond(), old.sharedBytesPerSecond());
        GpuDescription.Latency now = measured.latency();
        GpuDescription.Latency then = before.latency();
        time(table, "launch in a stream", now.launch(), then.launch());
        time(table, "launch in a graph", now.graphLaunch(), then.graphLaunch());
        time(table, "between working kernels of a graph", now.drain(), then.drain());
        time(table, "all blocks meet", now.gridSync(), then.gridSync());
        time(table, "visit of a block that loads and stores", now.block(), then.block());
        time(table, "between the starts of two blocks", now.dispatch(), then.dispatch());
        time(table, "load from L2", now.cache(), then.cache());
        time(table, "load from shared memory", now.shared(), then.shared());
        for (int threads : List.of(64, 256, 1024)) {
            time(table, "barrier of " + threads + " threads", now.barrier(threads), then.barrier(threads));
        }
        List<String> lines = new ArrayList<>(table.lines(""));
        sentences(lines, "That cannot be right:", Plausibility.contradictions(measured));
        if (DeviceCatalog.gpu(measured.fullName()).isPresent()) {
            sentences(
                    lines,
                    "More than " + Math.round(100 * NAMED_DEVIATION) + " % off the shipped file:",
                    Plausibility.deviations(measured, before, NAMED_DEVIATION));
        }
        return String.join("\n", lines) + "\n\n" + file + "\n";
    }

    private static void operations(TextTable table, String type, GpuDescription measured, GpuDescription before) {
        var known = before.instructions().types().getOrDefault(type, Map.of());
        new TreeMap<>(measured.instructions().types().getOrDefault(type, Map.of())).forEach((name, rate) -> {
            var old = known.get(name);
            table.row(
                    type + " " + name,
                    Quantity.prefixed(rate.perSecond()) + "/s, " + Quantity.seconds(rate.latencySeconds()),
                    old == null ? "-" : Quantity.prefixed(old.perSecond()) + "/s");
        });
    }

    private static void sentences(List<String> lines, String title, List<String> sentences) {
        if (!sentences.isEmpty()) {
            lines.add("");
            lines.add(title);
            sentences.forEach(s -> lines.add("  " + s));
        }
    }

    private static void row(TextTable table, String name, double measured, double before) {
        table.row(name, Quantity.prefixed(measured) + "B/s", Quantity.prefixed(before) + "B/s");
    }

    private static void time(TextTable table, String name, double measured, double before) {
        table.row(name, Quantity.seconds(measured), Quantity.seconds(before));
    }
}
