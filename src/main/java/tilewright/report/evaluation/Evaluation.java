package tilewright.report.evaluation;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.cost.Prediction;
import tilewright.tiling.space.Candidate;
import tilewright.tune.search.Guess;
import tilewright.tune.search.SearchEffort;

/**
 * One recorded sweep, ordered by today's model and by less.
 *
 * @param candidates how many of the measured ones the model knows
 * @param timed how many of these have a time
 * @param forgotten measured candidates that are not part of today's space, left out
 * @param model the predicted order
 * @param random every sequence equally likely: what the same number of trials finds without a model
 * @param theorem1 by the terms of Theorem 1 alone (theory.md, section 2), block sizes that it cannot tell apart in any
 *     sequence
 * @param repeated rank correlation of candidates' times by every other of their runs and by the others, which no order surpasses for long; null where runs are too few
 * @param fixed best time of the candidates with all block sizes 32 over the best of all; null where none was timed
 * @param earlyStop what least times would have saved; null where none are known
 * @param drawn whether its candidates stand for the whole space, so that they judge an order; else somebody chose them
 * @param heldOut whether the sweep only judges the model: no term or constant was chosen on sweeps of this nest
 * @param generated whether the program that was measured is generated today, so that it judges today's model (docs/equations.md, "Former programs")
 * @param effort how many measurements searches need
 * @param meanError geometric mean of max(predicted / measured, measured / predicted)
 * @param points candidate by candidate, in predicted order
 */
