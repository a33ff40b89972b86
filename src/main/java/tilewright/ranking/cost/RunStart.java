package tilewright.ranking.cost;

import java.util.HashMap;
import java.util.Map;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.PlacedStatement;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.Problem;

/**
 * What a run on a GPU takes beside its launches (docs/equations.md, "The start of a run"): the start of the CUDA graph that holds them, and the bytes that somebody
 * else has written before and that the second cache writes back to memory while the run loads its own for the first time.
 */
public final class RunStart {
    private RunStart() {}

    /**
     * A prediction of launches alone, as one of a run that has no others.
     *
     * @param bytes that the run touches
     */
    static Prediction of(Prediction launches, double bytes, GpuDescription device) {
        return launches.startedIn(seconds(launches.seconds(), launches.term(Prediction.Term.MEMORY), bytes, device));
    }

    /**
     * Seconds of the start. What is written back delays launches that wait for memory, and is hidden by others: with t seconds of launches, m of them that memory alone
     * would take, and w for what is written back, (r^p + (m + w)^p)^(1/p) - t, where r^p = t^p - m^p.
     *
     * <p>Example: 16 us of reading 67 MB on an H200, all of them memory's, and 31.5 MB that are written back: 2.2 + 7.5 us.
     *
     * @param launches seconds of all launches
     * @param memory seconds that memory alone would take
     * @param bytes that the run touches
     */
    public static double seconds(double launches, double memory, double bytes, GpuDescription device) {
        KernelCosts costs = KernelCosts.measured();
        double evicted = costs.writtenShare() * Math.min(bytes, device.memory().cacheBytes());
        double p = device.overlap();
        double bound = Math.min(memory, launches);
        double rest = Math.pow(Math.max(0, Math.pow(launches, p) - Math.pow(bound, p)), 1 / p);
        double writing = evicted / device.memory().globalBytesPerSecond();
        return costs.graphSeconds() + Queueing.overlapped(rest, bound + writing, p) - launches;
    }

    /** Bytes of the arrays that a problem accesses, by name. */
    public static Map<String, Double> arrays(Problem problem) {
        Map<String, Double> arrays = new HashMap<>();
        for (PlacedStatement placed : problem.nest().statements()) {
            for (Access access : placed.statement().accesses()) {
                arrays.computeIfAbsent(access.array(), a -> bytes(problem.nest().array(a), problem.sizes()));
            }
        }
        return arrays;
    }

    private static double bytes(ArrayDeclaration array, Map<String, Long> sizes) {
        double bytes = array.type().bytes();
        for (ArrayDeclaration.Bounds bounds : array.bounds()) {
            bytes *= Math.max(0, bounds.extent().evaluate(v -> sizes.getOrDefault(v, 0L)));
        }
        return bytes;
    }
}
