package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * What is known of variables' ranges, and what follows for affine expressions. Sound, not complete: an unknown
 * bound only means that a guard stays in the generated code.
 */
final class Ranges {
    private static final int MAX_DEPTH = 12;

    private final Map<String, Affine> lower = new HashMap<>();
    private final Map<String, Affine> upper = new HashMap<>();

    /** Declares {@code variable >= bound}. */
    void atLeast(String variable, Affine bound) {
        lower.put(variable, bound);
    }

    /** Declares {@code variable <= bound}. */
    void atMost(String variable, Affine bound) {
        upper.put(variable, bound);
    }

    /** What was declared, as conditions. */
    List<Condition> known() {
        List<Condition> known = new ArrayList<>();
        lower.forEach((variable, bound) ->
                known.add(new Condition.Compare(Affine.variable(variable), Condition.Relation.GE, bound)));
        upper.forEach((variable, bound) ->
                known.add(new Condition.Compare(Affine.variable(variable), Condition.Relation.LE, bound)));
        return known;
    }

    boolean isNonNegative(Affine affine) {
        OptionalLong minimum = minimum(affine);
        return minimum.isPresent() && minimum.getAsLong() >= 0;
    }

    /** A constant that the expression never falls below, where one is found. */
    OptionalLong minimum(Affine affine) {
        return minimum(LinearForm.of(affine), 0);
    }

    private OptionalLong minimum(LinearForm form, int depth) {
        if (form.isConstant()) {
            return OptionalLong.of(form.constant());
        }
        if (depth > MAX_DEPTH) {
            return OptionalLong.empty();
        }
        // Innermost variables first: their bounds are affine in the outer ones, which may then cancel.
        for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
            Affine bound = bound(term.getKey(), term.getValue() > 0);
            if (bound != null && !dependsOnOther(form, term.getKey())) {
                return minimum(replace(form, term.getKey(), term.getValue(), bound), depth + 1);
            }
        }
        return viaExtremes(form, depth);
    }

    /** Whether another term's bounds mention this term: then that one must go first. */
    private boolean dependsOnOther(LinearForm form, Affine term) {
        String name = ((Affine.Variable) term).name();
        return form.terms().keySet().stream()
                .filter(other -> !other.equals(term) && other instanceof Affine.Variable)
                .map(other -> ((Affine.Variable) other).name())
                .anyMatch(other -> mentions(lower.get(other), name) || mentions(upper.get(other), name));
    }

    private static boolean mentions(@org.jspecify.annotations.Nullable Affine bound, String name) {
        return bound != null && bound.variables().contains(name);
    }

    private @org.jspecify.annotations.Nullable Affine bound(Affine term, boolean positive) {
        return term instanceof Affine.Variable v ? (positive ? lower : upper).get(v.name()) : null;
    }

    /** A maximum is at least each of its operands; a minimum is at least the least of them. */
    private OptionalLong viaExtremes(LinearForm form, int depth) {
        for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
            boolean positive = term.getValue() > 0;
            if (term.getKey() instanceof Affine.Extreme e) {
                boolean any = positive == e instanceof Affine.Max;
                return any
                        ? anyOf(form, e, term.getValue(), e.operands(), depth)
                        : leastOf(form, e, term.getValue(), e.operands(), depth);
            }
        }
        return OptionalLong.empty();
    }

    private OptionalLong anyOf(LinearForm form, Affine term, long factor, List<Affine> operands, int depth) {
        return operands.stream()
                .map(o -> minimum(replace(form, term, factor, o), depth + 1))
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .max();
    }

    private OptionalLong leastOf(LinearForm form, Affine term, long factor, List<Affine> operands, int depth) {
        long least = Long.MAX_VALUE;
        for (Affine operand : operands) {
            OptionalLong one = minimum(replace(form, term, factor, operand), depth + 1);
            if (one.isEmpty()) {
                return one;
            }
            least = Math.min(least, one.getAsLong());
        }
        return OptionalLong.of(least);
    }

    private static LinearForm replace(LinearForm form, Affine term, long factor, Affine replacement) {
        return LinearForm.of(form.without(term).toAffine().plus(replacement.times(factor)));
    }
}
