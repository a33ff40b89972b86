package tilewright.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A statement with everything that surrounds it.
 *
 * @param loops surrounding loops, outermost first; their number is the statement's depth n_b
 * @param guards conditions of the surrounding guards, negated for the else branch
 * @param order position of each ancestor among its siblings, outermost first, the statement's own last
 *     (guards do not count as a level: their children are numbered among the guard's siblings). It has
 *     {@code loops.size() + 1} entries: interleaved with the loop variables it is the 2d+1 schedule.
 */
public record PlacedStatement(Statement statement, List<Node.Loop> loops, List<Condition> guards, List<Integer> order) {
    public PlacedStatement {
        loops = List.copyOf(loops);
        guards = List.copyOf(guards);
        order = List.copyOf(order);
    }

    public int depth() {
        return loops.size();
    }

    public List<String> loopVariables() {
        return loops.stream().map(Node.Loop::variable).toList();
    }

    /**
     * The loops whose variables are the subscripts of the element that it writes, by depth and in the order of the subscripts; nothing where a subscript
     * is anything else, or two are the same. So each element has its own iterations of these loops. Example: {@code c(j,i) = ..} in loops i, j, k gives 1, 0.
     */
    public Optional<List<Integer>> elementLoops() {
        List<Integer> depths = new ArrayList<>();
        if (!statement.target().isAffine()) {
            return Optional.empty();
        }
        List<String> variables = loopVariables();
        for (Affine index : statement.target().indices()) {
            int depth = index instanceof Affine.Variable v ? variables.indexOf(v.name()) : -1;
            if (depth < 0 || depths.contains(depth)) {
                return Optional.empty();
            }
            depths.add(depth);
        }
        return Optional.of(depths);
    }
}
