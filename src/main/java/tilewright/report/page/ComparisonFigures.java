package tilewright.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Counted;
import tilewright.report.Quantity;
import tilewright.report.chart.Bars;
import tilewright.report.chart.Strips;
import tilewright.report.stored.Summary;

/** The best candidate against other implementations and against itself. */
final class ComparisonFigures {
    /** Finalists shown with their runs. */
    private static final int FINALISTS = 10;
    /** Beyond this multiple of the best time a candidate would only squeeze the others together. */
    private static final double FAR = 1.3;
    /** Fewer runs than this have no distribution. */
    private static final int LEAST_RUNS = 3;

    private ComparisonFigures() {}

    /** Baselines and the best candidate, fastest first. Null where there is no baseline. */
    static @Nullable Bars baselines(Candidates candidates) {
        List<Summary.Baseline> baselines = candidates.results().summary().baselines();
        if (baselines.isEmpty()) {
            return null;
        }
        double best = candidates.best().seconds();
        List<Bars.Entry> entries = new ArrayList<>();
        entries.add(new Bars.Entry(
                "Tilewright",
                candidates.unit().count(best),
                Quantity.secondsSymbol(best),
                candidates.tip(candidates.best()),
                true));
        boolean compares = !candidates.results().isUnsettled();
        for (Summary.Baseline each : baselines) {
            String time = Quantity.secondsSymbol(each.seconds());
            String ratio = Quantity.ratio(each.seconds() / best) + "×";
            entries.add(new Bars.Entry(
                    each.name(),
                    candidates.unit().count(each.seconds()),
                    compares ? time + " · " + ratio : time,
                    each.name() + "\n" + time + (compares ? ", " + ratio + " the time of the best candidate" : ""),
                    false));
        }
        entries.sort(Comparator.comparingDouble(Bars.Entry::value));
        return Bars.of(entries, "time, " + candidates.unit().symbol(), candidates::tick);
    }

    /**
     * The runs of the finalists; where there were no finals, of the fastest candidates with at least three runs that
     * are not far behind. Null where there is no such candidate.
     */
    static @Nullable Strips runs(Candidates candidates) {
        boolean finals = candidates.ok().stream().anyMatch(m -> !m.finals().isEmpty());
        double limit = FAR * candidates.best().seconds();
        List<Strips.Entry> entries = candidates.ok().stream()
                .filter(m -> finals ? !m.finals().isEmpty() : m.runs().size() >= LEAST_RUNS && m.seconds() < limit)
                .limit(FINALISTS)
                .map(m -> new Strips.Entry(
                        m.key().toString(),
                        m.decisive().stream().map(candidates.unit()::count).toList(),
                        candidates.key(m),
                        m.key() + "\nmedian " + Quantity.secondsSymbol(m.seconds()) + " of "
                                + Counted.of(m.decisive().size(), "run"),
                        m == candidates.best()))
                .toList();
        if (entries.isEmpty()) {
            return null;
        }
        return Strips.of(
                entries,
                "time of one run, " + candidates.unit().symbol(),
                candidates::tick,
                count -> Quantity.secondsSymbol(count / candidates.unit().perSecond()));
    }
}
