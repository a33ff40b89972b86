package tilewright.report.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tilewright.model.UserError;
import tilewright.report.Quantity;
import tilewright.report.stored.Results;
import tilewright.report.stored.ScheduleSweep;
import tilewright.report.stored.Summary;

/**
 * Figures of sweeps inside a Markdown page that is otherwise written by hand. Between {@code <!-- sweeps FOLDER -->} and {@code <!-- end -->}
 * stands a table of the sweeps below that folder, between {@code <!-- passes FOLDER -->} and {@code <!-- end -->} one of what passes are worth there, between
 * {@code <!-- ranking -->} and {@code <!-- end -->} what the model's order is worth. Tables of graphs: {@link ScheduleTables}.
 */
public final class MarkedTables {
    private static final Pattern MARKED = Pattern.compile(
            "(<!-- (?:(sweeps|passes) (\\S+)|ranking|scales (\\S+) (\\S+)|schedules|searches (\\S+) (\\S+)) -->\\n).*?"
                    + "(<!-- end -->)",
            Pattern.DOTALL);

    private MarkedTables() {}

    /**
     * The page with every marked place written anew. Places of which no sweep is given stay as they are.
     *
     * @throws UserError where the page has no such place
     */
    public static String fill(String page, List<PerformanceDocument.Entry> entries, List<ScheduleSweep> schedules) {
        ScheduleTables graphs = new ScheduleTables(schedules);
        Matcher place = MARKED.matcher(page);
        StringBuilder filled = new StringBuilder();
        boolean found = false;
        while (place.find()) {
            found = true;
            Optional<String> text;
            if (place.group(4) != null) {
                text = graphs.scales(place.group(4), place.group(5));
            } else if (place.group(6) != null) {
                text = graphs.searches(place.group(6), place.group(7), "reports/graphs");
            } else if ("sweeps".equals(place.group(2))) {
                text = sweeps(place.group(3), entries);
            } else if ("passes".equals(place.group(2))) {
                text = PassWorth.table(
                        place.group(3),
                        entries.stream()
                                .collect(Collectors.toMap(
                                        PerformanceDocument.Entry::link,
                                        e -> e.results().summary())));
            } else if (place.group(1).contains("schedules")) {
                text = graphs.predictions();
            } else {
                text = ranking(entries.stream()
                        .map(PerformanceDocument.Entry::evaluation)
                        .toList());
            }
            String whole = text.map(t -> place.group(1) + t + place.group(8)).orElse(place.group());
            place.appendReplacement(filled, Matcher.quoteReplacement(whole));
        }
        if (!found) {
            throw UserError.badInput(
                    "the page has no line '<!-- sweeps FOLDER -->', '<!-- passes FOLDER -->', '<!-- ranking -->',"
                            + " '<!-- scales NEST GRAPH -->', '<!-- searches SCALES GRAPH -->' or '<!-- schedules -->'"
                            + " that a table could follow, with '<!-- end -->' after it");
        }
        return place.appendTail(filled).toString();
    }

    /** A sentence for each group of sweeps, those that are held out first. */
    private static Optional<String> ranking(List<Evaluation> evaluations) {
        List<String> sentences = new Judgement(
                        evaluations.stream().filter(Evaluation::drawn).toList())
                .groups().stream().map(MarkedTables::ranking).toList();
        return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", sentences) + "\n");
    }

    private static String ranking(Judgement.Group group) {
        List<Evaluation> sweeps = group.sweeps();
        EvaluationTable table = new EvaluationTable(sweeps);
        Quality mean = table.mean();
        int least = sweeps.stream().mapToInt(Evaluation::timed).min().orElseThrow();
        int most = sweeps.stream().mapToInt(Evaluation::timed).max().orElseThrow();
        String text = "- " + group.title() + ", " + group.words() + ": over " + sweeps.size() + " sweeps of "
                + (least == most ? "" : least + " to ") + most
                + " candidates each, drawn from the whole space, the best of the first 1, 5 and 10 ranked is "
                + slower(mean) + " % slower than the best of all (geometric means; worst " + slower(table.worst())
                + " %)";
        if (mean.spearman() != null) {
            text += ", the rank correlation of predicted and measured time is " + Quantity.fixed(mean.spearman(), 2)
                    + (table.repeated() == null
                            ? ""
                            : " (of a sweep's own repeated runs " + Quantity.fixed(table.repeated(), 2) + ")");
        }
        return text + ", and predictions are off by a factor of " + Quantity.fixed(table.error(), 2) + " (worst sweep "
                + Quantity.fixed(table.worstError(), 2) + ").";
    }

    private static String slower(Quality quality) {
        return Quantity.fixed(100 * (quality.top1() - 1), 1) + ", " + Quantity.fixed(100 * (quality.top5() - 1), 1)
                + " and " + Quantity.fixed(100 * (quality.top10() - 1), 1);
    }

    private static Optional<String> sweeps(String folder, List<PerformanceDocument.Entry> entries) {
        List<String> lines = new ArrayList<>();
        List<Double> overReference = new ArrayList<>();
        List<Double> overPeer = new ArrayList<>();
        lines.add("| nest | sizes | best block / thread | time | of the limit | best peer | reference |");
        lines.add("|---|---|---|---:|---|---|---:|");
        for (PerformanceDocument.Entry entry : entries) {
            Summary summary = entry.results().summary();
            Summary.Best best = summary.best();
            if (best == null || !entry.link().startsWith(folder + "/")) {
                continue;
            }
            Optional<Summary.Baseline> peer = fastest(summary, true);
            Optional<Summary.Baseline> reference = fastest(summary, false);
            peer.ifPresent(p -> overPeer.add(p.seconds() / best.seconds()));
            reference.ifPresent(r -> overReference.add(r.seconds() / best.seconds()));
            lines.add("| "
                    + String.join(
                            " | ",
                            "[" + summary.nest() + "](" + entry.link() + ")",
                            summary.sizesText(),
                            best.candidate().toString(),
                            Quantity.seconds(best.seconds()),
                            limit(entry.results()),
                            peer.map(p -> p.name() + " " + compared(p, best)).orElse(""),
                            reference.map(r -> compared(r, best)).orElse(""))
                    + " |");
        }
        if (lines.size() == 2) {
            return Optional.empty();
        }
        lines.add("");
        lines.add("Geometric means: " + mean(overReference) + " times the reference where there is one; "
                + (overPeer.isEmpty() ? "no peer" : mean(overPeer) + " times the best peer") + " ("
                + overPeer.stream().filter(r -> r > 1).count() + " of " + overPeer.size() + " faster than it).");
        return Optional.of(String.join("\n", lines) + "\n");
    }

    private static String mean(List<Double> ratios) {
        return Quantity.ratio(Means.geometric(ratios)) + " (" + ratios.size() + " sweeps)";
    }

    private static Optional<Summary.Baseline> fastest(Summary summary, boolean peer) {
        return summary.baselines().stream().filter(b -> b.peer() == peer).findFirst();
    }

    private static String compared(Summary.Baseline other, Summary.Best best) {
        return Quantity.seconds(other.seconds()) + ", " + Quantity.ratio(other.seconds() / best.seconds()) + " x";
    }

    private static String limit(Results results) {
        return results.ok().stream()
                .findFirst()
                .flatMap(results::limit)
                .map(l -> Quantity.percent(l.share()) + ", " + l.because())
                .orElse("");
    }
}
