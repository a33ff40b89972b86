package tilewright.tiling;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which of two ways to take a program apart is better: what runs in parallel, with few loops that the host runs around it. */
final class RegionOrder {
    private RegionOrder() {}

    /**
     * What runs more in parallel wins, if it needs one host loop at most; else fewer host loops do. At no more steps, threads that share out the iterations of a loop beat threads that each run all of them.
     */
    static Region better(@Nullable Region first, Region second) {
        if (first == null) {
            return second;
        }
        int hosts = hostLoops(List.of(second));
        int fewer = hostLoops(List.of(first)) - hosts;
        int more = parallelism(List.of(second)) - parallelism(List.of(first));
        if (more == 0) {
            boolean shared = steps(List.of(second)) <= steps(List.of(first)) && runsAlone(first) && !runsAlone(second);
            return fewer > 0 || shared ? second : first;
        }
        return more > 0 && (fewer >= 0 || hosts <= 1) ? second : first;
    }

    /** Whether the deepest part leaves a loop to single threads and has too few parallel ones to give threads enough. */
    static boolean runsAlone(Region region) {
        return deepest(List.of(region)).anyMatch(p -> p.planner().runsAlone());
    }

    /** Whether the second way to take a program apart is strictly the better one. */
    static boolean isBetter(List<Region> first, List<Region> second) {
        int parallel = parallelism(second) - parallelism(first);
        int more = hostLoops(second) - hostLoops(first);
        return parallel > 0 || parallel == 0 && (more < 0 || more == 0 && parallelLoops(second) > parallelLoops(first));
    }

    /** Parallel loops of the part whose work grows fastest. */
    private static int parallelLoops(List<Region> regions) {
        return Region.parts(regions).stream()
                .max(Comparator.comparingInt(Region.Part::depth)
                        .thenComparing(p -> -p.planner().parallelLoops()))
                .map(p -> p.planner().parallelLoops())
                .orElse(0);
    }

    /** Whether the deepest part runs anything in parallel. */
    static boolean isParallel(Region region) {
        return isParallel(List.of(region));
    }

    /** The same of a program. */
    static boolean isParallel(List<Region> regions) {
        return deepest(regions).allMatch(p -> p.planner().isParallel());
    }

    /** How much of a program runs in parallel: 0 where none of its deepest parts does, 2 where all of them do, 1 where some do, as those around a recurrence. */
    private static int parallelism(List<Region> regions) {
        long parts = deepest(regions).count();
        long parallel = deepest(regions).filter(p -> p.planner().isParallel()).count();
        return parallel == 0 && parts > 0 ? 0 : parallel < parts ? 1 : 2;
    }

    private static Stream<Region.Part> deepest(List<Region> regions) {
        List<Region.Part> parts = Region.parts(regions);
        int depth = parts.stream().mapToInt(Region.Part::depth).max().orElse(0);
        return parts.stream().filter(p -> p.depth() == depth);
    }

    /** The largest number of nested host loops. */
    static int hostLoops(List<Region> regions) {
        return nested(regions, PartPlanner::hostLoops);
    }

    /** The largest number of nested loops whose steps launches wait for: the host's, and fronts of blocks. */
    static int steps(List<Region> regions) {
        return nested(regions, PartPlanner::steps);
    }

    /** Whether one launch runs all of it, each point its own iterations. */
    static boolean isOneLaunch(List<Region> regions) {
        return Region.isOnePart(regions)
                && Region.parts(regions).getFirst().planner().rolesOfOneLaunch().isPresent();
    }

    private static int nested(List<Region> regions, ToIntFunction<PartPlanner> ofPart) {
        return regions.stream()
                .mapToInt(r -> switch (r) {
                    case Region.Part p -> ofPart.applyAsInt(p.planner());
                    case Region.HostLoop h -> 1 + nested(h.body(), ofPart);
                    case Region.Rewritten w -> nested(w.body(), ofPart);
                })
                .max()
                .orElse(0);
    }
}
