package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

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
    public static boolean excludes(Condition condition, Condition other) {
        return other.conjuncts().stream()
                .filter(c -> c instanceof Condition.Compare)
                .map(c -> (Condition.Compare) c)
                .filter(c -> c.relation() == Condition.Relation.EQ)
                .map(c -> new Condition.Compare(c.left(), Condition.Relation.NE, c.right()))
                .anyMatch(differ -> condition.conjuncts().stream().anyMatch(k -> follows(k, differ)));
    }

    /** That one of several conditions holds, without those that follow from another one, and what all have in common once. */
    public static Condition any(List<Condition> conditions) {
        List<Condition> weakest = new ArrayList<>();
        for (Condition condition : conditions) {
            if (weakest.stream().noneMatch(w -> impliesAll(condition, w))) {
                weakest.removeIf(w -> impliesAll(w, condition));
                weakest.add(condition);
            }
        }
        List<Condition> common = new ArrayList<>(weakest.getFirst().conjuncts());
        weakest.forEach(c -> common.retainAll(c.conjuncts()));
        List<Condition> rest = weakest.stream()
                .map(c -> Affines.and(
                        c.conjuncts().stream().filter(o -> !common.contains(o)).toList()))
                .toList();
        List<Condition> all = new ArrayList<>(common);
        if (rest.size() > 1) {
            all.add(Condition.or(rest));
        }
        return Affines.and(all);
    }

    /** Whether a condition holds only where another one does. */
    public static boolean impliesAll(Condition condition, Condition other) {
        return other.conjuncts().stream().allMatch(c -> implies(condition, c));
    }

    /**
     * What holds where some integer satisfies conditions in place of a variable: each bound from below is no larger than each one from above (Fourier-Motzkin elimination, exact for integers where the
     * variable has the coefficients 1 and -1 alone). Example: of {@code w >= p, q >= w, 62 >= w, w >= 0} that is {@code q >= p, 62 >= p, q >= 0}.
     *
     * @return nothing where the variable has other coefficients, or occurs in something else than a comparison
     */
    public static Optional<List<Condition>> forSome(String variable, List<Condition> conditions) {
        List<Affine> from = new ArrayList<>();
        List<Affine> to = new ArrayList<>();
        List<Condition> rest = new ArrayList<>();
        for (Condition condition :
                conditions.stream().flatMap(c -> c.conjuncts().stream()).toList()) {
            if (!condition.variables().contains(variable)) {
                rest.add(condition);
                continue;
            }
            if (!(condition instanceof Condition.Compare compare)
                    || compare.notNegative().isEmpty()) {
                return Optional.empty();
            }
            for (Affine form : compare.notNegative()) {
                LinearForm linear = LinearForm.of(form);
                Affine others = linear.without(Affine.variable(variable)).toAffine();
                long factor = linear.coefficient(variable);
                if (Math.abs(factor) != 1 || others.variables().contains(variable)) {
                    return Optional.empty();
                }
                (factor > 0 ? from : to).add(factor > 0 ? others.times(-1) : others);
            }
        }
        for (Affine least : from) {
            for (Affine greatest : to) {
                Condition.Compare room = new Condition.Compare(
                        Affines.difference(greatest, least), Condition.Relation.GE, Affine.constant(0));
                rest.add(decided(room));
            }
        }
        return Optional.of(
                rest.stream().filter(c -> !c.equals(Condition.TRUE)).distinct().toList());
    }

    /** What is left of a condition where another one holds: without the conjuncts that follow from it. */
    public static Condition given(Condition known, Condition condition) {
        return Affines.and(condition.conjuncts().stream()
                .filter(c -> !(c instanceof Condition.Compare compare
                        && decided(compare).equals(Condition.TRUE)))
                .filter(c -> known.conjuncts().stream().noneMatch(k -> follows(k, c)))
                .toList());
    }

    /** Whether one of several alternatives, if there are some, holds wherever one of the others does. */
    private static boolean follows(Condition known, Condition wanted) {
        if (known instanceof Condition.Or some) {
            return some.operands().stream().allMatch(k -> follows(k, wanted));
        }
        if (wanted instanceof Condition.Or some) {
            return some.operands().stream().anyMatch(w -> follows(known, w));
        }
        return wanted instanceof Condition.Compare c && c.relation() == Condition.Relation.NE
                ? implies(known, new Condition.Compare(c.left(), Condition.Relation.GT, c.right()))
                        || implies(known, new Condition.Compare(c.left(), Condition.Relation.LT, c.right()))
                : implies(known, wanted);
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
        List<Affine> wantedForms = wanted.notNegative();
        return !wantedForms.isEmpty()
                && wantedForms.stream()
                        .allMatch(w -> known.notNegative().stream()
                                .map(k -> Affines.constantValue(w.minus(k)))
                                .anyMatch(d -> d.isPresent() && d.getAsLong() >= 0));
    }
}
