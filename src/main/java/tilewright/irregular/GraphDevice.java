package tilewright.irregular;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.model.ShippedFile;

/**
 * What is known of a device for work on graphs, beside {@link tilewright.ranking.description.GpuDescription}: rates of random accesses by the size of what is
 * accessed, and the shapes of schedules that are tried there. One JSON file each.
 *
 * @param name as the device file has it
 * @param loads of 4 bytes at random addresses
 * @param atomics minima without result at random addresses
 * @param stagedPairsPerSecond pairs that all multiprocessors relax where one end is staged; null where it is not calibrated
 * @param cellPairsPerSecond pairs that are looked at where both ends are bits in the block's memory; null where it is not calibrated
 * @param steps what steps of programs take whose blocks wait for each other, whatever they do; null where it is not calibrated
 * @param columns what relaxing many columns side by side takes; null where it is not calibrated
 * @param readBackSeconds from the end of a launch until the host knows a number of it; null where it is not calibrated
 * @param inspector seconds per arc of what inspectors do on the host that the device has, by the name of the step; a step that is missing is not calibrated
 * @param schedules as they are written, the most promising one first
 * @param sources where each figure comes from
 */
public record GraphDevice(
        String schema,
        String name,
        List<Rate> loads,
        List<Rate> atomics,
        @Nullable Double stagedPairsPerSecond,
        @Nullable Double cellPairsPerSecond,
        @Nullable Steps steps,
        @Nullable Columns columns,
        @Nullable Double readBackSeconds,
        Map<String, Double> inspector,
        List<String> schedules,
        Inspector.Cuts cuts,
        Map<String, String> sources) {
    private static final String SCHEMA = "tilewright/graph-device/1";

    /** Accesses per second where so many bytes are accessed. */
    public record Rate(long bytes, double perSecond) {}

    /**
     * Steps with a barrier of all blocks each: chains of loads and atomics that nothing hides, and the barrier.
     *
     * @param push seconds of a step that takes its work from a queue and makes another one, whatever the blocks
     * @param pushByBlock the same by the blocks of a multiprocessor
     * @param leastBlocks of a multiprocessor: programs that ask for fewer have room for so many, and get them
     * @param sweep seconds of a step that looks at everything
     * @param queue seconds of a step of {@code vertices queue}, whatever the blocks; null where it is not calibrated
     * @param round seconds of a round that a block makes by itself; null where it is not calibrated
     */
    public record Steps(
            double push,
            double pushByBlock,
            int leastBlocks,
            double sweep,
            @Nullable Double queue,
            @Nullable Double round) {}

    /**
     * Relaxing many columns side by side.
     *
     * @param perSecond elements that all multiprocessors look at along arcs
     * @param improvedPerSecond elements that they make better
     * @param pass seconds of a pass beside them: its longest chain, and the barrier
     */
    public record Columns(double perSecond, double improvedPerSecond, double pass) {}

    public GraphDevice {
        if (!SCHEMA.equals(schema)) {
            throw new IllegalArgumentException("schema " + schema);
        }
        loads = sorted(loads);
        atomics = sorted(atomics);
        inspector = Map.copyOf(inspector);
        schedules = List.copyOf(schedules);
        sources = Map.copyOf(sources);
    }

    private static List<Rate> sorted(List<Rate> rates) {
        if (rates.isEmpty()) {
            throw new IllegalArgumentException("no rates");
        }
        return rates.stream().sorted(Comparator.comparingLong(Rate::bytes)).toList();
    }

    /**
     * The rate at a size: between the given points a power of it, constant outside them. Example: 1e11 at 16 MB and 4e10 at 64 MB give
     * 6.3e10 at 32 MB.
     */
    public static double rate(List<Rate> rates, double bytes) {
        Rate before = rates.getFirst();
        for (Rate point : rates) {
            if (bytes <= point.bytes) {
                if (point.bytes == before.bytes) {
                    return point.perSecond;
                }
                double part =
                        Math.log(Math.max(1, bytes / before.bytes)) / Math.log((double) point.bytes / before.bytes);
                return before.perSecond * Math.pow(point.perSecond / before.perSecond, part);
            }
            before = point;
        }
        return before.perSecond;
    }

    /** The file of a device; empty where none is shipped. */
    public static Optional<GraphDevice> find(String name) {
        return ShippedFile.text(GraphDevice.class, "devices/" + name + ".json")
                .map(text -> ShippedFile.JSON.readValue(text, GraphDevice.class));
    }

    /** The device whose shapes and rates stand in for one without a file. */
    public static GraphDevice reference() {
        return find("h200")
                .orElseThrow(() -> new IllegalStateException("h200.json of graphs is missing from the build"));
    }
}
