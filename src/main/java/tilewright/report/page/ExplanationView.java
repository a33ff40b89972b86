package tilewright.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tilewright.report.Quantity;
import tilewright.report.stored.Explanation;
import tilewright.report.stored.Measurement;

/**
 * The model's account of one candidate.
 *
 * @param title which candidate it is
 * @param terms what each resource alone would take, the greatest first
 */
public record ExplanationView(String title, String candidate, List<Term> terms, List<String> reasons) {
    /** @param share of the greatest term, in per cent */
    public record Term(String resource, String time, double share) {}

    /** The winner's, and that of the model's first choice where it is another one; empty where nothing was stored. */
    static List<ExplanationView> of(Candidates candidates) {
        List<ExplanationView> views = new ArrayList<>();
        Measurement best = candidates.best();
        Measurement first = candidates.results().measurements().stream()
                .min(Comparator.comparing(candidates::rank))
                .orElse(best);
        add(
                views,
                candidates,
                best,
                first.equals(best) ? "The winner, also ranked first" : "The winner, ranked " + candidates.rank(best));
        if (!first.equals(best)) {
            String outcome = first.isOk() ? "" : ": " + first.status();
            add(views, candidates, first, "The model's first choice" + outcome);
        }
        return views;
    }

    private static void add(List<ExplanationView> views, Candidates candidates, Measurement m, String title) {
        Explanation explanation = candidates.results().explanations().get(m.key());
        if (explanation == null) {
            if (!candidates.results().explanations().isEmpty()) {
                String stored = "The stored ranking ends at place "
                        + candidates.results().explanations().size() + "; store more of it to see why.";
                views.add(new ExplanationView(title, m.key().toString(), List.of(), List.of(stored)));
            }
            return;
        }
        double greatest =
                explanation.terms().values().stream().mapToDouble(d -> d).max().orElse(1);
        views.add(new ExplanationView(
                title,
                m.key().toString(),
                explanation.terms().entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .filter(e -> e.getValue() > 0)
                        .map(e -> new Term(
                                Explanation.words(
                                        e.getKey(), candidates.results().onHost()),
                                Quantity.secondsSymbol(e.getValue()),
                                100 * e.getValue() / greatest))
                        .toList(),
                explanation.reasons()));
    }
}
