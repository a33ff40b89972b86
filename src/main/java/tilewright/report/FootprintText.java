package tilewright.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.locality.BlockFootprint;
import tilewright.model.LoopNest;
import tilewright.model.TextTable;

/** What a block and a thread of given sizes hold, in bytes and registers. */
public final class FootprintText {
    private FootprintText() {}

    /** One group of accesses: the accesses as numbers and as they are written. */
    public record Row(String accesses, String written, BlockFootprint.Group group) {}

    /** {@code Shared memory of a block of 32 x 32 x 32, registers of a thread of 1 x 4 x 4}. */
    public static String title(BlockFootprint footprint) {
        String block = "Shared memory of a block of " + AnalysisText.join(footprint.block(), " x ");
        return footprint.thread().isEmpty()
                ? block
                : block + ", registers of a thread of " + AnalysisText.join(footprint.thread(), " x ");
    }

    /** The groups with the names of their accesses. */
    public static List<Row> rows(BlockFootprint footprint, LoopNest nest) {
        return footprint.groups().stream()
                .map(g -> new Row(numbers(g), written(g, nest), g))
                .toList();
    }

    /** {@code S1 1, 2; S2 3}. */
    private static String numbers(BlockFootprint.Group group) {
        Set<String> statements = new LinkedHashSet<>();
        group.accesses().forEach(a -> statements.add(a.statement()));
        return statements.stream()
                .map(s -> s + " "
                        + group.accesses().stream()
                                .filter(a -> a.statement().equals(s))
                                .map(a -> String.valueOf(a.access()))
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }

    private static String written(BlockFootprint.Group group, LoopNest nest) {
        return group.accesses().stream()
                .map(a -> nest.statement(a.statement())
                        .statement()
                        .accesses()
                        .get(a.access() - 1)
                        .toString())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    static List<String> lines(BlockFootprint footprint, LoopNest nest) {
        boolean threads = !footprint.thread().isEmpty();
        TextTable table = new TextTable(threads ? "lrrrrl" : "lrrl");
        if (threads) {
            table.row("", "elements", "bytes", "per thread", "registers", "");
        } else {
            table.row("", "elements", "bytes", "");
        }
        for (Row row : rows(footprint, nest)) {
            BlockFootprint.Group group = row.group();
            String block = String.valueOf(group.blockElements());
            String bytes = String.valueOf(group.blockBytes());
            if (threads) {
                table.row(
                        row.accesses(),
                        block,
                        bytes,
                        String.valueOf(group.threadElements()),
                        String.valueOf(group.registers()),
                        row.written());
            } else {
                table.row(row.accesses(), block, bytes, row.written());
            }
        }
        List<String> lines = new ArrayList<>();
        for (String line : table.lines("  ")) {
            int column = line.lastIndexOf("  ") + 2;
            lines.addAll(
                    line.length() <= Paragraph.columns()
                            ? List.of(line)
                            : Paragraph.lines(line.substring(0, column), " ".repeat(column), line.substring(column)));
        }
        lines.addAll(Paragraph.lines("  ", "  ", together(footprint)));
        return lines;
    }

    /** The sum over arrays, where what several groups touch counts once. */
    public static String together(BlockFootprint footprint) {
        String block = "Everything a block touches, each element once: " + footprint.blockBytes() + " bytes";
        return footprint.thread().isEmpty()
                ? block + "."
                : block + "; a thread: " + footprint.registers() + " registers of 4 bytes.";
    }
}
