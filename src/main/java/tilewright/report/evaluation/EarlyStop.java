package tilewright.report.evaluation;

import java.util.List;

/**
 * What least times would have saved a recorded sweep: tried in predicted order, a candidate is left out if its least time is
 * not below the best measured so far.
 *
 * @param tried candidates that would have been measured
 * @param all candidates of the sweep
 * @param tightest smallest ratio of a measured time to the least time of its candidate; below 1 the bound is wrong
 * @param leastOverBest the smallest least time over the best measured time: what is certain without measuring more
 */
public record EarlyStop(int tried, int all, double tightest, double leastOverBest) {
    /**
     * A candidate.
     *
     * @param least what it cannot be faster than, in seconds
     * @param seconds measured; infinite where it failed
     */
    public record Tried(double least, double seconds) {}

    /**
     * Replays a sweep. Example: least times 1, 3, 2 and measured times 2, 4, 5: the second and third are left out, 1 of 3 is
     * tried; the tightest ratio is 4 / 3.
     *
     * @param inOrder the candidates in predicted order
     */
    public static EarlyStop of(List<Tried> inOrder) {
        double best = Double.POSITIVE_INFINITY;
        double tightest = Double.POSITIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        double bestOfAll = Double.POSITIVE_INFINITY;
        int tried = 0;
        for (Tried each : inOrder) {
            tightest = Math.min(tightest, each.seconds() / each.least());
            least = Math.min(least, each.least());
            bestOfAll = Math.min(bestOfAll, each.seconds());
            if (each.least() < best) {
                tried++;
                best = Math.min(best, each.seconds());
            }
        }
        return new EarlyStop(tried, inOrder.size(), tightest, least / bestOfAll);
    }
}
