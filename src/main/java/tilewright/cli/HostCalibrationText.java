package tilewright.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import tilewright.model.TextTable;
import tilewright.ranking.description.HostDescription;
import tilewright.report.Quantity;

/** What a calibration of the processors found. */
final class HostCalibrationText {
    private HostCalibrationText() {}

    static String of(HostDescription measured, Path file) {
        String threads = measured.processors() + (measured.processors() == 1 ? " thread" : " threads");
        TextTable table = new TextTable("lrrr").row(measured.fullName(), threads, "one thread", "latency");
        for (HostDescription.Cache cache : measured.caches()) {
            table.row(
                    cache.name() + ", " + Quantity.prefixed(cache.bytes()) + "B",
                    Quantity.prefixed(cache.bytesPerSecond()) + "B/s",
                    Quantity.prefixed(cache.coreBytesPerSecond()) + "B/s",
                    Quantity.seconds(cache.latencySeconds()));
        }
        HostDescription.Memory memory = measured.memory();
        table.row(
                "memory",
                Quantity.prefixed(memory.bytesPerSecond()) + "B/s",
                Quantity.prefixed(memory.coreBytesPerSecond()) + "B/s",
                Quantity.seconds(memory.latencySeconds()));
        for (String type : List.of("real", "double", "integer")) {
            new TreeMap<>(measured.instructions().types().get(type))
                    .forEach((operation, rate) ->
                            table.row(type + " " + operation, Quantity.prefixed(rate.perSecond()) + "/s", "", ""));
        }
        table.row("parallel loop", Quantity.seconds(measured.threads().forkJoinSeconds()), "", "");
        table.row("one of its blocks", Quantity.seconds(measured.threads().blockSeconds()), "", "");
        table.row("inner loop", "", Quantity.seconds(measured.loops().startSeconds()), "");
        table.row(
                "element copied across rows",
                "",
                Quantity.seconds(measured.loops().acrossSeconds()),
                "");
        table.row("page touched first", "", Quantity.seconds(4096 * memory.touchSeconds()), "");
        List<String> lines = new ArrayList<>(table.lines(""));
        return String.join("\n", lines) + "\n\n" + file + "\n";
    }
}
