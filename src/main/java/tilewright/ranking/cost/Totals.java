package tilewright.ranking.cost;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.work.Resources;

/** What all launches of a run need together: sums, of which a prediction's terms and traffic are made. */
final class Totals {
    private double arithmetic;
    private double fast;
    private double fastBytes;
    private double cacheBytes;
    private double memoryBytes;
    private double reads;
    private double writes;

    /** Adds visits of blocks. */
    void add(BlockVisit visit, double visits, int processors) {
        arithmetic += visits * visit.arithmetic() / processors;
        fast += visits * visit.fast() / processors;
        fastBytes += visits * visit.fastBytes();
        reads += visits * visit.reads();
        writes += visits * visit.writes();
    }

    /** Adds bytes to and from the last cache and memory. */
    void add(double cache, double memory) {
        cacheBytes += cache;
        memoryBytes += memory;
    }

    /** Seconds that all multiprocessors compute, or access their shared memory, at least. */
    double busySeconds() {
        return Math.max(arithmetic, fast);
    }

    /**
     * @param cacheRate bytes per second of the cache before memory
     * @param memoryRate bytes per second of memory
     * @param resources that bound how much runs at a time, or null
     */
    Prediction prediction(
            double seconds,
            double cacheRate,
            double memoryRate,
            List<Prediction.LevelTime> levels,
            @Nullable Resources resources) {
        return new Prediction(
                seconds,
                Prediction.terms(seconds, arithmetic, fast, cacheBytes / cacheRate, memoryBytes / memoryRate),
                new Prediction.Traffic(reads, writes, cacheBytes, memoryBytes, fastBytes),
                levels,
                resources);
    }
}
