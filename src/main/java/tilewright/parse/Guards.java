package tilewright.parse;

import java.util.Collection;
import java.util.List;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/** Bounds of one loop variable that follow from a guard. */
final class Guards {
    private Guards() {}

    /**
     * Adds the bounds of {@code variable} that the condition implies.
     *
     * @param excluded variables that must not occur in a bound: {@code variable} itself and inner ones
     */
    static void bounds(
            Condition condition,
            String variable,
            Collection<String> excluded,
            List<Affine> lowers,
            List<Affine> uppers) {
        switch (condition) {
            case Condition.And a -> a.operands().forEach(o -> bounds(o, variable, excluded, lowers, uppers));
            case Condition.Compare c -> compare(c, variable, excluded, lowers, uppers);
            case Condition.Not(Condition.Compare c) -> {
                Condition negated = new Condition.Compare(c.left(), c.relation().negated(), c.right());
                bounds(negated, variable, excluded, lowers, uppers);
            }
            case Condition.Not(Condition.Or o) ->
                o.operands().forEach(p -> bounds(new Condition.Not(p), variable, excluded, lowers, uppers));
            case Condition.Not(Condition.Not n) -> bounds(n.operand(), variable, excluded, lowers, uppers);
            case Condition.Or o -> {}
            case Condition.Not n -> {}
        }
    }

    private static void compare(
            Condition.Compare compare,
            String variable,
            Collection<String> excluded,
            List<Affine> lowers,
            List<Affine> uppers) {
        LinearForm difference = LinearForm.of(compare.left().minus(compare.right()));
        long factor = difference.coefficient(variable);
        if (Math.abs(factor) != 1) {
            return;
        }
        // factor * variable + rest R 0, hence variable R' bound with bound = -factor * rest
        Affine rest = difference.without(Affine.variable(variable)).toAffine();
        if (rest.variables().stream().anyMatch(excluded::contains)) {
            return;
        }
        Affine bound = LinearForm.of(rest.times(-factor)).toAffine();
        Condition.Relation relation =
                factor > 0 ? compare.relation() : compare.relation().mirrored();
        switch (relation) {
            case EQ -> {
                lowers.add(bound);
                uppers.add(bound);
            }
            case LE -> uppers.add(bound);
            case LT -> uppers.add(bound.plus(-1));
            case GE -> lowers.add(bound);
            case GT -> lowers.add(bound.plus(1));
            case NE -> {}
        }
    }
}
