package tilewright.ranking;

import java.util.List;

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

    /** Adds bytes to and from L2 and memory. */
    void add(double cache, double memory) {
        cacheBytes += cache;
        memoryBytes += memory;
    }

    Prediction prediction(
            double seconds, GpuDescription.Memory memory, List<Prediction.LevelTime> levels, Resources resources) {
        return new Prediction(
                seconds,
                Prediction.terms(
                        seconds,
                        arithmetic,
                        fast,
                        cacheBytes / memory.cacheBytesPerSecond(),
                        memoryBytes / memory.globalBytesPerSecond()),
                new Prediction.Traffic(reads, writes, cacheBytes, memoryBytes, fastBytes),
                levels,
                resources);
    }
}