public record Evaluation(
        String nest,
        String sizes,
        String device,
        int candidates,
        int timed,
        int forgotten,
        Quality model,
        Quality random,
        Quality theorem1,
        @Nullable Double repeated,
        @Nullable Double fixed,
        @Nullable EarlyStop earlyStop,
        boolean drawn,
        boolean heldOut,
        boolean generated,
        SearchEffort effort,
        double meanError,
        List<Point> points) {
    private static final int FIXED = 32;

    /** So many runs have two halves with a middle. */
    private static final int REPEATED = 6;

    public Evaluation {
        points = List.copyOf(points);
    }

    /**
     * One candidate.
     *
     * @param predicted seconds of the whole program
     * @param binding what binds its main part
     * @param seconds measured; infinite where it failed
     */
    public record Point(Candidate candidate, double predicted, Prediction.Term binding, double seconds) {}

    /**
     * What was measured: seconds by candidate, infinite for those that failed.
     *
     * @param hash of the nest's text
     * @param drawn whether the candidates stand for the whole space
     * @param generated whether the fastest candidate's program is, letter by letter, what is generated today
     * @param runs of each candidate that has some, in seconds, in the order in which they were made
     */
    public record Measured(
            String nest,
            String hash,
            Map<String, Long> sizes,
            String device,
            boolean drawn,
            boolean generated,
            Map<Candidate, Double> seconds,
            Map<Candidate, List<Double>> runs) {}

    /**
     * Judges the orders.
     *
     * @param ranked the measured candidates in today's predicted order
     * @param predictedSeconds of the whole program
     * @param theorem1 the terms of Theorem 1 for a candidate
     * @param least what a candidate cannot be faster than, in seconds; null where that is not known
     * @param errors what the model was fitted to, and what a search assumes of its errors
     * @throws IllegalArgumentException where nothing was timed
     */
    public static Evaluation of(
            Measured measured,
            List<RankedCandidate> ranked,
            ToDoubleFunction<RankedCandidate> predictedSeconds,
            ToDoubleFunction<Candidate> theorem1,
            @Nullable ToDoubleFunction<RankedCandidate> least,
            ModelErrors errors) {
        List<Double> seconds =
                ranked.stream().map(r -> seconds(measured, r.candidate())).toList();
        if (seconds.stream().noneMatch(Double::isFinite)) {
            throw new IllegalArgumentException("no candidate of " + measured.nest() + " was timed");
        }
        List<Order.Judged> predicted = ranked.stream()
                .map(r -> new Order.Judged(predictedSeconds.applyAsDouble(r), seconds(measured, r.candidate())))
                .toList();
        // A baseline is not charged with candidates that fail.
        List<Order.Judged> byTheorem = ranked.stream()
                .map(r -> new Order.Judged(theorem1.applyAsDouble(r.candidate()), seconds(measured, r.candidate())))
                .filter(j -> Double.isFinite(j.seconds()))
                .toList();
        return new Evaluation(
                measured.nest(),
                sizes(measured.sizes()),
                measured.device(),
                ranked.size(),
                (int) seconds.stream().filter(Double::isFinite).count(),
                measured.seconds().size() - ranked.size(),
                Quality.of(Order.sequence(seconds), Order.spearman(predicted)),
                Quality.of(
                        Order.random(seconds.stream().filter(Double::isFinite).toList()), null),
                Quality.of(Order.by(byTheorem), Order.spearman(byTheorem)),
                repeated(measured.runs().values()),
                fixed(measured, ranked),
                least == null
                        ? null
                        : EarlyStop.of(ranked.stream()
                                .map(r -> new EarlyStop.Tried(least.applyAsDouble(r), seconds(measured, r.candidate())))
                                .toList()),
                measured.drawn(),
                !errors.isFittedTo(measured.hash()),
                measured.generated(),
                SearchEffort.of(
                        ranked.stream()
                                .map(r -> new Guess(r.candidate(), predictedSeconds.applyAsDouble(r)))
                                .toList(),
                        seconds.stream().mapToDouble(Double::doubleValue).toArray(),
                        errors.search()),
                meanError(predicted),
                ranked.stream()
                        .map(r -> new Point(
                                r.candidate(),
                                predictedSeconds.applyAsDouble(r),
                                r.prediction().binding(),
                                seconds(measured, r.candidate())))
                        .toList());
    }

    /** Example: three candidates of which each was faster than the next in the even and in the odd runs: 1. */
    static @Nullable Double repeated(Collection<List<Double>> runs) {
        return Order.spearman(runs.stream()
                .filter(r -> r.size() >= REPEATED)
                .map(r -> new Order.Judged(median(r, 0), median(r, 1)))
                .toList());
    }

    /** Of every other run. */
    private static double median(List<Double> runs, int first) {
        return new Median()
                .evaluate(IntStream.range(0, runs.size())
                        .filter(i -> i % 2 == first)
                        .mapToDouble(runs::get)
                        .toArray());
    }

    /** The order of today's model alone, as {@link #model} of an evaluation. */
    public static Quality order(
            Measured measured, List<RankedCandidate> ranked, ToDoubleFunction<RankedCandidate> predictedSeconds) {
        List<Order.Judged> predicted = ranked.stream()
                .map(r -> new Order.Judged(predictedSeconds.applyAsDouble(r), seconds(measured, r.candidate())))
                .toList();
        return Quality.of(
                Order.sequence(predicted.stream().map(Order.Judged::seconds).toList()), Order.spearman(predicted));
    }

    private static double seconds(Measured measured, Candidate candidate) {
        return measured.seconds().getOrDefault(candidate, Double.POSITIVE_INFINITY);
    }

    private static @Nullable Double fixed(Measured measured, List<RankedCandidate> ranked) {
        OptionalDouble best = ranked.stream()
                .mapToDouble(r -> seconds(measured, r.candidate()))
                .min();
        OptionalDouble fixed = ranked.stream()
                .filter(r -> isFixed(r.candidate()))
                .mapToDouble(r -> seconds(measured, r.candidate()))
                .filter(Double::isFinite)
                .min();
        return fixed.isPresent() ? (Double) (fixed.getAsDouble() / best.orElseThrow()) : null;
    }

    /** All block sizes 32, but for loops that cannot be cut. */
    private static boolean isFixed(Candidate candidate) {
        return candidate.block().stream().allMatch(r -> r == FIXED || r == 1)
                && candidate.block().contains(FIXED);
    }

    private static double meanError(List<Order.Judged> predicted) {
        return Means.geometric(predicted.stream()
                .filter(j -> Double.isFinite(j.seconds()))
                .map(j -> Math.max(j.key() / j.seconds(), j.seconds() / j.key()))
                .toList());
    }

    private static String sizes(Map<String, Long> sizes) {
        return String.join(
                ", ",
                sizes.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .toList());
    }
}
