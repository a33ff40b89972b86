package tilewright.tiling.rewrite;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
 * <p>The order of such a sum is free where its operator regroups exactly, or where the user says that it may ({@link Reduction.Regrouping}).
 */
public final class DescendingSums {
    private DescendingSums() {}

    public static Set<Node.Loop> of(LoopNest nest) {
        Set<Node.Loop> found = new HashSet<>();
        for (PlacedStatement placed : nest.statements()) {
            if (placed.depth() > 1) {
                Node.Loop loop = placed.loops().getLast();
                List<PlacedStatement> inside = within(nest, loop);
                if (loop.step() == 1
                        && follows(nest, placed, loop)
                        && inside.stream().allMatch(s -> isFree(nest, s, loop, inside))) {
                    found.add(loop);
                }
            }
        }
        return found;
    }

    private static List<PlacedStatement> within(LoopNest nest, Node.Loop loop) {
        return nest.statements().stream().filter(s -> s.loops().contains(loop)).toList();
    }

    /** Whether a loop around runs down and writes, elsewhere, what the statement reads along the loop. */
    private static boolean follows(LoopNest nest, PlacedStatement placed, Node.Loop loop) {
        return placed.loops().stream()
                .filter(around -> around.step() == -1)
                .anyMatch(around -> within(nest, around).stream()
                        .filter(s -> !s.loops().contains(loop))
                        .anyMatch(s -> readsAlong(
                                placed.statement(), loop, s.statement().target())));
    }

    private static boolean readsAlong(Statement statement, Node.Loop loop, Access written) {
        return statement.value().reads().stream()
                .anyMatch(r -> r.array().equals(written.array())
                        && r.subscripts().stream()
                                .anyMatch(s -> s.form().variables().contains(loop.variable())));
    }

    /** Whether a statement adds to an element that the loop does not move, and reads nothing that others in the loop write. */
    private static boolean isFree(LoopNest nest, PlacedStatement placed, Node.Loop loop, List<PlacedStatement> inside) {
        Optional<Reduction> reduction = Reductions.byText(nest, placed);
        boolean apart = inside.stream()
                .filter(other -> !other.equals(placed))
                .noneMatch(other -> reads(placed.statement(), other.statement().target())
                        || placed.statement()
                                .target()
                                .array()
                                .equals(other.statement().target().array()));
        return placed.loops().getLast().equals(loop)
                && apart
                && reduction.isPresent()
                && reduction.get().regrouping() != Reduction.Regrouping.REFUSED
                && reduction.get().loops().contains(placed.depth() - 1);
    }

    private static boolean reads(Statement statement, Access written) {
        return statement.value().reads().stream().anyMatch(r -> r.array().equals(written.array()));
    }
}
