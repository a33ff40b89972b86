package tilewright.parse.c;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IBinding;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** The {@code break}s and {@code continue}s met since the head of the innermost loop. */
final class Escapes {
    /**
     * One of them.
     *
     * @param when an iteration that comes here satisfies this, and no other does
     * @param leaves whether the loop ends, or its iteration alone
     * @param values of integers there
     */
    record Escape(Condition when, boolean leaves, Map<IBinding, Affine> values, IASTNode at) {}

    private List<Escape> open = new ArrayList<>();

    void add(Escape escape) {
        open.add(escape);
    }

    int count() {
        return open.size();
    }

    /**
     * Whether an iteration escaped since a mark.
     *
     * @param mark an earlier {@link #count}
     * @param path what is known to hold there of each condition
     */
    Condition since(int mark, List<Condition> path) {
        return Condition.or(open.subList(mark, open.size()).stream()
                .map(e -> Condition.and(e.when.conjuncts().stream()
                        .filter(c -> !path.contains(c))
                        .toList()))
                .toList());
    }

    /** Takes back those since a mark. */
    List<Escape> removeSince(int mark) {
        List<Escape> last = List.copyOf(open.subList(mark, open.size()));
        open.subList(mark, open.size()).clear();
        return last;
    }

    /** Begins a loop. */
    List<Escape> enter() {
        List<Escape> outer = open;
        open = new ArrayList<>();
        return outer;
    }

    /**
     * Ends a loop; its escapes.
     *
     * @param outer what {@link #enter} gave
     */
    List<Escape> leave(List<Escape> outer) {
        List<Escape> inner = open;
        open = outer;
        return inner;
    }
}
