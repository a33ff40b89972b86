package tilewright.tiling.rewrite;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;

/**
 * Loops of sums that may as well run down: inside a loop that runs down, they read what its earlier iterations have written, as back substitution
 * does: {@code for i = n - 1 .. 0: for j = i + 1 .. n - 1: x(i) -= a(i,j) * x(j)}. Upwards, the first thing that they read was written last, and no blocks of both
 * loops can run one after the other; downwards it is forward substitution.
 *
 * <p>The loop may be any of the sum's, and others may stand inside of it, as the one over right-hand sides does. The order of such a sum is free where its operator regroups exactly, or where the user says that it may ({@link Reduction.Regrouping}).
 */
public final class DescendingSums {
    private DescendingSums() {}

    /** @param dependences of the nest, silent iterations included */
    public static Set<Node.Loop> of(Dependences dependences) {
        LoopNest nest = dependences.nest();
        if (nest.statements().stream().flatMap(s -> s.loops().stream()).allMatch(l -> l.step() > 0)) {
            return Set.of();
        }
        Map<String, Reduction> sums = Reductions.of(dependences).stream()
                .filter(Reduction::mayRegroup)
                .collect(Collectors.toMap(Reduction::statement, r -> r));
        Set<Node.Loop> found = new HashSet<>();
        for (PlacedStatement placed : nest.statements()) {
            for (Node.Loop loop : placed.loops()) {
                List<PlacedStatement> inside = within(nest, loop);
                if (loop.step() == 1
                        && follows(nest, placed, loop)
                        && inside.stream()
                                .allMatch(s -> isFree(sums.get(s.statement().id()), s, loop, inside))) {
                    found.add(loop);
                }
            }
        }
        return found;
    }

    private static List<PlacedStatement> within(LoopNest nest, Node.Loop loop) {
        return nest.statements().stream().filter(s -> s.loops().contains(loop)).toList();
    }

    /**
     * Whether loops around that write, elsewhere, what the statement reads along the loop all run down: they write by another statement, or by this one, as where
     * the diagonal is one and the sums are what is solved for. In {@code for i = n - 1 .. 0: for j = i + 1 ..: for k: t(i,j) = max(t(i,j), t(i,k) + t(k,j))} one runs up.
     */
    private static boolean follows(LoopNest nest, PlacedStatement placed, Node.Loop loop) {
        Set<Long> steps = placed.loops().subList(0, placed.loops().indexOf(loop)).stream()
                .filter(around -> within(nest, around).stream()
                        .filter(s -> s.equals(placed) || !s.loops().contains(loop))
                        .anyMatch(s -> readsAlong(
                                placed.statement(), loop, s.statement().target(), around)))
                .map(Node.Loop::step)
                .collect(Collectors.toSet());
        return steps.equals(Set.of(-1L));
    }

    /** Whether a statement reads along a loop, in some dimension, what a loop around moves a write of the array along. */
    private static boolean readsAlong(Statement statement, Node.Loop loop, Access written, Node.Loop around) {
        return statement.value().reads().stream()
                .filter(r -> r.array().equals(written.array()))
                .anyMatch(r -> IntStream.range(0, r.subscripts().size())
                        .anyMatch(d -> names(r, d, loop) && names(written, d, around)));
    }

    private static boolean names(Access access, int dimension, Node.Loop loop) {
        return access.subscripts().get(dimension).form().variables().contains(loop.variable());
    }

    /** Whether a statement adds to an element that the loop does not move, and reads nothing that others in the loop write. */
    private static boolean isFree(
            @Nullable Reduction sum, PlacedStatement placed, Node.Loop loop, List<PlacedStatement> inside) {
        boolean apart = inside.stream()
                .filter(other -> !other.equals(placed))
                .noneMatch(other -> reads(placed.statement(), other.statement().target())
                        || placed.statement()
                                .target()
                                .array()
                                .equals(other.statement().target().array()));
        return apart && sum != null && sum.loops().contains(placed.loops().indexOf(loop));
    }

    private static boolean reads(Statement statement, Access written) {
        return statement.value().reads().stream().anyMatch(r -> r.array().equals(written.array()));
    }
}
