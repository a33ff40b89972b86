package tilewright.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;
import tilewright.report.chart.Lines;
import tilewright.report.chart.Scatter;
import tilewright.report.stored.Measurement;

/** Predicted beside measured. */
final class PredictionFigures {
    /** Candidates up to this multiple of the best time are dots beside the curve of {@link #regret}. */
    private static final double NEAR = 2;

    private PredictionFigures() {}

    /** Every timed candidate, its class the size of the first loop; null where nothing was predicted. */
    static @Nullable Scatter scatter(Candidates candidates) {
        List<Measurement> predicted = candidates.ok().stream()
                .filter(m -> m.predictedSeconds() != null && m.predictedSeconds() > 0)
                .toList();
        if (predicted.isEmpty()) {
            return null;
        }
        int loop = SizeFigures.firstVarying(candidates);
        List<Integer> classes =
                predicted.stream().map(m -> size(m, loop)).distinct().sorted().toList();
        List<Scatter.Point> points = predicted.stream()
                .map(m -> new Scatter.Point(
                        candidates.unit().count(Objects.requireNonNull(m.predictedSeconds())),
                        candidates.unit().count(m.seconds()),
                        classes.indexOf(size(m, loop)),
                        candidates.key(m),
                        candidates.tip(m),
                        m == candidates.best()))
                .toList();
        String unit = candidates.unit().symbol();
        return Scatter.of(
                points,
                classes.stream()
                        .map(size -> size == 0 ? "as written" : Candidates.symbol(loop) + " = " + size)
                        .toList(),
                "predicted time, " + unit,
                "measured time, " + unit,
                Quantity::tick);
    }

    /** 0 where nothing is cut. */
    private static int size(Measurement m, int loop) {
        return m.key().isAsWritten() ? 0 : m.block().get(loop);
    }

    /**
     * How much slower than the best a sweep of only the first k ranked candidates would end: best time among
     * them over best of all, over k. A candidate that failed counts as measured. Times are those of the sweep. Behind it each candidate
     * by itself, as far as it is not much slower than the best. Null where no order was predicted.
     */
    static @Nullable Lines regret(Candidates candidates) {
        List<Measurement> ranked = candidates.results().measurements().stream()
                .filter(m -> m.predictedSeconds() != null || m.rank() != null)
                .sorted(Comparator.comparing(candidates::rank))
                .toList();
        if (ranked.stream().filter(Measurement::isOk).count() < 2) {
            return null;
        }
        double best = ranked.stream()
                .filter(Measurement::isOk)
                .mapToDouble(Measurement::sweepSeconds)
                .min()
                .orElseThrow();
        List<Lines.Point> points = new ArrayList<>();
        List<Lines.Point> each = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY;
        for (int k = 1; k <= ranked.size(); k++) {
            Measurement m = ranked.get(k - 1);
            double seconds = m.isOk() ? m.sweepSeconds() : Double.POSITIVE_INFINITY;
            if (seconds <= NEAR * best) {
                each.add(new Lines.Point(k, seconds / best, candidates.key(m), candidates.tip(m)));
            }
            if (seconds < least || k == ranked.size()) {
                least = Math.min(least, seconds);
                double ratio = least / best;
                String tip = "best of the first " + k + ": " + Quantity.ratio(ratio) + "× the best of all";
                points.add(new Lines.Point(k, ratio, candidates.key(m), tip));
            }
        }
        Lines.Titles titles = new Lines.Titles(
                "candidates measured, in predicted order",
                Quantity::tick,
                "time over best of all",
                Quantity::tick,
                true,
                "",
                1.0);
        return Lines.of(
                List.of(
                        new Lines.Series("", 0, Lines.Style.LINE, points),
                        new Lines.Series("", null, Lines.Style.DOTS, each)),
                counts(ranked.size()),
                titles);
    }

    /** 1, 2, 5, 10 .. up to the number of candidates. */
    private static List<Double> counts(int candidates) {
        List<Double> counts = new ArrayList<>();
        for (int decade = 1; decade <= candidates; decade *= 10) {
            for (int digit : new int[] {1, 2, 5}) {
                if (decade * digit <= candidates) {
                    counts.add((double) decade * digit);
                }
            }
        }
        return counts;
    }
}
