package tilewright.ranking.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/**
 * The plain way to run a nest on a parallel machine, with which every other is compared: one launch per iteration of
 * the sequential loops, one point per thread, a block of 8 x 32 threads.
 */
public final class Baseline {
    private static final int ALONG_ROWS = 32;
    private static final int ACROSS = 8;
    private static final int STAGED = 8;

    private static final double MOST_LAUNCHES = 1e6;

    private Baseline() {}

    /**
     * Of the families that run no blocks of sequential loops, the one that leaves the most loops to the host, one
     * iteration at a time; of those that need more launches than a comparison is worth, the one that needs the fewest.
     *
     * @param families at least one; the first is taken where all have blocked loops
     * @param launches how many launches a family needs
     */
    public static Family family(List<Family> families, ToDoubleFunction<Family> launches) {
        List<Family> plain = families.stream()
                .filter(f -> f.time() == null && f.roles().stream().noneMatch(LoopRole::isBlockedOnHost))
                .toList();
        return plain.stream()
                .filter(f -> launches.applyAsDouble(f) <= MOST_LAUNCHES)
                .min(Comparator.comparingLong(
                        f -> f.roles().stream().filter(Baseline::isInKernel).count()))
                .or(() -> plain.stream().min(Comparator.comparingDouble(launches)))
                .orElseGet(families::getFirst);
    }

    /** Whether kernels run a loop's iterations that the host could run. */
    private static boolean isInKernel(LoopRole role) {
        return role == LoopRole.KERNEL || role == LoopRole.UNROLLED || role == LoopRole.REDUCTION;
    }

    /** Whether a family does on the host what another one does inside its kernels: there to compare with, not to win. */
    public static boolean isForComparison(Family family, List<Family> families) {
        return families.stream().anyMatch(other -> {
            boolean differs = false;
            for (int z = 0; z < family.roles().size(); z++) {
                LoopRole own = family.roles().get(z);
                LoopRole others = other.roles().get(z);
                boolean movedOut = own == LoopRole.HOST && isInKernel(others);
                if (own != others && !movedOut) {
                    return false;
                }
                differs |= movedOut;
            }
            return differs;
        });
    }

    /** The candidate of that family. */
    public static Candidate candidate(Problem problem, Family family) {
        return candidates(problem, family).getFirst();
    }

    /** That candidate, and those to take in its place where it does not fit a device: with fewer iterations of loops inside kernels at a time, of the innermost one or of none more than one. */
    public static List<Candidate> candidates(Problem problem, Family family) {
        int innermost = family.roles().lastIndexOf(LoopRole.KERNEL);
        return IntStream.of(0, Math.max(0, innermost), family.roles().size())
                .mapToObj(z -> candidate(problem, family, z))
                .distinct()
                .toList();
    }

    /** @param staged from which loop on kernels stage more than one iteration */
    private static Candidate candidate(Problem problem, Family family, int staged) {
        StepSampler sampler = new StepSampler(problem, family);
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        int last = family.roles().lastIndexOf(LoopRole.PARALLEL);
        // Lanes are the threads across rows, where there are any.
        int across = family.roles().contains(LoopRole.REDUCTION) ? 1 : ACROSS;
        int alone = family.roles().indexOf(LoopRole.PARALLEL) == last ? across : 1;
        int parallel = 0;
        for (int z = family.roles().size() - 1; z >= 0; z--) {
            int size = switch (family.roles().get(z)) {
                case PARALLEL -> parallel++ == 0 ? ALONG_ROWS * alone : parallel == 2 ? across : 1;
                case KERNEL -> z >= staged ? STAGED : 1;
                case REDUCTION -> STAGED;
                case UNROLLED -> Math.toIntExact(sampler.whole(z).length());
                case HOST, HOST_BLOCKS, FRONTS -> 1;
            };
            block.addFirst(size);
            thread.addFirst(1);
        }
        int innermost = family.roles().lastIndexOf(LoopRole.KERNEL);
        int chunk = innermost >= staged ? STAGED : 1;
        return new Candidate(block, thread, new Candidate.Options(chunk, 1));
    }
}
