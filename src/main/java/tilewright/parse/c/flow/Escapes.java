package tilewright.parse.c.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IBinding;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** The jumps met since the head of the innermost loop or, inside it, the beginning of a called function. */
public final class Escapes {
    /**
     * One of them.
     *
     * @param when an iteration that comes here satisfies this, and no other does
     * @param at the statement that jumps
     * @param values of integers there
     */
    public record Escape(Condition when, IASTStatement at, Map<IBinding, Affine> values) {
        /** Whether the loop ends. */
        public boolean leaves() {
            return at instanceof IASTBreakStatement || at instanceof IASTGotoStatement;
        }
    }

    private List<Escape> open = new ArrayList<>();

    public void add(Escape escape) {
        open.add(escape);
    }

    public int count() {
        return open.size();
    }

    /**
     * Whether an iteration escaped since a mark.
     *
     * @param mark an earlier {@link #count}
     * @param path what is known to hold there of each condition
     */
    public Condition since(int mark, List<Condition> path) {
        return Condition.or(open.subList(mark, open.size()).stream()
                .map(e -> Condition.and(e.when.conjuncts().stream()
                        .filter(c -> !path.contains(c))
                        .toList()))
                .toList());
    }

    /** Takes back those since a mark. */
    public List<Escape> removeSince(int mark) {
        List<Escape> last = List.copyOf(open.subList(mark, open.size()));
        open.subList(mark, open.size()).clear();
        return last;
    }

    /** Takes back those since a mark that jump to the end of a block. */
    public List<Escape> arrive(int mark, IASTNode block) {
        List<Escape> last = open.subList(mark, open.size());
        List<Escape> arriving =
                last.stream().filter(e -> Jumps.end(e.at) == block).toList();
        last.removeAll(arriving);
        return arriving;
    }

    /** Begins a loop or function. */
    public List<Escape> enter() {
        List<Escape> outer = open;
        open = new ArrayList<>();
        return outer;
    }

    /**
     * Ends it; its escapes.
     *
     * @param outer what {@link #enter} gave
     */
    public List<Escape> leave(List<Escape> outer) {
        List<Escape> inner = open;
        open = outer;
        return inner;
    }
}
