package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * What surrounds a statement.
 *
 * @param values of the loop variables, by name in lower case
 * @param loops names of the loop variables in the model, outermost first
 * @param constraints what holds here because of loops and conditions
 */
record Scope(Map<String, Affine> values, List<String> loops, List<Condition> constraints) {
    static final Scope EMPTY = new Scope(Map.of(), List.of(), List.of());

    /** The scope inside one more loop. */
    Scope inLoop(String variable, String name, Condition range) {
        Map<String, Affine> larger = new LinkedHashMap<>(values);
        larger.put(variable, Affine.variable(name));
        List<String> inner = new ArrayList<>(loops);
        inner.add(name);
        return new Scope(larger, inner, constraints).where(range);
    }

    /** The scope inside the loop over a section, whose variable the text does not name. */
    Scope inSection(String name, Condition range) {
        List<String> inner = new ArrayList<>(loops);
        inner.add(name);
        return new Scope(values, inner, constraints).where(range);
    }

    /** The same under a condition. */
    Scope where(Condition condition) {
        List<Condition> more = new ArrayList<>(constraints);
        more.add(condition);
        return new Scope(values, loops, more);
    }

    /** All values between two bounds; the step says which bound comes first. */
    static Condition range(String name, Affine first, Affine last, long step) {
        Condition.Relation after = step > 0 ? Condition.Relation.LE : Condition.Relation.GE;
        Affine value = Affine.variable(name);
        return new Condition.And(
                List.of(new Condition.Compare(first, after, value), new Condition.Compare(value, after, last)));
    }
}
