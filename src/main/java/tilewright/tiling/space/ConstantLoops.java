package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import tilewright.dependence.Dependences;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.Interval;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/** Loops whose bounds are numbers: those of convolutions and filters. */
public final class ConstantLoops {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    private final Dependences dependences;

    public ConstantLoops(Dependences dependences) {
        this.dependences = dependences;
    }

    /** How many values the loop with a number takes in all statements together; 0 where some bound is no number. */
    public int iterations(int loop) {
        return values(dependences.nest().statements(), loop)
                .map(v -> Math.clamp(v.length(), 0, LIMITS.writtenOutIterations() + 1))
                .orElse(0);
    }

    /**
     * How many values the loop with a number takes at most, whatever the nest's sizes; 0 where they say how many. Example: 7 for
     * {@code i = k + 1..7} inside of {@code k = 0..6}.
     */
    public int extent(int loop) {
        Interval hull = Interval.EMPTY;
        for (PlacedStatement placed : dependences.nest().statements()) {
            Map<String, Interval> known = new HashMap<>();
            Interval range = Interval.EMPTY;
            for (Node.Loop each : placed.loops().subList(0, Math.min(placed.depth(), loop + 1))) {
                range = new Interval(
                        Interval.of(each.lower(), Interval.in(known)).low(),
                        Interval.of(each.upper(), Interval.in(known)).high());
                known.put(each.variable(), range);
            }
            hull = placed.depth() > loop ? hull.hull(range) : hull;
        }
        long length = hull.length();
        return length == Long.MAX_VALUE ? 0 : Math.clamp(length, 0, Integer.MAX_VALUE);
    }

    /** From the least to the greatest value of the loop with a number in all statements together; nothing where some bound is no number. */
    public Optional<LoopRange> range(int loop) {
        return values(dependences.nest().statements(), loop)
                .map(v -> new LoopRange(Affine.constant(v.low()), Affine.constant(v.high())));
    }

    /** The same of some statements. */
    public static Optional<Interval> values(List<PlacedStatement> statements, int loop) {
        List<Node.Loop> loops = statements.stream()
                .filter(p -> p.depth() > loop)
                .map(p -> p.loops().get(loop))
                .toList();
        boolean constant = loops.stream().allMatch(ConstantLoops::isConstant);
        if (!constant || loops.isEmpty()) {
            return Optional.empty();
        }
        long first = loops.stream().mapToLong(l -> value(l.lower())).min().orElseThrow();
        long last = loops.stream().mapToLong(l -> value(l.upper())).max().orElseThrow();
        return Optional.of(new Interval(first, last));
    }

    /** Whether both bounds of a loop are numbers. */
    public static boolean isConstant(Node.Loop loop) {
        return loop.lower().variables().isEmpty() && loop.upper().variables().isEmpty();
    }

    /** Whether a loop has one iteration, of a known value: one layer. */
    public static boolean isOneValue(Node.Loop loop) {
        return isConstant(loop) && value(loop.lower()) == value(loop.upper());
    }

    /** The values of a loop whose bounds are numbers, in the order in which it takes them. */
    public static LongStream values(Node.Loop loop) {
        long last = value(loop.upper());
        return LongStream.iterate(
                value(loop.lower()), v -> loop.step() > 0 ? v <= last : v >= last, v -> v + loop.step());
    }

    private static long value(Affine bound) {
        return bound.evaluate(v -> 0);
    }

    /** Roles in which the innermost loops of a kernel are written out where all their iterations together are few. */
    public List<LoopRole> writtenOut(List<LoopRole> roles) {
        List<LoopRole> result = new ArrayList<>(roles);
        int all = 1;
        for (int z = roles.size() - 1; z >= 0; z--) {
            if (roles.get(z) == LoopRole.KERNEL) {
                int iterations = iterations(z);
                all *= iterations;
                if (iterations < 2 || all > LIMITS.writtenOutIterations()) {
                    return result;
                }
                result.set(z, LoopRole.UNROLLED);
            }
        }
        return result;
    }

    /** Sizes of blocks that are no longer than parallel loops whose iterations are a known number, with as many threads along these as there were, or as there are iterations. */
    public Candidate within(List<LoopRole> roles, Candidate candidate) {
        List<Integer> block = new ArrayList<>(candidate.block());
        List<Integer> thread = new ArrayList<>(candidate.thread());
        for (int z = 0; z < roles.size(); z++) {
            int all = roles.get(z) == LoopRole.PARALLEL ? iterations(z) : 0;
            if (all > 0 && all < block.get(z)) {
                int threads = block.get(z) / thread.get(z);
                block.set(z, all);
                thread.set(
                        z,
                        IntStream.rangeClosed(1, all)
                                .filter(points -> all % points == 0 && points * threads >= all)
                                .findFirst()
                                .orElse(all));
            }
        }
        return new Candidate(block, thread, candidate.options());
    }

    /** Whether the block sizes of loops that are written out are their numbers of iterations. */
    public boolean areSizesOf(List<LoopRole> roles, Candidate candidate) {
        return IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.UNROLLED)
                .allMatch(z -> candidate.block().get(z) == iterations(z));
    }
}
