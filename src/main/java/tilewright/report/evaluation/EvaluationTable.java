package tilewright.report.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.TextTable;
import tilewright.report.Quantity;

/** Evaluations of several sweeps, with their means and the worst case over all. */
public record EvaluationTable(List<Evaluation> rows) {
    private static final List<String> HEADINGS = List.of(
            "nest",
            "sizes",
            "device",
            "timed",
            "top 1",
            "top 5",
            "top 10",
            "Spearman",
            "runs",
            "random 1",
            "random 5",
            "random 10",
            "32x32x32",
            "Thm 1: 1",
            "5",
            "10",
            "Spearman",
            "error");
    private static final List<String> STOP_HEADINGS =
            List.of("nest", "sizes", "device", "tried", "left out", "tightest", "least / best");
    private static final String STOP_ALIGNMENT = "lllrrrr";
    private static final String ALIGNMENT = "lllrrrrrrrrrrrrrrr";

    public EvaluationTable {
        rows = List.copyOf(rows);
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("nothing to evaluate");
        }
    }

    /** Means of the predicted order over all sweeps: geometric of times, arithmetic of correlations. */
    public Quality mean() {
        return mean(Evaluation::model);
    }

    /** The worst of each figure of the predicted order. */
    public Quality worst() {
        return Quality.worst(rows.stream().map(Evaluation::model).toList());
    }

    /** Mean rank correlation of a sweep's times by every other run and by the others; null where no sweep has runs. */
    public @Nullable Double repeated() {
        return Means.arithmetic(rows.stream().map(Evaluation::repeated).toList());
    }

    /** Geometric mean of predicted over measured time or its inverse over all sweeps. */
    public double error() {
        return Means.geometric(rows.stream().map(Evaluation::meanError).toList());
    }

    /** The largest {@link #error()} of a sweep. */
    public double worstError() {
        return rows.stream().mapToDouble(Evaluation::meanError).max().orElseThrow();
    }

    private Quality mean(Function<Evaluation, Quality> order) {
        return Quality.mean(rows.stream().map(order).toList());
    }

    /**
     * For the terminal, with a line that says what the columns are.
     *
     * @param width most characters of a line of a table
     */
    public String toText(int width) {
        TextTable table = new TextTable(ALIGNMENT).row(HEADINGS);
        cells().forEach(table::row);
        List<String> lines = new ArrayList<>(table.lines("", width));
        lines.add("");
        lines.add("top N: best time of the first N in the order over the best of all timed; beside the model's order a"
                + " random");
        lines.add("one (expected), all block sizes 32 with the best thread sizes, and the terms of Theorem 1 alone"
                + " (expected).");
        lines.add("runs: Spearman of times by every other run and by the others, beyond which no order is known.");
        lines.add("error: geometric mean of predicted over measured time or its inverse.");
        lines.add("mean: geometric, of correlations arithmetic.");
        forgotten().forEach(lines::add);
        TextTable stops = new TextTable(STOP_ALIGNMENT).row(STOP_HEADINGS);
        stops().forEach(stops::row);
        lines.add("");
        lines.add("Least times (lower bounds), candidates tried in predicted order:");
        lines.addAll(stops.lines("", width));
        return String.join("\n", lines) + "\n";
    }

    /** What least times would have saved, for a document. */
    public String stopsToMarkdown() {
        List<String> lines = new ArrayList<>();
        lines.add(markdown(STOP_HEADINGS));
        lines.add(rule(STOP_ALIGNMENT));
        stops().map(EvaluationTable::markdown).forEach(lines::add);
        return String.join("\n", lines) + "\n";
    }

    private Stream<List<String>> stops() {
        return rows.stream().flatMap(r -> {
            EarlyStop stop = r.earlyStop();
            return stop == null
                    ? Stream.empty()
                    : Stream.of(List.of(
                            r.nest(),
                            r.sizes(),
                            r.device(),
                            stop.tried() + " of " + stop.all(),
                            Math.round(100.0 * (stop.all() - stop.tried()) / stop.all()) + " %",
                            Quantity.fixed(stop.tightest(), 2),
                            Quantity.fixed(stop.leastOverBest(), 2)));
        });
    }

    /** The same table for a document. */
    public String toMarkdown() {
        List<String> lines = new ArrayList<>();
        lines.add(markdown(HEADINGS));
        lines.add(rule(ALIGNMENT));
        cells().map(EvaluationTable::markdown).forEach(lines::add);
        return String.join("\n", lines) + "\n";
    }

    private static String rule(String alignment) {
        return markdown(
                alignment.chars().mapToObj(c -> c == 'r' ? "---:" : "---").toList());
    }

    private static String markdown(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private Stream<String> forgotten() {
        return rows.stream()
                .filter(r -> r.forgotten() > 0)
                .map(r -> r.nest() + " " + r.sizes() + ": " + r.forgotten()
                        + " measured candidates are not part of today's space");
    }

    private Stream<List<String>> cells() {
        Stream<List<String>> each = rows.stream()
                .map(r -> row(
                        List.of(r.nest(), r.sizes(), r.device(), String.valueOf(r.timed())),
                        List.of(r.model(), r.random(), r.theorem1()),
                        r.repeated(),
                        r.fixed(),
                        Quantity.ratio(r.meanError())));
        Double fixed =
                Means.geometricOfKnown(rows.stream().map(Evaluation::fixed).toList());
        List<String> mean = row(
                List.of("mean", "", "", ""),
                List.of(mean(), mean(Evaluation::random), mean(Evaluation::theorem1)),
                repeated(),
                fixed,
                Quantity.ratio(error()));
        List<String> worst = row(
                List.of("worst", "", "", ""),
                Stream.of(Evaluation::model, Evaluation::random, (Function<Evaluation, Quality>) Evaluation::theorem1)
                        .map(order -> Quality.worst(rows.stream().map(order).toList()))
                        .toList(),
                rows.stream()
                        .map(Evaluation::repeated)
                        .filter(Objects::nonNull)
                        .min(Double::compare)
                        .orElse(null),
                rows.stream()
                        .map(Evaluation::fixed)
                        .filter(Objects::nonNull)
                        .max(Double::compare)
                        .orElse(null),
                Quantity.ratio(worstError()));
        return Stream.concat(each, Stream.of(mean, worst));
    }

    /** @param orders model, random, Theorem 1 */
    private static List<String> row(
            List<String> first, List<Quality> orders, @Nullable Double repeated, @Nullable Double fixed, String error) {
        List<String> cells = new ArrayList<>(first);
        cells.addAll(tops(orders.get(0)));
        cells.add(correlation(orders.get(0).spearman()));
        cells.add(correlation(repeated));
        cells.addAll(tops(orders.get(1)));
        cells.add(fixed == null ? "-" : Quantity.ratio(fixed));
        cells.addAll(tops(orders.get(2)));
        cells.add(correlation(orders.get(2).spearman()));
        cells.add(error);
        return cells;
    }

    private static List<String> tops(Quality quality) {
        return Stream.of(quality.top1(), quality.top5(), quality.top10())
                .map(top -> Double.isFinite(top) ? Quantity.fixed(top, 3) : "failed")
                .toList();
    }

    private static String correlation(@Nullable Double correlation) {
        return correlation == null ? "-" : Quantity.fixed(correlation, 2);
    }
}
