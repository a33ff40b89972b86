package tilewright.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.dependence.SilentWrites;
import tilewright.locality.AccessLocality;
import tilewright.locality.AccessMatrix;
import tilewright.locality.AccessThreadSizes;
import tilewright.locality.AccessThreadSizes.Reason;
import tilewright.locality.Estimate;
import tilewright.locality.Estimate.Order;
import tilewright.locality.ExactVolumes;
import tilewright.locality.Locality;
import tilewright.locality.UsedValues;
import tilewright.model.Access;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.TextTable;

/** One statement's part of {@link AnalysisText}: its line, its accesses and what cutting its loops costs. */
final class StatementText {
    private static final String INDENT = "    ";

    private final Dependences dependences;
    private final Locality locality;
    private final @Nullable ExactVolumes exact;
    private final PlacedStatement placed;
    private final String id;
    private final String size;

    StatementText(Dependences dependences, Locality locality, @Nullable ExactVolumes exact, PlacedStatement placed) {
        this.exact = exact;
        this.dependences = dependences;
        this.locality = locality;
        this.placed = placed;
        this.id = placed.statement().id();
        List<String> parameters = dependences.nest().parameters();
        this.size = parameters.size() == 1 ? parameters.getFirst() : "M";
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(heading());
        lines.add("");
        lines.addAll(accesses());
        if (placed.depth() > 0 && !used(true).isEmpty()) {
            lines.add("");
            lines.add(INDENT + "moved when a loop is cut into Q parts (Theorem 1)" + sizeLegend());
            lines.addAll(communication());
            lines.addAll(minorValues());
            lines.addAll(exactly());
        }
        if (placed.depth() > 0) {
            lines.add("");
            lines.add(INDENT + "thread sizes (Theorem 2)");
            lines.addAll(threads());
        }
        return lines;
    }

    private List<String> exactly() {
        if (exact == null) {
            return List.of();
        }
        List<String> table = new ExactText(dependences.nest(), dependences.loops()).cuts(placed, locality, exact, size);
        return Stream.concat(table.isEmpty() ? Stream.empty() : Stream.of(""), table.stream())
                .toList();
    }

    private List<String> heading() {
        List<String> lines = new ArrayList<>();
        String label = id + "  line " + placed.statement().position().line() + "  ";
        lines.addAll(Paragraph.lines(
                label, " ".repeat(label.length() + 4), placed.statement().toString()));
        String loops = placed.loops().stream().map(StatementText::loop).collect(Collectors.joining(", "));
        lines.addAll(Paragraph.lines(INDENT, INDENT + "  ", loops.isEmpty() ? "outside of all loops" : loops));
        for (SilentWrites silent : dependences.silent()) {
            if (silent.statement().equals(id)) {
                lines.addAll(Paragraph.lines(
                        INDENT + "silent ", INDENT + "       ", silent.iterations() + ": " + silent.rule()));
            }
        }
        return lines;
    }

    /** {@code i = k + 1 .. n}. */
    private static String loop(Node.Loop loop) {
        String step = loop.step() == 1 ? "" : " step " + loop.step();
        return loop.variable() + " = " + loop.lower() + " .. " + loop.upper() + step;
    }

    /** Access, F, and for reads d, source and exponents. */
    private List<String> accesses() {
        TextTable table = new TextTable("rllllrl");
        table.row("", "access", "F", "d", "values from", "rho", "rho per fixed " + loops());
        for (Access access : placed.statement().accesses()) {
            String matrix = AccessMatrix.of(placed, access, dependences.nest().parameters())
                    .map(AccessMatrix::toString)
                    .orElse("not linear");
            List<UsedValues> all = used(true).stream()
                    .filter(u -> u.access() == access.index())
                    .toList();
            if (all.isEmpty()) {
                table.row(String.valueOf(access.index()), access.toString(), matrix, "", "", "", "");
            }
            boolean first = true;
            for (UsedValues values : all) {
                table.row(
                        first ? String.valueOf(access.index()) : "",
                        first ? access.toString() : "",
                        first ? matrix : "",
                        values.vector() == null ? "" : AnalysisText.compact(values.vector()),
                        values.source() == null ? "input" : values.source(),
                        String.valueOf(values.rho()),
                        AnalysisText.join(values.rhoFixed(), ","));
                first = false;
            }
        }
        return table.lines(INDENT, Paragraph.tableColumns());
    }

    private String loops() {
        return AnalysisText.join(placed.loopVariables(), ",");
    }

