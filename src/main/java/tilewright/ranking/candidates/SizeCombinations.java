package tilewright.ranking.candidates;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import tilewright.kernel.GenerationLimits;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.LoopRole;

/** Block sizes and thread sizes of all loops of a family together, as the constraints between loops and the limits of a block allow them. */
final class SizeCombinations {
    private final Family family;
    private final SizeLimits limits;
    private final Feasibility feasibility;
    private final boolean parallel;
    private final boolean writtenOut;

    SizeCombinations(Family family, SizeLimits limits, Feasibility feasibility) {
        this.family = family;
        this.limits = limits;
        this.feasibility = feasibility;
        this.parallel = family.roles().stream().anyMatch(LoopRole::hasThreads);
        this.writtenOut = family.roles().contains(LoopRole.UNROLLED);
    }

    /** What is done with block and thread sizes; false to see no more. */
    @FunctionalInterface
    interface Sink {
        boolean take(List<Integer> block, List<Integer> thread);
    }

    /**
     * Chooses sizes loop by loop, outermost first; false where the sink has had enough.
     *
     * @param blockSizes to try, of a loop
     * @param threadSizes to try, of a loop and its block size
     */
    boolean forEach(
            IntFunction<List<Integer>> blockSizes, BiFunction<Integer, Integer, List<Integer>> threadSizes, Sink sink) {
        List<List<Sizes>> all = new ArrayList<>();
        for (int z = 0; z < family.roles().size(); z++) {
            int loop = z;
            all.add(blockSizes.apply(loop).stream()
                    .map(r -> new Sizes(r, threadSizes.apply(loop, r)))
                    .toList());
        }
        return fill(all, new ArrayList<>(), new ArrayList<>(), 1, sink);
    }

    /** The thread sizes to try with a block size of a loop. */
    private record Sizes(int block, List<Integer> threads) {}

    private boolean fill(List<List<Sizes>> all, List<Integer> block, List<Integer> thread, long threads, Sink sink) {
        int loop = block.size();
        if (loop == all.size()) {
            return !isPossible(block, thread, threads) || sink.take(block, thread);
        }
        boolean spread = family.roles().get(loop).hasThreads();
        boolean goOn = true;
        for (Sizes sizes : all.get(loop)) {
            block.add(sizes.block);
            if (goOn && divides(block, loop)) {
                for (int t : sizes.threads) {
                    long with = spread ? threads * Math.max(1, sizes.block / t) : threads;
                    thread.add(t);
                    if (goOn && with <= limits.mostThreads() && limits.allowsTile(thread)) {
                        goOn = fill(all, block, thread, with, sink);
                    }
                    thread.removeLast();
                }
            }
            block.removeLast();
        }
        return goOn;
    }

    /** Whether the constraints between the loops chosen so far hold. */
    private boolean divides(List<Integer> block, int newest) {
        for (Family.Divides constraint : family.constraints()) {
            int larger = Math.max(constraint.divisor(), constraint.multiple());
            if (larger == newest && block.get(constraint.multiple()) % block.get(constraint.divisor()) != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isPossible(List<Integer> block, List<Integer> thread, long threads) {
        return !feasibility.isOfHostLoops(block)
                && !isTooMuchCode(block, thread)
                && (!parallel || limits.allowsThreads((int) threads));
    }

    /** Whether loops that could be written out would be too long. */
    private boolean isTooMuchCode(List<Integer> block, List<Integer> thread) {
        if (!writtenOut) {
            return false;
        }
        long updates = 1;
        for (int z = 0; z < block.size(); z++) {
            updates *= family.roles().get(z) == LoopRole.UNROLLED ? block.get(z) : thread.get(z);
        }
        return updates > GenerationLimits.shipped().writtenOutUpdates();
    }
}
