package tilewright.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;
import tilewright.report.chart.Lines;
import tilewright.report.stored.Measurement;

/** Energy beside time. */
final class EnergyFigures {
    /** Beyond this multiple of the best time a candidate would only squeeze the others together. */
    private static final double FAR = 3;

    /** Where the axis begins, as a part of the least energy. */
    private static final double BELOW = 0.9;

    private static final double MILLI = 1e-3;

    private EnergyFigures() {}

    /** Whether meters were read. */
    static boolean observed(Candidates candidates) {
        return candidates.ok().stream().anyMatch(m -> m.meters() != null);
    }

    private static double joules(Measurement m) {
        return Objects.requireNonNull(m.meters()).joules();
    }

    /**
     * The candidates that none beats in both (the Pareto front), fastest first.
     *
     * @param observed with meters
     */
    static List<Measurement> front(List<Measurement> observed) {
        List<Measurement> front = new ArrayList<>();
        for (Measurement m : observed.stream()
                .sorted(Comparator.comparingDouble(Measurement::seconds).thenComparingDouble(EnergyFigures::joules))
                .toList()) {
            if (front.isEmpty() || joules(m) < joules(front.getLast())) {
                front.add(m);
            }
        }
        return front;
    }

    /** Energy over time, with the front; null where fewer than two candidates were observed. */
    static @Nullable Lines pareto(Candidates candidates) {
        List<Measurement> observed =
                candidates.ok().stream().filter(m -> m.meters() != null).toList();
        if (observed.size() < 2) {
            return null;
        }
        double limit =
                FAR * observed.stream().mapToDouble(Measurement::seconds).min().orElseThrow();
        List<Measurement> near =
                observed.stream().filter(m -> m.seconds() <= limit).toList();
        double least = near.stream().mapToDouble(EnergyFigures::joules).min().orElseThrow();
        double unit = least < 1 ? MILLI : 1;
        List<Lines.Series> series = List.of(
                new Lines.Series("", null, Lines.Style.DOTS, points(candidates, near, unit)),
                new Lines.Series("best", 0, Lines.Style.LINE, points(candidates, front(near), unit)));
        List<Double> ticks = near.stream()
                .map(m -> candidates.unit().count(m.seconds()))
                .sorted()
                .toList();
        Lines.Titles titles = new Lines.Titles(
                "time, " + candidates.unit().symbol(),
                Quantity::threeDigits,
                "energy of one run, " + (unit < 1 ? "mJ" : "J"),
                Quantity::tick,
                false,
                "",
                BELOW * least / unit);
        return Lines.of(series, ticks, titles);
    }

    private static List<Lines.Point> points(Candidates candidates, List<Measurement> measured, double unit) {
        return measured.stream()
                .map(m -> new Lines.Point(
                        candidates.unit().count(m.seconds()),
                        joules(m) / unit,
                        candidates.key(m),
                        candidates.tip(m) + "\n" + Quantity.threeDigits(joules(m) / MILLI) + " mJ, "
                                + Quantity.fixed(
                                        Objects.requireNonNull(m.meters()).watts(), 0) + " W"))
                .toList();
    }
}
