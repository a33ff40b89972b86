package tilewright.codegen.lower;

import java.util.List;
import java.util.OptionalLong;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** What follows between affine conditions without integer sets: equal conjuncts, and comparisons of the same form with numbers. */
public final class Implications {
    private Implications() {}

    /** True or false where the two sides differ by a number, else the comparison itself. */
    static Condition decided(Condition.Compare compare) {
        OptionalLong difference = Affines.constantValue(compare.left().minus(compare.right()));
        if (difference.isEmpty()) {
            return compare;
        }
        boolean holds = compare.relation().holds(difference.getAsLong(), 0);
        return holds ? Condition.TRUE : Condition.FALSE;
    }

    /** Whether a condition never holds where another one does: one asks two sides to be equal, the other one to differ. */
    static boolean excludes(Condition condition, Condition other) {
        return other.conjuncts().stream()
                .filter(c -> c instanceof Condition.Compare)
                .map(c -> (Condition.Compare) c)
                .filter(c -> c.relation() == Condition.Relation.EQ)
                .anyMatch(c -> implies(condition, new Condition.Compare(c.left(), Condition.Relation.GT, c.right()))
                        || implies(condition, new Condition.Compare(c.left(), Condition.Relation.LT, c.right())));
    }

    /** Whether a condition holds only where a conjunct of another one does. */
    public static boolean implies(Condition condition, Condition conjunct) {
        return condition.conjuncts().stream()
                .anyMatch(c -> c.equals(conjunct)
                        || c instanceof Condition.Compare known
                                && conjunct instanceof Condition.Compare wanted
                                && impliesBound(known, wanted));
    }

    /** Whether both compare the same form with numbers, and the first one leaves no more values. */
    private static boolean impliesBound(Condition.Compare known, Condition.Compare wanted) {
        List<Affine> most = known.notNegative();
        List<Affine> least = wanted.notNegative();
        OptionalLong apart = most.size() != 1 || least.size() != 1
                ? OptionalLong.empty()
                : Affines.constantValue(least.getFirst().minus(most.getFirst()));
        return apart.isPresent() && apart.getAsLong() >= 0;
    }
}
