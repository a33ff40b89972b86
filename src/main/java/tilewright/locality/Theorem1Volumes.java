package tilewright.locality;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.locality.Estimate.Order;
import tilewright.model.Access;
import tilewright.model.Interval;
import tilewright.model.PlacedStatement;

/**
 * Theorem 1 in numbers, to be put beside the exact count: its terms with the factor Q_z, each with the constant 1, summed
 * over accesses and cut loops. Accesses that differ by a constant offset count once, as do several sources of one access.
 *
 * <p>Example: Floyd-Warshall with n = 4096 and blocks of 64^3 reads n^2 (Q_1 + Q_2 + Q_3) and 2 n Q_1 values, 3.22 10^9; the
 * exact count is 3.19 10^9. Domains that are not boxes have fewer: Gaussian elimination about a third.
 */
public final class Theorem1Volumes {
    private Theorem1Volumes() {}

    /**
     * The sums.
     *
     * @param sizes value of every parameter
     * @param block block sizes r_1..r_n, one per loop of the common loop space
     */
    public static Volumes of(Dependences dependences, Locality locality, Map<String, Long> sizes, List<Integer> block) {
        List<Interval> loops = LoopRanges.of(dependences, sizes);
        double extent = loops.stream().mapToLong(Interval::length).max().orElse(1);
        Map<List<Object>, Double> reads = new HashMap<>();
        Map<List<Object>, Double> writes = new HashMap<>();
        for (Estimate estimate : locality.estimates()) {
            PlacedStatement placed = dependences.nest().statement(estimate.statement());
            Access access = placed.statement().accesses().get(estimate.access() - 1);
            Object moves = AccessMatrix.of(placed, access, dependences.nest().parameters())
                    .<Object>map(AccessMatrix::f)
                    .orElse(access.toString());
            int z = placed.loopVariables().indexOf(estimate.loop());
            List<Object> term = List.of(estimate.statement(), estimate.array(), moves, z);
            long parts = loops.get(z).blocks(0, block.get(z));
            reads.merge(term, value(estimate.reads(), parts, extent), Math::max);
            writes.merge(term, value(estimate.writes(), parts, extent), Math::max);
        }
        return new Volumes(block, total(reads), total(writes));
    }

    private static double value(@Nullable Order order, long parts, double extent) {
        return order == null || order.parts() == 0 ? 0 : parts * Math.pow(extent, order.power());
    }

    private static long total(Map<List<Object>, Double> terms) {
        return Math.round(terms.values().stream().mapToDouble(v -> v).sum());
    }
}
