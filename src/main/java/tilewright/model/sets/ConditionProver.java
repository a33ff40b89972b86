package tilewright.model.sets;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.SetNotation;

/**
 * Proves that conditions on loop variables and parameters exclude each other; parameters are never negative. A program's lowerings for several
 * targets ask the same, and reading a set takes isl up to milliseconds, so that the last answers are kept.
 */
public final class ConditionProver {
    /** Stands in names that no text has, and isl cannot read. */
    public static final char UNREADABLE = '@';

    private static final int MOST_KEPT = 10_000;

    /** Whether sets are empty, by their conditions' texts; the one that was not asked for longest comes first. */
    private static final LinkedHashMap<String, Boolean> KEPT = new LinkedHashMap<>(16, 0.75f, true);

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
        String space = "[" + String.join(", ", parameters) + "] -> ";
        String tuple = "[" + String.join(", ", loops) + "]";
        String key = space + tuple + SetNotation.of(new Condition.And(all));
        Boolean known;
        synchronized (KEPT) {
            known = KEPT.get(key);
        }
        return known == null ? keep(key, isEmpty(space, tuple, all)) : known;
    }

    private static boolean isEmpty(String parameters, String tuple, List<Condition> conditions) {
        try (Context context = new Context()) {
            return new ConditionSets(context, parameters, tuple)
                    .simplified(conditions)
                    .isEmpty();
        }
    }

    private static boolean keep(String key, boolean empty) {
        synchronized (KEPT) {
            KEPT.put(key, empty);
            if (KEPT.size() > MOST_KEPT) {
                KEPT.pollFirstEntry();
            }
        }
        return empty;
    }
}
