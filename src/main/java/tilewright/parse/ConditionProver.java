package tilewright.parse;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tilewright.isl.Context;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.SetNotation;

/** Proves that conditions on loop variables and parameters exclude each other; parameters are never negative. */
public final class ConditionProver {
    /** Stands in names that no text has, and isl cannot read. */
    public static final char UNREADABLE = '@';

    private ConditionProver() {}

    /**
     * Whether no values of loop variables and parameters fulfil all conditions.
     *
     * @param loops names that are loop variables: all others are parameters
     */
    public static boolean isImpossible(List<Condition> conditions, List<String> loops) {
        return isImpossible(conditions, loops, _ -> true);
    }

    /**
     * The same with names of values of any sign.
     *
     * @param isParameter whether a name that is no loop variable is that of a parameter
     */
    public static boolean isImpossible(List<Condition> conditions, List<String> loops, Predicate<String> isParameter) {
        java.util.Set<String> parameters = new LinkedHashSet<>();
        conditions.forEach(c -> parameters.addAll(c.variables()));
        loops.forEach(parameters::remove);
        Stream<Condition> notNegative = parameters.stream()
                .filter(isParameter)
                .map(p -> new Condition.Compare(Affine.variable(p), Condition.Relation.GE, Affine.constant(0)));
        List<Condition> all = Stream.concat(conditions.stream(), notNegative).toList();
        String text = "[" + String.join(", ", parameters) + "] -> { [" + String.join(", ", loops) + "] : "
                + SetNotation.of(new Condition.And(all)) + " }";
        try (Context context = new Context()) {
            return Set.parse(context, text.replace(UNREADABLE, '_')).isEmpty();
        }
    }
}
