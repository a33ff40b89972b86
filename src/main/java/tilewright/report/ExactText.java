package tilewright.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.locality.Estimate;
import tilewright.locality.Estimate.Order;
import tilewright.locality.ExactCount;
import tilewright.locality.ExactVolumes;
import tilewright.locality.Footprints;
import tilewright.locality.Locality;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.TextTable;

/** The exact part of {@link AnalysisText}: volumes beside Theorem 1's terms, kinds of blocks, footprints. */
final class ExactText {
    private static final String INDENT = "    ";

    private final LoopNest nest;
    private final List<String> loops;

    ExactText(LoopNest nest, List<String> loops) {
        this.nest = nest;
        this.loops = loops;
    }

    /** One statement: a row per read, cut loop, and reads or writes; what is zero in both columns is left out. */
    List<String> cuts(PlacedStatement placed, Locality locality, ExactVolumes exact, String size) {
        String id = placed.statement().id();
        TextTable table = new TextTable("rllll");
        table.row("", "access", "cut", "Theorem 1", "exactly");
        Set<String> conditions = new LinkedHashSet<>();
        int last = 0;
        for (ExactVolumes.Cut cut : exact.cuts()) {
            if (cut.statement().equals(id)) {
                Estimate largest = largest(locality, cut);
                int z = placed.loopVariables().indexOf(cut.loop()) + 1;
                String access =
                        placed.statement().accesses().get(cut.access() - 1).toString();
                List<String[]> rows = rows(largest, cut, z, size);
                for (int i = 0; i < rows.size(); i++) {
                    boolean first = i == 0 && cut.access() != last;
                    table.row(
                            first ? String.valueOf(cut.access()) : "",
                            first ? access : "",
                            i == 0 ? cut.loop() : "",
                            rows.get(i)[0],
                            rows.get(i)[1]);
                    last = cut.access();
                }
                AllSizes.conditions(cut.reads(), conditions);
                AllSizes.conditions(cut.writes(), conditions);
            }
        }
        if (last == 0) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.addAll(Paragraph.lines(
                INDENT, INDENT + "  ", "exactly, with one loop cut and the others whole" + where(conditions)));
        table.lines(INDENT).forEach(line -> lines.addAll(wrapped(line)));
        lines.addAll(inParts(placed, exact));
        return lines;
    }

