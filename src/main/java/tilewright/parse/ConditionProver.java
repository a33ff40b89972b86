package tilewright.parse;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tilewright.isl.Context;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.SetNotation;

/** Proves that conditions on loop variables and parameters exclude each other; parameters are never negative. */
public final class ConditionProver {
    private ConditionProver() {}

    /**
     * Whether no values of loop variables and parameters fulfil all conditions.
     *
     * @param loops names that are loop variables: all others are parameters
     */
    public static boolean isImpossible(List<Condition> conditions, List<String> loops) {
        return isImpossible(conditions, loops, _ -> true, UnaryOperator.identity());
    }

    /**
     * The same where some names are no parameters but stand for something else.
     *
     * @param notNegative whether a name that is no loop variable is known not to be negative
     * @param spelled the set's text with names as isl can read them
     */
    public static boolean isImpossible(
            List<Condition> conditions,
            List<String> loops,
            Predicate<String> notNegative,
            UnaryOperator<String> spelled) {
        java.util.Set<String> parameters = new LinkedHashSet<>();
        conditions.forEach(c -> parameters.addAll(c.variables()));
        loops.forEach(parameters::remove);
        Stream<Condition> known = parameters.stream()
                .filter(notNegative)
                .map(p -> new Condition.Compare(Affine.variable(p), Condition.Relation.GE, Affine.constant(0)));
        List<Condition> all = Stream.concat(conditions.stream(), known).toList();
        String text = "[" + String.join(", ", parameters) + "] -> { [" + String.join(", ", loops) + "] : "
                + SetNotation.of(new Condition.And(all)) + " }";
        try (Context context = new Context()) {
            return Set.parse(context, spelled.apply(text)).isEmpty();
        }
    }
}
