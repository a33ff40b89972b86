package tilewright.model.sets;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
public final class ConditionSets {
    private final Context context;
    private final String space;

    /**
     * @param parameters {@code [n, m] ->}, or nothing
     * @param tuple the space's dimensions, e.g. {@code [k, ib, i]}
     */
    public ConditionSets(Context context, String parameters, String tuple) {
        this.context = context;
        this.space = parameters + "{ " + tuple + " : ";
    }

    /** Where all conditions hold. */
    public Set all(List<Condition> conditions) {
        return all(conditions, this::comparisons);
    }

    /**
     * The same set of fewer pieces, for what is to be computed with it: comparisons that are piecewise themselves are intersected with what the others leave,
     * where most of their cases do not matter. How isl writes it is another matter than with {@link #all}.
     *
     * <p>Example: where {@code 64 s < k <= n}, {@code s <= (n >= 128 b + 66 ? 2 b + 1 : ceil(n/64) - 1)} is {@code s <= 2 b + 1}.
     */
    public Set simplified(List<Condition> conditions) {
        return all(conditions, comparisons -> fewest(null, comparisons)).coalesce();
    }

    /** The part of what is known of the points, {@link #simplified} before, at which more conditions hold. */
    public Set simplified(Set known, List<Condition> conditions) {
        return all(conditions, comparisons -> fewest(known, comparisons)).coalesce();
    }

    private Set all(List<Condition> conditions, Function<List<Condition>, Set> together) {
        List<Condition> plain = new ArrayList<>();
        List<Condition> others = new ArrayList<>();
        for (Condition condition : conditions) {
            for (Condition conjunct : condition.conjuncts()) {
                (conjunct instanceof Condition.Compare ? plain : others).add(conjunct);
            }
        }
        Set result = together.apply(plain);
        for (Condition other : others) {
            result = result.isEmpty() ? result : within(result, other);
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

    private Set fewest(@Nullable Set known, List<Condition> given) {
        List<Condition> comparisons = given.stream()
                .flatMap(c -> c instanceof Condition.Compare p ? PlainComparisons.of(p).stream() : Stream.of(c))
                .toList();
        List<Condition> convex = comparisons.stream().filter(c -> !hasCases(c)).toList();
        Set base =
                known == null ? comparisons(convex) : convex.isEmpty() ? known : known.intersect(comparisons(convex));
        List<Set> several = new ArrayList<>();
        for (Condition comparison : comparisons) {
            if (hasCases(comparison)) {
                Set cases = comparisons(List.of(comparison));
                if (cases.pieces() <= 1) {
                    base = base.intersect(cases);
                } else {
                    several.add(cases);
                }
            }
        }
        for (Set cases : several) {
            base = base.isEmpty()
                    ? base
                    : base.intersect(cases.gist(base).coalesce()).coalesce();
        }
        return base;
    }

    private static boolean hasCases(Condition condition) {
        return condition instanceof Condition.Compare c
                && (c.relation() == Condition.Relation.NE || hasCases(c.left()) || hasCases(c.right()));
    }

    private static boolean hasCases(Affine affine) {
        return switch (affine) {
            case Affine.Constant _, Affine.Variable _ -> false;
            case Affine.Sum s -> hasCases(s.left()) || hasCases(s.right());
            case Affine.Scaled s -> hasCases(s.operand());
            case Affine.FloorDiv d -> hasCases(d.dividend());
            case Affine.Mod m -> hasCases(m.dividend());
            case Affine.Extreme _, Affine.Select _ -> true;
        };
    }

    private Set comparisons(List<Condition> comparisons) {
        String text = comparisons.isEmpty()
                ? "true"
                : comparisons.stream().map(c -> "(" + SetNotation.of(c) + ")").collect(Collectors.joining(" and "));
        return Set.parse(context, (space + text + " }").replace(ConditionProver.UNREADABLE, '_'));
    }

    /** {@code first <= variable <= last}. */
    public static Condition between(Affine first, String variable, Affine last) {
        Affine value = Affine.variable(variable);
        return new Condition.And(List.of(
                new Condition.Compare(first, Condition.Relation.LE, value),
                new Condition.Compare(value, Condition.Relation.LE, last)));
    }
}
