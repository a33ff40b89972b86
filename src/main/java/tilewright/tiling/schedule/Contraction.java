package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * A nest that adds up products of two operands, each of which some loops of the result index without the other: a matrix product, whose rows, columns and sums may
 * be several loops each.
 *
 * <p>Example: in {@code C(a,b,c,d) += A(a,e,b,f) * B(e,d,f,c)} the loops a, b index A and the result, c, d index B and the result, e, f both operands.
 *
 * @param batch loops that index the result and both operands
 * @param rows those of the result and the first operand
 * @param columns those of the result and the second operand, with the one along whose iterations elements of the result are neighbours, where one operand has it
 *     alone
 * @param sums those of both operands
 */
record Contraction(List<String> batch, List<String> rows, List<String> columns, List<String> sums) {
    /** The nest as one; nothing where it is none. */
    static Optional<Contraction> of(LoopNest nest) {
        Optional<LoopChain> chain = LoopChain.of(nest);
        if (chain.isEmpty()) {
            return Optional.empty();
        }
        List<String> loops =
                chain.get().loops().stream().map(Node.Loop::variable).toList();
        List<PlacedStatement> innermost = nest.statements().stream()
                .filter(p -> p.depth() == loops.size())
                .toList();
        if (innermost.size() != 1) {
            return Optional.empty();
        }
        Access target = innermost.getFirst().statement().target();
        List<Access> operands = innermost.getFirst().statement().accesses().stream()
                .filter(a -> !nest.isWritten(a.array()) && !loops(a, loops).isEmpty())
                .toList();
        if (operands.size() != 2) {
            return Optional.empty();
        }
        Access first = operands.getFirst();
        Access second = operands.getLast();
        String row = ViewBuilder.alongRow(target.indices());
        return loops(first, loops).contains(row) && !loops(second, loops).contains(row)
                ? of(loops, target, second, first)
                : of(loops, target, first, second);
    }

    private static Optional<Contraction> of(List<String> loops, Access target, Access first, Access second) {
        Set<String> result = loops(target, loops);
        Set<String> one = loops(first, loops);
        Set<String> other = loops(second, loops);
        List<String> batch = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        List<String> sums = new ArrayList<>();
        for (String loop : loops) {
            boolean both = one.contains(loop) && other.contains(loop);
            if (!one.contains(loop) && !other.contains(loop)) {
                return Optional.empty();
            }
            if (!result.contains(loop)) {
                if (!both) {
                    return Optional.empty();
                }
                sums.add(loop);
            } else if (both) {
                batch.add(loop);
            } else {
                (one.contains(loop) ? rows : columns).add(loop);
            }
        }
        if (rows.isEmpty() || columns.isEmpty() || sums.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Contraction(
                batch, neighboursLast(rows, first, target), neighboursLast(columns, second, target), sums));
    }

    private static Set<String> loops(Access access, List<String> loops) {
        Set<String> found = new HashSet<>();
        access.indices().forEach(i -> found.addAll(i.variables()));
        found.retainAll(loops);
        return found;
    }

    /** Loops of one parallel axis, in any order: last the one along which threads find neighbours of the operand, which is read more often than the result, else of the result. */
    private static List<String> neighboursLast(List<String> loops, Access operand, Access target) {
        return Stream.of(operand, target)
                .map(a -> ViewBuilder.alongRow(a.indices()))
                .filter(loops::contains)
                .findFirst()
                .map(last -> Stream.concat(loops.stream().filter(l -> !l.equals(last)), Stream.of(last))
                        .toList())
                .orElse(loops);
    }

    /** The loops as axes: those of the batch by themselves, then rows, columns and sums. */
    List<List<String>> axes() {
        List<List<String>> axes = new ArrayList<>(batch.stream().map(List::of).toList());
        axes.add(rows);
        axes.add(columns);
        axes.add(sums);
        return axes;
    }

    /** Whether several loops are one axis. */
    boolean isOfSeveral() {
        return rows.size() > 1 || columns.size() > 1 || sums.size() > 1;
    }
}
