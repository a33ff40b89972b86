package tilewright.tune.irregular;

import java.util.Arrays;
import java.util.List;
import tilewright.irregular.Prepared;
import tilewright.tune.stored.Status;

/**
 * What a schedule took.
 *
 * @param fault what was wrong, in words; empty where nothing was
 * @param inspector steps of preprocessing, done once for all runs
 * @param seconds by start, each the median of its runs
 * @param arcs stored arcs, by start, out of the vertices that were reached
 */
public record FixpointMeasurement(
        String schedule,
        Status status,
        String fault,
        List<Prepared.InspectorStep> inspector,
        List<Double> seconds,
        List<Long> arcs) {
    public FixpointMeasurement {
        inspector = List.copyOf(inspector);
        seconds = List.copyOf(seconds);
        arcs = List.copyOf(arcs);
    }

    public double meanSeconds() {
        return seconds.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    public double inspectorSeconds() {
        return inspector.stream().mapToDouble(Prepared.InspectorStep::seconds).sum();
    }

    /**
     * Seconds of a run with its share of the preprocessing.
     *
     * @param runs over which it is shared; 0 leaves it out
     */
    public double secondsOver(int runs) {
        return meanSeconds() + (runs == 0 ? 0 : inspectorSeconds() / runs);
    }

    /** Arcs of the graph per second of the mean time, whether or not they were reached: stored ones, or as many as were asked for. */
    public double perSecond(long graphArcs) {
        return graphArcs / meanSeconds();
    }

    /**
     * Edges of the reached component per second, by the harmonic mean: half a stored arc each, since both directions are stored.
     * Graph500 counts duplicates of the input too, which are not stored, so its figure is higher.
     */
    public double reachedEdges() {
        double inverse = 0;
        for (int s = 0; s < seconds.size(); s++) {
            inverse += seconds.get(s) / (arcs.get(s) / 2.0);
        }
        return seconds.size() / inverse;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
