package tilewright.report.stored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;

/**
 * Everything in one results directory.
 *
 * @param measurements one per candidate, in predicted order
 * @param analysis null where none was stored
 * @param explanations of the model by candidate; empty where no ranking was stored
 * @param nest source of the nest, null where none was stored
 * @param kernel best kernel, null where none was stored
 * @param counters of the winner's launches, empty where no profiler counted
 * @param onHost whether processors ran the programs and not a GPU
 * @param notes what a reader should know about the files, e.g. a torn last line
 */
public record Results(
        Path directory,
        Summary summary,
        List<Measurement> measurements,
        @Nullable Analysis analysis,
        Map<Measurement.Key, Explanation> explanations,
        @Nullable Source nest,
        @Nullable Source kernel,
        List<CountersFile.Launch> counters,
        boolean onHost,
        List<String> notes) {
    /** Runs on a quiet machine differ by far less. */
    private static final double LARGE_SPREAD = 0.1;

    /** Times that are predicted so many times too long or too short are worth a word. */
    private static final double FAR_OFF = 3;

    /** Candidates by which that is told. */
    private static final int SEVERAL = 3;

    public Results {
        measurements = List.copyOf(measurements);
        counters = List.copyOf(counters);
        explanations = Map.copyOf(explanations);
        notes = List.copyOf(notes);
    }

    /** Candidates that were right and timed: the winner that the summary names, then the others, fastest first. */
    public List<Measurement> ok() {
        return measurements.stream()
                .filter(Measurement::isOk)
                .sorted(Comparator.comparing((Measurement m) -> !isWinner(m)).thenComparingDouble(Measurement::seconds))
                .toList();
    }

    private boolean isWinner(Measurement m) {
        return summary.best() != null && summary.best().candidate().equals(m.key());
    }

    /** Whether the finals could not tell a candidate from the winner. */
    public boolean isTied(Measurement m) {
        return summary.ties().contains(m.key());
    }

    /** The notes, and what the measurements themselves give reason to doubt. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(notes);
        List<Measurement> ok = ok();
        if (isUnsettled()) {
            warnings.add("The winner's runs spread by "
                    + Quantity.percent(ok.getFirst().spread())
                    + " of their median, as on a busy machine: smaller differences between candidates mean nothing,"
                    + " and no speed-up is given.");
        }
        farOff(ok).ifPresent(warnings::add);
        fastestBaseline()
                .filter(rival ->
                        !ok.isEmpty() && rival.seconds() < ok.getFirst().seconds())
                .ifPresent(rival -> warnings.add("Cutting loses: " + rival.name() + " takes "
                        + Quantity.seconds(rival.seconds()) + ", the best candidate "
                        + Quantity.ratio(ok.getFirst().seconds() / rival.seconds()) + " times as long."));
        return warnings;
    }

    /** What is said where predicted times are of another order than measured ones. */
    private Optional<String> farOff(List<Measurement> ok) {
        double[] ratios = ok.stream()
                .filter(m -> m.predictedSeconds() != null)
                .mapToDouble(m -> Objects.requireNonNull(m.predictedSeconds()) / m.seconds())
                .sorted()
                .toArray();
        if (ratios.length < SEVERAL) {
            return Optional.empty();
        }
        double middle = ratios[ratios.length / 2];
        if (middle < FAR_OFF && middle > 1 / FAR_OFF) {
            return Optional.empty();
        }
        return Optional.of("Predicted times are " + Quantity.ratio(middle > 1 ? middle : 1 / middle) + " times too "
                + (middle > 1 ? "long" : "short") + " (median). If those of other nests are as well, the device file"
                + " describes another machine, or this one while it was busy: measure it again with 'tilewright"
                + " calibrate -o FILE' and name it by --device FILE.");
    }

    /** Whether the winner's runs differ so much that comparisons with others mean nothing. */
    public boolean isUnsettled() {
        List<Measurement> ok = ok();
        return !ok.isEmpty() && ok.getFirst().spread() > LARGE_SPREAD;
    }

    /**
     * How close a candidate comes to what it cannot be faster than: that time over the measured one, and where it comes from. Nothing
     * where no such time is known of the whole program.
     */
    public Optional<Limit> limit(Measurement m) {
        Explanation explanation = explanations.get(m.key());
        if (explanation == null
                || explanation.least() == null
                || m.predictedSeconds() == null
                || explanation.otherParts(m.predictedSeconds()) > 0) {
            return Optional.empty();
        }
        Explanation.Least least = explanation.least();
        return Optional.of(
                new Limit(least.seconds() / m.seconds(), least.seconds(), Explanation.words(least.because(), onHost)));
    }

    /**
     * A time below which a candidate cannot run.
     *
     * @param share of the measured time, up to 1
     * @param because the resource that asks for it, in words
     */
    public record Limit(double share, double seconds, String because) {
        /** {@code 23 % of the limit (1.2 ms, L2 cache)}. */
        @Override
        public String toString() {
            return Quantity.percent(share) + " of the limit (" + Quantity.seconds(seconds) + ", " + because + ")";
        }
    }

    /** The fastest of what the candidates are compared with. */
    public Optional<Summary.Baseline> fastestBaseline() {
        return summary.baselines().stream()
                .filter(Summary.Baseline::isRival)
                .min(Comparator.comparingDouble(Summary.Baseline::seconds));
    }

    /** Candidates without a time, in predicted order. */
    public List<Measurement> failed() {
        return measurements.stream().filter(m -> !m.isOk()).toList();
    }

    /** How many candidates ended in which status, ok first. */
    public Map<String, Long> statusCounts() {
        Comparator<String> okFirst = Comparator.comparing((String s) -> !s.equals(Measurement.OK));
        return measurements.stream()
                .collect(Collectors.groupingBy(
                        Measurement::status,
                        () -> new TreeMap<>(okFirst.thenComparing(Comparator.naturalOrder())),
                        Collectors.counting()));
    }
}
