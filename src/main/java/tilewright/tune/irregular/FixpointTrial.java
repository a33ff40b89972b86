package tilewright.tune.irregular;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import tilewright.irregular.Arcs;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.Prepared;
import tilewright.irregular.Start;
import tilewright.tune.stored.Status;

/** One fixpoint on one graph from many starts, as every schedule is timed and certified on it. */
public final class FixpointTrial {
    /** Says whether values are the fixpoint of a start. */
    @FunctionalInterface
    public interface Certificate {
        /**
         * @param bits the value of each vertex
         * @return what is wrong; empty where the values are proved
         */
        Optional<String> fault(int[] bits, Start start);
    }

    /**
     * How often is measured, and what is certified.
     *
     * @param runs of each start whose median counts, after one that does not
     */
    public record Policy(int runs, int checkedStarts) {
        public static final Policy DEFAULT = new Policy(3, 2);
    }

    /** A program with its graph, for any number of starts. */
    interface Runs {
        /** Seconds from a start to the fixpoint. */
        double run(Start start);

        /** The bits of the values at the end of the last run, by vertex as the graph numbers them. */
        int[] values(Start start);
    }

    /** What came of all starts; {@code checked} holds the values of the first ones. */
    record Measured(List<Double> seconds, List<Long> reached, List<int[]> checked) {}

    private final Fixpoint fixpoint;
    private final Arcs arcs;
    private final List<Start> starts;
    private final Certificate certificate;
    private final Policy policy;
    /** Values of all vertices that are proved, by the number of their start. */
    private final Map<Integer, int[]> certified = new HashMap<>();

    public FixpointTrial(Fixpoint fixpoint, Arcs arcs, List<Start> starts, Certificate certificate, Policy policy) {
        this.fixpoint = fixpoint;
        this.arcs = arcs;
        this.starts = List.copyOf(starts);
        this.certificate = certificate;
        this.policy = policy;
    }

    Fixpoint fixpoint() {
        return fixpoint;
    }

    Arcs arcs() {
        return arcs;
    }

    /** Vertices that a start has, at most. */
    int mostStarts() {
        return starts.stream().mapToInt(s -> s.vertices().length).max().orElse(1);
    }

    Measured measure(Runs runs) {
        Measured measured = new Measured(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int s = 0; s < starts.size(); s++) {
            Start start = starts.get(s);
            runs.run(start);
            double[] times = new double[policy.runs()];
            for (int r = 0; r < times.length; r++) {
                times[r] = runs.run(start);
            }
            int[] values = runs.values(start);
            if (s < policy.checkedStarts()) {
                measured.checked.add(values);
            }
            measured.seconds.add(FixpointMeasurement.median(times));
            measured.reached.add(reached(values));
        }
        return measured;
    }

    /** The measurement, or what is wrong with the first values that are. */
    FixpointMeasurement certified(String schedule, List<Prepared.InspectorStep> steps, Measured measured) {
        for (int s = 0; s < measured.checked.size(); s++) {
            int[] values = measured.checked.get(s);
            // A fixpoint is the same bits whoever finds it: what was certified once need not be again.
            if (!Arrays.equals(values, certified.get(s))) {
                Optional<String> fault = certificate.fault(values, starts.get(s));
                if (fault.isPresent()) {
                    return failed(schedule, steps, Status.WRONG, fault.get());
                }
                certified.put(s, values);
            }
        }
        return new FixpointMeasurement(schedule, Status.OK, "", steps, measured.seconds, measured.reached);
    }

    static FixpointMeasurement failed(
            String schedule, List<Prepared.InspectorStep> steps, Status status, String fault) {
        return new FixpointMeasurement(schedule, status, fault, steps, List.of(), List.of());
    }

    /** Stored arcs out of vertices that have a value. */
    private long reached(int[] values) {
        return IntStream.range(0, values.length)
                .parallel()
                .filter(v -> values[v] != (int) fixpoint.neutral())
                .mapToLong(arcs::degree)
                .sum();
    }
}
