package tilewright.kernel.count;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import tilewright.kernel.Program;

/**
 * How long one block runs a kernel, read off the kernel's text: from barrier to barrier, as long as its slowest warp, whose instructions wait for what they need, or as its schedulers are busy with all
 * of its warps. Nothing is run; some warps, evenly spread, stand for all of them, and some iterations of long loops with barriers for all of theirs.
 *
 * <p>Example: a loop of 2000 iterations with a sum over 1024 threads and two barriers is 2000 times the way of the thread that has the result, and not 2000 launches.
 */
public final class BlockPath {
    /** Warps that are followed. */
    private static final int FOLLOWED = 4;

    private BlockPath() {}

    /**
     * From one barrier to the next.
     *
     * @param times how many of such it stands for
     * @param seconds of the slowest warp
     * @param busy seconds of a scheduler, all of whose warps
     * @param sharedBytes that all threads move to and from shared memory
     * @param globalBytes that they load from memory
     * @param waits whether some warp waits until another block has told something
     * @param behind seconds of that warp from then on
     * @param tells seconds until some warp tells other blocks something; negative where none does
     * @param meets whether all blocks wait for each other at its end
     */
    public record Phase(
            double times,
            double seconds,
            double busy,
            double sharedBytes,
            double globalBytes,
            boolean waits,
            double behind,
            double tells,
            boolean meets) {}

    /**
     * The phases of a block, in order.
     *
     * @param arguments by name of a parameter, those that are whole numbers
     * @throws IllegalArgumentException where the way depends on what stands in arrays
     */
    public static List<Phase> of(
            Program program,
            String kernel,
            int threads,
            int schedulers,
            long block,
            long blocks,
            Map<String, Long> arguments,
            PathCosts costs) {
        int warps = Math.ceilDiv(threads, costs.warp());
        int followed = Math.min(FOLLOWED, warps);
        IntStream first = IntStream.range(0, followed).map(f -> (int) ((long) f * warps / followed) * costs.warp());
        int[] leaders = first.toArray();
        Function<Boolean, List<List<WarpPath.Stretch>>> all = shortened -> Arrays.stream(leaders)
                .parallel()
                .mapToObj(thread ->
                        new WarpPath(program, costs, thread, threads, block, blocks, shortened).run(kernel, arguments))
                .toList();
        List<List<WarpPath.Stretch>> ways = all.apply(true);
        if (!comeTogether(ways)) {
            // Some warps do the same in each iteration of a loop, others do not.
            ways = all.apply(false);
        }
        if (!comeTogether(ways)) {
            throw new IllegalArgumentException("threads of " + kernel + " come to different barriers");
        }
        int stretches = ways.getFirst().size();
        List<Phase> phases = new ArrayList<>();
        for (int s = 0; s < stretches; s++) {
            double seconds = 0;
            double busy = 0;
            double shared = 0;
            double global = 0;
            boolean waits = false;
            double behind = 0;
            double tells = -1;
            for (List<WarpPath.Stretch> way : ways) {
                WarpPath.Stretch stretch = way.get(s);
                seconds = Math.max(seconds, stretch.seconds());
                busy += stretch.busy() * warps / followed / Math.min(schedulers, warps);
                shared += stretch.sharedBytes() * threads / followed;
                global += stretch.globalBytes() * threads / followed;
                tells = Math.max(tells, stretch.tells());
                if (stretch.told() >= 0) {
                    waits = true;
                    behind = Math.max(behind, stretch.seconds() - stretch.told());
                }
            }
            phases.add(new Phase(
                    ways.getFirst().get(s).times(),
                    seconds,
                    busy,
                    shared,
                    global,
                    waits,
                    behind,
                    tells,
                    ways.getFirst().get(s).meets()));
        }
        return phases;
    }

    /** Whether all ways have the same stretches, each as often. */
    private static boolean comeTogether(List<List<WarpPath.Stretch>> ways) {
        return ways.stream()
                        .map(way -> way.stream().map(WarpPath.Stretch::times).toList())
                        .distinct()
                        .count()
                == 1;
    }
}
