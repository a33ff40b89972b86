package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import tilewright.dependence.Dependences;
import tilewright.kernel.GenerationLimits;
import tilewright.tiling.property.Batches;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;

/** What the loops of a part may become, in the order in which planners try it. */
public final class LoopRoles {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    /** Loops of which any choice is tried. */
    private static final int MOST_FREE = 6;

    private final OrderCheck order;
    private final Dependences dependences;
    private final Schedule schedule;

    LoopRoles(OrderCheck order, Schedule schedule) {
        this.order = order;
        this.dependences = order.dependences();
        this.schedule = schedule;
    }

    /** Whether a kernel runs a loop's iterations that the host could run. */
    public static boolean isInKernel(LoopRole role) {
        return role == LoopRole.KERNEL || role == LoopRole.UNROLLED;
    }

    /**
     * With the given number of host loops: all others parallel, or only those that carry nothing, the others (or the
     * only one) inside the kernel. Outer loops on the host first, then any others: elimination by rows has its
     * sequential loop inside.
     */
    List<List<LoopRole>> withHosts(int hosts) {
        int loops = dependences.loops().size();
        List<List<LoopRole>> found = new ArrayList<>();
        ConstantLoops constant = new ConstantLoops(dependences);
        List<LoopRole> withKernel = new ArrayList<>(Collections.nCopies(hosts, LoopRole.HOST));
        List<Integer> outer = IntStream.range(0, hosts).boxed().toList();
        for (int z = hosts; z < loops; z++) {
            boolean carriesNothing = order.isZeroWithin(z, outer);
            withKernel.add(carriesNothing ? LoopRole.PARALLEL : LoopRole.KERNEL);
        }
        List<LoopRole> allParallel = new ArrayList<>(Collections.nCopies(hosts, LoopRole.HOST));
        allParallel.addAll(Collections.nCopies(loops - hosts, LoopRole.PARALLEL));
        found.add(allParallel);
        boolean parallel = withKernel.contains(LoopRole.PARALLEL);
        boolean sequential = withKernel.contains(LoopRole.KERNEL);
        if (parallel && !sequential && hosts == 0 && !schedule.isFixed()) {
            List<LoopRole> inside = constant.writtenOut(partsOfElements(allParallel, constant));
            if (inside.contains(LoopRole.UNROLLED)) {
                found.addFirst(inside);
            }
        }
        if (parallel && sequential) {
            List<LoopRole> inside = constant.writtenOut(withKernel);
            // Where no loop has to run on the host, iterations that are written out are better than a launch each.
            found.add(inside.contains(LoopRole.UNROLLED) && hosts == 0 ? 0 : 1, inside);
        }
        if (!schedule.isFixed()) {
            for (List<Integer> others : choices(loops, hosts)) {
                if (!others.equals(outer)) {
                    List<LoopRole> inner = new ArrayList<>(Collections.nCopies(loops, LoopRole.PARALLEL));
                    others.forEach(z -> inner.set(z, LoopRole.HOST));
                    found.add(inner);
                }
            }
        }
        if (!parallel && loops - hosts == 1) {
            found.add(withKernel);
        }
        return found;
    }

    /**
     * Parallel loops of a few iterations, a known number, over the parts of what iterations of others write ({@link Batches#isOverParts}), inside the kernel: p of {@code f(2*i + p)}. A thread then
     * writes all parts, which are neighbours.
     */
    private List<LoopRole> partsOfElements(List<LoopRole> roles, ConstantLoops constant) {
        List<Integer> parts = IntStream.range(0, roles.size())
                .filter(z -> constant.iterations(z) > 1 && Batches.isOverParts(dependences.nest(), roles, z))
                .boxed()
                .toList();
        long all = parts.stream().mapToLong(constant::iterations).reduce(1, Math::multiplyExact);
        return all > LIMITS.partsOfElements()
                ? roles
                : IntStream.range(0, roles.size())
                        .mapToObj(z -> parts.contains(z) ? LoopRole.KERNEL : roles.get(z))
                        .toList();
    }

    /**
     * Blocks of one loop in order first, the outermost one first, as in the elimination by rows, whose sequential loop is inside: a launch then has all
     * others in parallel. Then several outer loops, the fewest first, but for those in front of them whose iterations are problems of their own.
     * Blocks of loops in which no dependence goes anywhere need no order.
     */
    List<List<LoopRole>> withBlocks() {
        int loops = dependences.loops().size();
        List<Boolean> still = still();
        List<List<LoopRole>> found = new ArrayList<>();
        int first = still.contains(false) ? still.indexOf(false) : 0;
        for (int z = first; z < loops; z++) {
            boolean outermost = z == first && z + 1 < loops;
            boolean brought = z > 0 && !schedule.isFixed() && !still.get(z);
            if (outermost || brought) {
                found.add(blocksOf(z, z + 1));
            }
        }
        for (int end = first + 2; end < loops; end++) {
            found.add(blocksOf(first, end));
        }
        return found;
    }

    /** Blocks of these loops on the host, all others parallel. */
    private List<LoopRole> blocksOf(int first, int end) {
        List<LoopRole> roles =
                new ArrayList<>(Collections.nCopies(dependences.loops().size(), LoopRole.PARALLEL));
        Collections.fill(roles.subList(first, end), LoopRole.HOST_BLOCKS);
        return roles;
    }

    /** By loop, whether no dependence leads from one of its iterations to another. */
    private List<Boolean> still() {
        return IntStream.range(0, dependences.loops().size())
                .mapToObj(order::isStill)
                .toList();
    }

    /**
     * With loops of the kernels on the host and all others parallel, the fewest on the host first; nothing where that would change an
     * order that is given: on the host a loop is outermost.
     */
    List<List<LoopRole>> onHost(List<LoopRole> roles) {
        List<Integer> inKernel = IntStream.range(0, roles.size())
                .filter(z -> isInKernel(roles.get(z)))
                .boxed()
                .toList();
        return subsets(inKernel).stream()
                .filter(hosts -> !schedule.isFixed() || hosts.getLast() == hosts.size() - 1)
                .map(hosts -> onHost(roles, hosts))
                .toList();
    }

    private static List<LoopRole> onHost(List<LoopRole> roles, List<Integer> hosts) {
        return IntStream.range(0, roles.size())
                .mapToObj(z ->
                        hosts.contains(z) ? LoopRole.HOST : isInKernel(roles.get(z)) ? LoopRole.PARALLEL : roles.get(z))
                .toList();
    }

    /** The ways to choose a number of loops, the first ones first; of thousands only the first one. */
    private static List<List<Integer>> choices(int loops, int number) {
        List<Integer> all = IntStream.range(0, loops).boxed().toList();
        List<List<Integer>> single = all.stream().map(List::of).toList();
        return number == 1
                ? single
                : subsets(all).stream().filter(s -> s.size() == number).toList();
    }

    /**
     * Some of the elements, the fewest first, the first ones first; of more than {@value #MOST_FREE}, of which there are thousands of
     * choices, only the first ones.
     */
    private static List<List<Integer>> subsets(List<Integer> all) {
        if (all.size() > MOST_FREE) {
            return IntStream.rangeClosed(1, all.size())
                    .mapToObj(count -> all.subList(0, count))
                    .toList();
        }
        return IntStream.range(1, 1 << all.size())
                .boxed()
                .sorted(Comparator.comparing(Integer::bitCount))
                .map(mask -> IntStream.range(0, all.size())
                        .filter(e -> (mask >> e & 1) == 1)
                        .mapToObj(all::get)
                        .toList())
                .toList();
    }
}
