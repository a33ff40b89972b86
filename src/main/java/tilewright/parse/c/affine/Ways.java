package tilewright.parse.c.affine;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IBinding;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Node;
import tilewright.model.Refusal;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.flow.Escapes;
import tilewright.parse.c.unit.TranslationUnit;

/** The two ways of an {@code if} through integers that are followed, and through jumps. */
public final class Ways {
    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final Known known;
    private final Escapes escapes;
    private final Tracking tracking;

    public Ways(TranslationUnit unit, Diagnostics diagnostics, Known known, Escapes escapes, Tracking tracking) {
        this.tracking = tracking;
        this.unit = unit;
        this.diagnostics = diagnostics;
        this.known = known;
        this.escapes = escapes;
    }

    /** The nodes of both ways. */
    public record Both(List<Node> then, List<Node> otherwise) {}

    /** The guard of an affine condition; nothing where neither way does anything. */
    public List<Node> affine(
            Condition condition,
            Scope scope,
            Function<Scope, List<Node>> then,
            Function<Scope, List<Node>> otherwise,
            IASTNode at) {
        Map<IBinding, Affine> before = known.copy();
        int mark = escapes.count();
        Scope holds = scope.where(condition);
        List<Node> first = then.apply(holds);
        boolean firstStays = mayStay(mark, holds);
        Map<IBinding, Affine> afterFirst = known.copy();
        known.restore(before);
        mark = escapes.count();
        Scope fails = scope.where(condition.negated());
        List<Node> second = otherwise.apply(fails);
        if (!firstStays) {
            return guard(condition, first, second, at);
        }
        if (mayStay(mark, fails)) {
            known.join(condition, afterFirst, known.copy());
        } else {
            known.restore(afterFirst);
        }
        return guard(condition, first, second, at);
    }

    private List<Node> guard(Condition condition, List<Node> then, List<Node> otherwise, IASTNode at) {
        return then.isEmpty() && otherwise.isEmpty()
                ? List.of()
                : List.of(new Node.Guard(condition, then, otherwise, unit.position(at)));
    }

    /** Whether some iteration has not left since a mark. */
    private boolean mayStay(int mark, Scope scope) {
        return escapes.count() == mark
                || !SignProver.isImpossible(escapes.since(mark, scope.path()).negated(), scope);
    }

    /** The ways that data choose between: what they set differently is not known behind them, and neither leaves a loop. */
    public Both onData(Scope scope, Function<Scope, List<Node>> then, Function<Scope, List<Node>> otherwise) {
        Map<IBinding, Affine> before = known.copy();
        List<Node> first = staying(scope, then);
        Map<IBinding, Affine> afterFirst = known.copy();
        known.restore(before);
        List<Node> second = staying(scope, otherwise);
        known.agree(afterFirst);
        return new Both(first, second);
    }

    private List<Node> staying(Scope scope, Function<Scope, List<Node>> way) {
        int mark = escapes.count();
        List<Node> nodes = way.apply(scope);
        for (Escapes.Escape e : escapes.removeSince(mark)) {
            String word = unit.text(e.at()).replaceFirst("\\W.*", "");
            if (e.leaves()) {
                diagnostics.error(
                        unit.position(e.at()),
                        Refusal.NOT_AFFINE,
                        "'" + word
                                + "' under a condition on data: how often this loop runs depends on data, as in a"
                                + " search; it cannot be analysed");
            } else {
                tracking.wantChoices();
                diagnostics.error(
                        unit.position(e.at()),
                        "'" + word
                                + "' under a condition on data cannot be analysed here; write what it leaves out under"
                                + " the opposite condition");
            }
        }
        return nodes;
    }
}
