package tilewright.report.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.ModelErrors.Interval;
import tilewright.ranking.cost.Prediction;

/**
 * Errors of the model over sweeps of one kind of device that only judge it. Every sweep counts as much as every other one,
 * however many candidates it has.
 */
public final class ErrorStudy {
    private static final double LOW = (1 - ModelErrors.CERTAIN) / 2;
    /** Fewer nests say nothing about another one. */
    static final int NESTS = 4;

    private static final int CANDIDATES = 40;
    /** Pairs are counted in bins whose bounds differ by this factor. */
    private static final double BIN = 1.05;
    /** Pairs that lie further apart than any bin. */
    private static final int BINS = 30;

    private final List<Evaluation> sweeps;

    /** @param sweeps held out */
    public ErrorStudy(List<Evaluation> sweeps) {
        this.sweeps = List.copyOf(sweeps);
    }

    private record Weighted(double ratio, double weight) {}

    /** Where measured over predicted time lies, by what binds the candidate, without terms that too few nests have, and of all candidates. */
    public Map<String, Interval> intervals() {
        Map<String, Interval> intervals = new TreeMap<>();
        for (Prediction.Term term : Prediction.Term.values()) {
            interval(sweeps, p -> p.binding() == term).ifPresent(interval -> intervals.put(term.jsonName(), interval));
        }
        interval(sweeps, _ -> true).ifPresent(interval -> intervals.put(ModelErrors.ANY, interval));
        return intervals;
    }

    /**
     * The share of a nest's candidates that lie in the intervals found on all other nests; empty where these say nothing of
     * any of them.
     */
    public Optional<Double> coverage(String nest) {
        List<Evaluation> others =
                sweeps.stream().filter(s -> !s.nest().equals(nest)).toList();
        Map<String, Interval> intervals = new ErrorStudy(others).intervals();
        int known = 0;
        int inside = 0;
        for (Evaluation.Point point : points(nest)) {
            Optional<Interval> interval = ModelErrors.interval(intervals, point.binding());
            if (interval.isPresent()) {
                double ratio = point.seconds() / point.predicted();
                known++;
                inside +=
                        ratio >= interval.get().low() && ratio <= interval.get().high() ? 1 : 0;
            }
        }
        return known == 0 ? Optional.empty() : Optional.of((double) inside / known);
    }

    private List<Evaluation.Point> points(String nest) {
        return sweeps.stream()
                .filter(s -> s.nest().equals(nest))
                .flatMap(s -> s.points().stream())
                .filter(p -> Double.isFinite(p.seconds()))
                .toList();
    }

    private static Optional<Interval> interval(List<Evaluation> sweeps, Predicate<Evaluation.Point> counts) {
        List<Weighted> ratios = new ArrayList<>();
        Set<String> nests = new LinkedHashSet<>();
        for (Evaluation sweep : sweeps) {
            List<Evaluation.Point> bound = sweep.points().stream()
                    .filter(p -> counts.test(p) && Double.isFinite(p.seconds()))
                    .toList();
            for (Evaluation.Point point : bound) {
                ratios.add(new Weighted(point.seconds() / point.predicted(), 1.0 / bound.size()));
                nests.add(sweep.nest());
            }
        }
        if (nests.size() < NESTS || ratios.size() < CANDIDATES) {
            return Optional.empty();
        }
        ratios.sort(Comparator.comparingDouble(Weighted::ratio));
        return Optional.of(new Interval(quantile(ratios, LOW), quantile(ratios, 1 - LOW), ratios.size(), nests.size()));
    }

    /** The first of the sorted values at which so much of the weight lies behind. */
    private static double quantile(List<Weighted> sorted, double part) {
        double all = sorted.stream().mapToDouble(Weighted::weight).sum();
        double behind = 0;
        for (Weighted each : sorted) {
            behind += each.weight();
            if (behind >= part * all) {
                return each.ratio();
            }
        }
        return sorted.getLast().ratio();
    }

    /**
     * The least factor between two predictions of a sweep from which on {@link ModelErrors#CERTAIN} of the pairs that lie so
     * far apart are in the right order; empty where no factor is enough.
     */
    public Optional<Double> closest() {
        double[] right = new double[BINS];
        double[] all = new double[BINS];
        for (Evaluation sweep : sweeps) {
            List<Evaluation.Point> timed = sweep.points().stream()
                    .filter(p -> Double.isFinite(p.seconds()))
                    .toList();
            double weight = 2.0 / Math.max(1, timed.size() * (timed.size() - 1));
            for (int i = 0; i < timed.size(); i++) {
                for (int j = i + 1; j < timed.size(); j++) {
                    Evaluation.Point a = timed.get(i);
                    Evaluation.Point b = timed.get(j);
                    double apart = Math.log(b.predicted() / a.predicted());
                    int bin = (int) (Math.abs(apart) / Math.log(BIN));
                    if (bin < BINS) {
                        all[bin] += weight;
                        right[bin] += apart * (b.seconds() - a.seconds()) > 0 ? weight : 0;
                    }
                }
            }
        }
        for (int bin = 0; bin < BINS; bin++) {
            if (all[bin] > 0 && right[bin] >= ModelErrors.CERTAIN * all[bin]) {
                return Optional.of(Math.pow(BIN, bin));
            }
        }
        return Optional.empty();
    }
}
