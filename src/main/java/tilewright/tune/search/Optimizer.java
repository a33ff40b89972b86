package tilewright.tune.search;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.apache.commons.math3.exception.TooManyEvaluationsException;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.SimpleBounds;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.CMAESOptimizer;
import org.apache.commons.math3.random.JDKRandomGenerator;

/**
 * What a general optimizer would have measured: the evolution strategy CMA-ES of commons-math over the sizes of a candidate,
 * from the first in predicted order. A point between candidates stands for the nearest one. It serves recorded sweeps only,
 * as something to compare searches with.
 */
final class Optimizer {
    private static final int EVALUATIONS = 5_000;
    private static final int ITERATIONS = 1_000;
    /** First steps, as a part of the space along each coordinate. */
    private static final double STEP = 0.3;

    private final double[][] unit;
    private final double[] seconds;
    private final SequencedSet<Integer> order = new LinkedHashSet<>();

    private Optimizer(List<double[]> unit, double[] seconds) {
        this.unit = unit.toArray(double[][]::new);
        this.seconds = seconds;
    }

    /**
     * Candidates in the order in which they are first measured; not all of them where it converges before.
     *
     * @param seconds measured, by candidate; infinite where it failed
     */
    static List<Integer> order(List<Guess> guesses, double[] seconds, int seed) {
        Optimizer optimizer = new Optimizer(unit(guesses), seconds);
        optimizer.run(seed);
        return List.copyOf(optimizer.order);
    }

    private void run(int seed) {
        int dimensions = unit[0].length;
        double[] step = new double[dimensions];
        Arrays.fill(step, STEP);
        double[] ones = new double[dimensions];
        Arrays.fill(ones, 1);
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(seed);
        try {
            new CMAESOptimizer(ITERATIONS, Double.NEGATIVE_INFINITY, true, 0, 1, random, false, null)
                    .optimize(
                            new MaxEval(EVALUATIONS),
                            new MaxIter(ITERATIONS),
                            GoalType.MINIMIZE,
                            new ObjectiveFunction(this::measure),
                            new InitialGuess(unit[0]),
                            new SimpleBounds(new double[dimensions], ones),
                            new CMAESOptimizer.Sigma(step),
                            new CMAESOptimizer.PopulationSize(4 + (int) (3 * Math.log(dimensions))));
        } catch (TooManyEvaluationsException e) {
            // All that it may try was tried.
        }
    }

    private double measure(double[] point) {
        int nearest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < unit.length; i++) {
            double distance = distance(unit[i], point, least);
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        order.add(nearest);
        // A candidate that failed is as bad as can be, and finite.
        return Double.isFinite(seconds[nearest]) ? Math.log(seconds[nearest]) : Double.MAX_EXPONENT;
    }

    /** The square of a distance; of one that is no smaller than another one, some value that is no smaller either. */
    private static double distance(double[] a, double[] b, double other) {
        double sum = 0;
        for (int i = 0; i < a.length && sum < other; i++) {
            double difference = a[i] - b[i];
            sum += difference * difference;
        }
        return sum;
    }

    /** Coordinates from 0 to 1; 0 where all candidates have the same. */
    private static List<double[]> unit(List<Guess> guesses) {
        List<double[]> all = Guess.coordinates(guesses);
        int dimensions = all.getFirst().length;
        double[] low = new double[dimensions];
        double[] high = new double[dimensions];
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
        for (double[] each : all) {
            for (int i = 0; i < dimensions; i++) {
                low[i] = Math.min(low[i], each[i]);
                high[i] = Math.max(high[i], each[i]);
            }
        }
        return all.stream()
                .map(each -> {
                    double[] scaled = new double[dimensions];
                    for (int i = 0; i < dimensions; i++) {
                        scaled[i] = high[i] > low[i] ? (each[i] - low[i]) / (high[i] - low[i]) : 0;
                    }
                    return scaled;
                })
                .toList();
    }
}
