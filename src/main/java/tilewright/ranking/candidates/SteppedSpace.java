package tilewright.ranking.candidates;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/**
 * Candidates whose diagonal and panels advance in steps: their other blocks need not be multiples of the sequential
 * block. Few sizes, those that pay for large nests.
 */
final class SteppedSpace {
    private static final SpaceLimits LIMITS = SpaceLimits.shipped();

    private final Family family;
    private final DeviceDescription device;
    private final Workload workload;
    private final Feasibility feasibility;
    private final long longest;

    /** @param longest iterations of the longest loop */
    SteppedSpace(Family family, DeviceDescription device, Workload workload, Feasibility feasibility, long longest) {
        this.family = family;
        this.device = device;
        this.workload = workload;
        this.feasibility = feasibility;
        this.longest = longest;
    }

    List<Candidate> all() {
        List<Candidate> found = new ArrayList<>();
        List<LoopRole> roles = family.roles();
        int sequential = roles.indexOf(LoopRole.HOST_BLOCKS);
        boolean fits = device instanceof GpuDescription
                && family.levels().size() > 2
                && sequential >= 0
                && roles.size() == 3
                && Collections.frequency(roles, LoopRole.PARALLEL) == 2;
        if (!fits) {
            return found;
        }
        for (int step : LIMITS.steps()) {
            for (int visit : LIMITS.visits()) {
                for (List<Integer> block : lateBlocks()) {
                    for (List<Integer> thread : lateThreads()) {
                        List<Integer> sizes = new ArrayList<>(block);
                        sizes.add(sequential, visit);
                        List<Integer> threads = new ArrayList<>(thread);
                        threads.add(sequential, 1);
                        Candidate candidate =
                                new Candidate(sizes, threads, new Candidate.Options(LIMITS.stepKTile(), 2, step));
                        boolean small = 2L * visit <= longest && block.stream().allMatch(r -> r <= longest);
                        if (small && feasibility.fits(candidate)) {
                            found.add(candidate);
                        }
                    }
                }
            }
        }
        return found;
    }

    private List<List<Integer>> lateBlocks() {
        return isPaired() ? joined(LIMITS.lateBlocks(), LIMITS.pairBlocks()) : LIMITS.lateBlocks();
    }

    private List<List<Integer>> lateThreads() {
        return isPaired() ? joined(LIMITS.lateThreads(), LIMITS.pairThreads()) : LIMITS.lateThreads();
    }

    private static List<List<Integer>> joined(List<List<Integer>> some, List<List<Integer>> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private boolean isPaired() {
        return workload.levels().stream()
                .flatMap(l -> l.pieces().stream())
                .flatMap(p -> p.computations().stream())
                .allMatch(c -> c.cost().pairs());
    }
}
