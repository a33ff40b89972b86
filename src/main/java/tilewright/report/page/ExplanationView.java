package tilewright.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.report.Quantity;
import tilewright.report.stored.Explanation;
import tilewright.report.stored.Measurement;

/**
 * The model's account of one candidate.
 *
 * @param title which candidate it is
 * @param terms what each resource alone would take, and what the other parts of the program take, the greatest first
 * @param totals times that these make, and the measured one
 */
public record ExplanationView(
        String title, String candidate, List<Term> terms, List<Total> totals, List<String> reasons) {
    private static final String OTHER_PARTS = "other parts";

    /** @param share of the greatest term, in per cent */
    public record Term(String resource, String time, double share) {}

    /** One time, and what it is of. */
    public record Total(String of, String time) {}

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
                views.add(new ExplanationView(title, m.key().toString(), List.of(), List.of(), List.of(stored)));
            }
            return;
        }
        Map<String, Double> terms = new LinkedHashMap<>();
        explanation
                .terms()
                .forEach((name, seconds) ->
                        terms.put(Explanation.words(name, candidates.results().onHost()), seconds));
        double whole = Objects.requireNonNullElse(m.predictedSeconds(), explanation.seconds());
        double others = explanation.otherParts(whole);
        terms.put(OTHER_PARTS, others);
        double greatest = terms.values().stream().mapToDouble(d -> d).max().orElse(1);
        views.add(new ExplanationView(
                title,
                m.key().toString(),
                terms.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .filter(e -> e.getValue() > 0)
                        .map(e -> new Term(
                                e.getKey(), Quantity.secondsSymbol(e.getValue()), 100 * e.getValue() / greatest))
                        .toList(),
                totals(m, explanation.seconds(), whole, others),
                reasons(candidates, m, explanation)));
    }

    private static List<Total> totals(Measurement m, double part, double whole, double others) {
        List<Total> totals = new ArrayList<>();
        if (others > 0) {
            totals.add(new Total("predicted, main part", Quantity.secondsSymbol(part)));
        }
        totals.add(new Total(
                others > 0 ? "predicted, whole program" : "predicted, all together", Quantity.secondsSymbol(whole)));
        if (m.isOk()) {
            totals.add(new Total("measured", Quantity.secondsSymbol(m.seconds())));
        }
        return totals;
    }

    private static List<String> reasons(Candidates candidates, Measurement m, Explanation explanation) {
        List<String> reasons = new ArrayList<>(explanation.reasons());
        if (m.isOk()) {
            candidates.results().limit(m).ifPresent(limit -> reasons.add("reaches " + limit));
        }
        return reasons;
    }
}
