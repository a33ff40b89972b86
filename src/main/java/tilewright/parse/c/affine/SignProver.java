package tilewright.parse.c.affine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.sets.ConditionProver;

/** Proves what holds of integers where they are used; parameters are never negative. */
public final class SignProver {
    private SignProver() {}

    static boolean isNonNegative(Affine value, Scope scope) {
        return isImpossible(new Condition.Compare(value, Condition.Relation.LT, Affine.constant(0)), scope);
    }

    /** Whether a condition holds nowhere in a scope. */
    public static boolean isImpossible(Condition condition, Scope scope) {
        List<Condition> all = new ArrayList<>(scope.constraints());
        all.add(condition);
        all.replaceAll(SignProver::readable);
        return ConditionProver.isImpossible(all, scope.loops(), name -> !Known.isSymbol(name));
    }

    /** Indices that are read from arrays become symbols, of which nothing is known. */
    private static Condition readable(Condition condition) {
        Map<String, Affine> symbols = new HashMap<>();
        condition.variables().stream()
                .filter(name -> name.indexOf('(') >= 0)
                .forEach(name ->
                        symbols.put(name, Affine.variable(name.replaceAll("\\W", "_") + ConditionProver.UNREADABLE)));
        return symbols.isEmpty() ? condition : condition.substitute(symbols);
    }

    /** A condition that holds in the same places of a scope, without what is proved there. */
    public static Condition simplified(Condition condition, Scope scope) {
        return switch (condition) {
            case Condition.And a -> {
                List<Condition> needed = new ArrayList<>();
                for (Condition operand : a.operands()) {
                    Condition simple = simplified(operand, scope);
                    if (!isImpossible(simple.negated(), scope.where(Condition.and(needed)))) {
                        needed.add(simple);
                    }
                }
                yield Condition.and(needed);
            }
            case Condition.Or o -> {
                List<Condition> possible = new ArrayList<>(o.operands().stream()
                        .map(p -> simplified(p, scope))
                        .filter(p -> !isImpossible(p, scope))
                        .toList());
                for (Condition each : List.copyOf(possible)) {
                    List<Condition> others = new ArrayList<>(possible);
                    others.remove(each);
                    if (isImpossible(each, scope.where(Condition.or(others).negated()))) {
                        possible.remove(each);
                    }
                }
                Condition any = Condition.or(possible);
                yield isImpossible(any.negated(), scope) ? Condition.TRUE : any;
            }
            case Condition.Compare _, Condition.Not _ -> condition;
        };
    }
}