    /** The same for sizes that blocks need not divide: what is known and not zero. */
    private static List<String> inParts(PlacedStatement placed, ExactVolumes exact) {
        AllSizes all = AllSizes.of(placed, exact);
        if (all.rows().isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable("rllll");
        int last = 0;
        for (AllSizes.Row row : all.rows()) {
            boolean first = row.access() != last;
            table.row(
                    first ? String.valueOf(row.access()) : "",
                    first ? row.text() : "",
                    row.loop(),
                    row.moves(),
                    row.count().toString());
            last = row.access();
        }
        String definitions = all.definitions().stream().map(ExactText::glued).collect(Collectors.joining(", "));
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(Paragraph.lines(INDENT, INDENT + "  ", "for all sizes, " + definitions + where(all.conditions())));
        table.lines(INDENT).forEach(line -> lines.addAll(wrapped(line)));
        return lines;
    }

    private static List<String[]> rows(@Nullable Estimate largest, ExactVolumes.Cut cut, int z, String size) {
        List<String[]> rows = new ArrayList<>();
        String reads = order(largest == null ? null : largest.reads(), z, size);
        String writes = order(largest == null ? null : largest.writes(), z, size);
        boolean none = reads.isEmpty() && writes.isEmpty() && isZero(cut.reads()) && isZero(cut.writes());
        if (none) {
            return rows;
        }
        if (reads.equals(writes) && cut.reads().equals(cut.writes())) {
            rows.add(new String[] {reads + " r+w", shown(cut.reads())});
            return rows;
        }
        if (!reads.isEmpty() || !isZero(cut.reads())) {
            rows.add(new String[] {(reads.isEmpty() ? "-" : reads) + " r", shown(cut.reads())});
        }
        if (!writes.isEmpty() || !isZero(cut.writes())) {
            rows.add(new String[] {(writes.isEmpty() ? "-" : writes) + " w", shown(cut.writes())});
        }
        return rows;
    }

    /** Of several values at one access the estimate with the greatest term. */
    private static @Nullable Estimate largest(Locality locality, ExactVolumes.Cut cut) {
        return locality.estimates().stream()
                .filter(e -> e.statement().equals(cut.statement())
                        && e.access() == cut.access()
                        && e.loop().equals(cut.loop())
                        && e.reads() != null)
                .max((a, b) -> Integer.compare(weight(a.reads()), weight(b.reads())))
                .orElse(null);
    }

    private static int weight(@Nullable Order order) {
        return order == null ? -1 : 2 * (order.power() + order.parts()) + order.parts();
    }

    private static boolean isZero(ExactCount count) {
        return count instanceof ExactCount.Known known && known.value().isZero();
    }

    /** {@code Q1 n^2}; empty for none. */
    static String order(@Nullable Order order, int z, String size) {
        if (order == null) {
            return "";
        }
        String power = order.power() == 0 ? "" : order.power() == 1 ? size : size + "^" + order.power();
        String parts = order.parts() == 0 ? "" : "Q" + z;
        return power.isEmpty() && parts.isEmpty() ? "1" : (parts + " " + power).strip();
    }

    private static String where(Collection<String> conditions) {
        return conditions.isEmpty() ? "" : "; valid for " + together(conditions);
    }

    /** {@code r1 | n, r2 | n; r1, r2 >= 4}; blanks within a condition do not break. */
    static String together(Collection<String> conditions) {
        Map<String, List<String>> byLimit = new LinkedHashMap<>();
        List<String> all = new ArrayList<>();
        for (String condition : conditions) {
            String[] sides = condition.split(" >= ");
            if (sides.length == 2) {
                byLimit.computeIfAbsent(sides[1], _ -> new ArrayList<>()).add(sides[0]);
            } else {
                all.add(glued(condition));
            }
        }
        byLimit.forEach((limit, sizes) -> all.add(glued(String.join(", ", sizes) + " >= " + limit)));
        return String.join(", ", all);
    }

    /** A formula that lines break between terms only; {@link #unglued} gives it its blanks back. */
    static String glued(Object formula) {
        return formula.toString().replaceAll("(?<![+-]) (?![+-])", "\u00a0");
    }

    static String unglued(String text) {
        return text.replace('\u00a0', ' ');
    }

    /** A long formula continues under itself. */
    private static List<String> wrapped(String line) {
        if (line.length() <= Paragraph.columns()) {
            return List.of(line);
        }
        int column = line.lastIndexOf("  ") + 2;
        return Paragraph.lines(line.substring(0, column), " ".repeat(column + 2), glued(line.substring(column)));
    }

    /** Inner blocks, kinds of blocks and their sum. */
    List<String> blocks(ExactVolumes exact) {
        List<String> lines = new ArrayList<>();
        ExactVolumes.Inner inner = exact.inner();
        if (inner != null) {
            inner(inner, lines);
        }
        if (exact.reads() instanceof ExactCount.Known reads && exact.writes() instanceof ExactCount.Known writes) {
            lines.addAll(Paragraph.lines(
                    "  ", "    ", "Blocks of one size r, by kind; valid for " + together(reads.conditions())));
            TextTable table = new TextTable("lllll");
            table.row("where", "blocks", "operations", "reads of one", "writes of one");
            for (ExactVolumes.Kind kind : exact.kinds()) {
                table.row(
                        kind.where().isEmpty() ? "all" : kind.where(),
                        kind.blocks().toString(),
                        kind.iterations().toString(),
                        kind.reads().toString(),
                        kind.writes().toString());
            }
            List<String> rows = table.lines(INDENT);
            if (rows.stream().allMatch(r -> r.length() <= Paragraph.columns())) {
                lines.addAll(rows);
            } else {
                exact.kinds().forEach(kind -> lines.addAll(kind(kind)));
            }
            lines.addAll(Paragraph.lines("  all blocks read   ", "      ", glued(reads.toString())));
            lines.addAll(Paragraph.lines("  all blocks write  ", "      ", glued(writes.toString())));
        } else {
            lines.addAll(Paragraph.lines(
                    "  kinds of blocks: ", "    ", glued(exact.reads().toString())));
        }
        return lines;
    }

    private static List<String> kind(ExactVolumes.Kind kind) {
        return Paragraph.lines(
                INDENT,
                INDENT + "  ",
                (kind.where().isEmpty() ? "all" : kind.where()) + ": " + kind.blocks() + " blocks of "
                        + kind.iterations() + " operations, each reads " + kind.reads() + " and writes "
                        + kind.writes());
    }

    private void inner(ExactVolumes.Inner inner, List<String> lines) {
        lines.addAll(Paragraph.lines(
                "  ",
                "    ",
                "One block inside the nest" + (inner.where().isEmpty() ? "" : " (" + inner.where() + ")") + ", "
                        + (loops.size() == 1 ? "size r1" : "sizes r1.." + "r" + loops.size())
                        + ", ranges of the loops apart"));
        String at = inner.accesses().stream()
                .filter(a -> !isZero(a.reads()))
                .map(a -> glued(a.reads()) + " at " + text(a.statement(), a.access()))
                .collect(Collectors.joining(", "));
        lines.addAll(Paragraph.lines(
                "    reads     ", "                ", glued(inner.reads()) + (at.isEmpty() ? "" : ": " + at)));
        lines.addAll(Paragraph.lines(
                "    writes    ", "                ", glued(inner.writes().toString())));
        lines.addAll(Paragraph.lines("    together  ", "                ", glued(sum(inner.reads(), inner.writes()))));
        lines.addAll(Paragraph.lines(
                "  All blocks, leading term" + equalities(inner.allReads()) + ": ",
                "      ",
                glued(sum(inner.allReads(), inner.allWrites()))));
    }

    /** {@code , ni = nj = nk}, where a formula is one of equal parameters. */
    private static String equalities(ExactCount count) {
        return count.equalities().stream().map(c -> ", " + c).collect(Collectors.joining());
    }

    /** A formula, with what must be equal. */
    private static String shown(ExactCount count) {
        return count + count.equalities().stream().map(c -> " where " + c).collect(Collectors.joining());
    }

    private String text(String statement, int access) {
        PlacedStatement placed = nest.statement(statement);
        String text = placed.statement().accesses().get(access - 1).toString();
        return nest.statements().size() == 1 ? text : statement + " " + text;
    }

    static String sum(ExactCount left, ExactCount right) {
        if (left instanceof ExactCount.Known a && right instanceof ExactCount.Known b) {
            return a.value().plus(b.value()).toString();
        }
        return left instanceof ExactCount.Refused ? left.toString() : right.toString();
    }

    /** What blocks and threads hold. */
    List<String> footprints(Footprints footprints) {
        List<String> lines = new ArrayList<>();
        for (Footprints.OfArray array : footprints.arrays()) {
            lines.addAll(Paragraph.lines(
                    "  " + array.array() + ": ",
                    "      ",
                    array.elements() + " elements of " + array.bytes() + " bytes"));
        }
        TextTable table = new TextTable("llllll");
        table.row("", "access", "elements", "each used", "along", "carried by");
        for (Footprints.OfAccess each : footprints.accesses()) {
            table.row(
                    each.statement() + " " + each.access(),
                    nest.statement(each.statement())
                            .statement()
                            .accesses()
                            .get(each.access() - 1)
                            .toString(),
                    each.elements().toString(),
                    reuse(each.reuse()),
                    each.directions().isEmpty()
                            ? "-"
                            : each.directions().stream().map(Object::toString).collect(Collectors.joining(" ")),
                    each.directions().stream()
                            .map(Footprints.Direction::carrier)
                            .distinct()
                            .collect(Collectors.joining(" ")));
        }
        table.lines("  ").forEach(line -> lines.addAll(wrapped(line)));
        lines.addAll(Paragraph.lines(
                "  ",
                "  ",
                "A block that keeps all of it in shared memory needs these bytes; a thread of " + threadSizes()
                        + " iterations touches the same with its own sizes, in registers."));
        return lines;
    }

    private String threadSizes() {
        return IntStream.rangeClosed(1, loops.size())
                .mapToObj(z -> "r" + z + "2")
                .collect(Collectors.joining(" x "));
    }

    static String reuse(ExactCount reuse) {
        return reuse instanceof ExactCount.Refused refused ? refused.reason() : reuse.toString();
    }
}
