package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.isl.Context;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.SetNotation;

/**
 * The points of a space at which conditions hold. Comparisons become one set at once; every disjunction is intersected with
 * what there is so far for itself, so that pieces without points go before they multiply: isl multiplies all disjunctions of
 * a text first, which took gigabytes for guards with a dozen of them.
 */
final class ConditionSets {
    private final Context context;
    private final String space;

    /**
     * @param parameters {@code [n, m] ->}, or nothing
     * @param tuple the space's dimensions, e.g. {@code [k, ib, i]}
     */
    ConditionSets(Context context, String parameters, String tuple) {
        this.context = context;
        this.space = parameters + "{ " + tuple + " : ";
    }

    /** Where all conditions hold. */
    Set all(List<Condition> conditions) {
        List<Condition> plain = new ArrayList<>();
        List<Condition> others = new ArrayList<>();
        for (Condition condition : conditions) {
            for (Condition conjunct : condition.conjuncts()) {
                (conjunct instanceof Condition.Compare ? plain : others).add(conjunct);
            }
        }
        Set result = comparisons(plain);
        for (Condition other : others) {
            result = within(result, other);
        }
        return result;
    }

    /** The part of a set at which a condition holds. */
    private Set within(Set set, Condition condition) {
        return switch (condition) {
            case Condition.Compare _, Condition.And _ -> set.intersect(all(List.of(condition)));
            case Condition.Or o ->
                o.operands().stream()
                        .map(c -> within(set, c))
                        .reduce(Set::union)
                        .orElseGet(() -> Set.empty(set.getSpace()))
                        .coalesce();
            case Condition.Not n -> within(set, n.operand().negated());
        };
    }

    private Set comparisons(List<Condition> comparisons) {
        String text = comparisons.isEmpty()
                ? "true"
                : comparisons.stream().map(c -> "(" + SetNotation.of(c) + ")").collect(Collectors.joining(" and "));
        return Set.parse(context, space + text + " }");
    }

    /** {@code first <= variable <= last}. */
    static Condition between(Affine first, String variable, Affine last) {
        Affine value = Affine.variable(variable);
        return new Condition.And(List.of(
                new Condition.Compare(first, Condition.Relation.LE, value),
                new Condition.Compare(value, Condition.Relation.LE, last)));
    }
}
