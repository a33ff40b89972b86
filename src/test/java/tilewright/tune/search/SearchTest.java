package tilewright.tune.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.junit.jupiter.api.Test;
import tilewright.ranking.ModelErrors;
import tilewright.tiling.space.Candidate;

class SearchTest {
    private static final ModelErrors.Prior PRIOR = new ModelErrors.Prior(0.3, 0.2, 0.02, 2);

    private static Guess guess(int block, int thread, double predicted) {
        return new Guess(
                new Candidate(List.of(block, block), List.of(1, thread), new Candidate.Options(16, 2)), predicted);
    }

    /** Square blocks of 8 to 512 guesses a side, 1 to 16 guesses a thread; the model likes large blocks slightly more than it should. */
    private static List<Guess> guesses() {
        List<Guess> guesses = new ArrayList<>();
        for (int block = 8; block <= 512; block *= 2) {
            for (int thread = 1; thread <= 16; thread *= 2) {
                guesses.add(guess(block, thread, 1e-3 * (1 + 1.0 / block + 0.1 * Math.abs(thread - 4))));
            }
        }
        guesses.sort(Comparator.comparingDouble(Guess::predictedSeconds));
        return guesses;
    }

    /** What the clock says: the larger a block is, the worse the model errs. */
    private static double[] seconds(List<Guess> guesses) {
        return guesses.stream()
                .mapToDouble(p -> p.predictedSeconds()
                        * (1 + 0.1 * Math.log(p.candidate().block().getFirst() / 8.0)))
                .toArray();
    }

    @Test
    void correctionIsTheGaussianProcessOfTheTextbook() {
        List<double[]> at = List.of(new double[] {0, 0}, new double[] {1, 0}, new double[] {3, 1}, new double[] {2, 2});
        double[] errors = {0.1, -0.2, 0.05};
        Correction correction = new Correction(PRIOR, at);
        for (int i = 0; i < errors.length; i++) {
            correction.add(i, errors[i]);
        }
        RealMatrix covariance = new Array2DRowRealMatrix(3, 3);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                covariance.setEntry(i, j, kernel(at.get(i), at.get(j)) + (i == j ? PRIOR.noise() * PRIOR.noise() : 0));
            }
        }
        RealMatrix inverse = new LUDecomposition(covariance).getSolver().getInverse();
        RealVector toLast = new ArrayRealVector(
                new double[] {kernel(at.get(0), at.get(3)), kernel(at.get(1), at.get(3)), kernel(at.get(2), at.get(3))
                });
        double mean = toLast.dotProduct(inverse.operate(new ArrayRealVector(errors)));
        double variance = kernel(at.get(3), at.get(3)) - toLast.dotProduct(inverse.operate(toLast));
        assertEquals(mean, correction.mean(3), 1e-9);
        assertEquals(Math.sqrt(variance), correction.deviation(3), 1e-9);
    }

    private static double kernel(double[] a, double[] b) {
        double distance = 0;
        for (int i = 0; i < a.length; i++) {
            distance += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return PRIOR.common() * PRIOR.common()
                + PRIOR.spread() * PRIOR.spread() * Math.exp(-distance / (2 * PRIOR.octaves() * PRIOR.octaves()));
    }

    @Test
    void aCopyDoesNotChangeTheOriginal() {
        Correction original = new Correction(PRIOR, List.of(new double[] {0}, new double[] {1}));
        Correction copy = original.copy();
        copy.add(0, 0.5);
        assertEquals(0, original.mean(1));
        assertTrue(copy.mean(1) > 0);
    }

    @Test
    void whatWasMeasuredTurnsTheSearchAwayFromWhereTheModelErrs() {
        List<Guess> guesses = guesses();
        SearchEffort effort = SearchEffort.of(guesses, seconds(guesses), PRIOR);
        assertTrue(effort.adaptive() <= 6, effort::toString);
        assertTrue(effort.adaptive() < effort.ranked(), effort::toString);
        assertTrue(effort.adaptive() < effort.random(), effort::toString);
    }

    @Test
    void everyCandidateIsHandedOutOnceAlsoWhileOthersAreUnderWay() {
        List<Guess> guesses = guesses();
        Search search = new AdaptiveSearch(guesses, PRIOR);
        Set<Integer> seen = new HashSet<>();
        List<Integer> underWay = new ArrayList<>();
        Optional<Integer> next = search.next();
        assertEquals(Optional.of(0), next, "the first in predicted order");
        while (next.isPresent()) {
            assertTrue(seen.add(next.get()));
            underWay.add(next.get());
            if (underWay.size() == 3) {
                search.tell(underWay.removeFirst(), Double.POSITIVE_INFINITY);
                search.tell(underWay.removeFirst(), 1e-3);
            }
            next = search.next();
        }
        assertEquals(guesses.size(), seen.size());
    }

    @Test
    void aRandomOrderIsTheSameForTheSameSeed() {
        assertEquals(all(FixedSearch.random(20, 7)), all(FixedSearch.random(20, 7)));
        assertEquals(20, new HashSet<>(all(FixedSearch.random(20, 7))).size());
    }

    private static List<Integer> all(Search search) {
        List<Integer> order = new ArrayList<>();
        for (Optional<Integer> next = search.next(); next.isPresent(); next = search.next()) {
            order.add(next.get());
        }
        return order;
    }

    @Test
    void halfOfTheRandomOrdersFindOneOfTwoGoodOnesAmongThree() {
        List<Guess> guesses = List.of(guess(8, 1, 1), guess(16, 1, 2), guess(32, 1, 3));
        SearchEffort effort = SearchEffort.of(guesses, new double[] {5, 1, 1.01}, PRIOR);
        assertEquals(1, effort.random());
        assertEquals(2, effort.ranked());
        double[] failed = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        assertThrows(IllegalArgumentException.class, () -> SearchEffort.of(guesses, failed, PRIOR));
    }
}
