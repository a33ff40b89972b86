package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;

/** The loops of a nest as written, in textual order. */
public final class WrittenLoops {
    private WrittenLoops() {}

    /**
     * What is known of the loops of a nest.
     *
     * @param parallel those whose iterations threads may share, none inside another one
     * @param independent all whose iterations do not depend on each other, in one iteration of those around
     * @param chained ids of statements each of whose iterations along their innermost loop waits for an earlier one of their own
     * @param sums ids of statements that may add to their accumulator in any order along their innermost loop
     */
    public record Shared(Set<Node.Loop> parallel, Set<Node.Loop> independent, Set<String> chained, Set<String> sums) {
        public Shared {
            parallel = Set.copyOf(parallel);
            independent = Set.copyOf(independent);
            chained = Set.copyOf(chained);
            sums = Set.copyOf(sums);
        }
    }

    /** All of them, the outer before those inside. */
    public static List<Node.Loop> of(LoopNest nest) {
        List<Node.Loop> loops = new ArrayList<>();
        collect(nest.body(), loops);
        return loops;
    }

    /** Those with these numbers. */
    public static Set<Node.Loop> numbered(LoopNest nest, List<Integer> numbers) {
        List<Node.Loop> loops = of(nest);
        return numbers.stream().map(loops::get).collect(Collectors.toSet());
    }

    private static void collect(List<Node> nodes, List<Node.Loop> loops) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Loop l -> {
                    loops.add(l);
                    collect(l.body(), loops);
                }
                case Node.Guard g -> {
                    collect(g.then(), loops);
                    collect(g.otherwise(), loops);
                }
                case Node.Repeat r -> throw r.notAffine();
                case tilewright.model.Statement _ -> {}
            }
        }
    }

    /** How many iterations a loop has; not more than 0 where it has none. */
    public static Affine iterations(Node.Loop loop) {
        Affine distance = loop.step() > 0
                ? loop.upper().minus(loop.lower())
                : loop.lower().minus(loop.upper());
        long step = Math.abs(loop.step());
        return (step == 1 ? distance : distance.floorDiv(step)).plus(1);
    }

    /** A value of its variable from the middle of the range. */
    public static Affine middle(Node.Loop loop) {
        return loop.lower().plus(loop.upper()).floorDiv(2);
    }
}
