package tilewright.tiling;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tilewright.dependence.Dependences;
import tilewright.model.Affine;
import tilewright.model.Interval;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/** Loops whose bounds are numbers: those of convolutions and filters. */
public final class ConstantLoops {
    /**
     * Updates of a thread in written-out loops altogether, so that the first instruction cache holds them: a filter of 11 x 11 points over 4096
     * x 4096 took 112 us with 1936 and 168 us with 3872 of them (reports/experiments/nvidia-h200-stencils.txt).
     */
    public static final int MOST_UPDATES = 2048;

    /** Iterations, of all such loops of a nest together, that are written out: those of a filter of 11 x 11 points. */
    static final int MOST_WRITTEN_OUT = 128;

    private final Dependences dependences;

    ConstantLoops(Dependences dependences) {
        this.dependences = dependences;
    }

    /** How many values the loop with a number takes in all statements together; 0 where some bound is no number. */
    int iterations(int loop) {
        return values(dependences.nest().statements(), loop)
                .map(v -> Math.clamp(v.length(), 0, MOST_WRITTEN_OUT + 1))
                .orElse(0);
    }

    /** From the least to the greatest value of the loop with a number in all statements together; nothing where some bound is no number. */
    Optional<LoopRange> range(int loop) {
        return values(dependences.nest().statements(), loop)
                .map(v -> new LoopRange(Affine.constant(v.low()), Affine.constant(v.high())));
    }

    /** The same of some statements. */
    public static Optional<Interval> values(List<PlacedStatement> statements, int loop) {
        List<Node.Loop> loops = statements.stream()
                .filter(p -> p.depth() > loop)
                .map(p -> p.loops().get(loop))
                .toList();
        boolean constant = loops.stream().allMatch(l -> isConstant(l.lower()) && isConstant(l.upper()));
        if (!constant || loops.isEmpty()) {
            return Optional.empty();
        }
        long first = loops.stream().mapToLong(l -> value(l.lower())).min().orElseThrow();
        long last = loops.stream().mapToLong(l -> value(l.upper())).max().orElseThrow();
        return Optional.of(new Interval(first, last));
    }

    private static boolean isConstant(Affine bound) {
        return bound.variables().isEmpty();
    }

    private static long value(Affine bound) {
        return bound.evaluate(v -> 0);
    }

    /** Roles in which the innermost loops of a kernel are written out where all their iterations together are few. */
    List<LoopRole> writtenOut(List<LoopRole> roles) {
        List<LoopRole> result = new java.util.ArrayList<>(roles);
        int all = 1;
        for (int z = roles.size() - 1; z >= 0; z--) {
            if (roles.get(z) == LoopRole.KERNEL) {
                int iterations = iterations(z);
                all *= iterations;
                if (iterations < 2 || all > MOST_WRITTEN_OUT) {
                    return result;
                }
                result.set(z, LoopRole.UNROLLED);
            }
        }
        return result;
    }

    /** Whether the block sizes of loops that are written out are their numbers of iterations. */
    boolean areSizesOf(List<LoopRole> roles, Candidate candidate) {
        return IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.UNROLLED)
                .allMatch(z -> candidate.block().get(z) == iterations(z));
    }
}
