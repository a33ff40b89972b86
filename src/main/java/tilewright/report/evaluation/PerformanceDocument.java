package tilewright.report.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.report.Quantity;
import tilewright.report.stored.Results;
import tilewright.report.stored.Summary;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.StoredSweep;

/** Speed and ranking of several sweeps as one Markdown page; every figure comes from the stored files. */
public final class PerformanceDocument {
    private PerformanceDocument() {}

    /**
     * One sweep, as it was stored and as it is judged today.
     *
     * @param link to its directory, as the page writes it
     */
    public record Entry(String link, Results results, StoredSweep sweep, Evaluation evaluation) {}

    /** The page. */
    public static String of(List<Entry> entries) {
        List<Entry> judged =
                entries.stream().filter(e -> e.evaluation().drawn()).toList();
        List<Evaluation> evaluations = judged.stream().map(Entry::evaluation).toList();
        List<String> parts = new ArrayList<>();
        parts.add("# Performance\n");
        parts.add("Written by `tilewright evaluate DIR.. --document FILE` from the sweeps in `reports/`; not edited by"
                + " hand.\n");
        parts.add("## Speed\n");
        parts.add("The fastest candidate of each sweep, and what was measured beside it in the same run. A factor above"
                + " 1 says how many times faster the generated program is.\n");
        parts.add(speed(entries));
        parts.add("## Where the time goes\n");
        parts.add(
                "The fastest candidate whose kernels were timed one by one: what the launches of each kernel take when"
                        + " they are replayed without the others'. Candidates with a panel size are left out: their"
                        + " launches run beside each other. For eliminations these are the diagonal block, the row and"
                        + " column blocks, and the rest; the first two run few blocks and wait for latencies.\n");
        parts.add(kernels(judged));
        parts.add("## Ranking\n");
        parts.add(
                "top N: best time among the first N in the order over the best of all timed. Beside the model's order:"
                    + " a random one (expected value), all block sizes 32 with the best thread sizes, and the terms of"
                    + " Theorem 1 alone. error: geometric mean of predicted over measured time or its inverse. mean:"
                    + " geometric, of correlations arithmetic. runs: Spearman of times by every other run and by the"
                    + " others, beyond which no order is known. How candidates are drawn:"
                    + " [measuring.md](measuring.md). Sweeps of candidates that somebody chose, as the first of the"
                    + " order, judge no order and stand under Speed alone.\n");
        if (evaluations.isEmpty()) {
            return String.join("\n", parts);
        }
        parts.addAll(new Judgement(evaluations).toMarkdown());
        parts.add("## Least times\n");
        parts.add("No candidate can be faster than its least time ([equations.md](equations.md)). tried: how many a"
                + " sweep in predicted order measures that leaves out what cannot win; its winner is certified."
                + " tightest: the smallest ratio of a measured time to its least time, never below 1. least /"
                + " best: the smallest least time of all over the best time.\n");
        parts.add(new EvaluationTable(evaluations).stopsToMarkdown());
        return String.join("\n", parts);
    }

    private static String speed(List<Entry> entries) {
        List<String> lines = new ArrayList<>();
        lines.add("| nest | sizes | device | best candidate | time | operations/s | beside it |");
        lines.add("|---|---|---|---|---:|---:|---|");
        for (Entry entry : entries) {
            Summary summary = entry.results().summary();
            Summary.Best best = summary.best();
            if (best != null) {
                Double rate = best.operationsPerSecond();
                lines.add("| "
                        + String.join(
                                " | ",
                                "[" + summary.nest() + "](" + entry.link() + ")",
                                summary.sizesText(),
                                summary.device(),
                                best.candidate().toString(),
                                Quantity.seconds(best.seconds()),
                                rate == null ? "-" : Quantity.prefixed(rate),
                                beside(summary, best))
                        + " |");
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static String beside(Summary summary, Summary.Best best) {
        return summary.baselines().stream()
                .map(b -> b.title() + " " + Quantity.seconds(b.seconds()) + ", "
                        + Quantity.ratio(b.seconds() / best.seconds()) + " x")
                .collect(Collectors.joining("; "));
    }

    private static String kernels(List<Entry> entries) {
        List<String> lines = new ArrayList<>();
        lines.add("| nest | sizes | candidate | whole | kernel by kernel |");
        lines.add("|---|---|---|---:|---|");
        for (Entry entry : entries) {
            entry.sweep().measured().stream()
                    .filter(m -> m.isOk() && !m.outcome().kernelSeconds().isEmpty())
                    .filter(m -> m.contender().candidate().options().panel() == 0)
                    .min(Comparator.comparingDouble(Measurement::seconds))
                    .ifPresent(m -> lines.add("| "
                            + String.join(
                                    " | ",
                                    entry.evaluation().nest(),
                                    entry.evaluation().sizes(),
                                    m.contender().candidate().toString(),
                                    Quantity.seconds(m.seconds()),
                                    m.outcome().kernelSeconds().stream()
                                            .map(Quantity::seconds)
                                            .collect(Collectors.joining(", ")))
                            + " |"));
        }
        return String.join("\n", lines) + "\n";
    }
}
