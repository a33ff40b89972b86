package tilewright.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tilewright.ranking.GpuDescription;
import tilewright.report.Quantity;
import tilewright.report.TextTable;

/** What a calibration found, beside what was known before. */
final class CalibrationText {
    private CalibrationText() {}

    static String of(GpuDescription measured, GpuDescription before, Path file) {
        TextTable table = new TextTable("lrr").row("", "measured", "known before");
        new TreeMap<>(measured.instructions().types().getOrDefault("real", Map.of())).forEach((name, rate) -> {
            var known =
                    before.instructions().types().getOrDefault("real", Map.of()).get(name);
            table.row(
                    "real " + name,
                    Quantity.prefixed(rate.perSecond()) + "/s, " + Quantity.seconds(rate.latencySeconds()),
                    known == null ? "-" : Quantity.prefixed(known.perSecond()) + "/s");
        });
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
        return String.join("\n", table.lines("")) + "\n\n" + file + "\n";
    }

    private static void row(TextTable table, String name, double measured, double before) {
        table.row(name, Quantity.prefixed(measured) + "B/s", Quantity.prefixed(before) + "B/s");
    }

    private static void time(TextTable table, String name, double measured, double before) {
        table.row(name, Quantity.seconds(measured), Quantity.seconds(before));
    }
}
