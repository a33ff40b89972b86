package tilewright.tune.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tilewright.ranking.ModelErrors;

/**
 * What measured times say of the model's error on candidates that were not measured: a Gaussian process over the logarithm
 * of measured over predicted time. Its mean is 0 beforehand; its covariance is one error that all candidates of a sweep
 * share, and one that neighbours share, the less the more octaves lie between their sizes (Rasmussen and Williams, Gaussian
 * Processes for Machine Learning, 2006, algorithm 2.1, row by row).
 *
 * <p>It belongs to one thread. A new measurement costs time proportional to measurements x candidates.
 */
final class Correction {
    private final ModelErrors.Prior prior;
    private final List<double[]> coordinates;
    /** Rows of the triangular factor times the covariances, one row for each measurement, one column for each candidate. */
    private final List<double[]> rows = new ArrayList<>();

    private final double[] mean;
    private final double[] variance;

    /** @param coordinates one vector for each candidate, all of one length */
    Correction(ModelErrors.Prior prior, List<double[]> coordinates) {
        this.prior = prior;
        this.coordinates = List.copyOf(coordinates);
        mean = new double[coordinates.size()];
        variance = new double[coordinates.size()];
        Arrays.fill(variance, square(prior.common()) + square(prior.spread()));
    }

    private Correction(Correction other) {
        prior = other.prior;
        coordinates = other.coordinates;
        rows.addAll(other.rows);
        mean = other.mean.clone();
        variance = other.variance.clone();
    }

    /** Another one that knows the same. */
    Correction copy() {
        return new Correction(this);
    }

    /** @param error logarithm of measured over predicted time of a candidate that was not added before */
    void add(int candidate, double error) {
        double pivot = Math.sqrt(variance[candidate] + square(prior.noise()));
        double innovation = (error - mean[candidate]) / pivot;
        double[] row = new double[mean.length];
        for (int i = 0; i < row.length; i++) {
            double covariance = covariance(candidate, i);
            for (double[] earlier : rows) {
                covariance -= earlier[candidate] * earlier[i];
            }
            row[i] = covariance / pivot;
        }
        rows.add(row);
        for (int i = 0; i < row.length; i++) {
            mean[i] += row[i] * innovation;
            variance[i] = Math.max(0, variance[i] - square(row[i]));
        }
    }

    /** The expected logarithm of measured over predicted time. */
    double mean(int candidate) {
        return mean[candidate];
    }

    /** Its standard deviation. */
    double deviation(int candidate) {
        return Math.sqrt(variance[candidate]);
    }

    private double covariance(int a, int b) {
        double distance = 0;
        double[] one = coordinates.get(a);
        double[] other = coordinates.get(b);
        for (int i = 0; i < one.length; i++) {
            distance += square(one[i] - other[i]);
        }
        return square(prior.common()) + square(prior.spread()) * Math.exp(-distance / (2 * square(prior.octaves())));
    }

    private static double square(double value) {
        return value * value;
    }
}
