package tilewright.ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import tilewright.tiling.ConstantLoops;
import tilewright.tiling.Family;
import tilewright.tiling.LoopRole;

/** Block sizes and thread sizes of all loops of a family together, as the constraints between loops and the limits of a block allow them. */
final class SizeCombinations {
    private final Family family;
    private final SizeLimits limits;
    private final Feasibility feasibility;

    SizeCombinations(Family family, SizeLimits limits, Feasibility feasibility) {
        this.family = family;
        this.limits = limits;
        this.feasibility = feasibility;
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
        return fill(new ArrayList<>(), new ArrayList<>(), blockSizes, threadSizes, sink);
    }

    private boolean fill(
            List<Integer> block,
            List<Integer> thread,
            IntFunction<List<Integer>> blockSizes,
            BiFunction<Integer, Integer, List<Integer>> threadSizes,
            Sink sink) {
        int loop = block.size();
        if (loop == family.roles().size()) {
            return !isPossible(block, thread) || sink.take(block, thread);
        }
        boolean goOn = true;
        for (int r : blockSizes.apply(loop)) {
            block.add(r);
            if (divides(block, loop)) {
                for (int t : threadSizes.apply(loop, r)) {
                    thread.add(t);
                    if (goOn && limits.allowsTile(thread) && threads(block, thread) <= limits.mostThreads()) {
                        goOn = fill(block, thread, blockSizes, threadSizes, sink);
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

    private boolean isPossible(List<Integer> block, List<Integer> thread) {
        if (feasibility.isOfHostLoops(block) || isTooMuchCode(block, thread)) {
            return false;
        }
        boolean parallel = family.roles().stream().anyMatch(LoopRole::hasThreads);
        return !parallel || limits.allowsThreads((int) threads(block, thread));
    }

    /** Whether loops that could be written out would be too long. */
    private boolean isTooMuchCode(List<Integer> block, List<Integer> thread) {
        long updates = 1;
        for (int z = 0; z < block.size(); z++) {
            updates *= family.roles().get(z) == LoopRole.UNROLLED ? block.get(z) : thread.get(z);
        }
        return family.roles().contains(LoopRole.UNROLLED) && updates > ConstantLoops.MOST_UPDATES;
    }

    /** Threads that the sizes chosen so far take. */
    private long threads(List<Integer> block, List<Integer> thread) {
        long threads = 1;
        for (int z = 0; z < block.size(); z++) {
            threads *= family.roles().get(z).hasThreads() ? Math.max(1, block.get(z) / thread.get(z)) : 1;
        }
        return threads;
    }
}
