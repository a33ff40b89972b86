package tilewright.parse.c.affine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IBinding;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * What surrounds a statement.
 *
 * @param values of the loop variables, and of integers with one affine value
 * @param pointers places that pointers point to
 * @param loops names of the loop variables, outermost first
 * @param active variables of the loops
 * @param constraints what holds here because of loops, conditions and facts
 * @param path the conditions under which an iteration of the innermost loop comes here
 */
public record Scope(
        Map<IBinding, Affine> values,
        Map<IBinding, Location> pointers,
        List<String> loops,
        Set<IBinding> active,
        List<Condition> constraints,
        List<Condition> path) {
    public static final Scope EMPTY = new Scope(Map.of(), Map.of(), List.of(), Set.of(), List.of(), List.of());

    /** The scope inside one more loop. */
    public Scope inLoop(IBinding variable, String name, Condition range) {
        List<String> inner = new ArrayList<>(loops);
        inner.add(name);
        Set<IBinding> variables = new HashSet<>(active);
        variables.add(variable);
        List<Condition> all = new ArrayList<>(constraints);
        all.add(range);
        return new Scope(with(variable, Affine.variable(name)), pointers, inner, variables, all, List.of());
    }

    /** The same with the value of one more name. */
    public Scope knowing(IBinding variable, Affine value) {
        return new Scope(with(variable, value), pointers, loops, active, constraints, path);
    }

    /** The same with these values. */
    public Scope knowing(Map<IBinding, Affine> known) {
        Map<IBinding, Affine> larger = new LinkedHashMap<>(values);
        larger.putAll(known);
        return new Scope(larger, pointers, loops, active, constraints, path);
    }

    /** The same with one more pointer. */
    public Scope pointing(IBinding variable, Location place) {
        Map<IBinding, Location> more = new LinkedHashMap<>(pointers);
        more.put(variable, place);
        return new Scope(values, more, loops, active, constraints, path);
    }

    /** The same where a fact holds that no execution contradicts. */
    public Scope assuming(Condition fact) {
        List<Condition> more = new ArrayList<>(constraints);
        more.add(fact);
        return new Scope(values, pointers, loops, active, more, path);
    }

    /** The same under a condition. */
    public Scope where(Condition condition) {
        List<Condition> way = new ArrayList<>(path);
        way.addAll(condition.conjuncts());
        Scope assuming = assuming(condition);
        return new Scope(values, pointers, loops, active, assuming.constraints, way);
    }

    private Map<IBinding, Affine> with(IBinding variable, Affine value) {
        Map<IBinding, Affine> larger = new LinkedHashMap<>(values);
        larger.put(variable, value);
        return larger;
    }
}