    private List<UsedValues> used(boolean decides) {
        return locality.values().stream()
                .filter(v -> v.statement().equals(id) && v.decides() == decides)
                .toList();
    }

    /** Theorem 1: one row per read and source, one column per cut loop. */
    private List<String> communication() {
        for (boolean abbreviated : new boolean[] {false, true}) {
            List<String> lines = communication(abbreviated);
            if (abbreviated || lines.stream().allMatch(l -> l.length() <= Paragraph.columns())) {
                return lines;
            }
        }
        throw new AssertionError("the abbreviated table is always taken");
    }

    private List<String> communication(boolean abbreviated) {
        TextTable table = new TextTable("rl" + "l".repeat(placed.depth()));
        List<String> heading = new ArrayList<>(List.of("", "access"));
        heading.addAll(placed.loopVariables());
        table.row(heading);
        List<Estimate> all = locality.estimates().stream()
                .filter(e -> e.statement().equals(id))
                .toList();
        for (int i = 0; i < all.size(); i += placed.depth()) {
            Estimate first = all.get(i);
            List<String> row = new ArrayList<>(List.of(
                    String.valueOf(first.access()),
                    placed.statement().accesses().get(first.access() - 1).toString()));
            for (int z = 0; z < placed.depth(); z++) {
                row.add(cell(all.get(i + z), z, abbreviated));
            }
            table.row(row);
        }
        return table.lines(INDENT, Paragraph.tableColumns());
    }

    private String cell(Estimate estimate, int z, boolean abbreviated) {
        String reads = order(estimate.reads(), z);
        String writes = order(estimate.writes(), z);
        if (reads.isEmpty()) {
            return "none";
        }
        if (reads.equals(writes)) {
            return reads + (abbreviated ? " r+w" : " reads and writes");
        }
        String read = reads + (abbreviated ? " r" : " reads");
        return writes.isEmpty() ? read : read + ", " + writes + (abbreviated ? " w" : " writes");
    }

    private String order(@Nullable Order order, int z) {
        return ExactText.order(order, z + 1, size);
    }

    private String sizeLegend() {
        return size.equals("M") ? "; M: iterations of the longest loop" : "";
    }

    /** Values that are left out of the ranking: {@code input (2, 3), (2,0,j-k) (3)}. */
    private List<String> minorValues() {
        Map<String, List<Integer>> accesses = new LinkedHashMap<>();
        for (UsedValues values : used(false)) {
            String kind = values.vector() == null ? "input" : AnalysisText.compact(values.vector());
            accesses.computeIfAbsent(kind, _ -> new ArrayList<>()).add(values.access());
        }
        if (accesses.isEmpty()) {
            return List.of();
        }
        String text = accesses.entrySet().stream()
                .map(e -> e.getKey() + " at " + AnalysisText.join(e.getValue(), ","))
                .collect(Collectors.joining("; "));
        return Paragraph.lines(INDENT, INDENT + "  ", "In too few iterations to count: " + text);
    }

    /** Theorem 2 at each access. */
    private List<String> threads() {
        TextTable table = new TextTable("rl" + "l".repeat(placed.depth()) + "l");
        List<String> heading = new ArrayList<>(List.of("", "access"));
        for (int z = 1; z <= placed.depth(); z++) {
            heading.add("r" + z + "2");
        }
        heading.add("threads share");
        table.row(heading);
        for (AccessThreadSizes access : locality.accessThreadSizes()) {
            if (access.statement().equals(id) && !access.rules().isEmpty()) {
                List<String> row = new ArrayList<>(List.of(String.valueOf(access.access()), access.text()));
                for (int z = 0; z < placed.depth(); z++) {
                    row.add(size(access.rules().get(z), z + 1));
                }
                row.add(sharing(access.access()));
                table.row(row);
            }
        }
        return table.lines(INDENT, Paragraph.tableColumns());
    }

    private static String size(AccessThreadSizes.Rule rule, int z) {
        if (rule.reason() == Reason.SEQUENTIAL) {
            return "free (" + rule.loop() + " sequential)";
        }
        return !rule.isOne() ? "free" : rule.allowsBarrier() ? "1 or r" + z + ", barrier per " + rule.loop() : "1";
    }

    private String sharing(int access) {
        List<String> shared = new ArrayList<>();
        for (AccessLocality l : locality.accesses()) {
            if (l.statement().equals(id) && l.access() == access) {
                l.broadcast().forEach(loop -> shared.add("one element along " + loop));
                l.spatial().forEach(loop -> shared.add("lines along " + loop));
            }
        }
        return String.join(", ", shared);
    }
}
