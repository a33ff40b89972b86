package tilewright.model;

import java.util.List;

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
}
