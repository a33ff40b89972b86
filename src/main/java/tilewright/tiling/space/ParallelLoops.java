package tilewright.tiling.space;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;

/** Loops of a nest as written whose iterations do not depend on each other. */
public final class ParallelLoops {
    /** So many parallel loops give threads enough. */
    public static final int ENOUGH = 2;

    private final Dependences dependences;

    /** @param dependences of the nest as written, anti and output dependences included */
    public ParallelLoops(Dependences dependences) {
        this.dependences = dependences;
    }

    /** The parallel loops that stand in no other parallel loop, as a user would mark them. */
    public Set<Node.Loop> outermost(LoopNest nest) {
        Set<Node.Loop> found = new HashSet<>();
        collect(nest.body(), 0, found);
        return found;
    }

    private void collect(List<Node> nodes, int depth, Set<Node.Loop> found) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Loop l when isParallel(l, depth) -> found.add(l);
                case Node.Loop l -> collect(l.body(), depth + 1, found);
                case Node.Guard g -> {
                    collect(g.then(), depth, found);
                    collect(g.otherwise(), depth, found);
                }
                case Node.Repeat r -> throw r.notAffine();
                case tilewright.model.Statement _ -> {}
            }
        }
    }

    /** Whether no dependence goes from one iteration of a loop to another one, in one iteration of those around it. */
    public boolean isParallel(Node.Loop loop, int depth) {
        Set<String> inside = new HashSet<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            if (placed.depth() > depth && placed.loops().get(depth).equals(loop)) {
                inside.add(placed.statement().id());
            }
        }
        return dependences.dependences().stream()
                .filter(d -> inside.contains(d.source()) && inside.contains(d.sink()))
                .noneMatch(d -> isCarried(d, depth));
    }

    /** Whether a statement waits for an earlier iteration of its own in one iteration of its innermost loop. */
    public boolean isChained(PlacedStatement placed) {
        String id = placed.statement().id();
        return placed.depth() > 0
                && dependences.dependences().stream()
                        .filter(d -> d.source().equals(id) && d.sink().equals(id))
                        .anyMatch(d -> isCarried(d, placed.depth() - 1));
    }

    private static boolean isCarried(Dependence dependence, int depth) {
        Map same = OrderCheck.agreeingIn(dependence.relation(), depth);
        return !same.subtract(same.equate(Dim.IN, depth, Dim.OUT, depth)).isEmpty();
    }

    /**
     * A sum of a statement that stands alone in its innermost loop, along that loop, whose order is free: the accumulator is the same element in
     * all of its iterations.
     */
    public static Optional<Reduction> freeSum(Dependences dependences, PlacedStatement placed) {
        if (placed.depth() == 0 || placed.loops().getLast().body().size() != 1) {
            return Optional.empty();
        }
        Node.Loop innermost = placed.loops().getLast();
        boolean alone = innermost.body().getFirst() == placed.statement();
        boolean same = placed.statement().target().indices().stream()
                .noneMatch(i -> i.variables().contains(innermost.variable()));
        return !alone || !same
                ? Optional.empty()
                : Reductions.of(dependences).stream()
                        .filter(r -> r.statement().equals(placed.statement().id()))
                        .filter(r -> r.operator() == Operator.ADD && r.mayRegroup())
                        .filter(r -> r.loops().contains(placed.depth() - 1))
                        .findFirst();
    }
}
