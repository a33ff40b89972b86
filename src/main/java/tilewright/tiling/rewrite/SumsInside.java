package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.model.Node;
import tilewright.model.Statement;

/**
 * Puts the loops along which a statement adds up inside of those over its elements (loop interchange), so that the sum of an element is one run of
 * iterations, which may be cut.
 *
 * <p>Example: {@code do i; do k; do j; c(i,j) = c(i,j) + a(i,k) * b(k,j)} becomes {@code do i; do j; do k; ..}.
 *
 * <p>Updates of an element may come in any order; so it is legal where the statement reads nothing else that it writes, and where no loop's
 * bounds speak of one that would then be inside of it.
 */
final class SumsInside {
    private SumsInside() {}

    /**
     * @param sum whose order may change, all that there is in the loop
     * @param depth how many loops are around the loop
     * @return nothing where the loops stand so already, or may not
     */
    static Optional<Node.Loop> of(Dependences dependences, Reduction sum, Node.Loop outermost, int depth) {
        List<Node.Loop> loops = new ArrayList<>();
        Node node = outermost;
        while (node instanceof Node.Loop l) {
            loops.add(l);
            node = l.body().getFirst();
        }
        List<Node.Loop> along = part(loops, depth, sum, true);
        List<Node.Loop> order = Stream.concat(part(loops, depth, sum, false).stream(), along.stream())
                .toList();
        if (order.equals(loops) || !readsNothingElse(dependences, sum) || !mayStand(order)) {
            return Optional.empty();
        }
        Node body = (Statement) node;
        for (Node.Loop loop : order.reversed()) {
            body = new Node.Loop(
                    loop.variable(), loop.lower(), loop.upper(), loop.step(), List.of(body), loop.position());
        }
        return Optional.of((Node.Loop) body);
    }

    private static List<Node.Loop> part(List<Node.Loop> loops, int depth, Reduction sum, boolean along) {
        return IntStream.range(0, loops.size())
                .filter(z -> sum.loops().contains(depth + z) == along)
                .mapToObj(loops::get)
                .toList();
    }

    private static boolean readsNothingElse(Dependences dependences, Reduction sum) {
        return dependences.dependences().stream()
                .filter(d -> d.source().equals(sum.statement()) && d.sink().equals(sum.statement()))
                .allMatch(d -> d.kind() == Dependence.Kind.OUTPUT || d.access() == sum.read());
    }

    private static boolean mayStand(List<Node.Loop> order) {
        Set<String> later = new HashSet<>();
        for (Node.Loop loop : order.reversed()) {
            later.add(loop.variable());
            if (Stream.of(loop.lower(), loop.upper())
                    .anyMatch(bound -> bound.variables().stream().anyMatch(later::contains))) {
                return false;
            }
        }
        return true;
    }
}
