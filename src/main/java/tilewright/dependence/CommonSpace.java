package tilewright.dependence;

import java.util.List;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * The common loop space of a nest: the loops of its deepest statement.
 *
 * @param deepest the first statement of the largest depth
 */
record CommonSpace(PlacedStatement deepest) {
    static CommonSpace of(NestRelations nest) {
        return new CommonSpace(nest.statements().stream()
                .map(StatementRelations::placed)
                .reduce((a, b) -> b.depth() > a.depth() ? b : a)
                .orElseThrow(() -> new IllegalArgumentException("the nest has no statements")));
    }

    List<String> loops() {
        return deepest.loopVariables();
    }

    int depth() {
        return deepest.depth();
    }

    Node.Loop loop(int depth) {
        return deepest.loops().get(depth);
    }

    /** Whether the loop at that depth runs down. */
    boolean runsDown(int depth) {
        return loop(depth).step() < 0;
    }

    /** Whether every statement's loops run in the direction of the common loops. */
    boolean hasOneDirection(NestRelations nest) {
        for (StatementRelations statement : nest.statements()) {
            List<Node.Loop> loops = statement.placed().loops();
            for (int z = 0; z < loops.size(); z++) {
                if (loops.get(z).step() < 0 != runsDown(z)) {
                    return false;
                }
            }
        }
        return true;
    }
}
