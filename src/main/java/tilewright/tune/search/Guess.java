package tilewright.tune.search;

import java.util.ArrayList;
import java.util.List;
import tilewright.tiling.space.Candidate;

/**
 * A candidate as a search sees it.
 *
 * @param candidate one of a sweep
 * @param predictedSeconds of the whole program
 */
public record Guess(Candidate candidate, double predictedSeconds) {
    /** What having a panel size at all, or one more stage, is worth, in octaves. */
    private static final double SWITCH = 1;

    /**
     * Coordinates in octaves: two candidates one of whose sizes differs by a factor of two lie 1 apart. Example: {@code 64x32/1x4
     * k-tile 16, stages 2} predicted at 2 s is (6, 5, 0, 2, 4, 2, 0, 1).
     */
    double[] coordinates() {
        List<Double> values = new ArrayList<>();
        candidate.block().forEach(size -> values.add(octaves(size)));
        candidate.thread().forEach(size -> values.add(octaves(size)));
        Candidate.Options options = candidate.options();
        values.add(octaves(Math.max(1, options.kTile())));
        values.add(SWITCH * options.stages());
        values.add(options.panel() == 0 ? 0 : SWITCH + octaves(options.panel()));
        values.add(octaves(predictedSeconds));
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The coordinates of several candidates, as many of each: the nest as written, which has no sizes, lies where all are 1. */
    static List<double[]> coordinates(List<Guess> guesses) {
        List<double[]> found = guesses.stream().map(Guess::coordinates).toList();
        int most = found.stream().mapToInt(c -> c.length).max().orElse(0);
        return found.stream()
                .map(c -> {
                    double[] all = new double[most];
                    System.arraycopy(c, 0, all, most - c.length, c.length);
                    return all;
                })
                .toList();
    }

    private static double octaves(double value) {
        return Math.log(value) / Math.log(2);
    }
}
