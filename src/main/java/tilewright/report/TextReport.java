package tilewright.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.model.TextTable;
import tilewright.report.Quantity.TimeUnit;
import tilewright.report.stored.Ablation;
import tilewright.report.stored.Measurement;
import tilewright.report.stored.Results;
import tilewright.report.stored.Summary;

/** One results directory for the terminal: plain ASCII around whatever the names contain. */
public final class TextReport {
    /** Rows of the table of candidates. */
    private static final int TOP = 10;
    /** Failed candidates listed per status; the others are counted. */
    private static final int FAILED = 5;

    private final Results results;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    private TextReport(Results results, int width) {
        this.results = results;
        this.width = width;
    }

    /** The report, each line ended by a newline. */
    public static String of(Results results) {
        return of(results, Integer.MAX_VALUE);
    }

    /**
     * The report.
     *
     * @param width most characters of a line of a table
     */
    public static String of(Results results, int width) {
        TextReport report = new TextReport(results, width);
        report.heading();
        report.best();
        report.table();
        report.ranking();
        report.baselines();
        report.passes();
        report.counts();
        report.notes();
        return String.join("\n", report.lines) + "\n";
    }

    private void heading() {
        Summary summary = results.summary();
        lines.add((summary.nest() + "  " + summary.sizesText()).stripTrailing());
        lines.add(summary.device());
    }

    private void best() {
        List<Measurement> ok = results.ok();
        if (ok.isEmpty()) {
            section("no candidate passed");
            return;
        }
        Measurement best = ok.getFirst();
        section("best  " + best.key());
        Double operations = operations();
        lines.add("  " + Quantity.seconds(best.seconds())
                + (operations == null || results.isUnsettled()
                        ? ""
                        : ", " + Quantity.prefixed(operations / best.seconds()) + " operations/s")
                + ", predicted at place " + rank(best));
        results.limit(best).ifPresent(limit -> lines.add("  " + limit));
        List<String> ties = ok.stream()
                .skip(1)
                .filter(results::isTied)
                .map(m -> m.key().toString())
                .toList();
        if (!ties.isEmpty()) {
            lines.add("  a tie with " + String.join("; ", ties));
        }
    }

    private @Nullable Double operations() {
        Summary.Best best = results.summary().best();
        return best == null || best.operationsPerSecond() == null
                ? null
                : (Double) (best.operationsPerSecond() * best.seconds());
    }

    private int rank(Measurement m) {
        return m.rank() == null ? results.measurements().indexOf(m) + 1 : m.rank();
    }

    private void table() {
        List<Measurement> ok = results.ok();
        if (ok.isEmpty()) {
            return;
        }
        double best = ok.getFirst().seconds();
        TimeUnit unit = TimeUnit.of(best);
        TextTable table = new TextTable("rlrrrrr");
        table.row(
                "#",
                "candidate",
                "predicted, " + unit.name(),
                "measured, " + unit.name(),
                "spread",
                "x best",
                "predicted #");
        for (Measurement m : ok.subList(0, Math.min(TOP, ok.size()))) {
            Double predicted = m.predictedSeconds();
            table.row(
                    String.valueOf(ok.indexOf(m) + 1),
                    m.key().toString(),
                    predicted == null ? "-" : unit.column(predicted, best),
                    unit.column(m.seconds(), best),
                    m.decisive().size() < 2 ? "-" : Quantity.percent(m.spread()),
                    Quantity.ratio(m.seconds() / best),
                    String.valueOf(rank(m)));
        }
        section("fastest candidates");
        lines.addAll(table.lines("  ", width));
        if (leavesRanksOut()) {
            lines.add(
                    "  predicted # counts all ranked candidates; those that were not measured leave gaps: --top N takes"
                            + " the first of");
            lines.add(
                    "  each combination of block and thread sizes, as neighbours differ in k-tile, stages or panel size"
                            + " alone");
        }
    }

    /** Whether candidates of better ranks than some measured one were not measured. */
    private boolean leavesRanksOut() {
        List<Measurement> all = results.measurements();
        return Boolean.FALSE.equals(results.summary().exhaustive())
                && all.stream().mapToInt(this::rank).max().orElse(0) > all.size();
    }

    private void ranking() {
        Summary.Ranking ranking = results.summary().ranking();
        if (ranking == null) {
            return;
        }
        section("ranking  best of the first k predicted over the best of all");
        lines.add("  top 1 " + ratio(ranking.top1()) + "   top 5 " + ratio(ranking.top5()) + "   top 10 "
                + ratio(ranking.top10()) + "   Spearman "
                + (ranking.spearman() == null ? "-" : Quantity.fixed(ranking.spearman(), 2)));
    }

    private static String ratio(@Nullable Double ratio) {
        return ratio == null ? "-" : Quantity.ratio(ratio);
    }

    private void baselines() {
        List<Measurement> ok = results.ok();
        List<Summary.Baseline> baselines = results.summary().baselines();
        if (baselines.isEmpty()) {
            return;
        }
        TextTable table = new TextTable("lrr");
        for (Summary.Baseline each : baselines) {
            table.row(
                    each.title(),
                    Quantity.seconds(each.seconds()),
                    ok.isEmpty() || results.isUnsettled() || !each.isRival()
                            ? ""
                            : Quantity.ratio(each.seconds() / ok.getFirst().seconds()) + " x the best");
        }
        section("baselines");
        lines.addAll(table.lines("  ", width));
    }

    private void passes() {
        Ablation ablation = results.summary().ablation();
        if (ablation == null) {
            return;
        }
        section("passes  the best without each of them");
        TextTable table = new TextTable("lrrl");
        for (Ablation.Share share : ablation.passes()) {
            table.row(
                    share.pass(),
                    share.seconds() == null ? "" : Quantity.seconds(share.seconds()),
                    ablation.times(share).map(t -> Quantity.ratio(t) + " x").orElse(""),
                    ablation.worth(share));
        }
        if (!ablation.passes().isEmpty()) {
            lines.addAll(table.lines("  ", width));
        }
        lines.add("  " + ablation.how());
    }

    private void counts() {
        Map<String, Long> counts = results.statusCounts();
        section("candidates  " + results.measurements().size() + ": "
                + counts.entrySet().stream()
                        .map(e -> e.getValue() + " " + e.getKey())
                        .collect(Collectors.joining(", ")));
        if (!results.summary().coverage().isEmpty()) {
            lines.add("  " + results.summary().coverage());
        }
        counts.keySet().stream().filter(s -> !s.equals(Measurement.OK)).forEach(this::failed);
    }

    private void failed(String status) {
        List<Measurement> failed =
                results.failed().stream().filter(m -> m.status().equals(status)).toList();
        for (Measurement m : failed.subList(0, Math.min(FAILED, failed.size()))) {
            String message = Objects.requireNonNullElse(m.message(), "")
                    .lines()
                    .findFirst()
                    .orElse("");
            lines.add("  " + status + "  " + m.key() + (message.isEmpty() ? "" : "  " + message));
        }
        if (failed.size() > FAILED) {
            lines.add("  " + status + "  and " + (failed.size() - FAILED) + " more, all listed in " + HtmlReport.FILE);
        }
    }

    private void notes() {
        if (!results.warnings().isEmpty()) {
            section("notes");
            results.warnings().forEach(note -> lines.add("  " + note));
        }
    }

    private void section(String title) {
        lines.add("");
        lines.add(title);
    }
}
