package tilewright.parse.c;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IBinding;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * What surrounds a statement.
 *
 * @param values of the loop variables, and of integers with one affine value
 * @param loops names of the loop variables, outermost first
 * @param constraints what holds here because of loops and conditions
 */
record Scope(Map<IBinding, Affine> values, List<String> loops, List<Condition> constraints) {
    static final Scope EMPTY = new Scope(Map.of(), List.of(), List.of());

    /** The scope inside one more loop. */
    Scope inLoop(IBinding variable, String name, Condition range) {
        List<String> inner = new ArrayList<>(loops);
        inner.add(name);
        return new Scope(with(variable, Affine.variable(name)), inner, List.of())
                .where(constraints)
                .where(List.of(range));
    }

    /** The same with the value of one more name. */
    Scope knowing(IBinding variable, Affine value) {
        return new Scope(with(variable, value), loops, constraints);
    }

    /** The same under a condition. */
    Scope where(Condition condition) {
        return where(List.of(condition));
    }

    private Scope where(List<Condition> conditions) {
        List<Condition> more = new ArrayList<>(constraints);
        more.addAll(conditions);
        return new Scope(values, loops, more);
    }

    private Map<IBinding, Affine> with(IBinding variable, Affine value) {
        Map<IBinding, Affine> larger = new LinkedHashMap<>(values);
        larger.put(variable, value);
        return larger;
    }
}
