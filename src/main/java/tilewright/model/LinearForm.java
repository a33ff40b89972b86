package tilewright.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An affine expression as {@code sum of coefficient * term + constant}. A term is a variable or something that
 * is not linear (a quotient, a remainder, a minimum, ..), compared by structure. Equal terms are merged, so
 * {@code i + n - 1 - n} becomes {@code i - 1}.
 *
 * @param terms term to its nonzero coefficient, in order of first occurrence
 */
public record LinearForm(Map<Affine, Long> terms, long constant) {
    public LinearForm {
        terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
    }

    /** The linear form of an expression; overflow throws {@link ArithmeticException}. */
    public static LinearForm of(Affine affine) {
        Map<Affine, Long> terms = new LinkedHashMap<>();
        long constant = collect(affine, 1, terms);
        terms.values().removeIf(c -> c == 0);
        return new LinearForm(terms, constant);
    }

    private static long collect(Affine affine, long factor, Map<Affine, Long> terms) {
        return switch (affine) {
            case Affine.Constant c -> Math.multiplyExact(factor, c.value());
            case Affine.Sum s -> Math.addExact(collect(s.left(), factor, terms), collect(s.right(), factor, terms));
            case Affine.Scaled s -> collect(s.operand(), Math.multiplyExact(factor, s.factor()), terms);
            case Affine.Variable _, Affine.FloorDiv _, Affine.Mod _, Affine.Extreme _, Affine.Select _ -> {
                terms.merge(affine, factor, Math::addExact);
                yield 0;
            }
        };
    }

    public boolean isConstant() {
        return terms.isEmpty();
    }

    /** The coefficient of a variable; 0 where it does not occur as a linear term. */
    public long coefficient(String variable) {
        return terms.getOrDefault(Affine.variable(variable), 0L);
    }

    /** The same with one term left out. */
    public LinearForm without(Affine term) {
        Map<Affine, Long> rest = new LinkedHashMap<>(terms);
        rest.remove(term);
        return new LinearForm(rest, constant);
    }

    /**
     * Where the form has a value: {@code 3 - i + n} is {@code v} at {@code i = 3 + n - v}.
     *
     * @return nothing where the variable has another coefficient than 1 or -1, or is part of a term that is not linear
     */
    public Optional<Affine> solve(String variable, Affine value) {
        long coefficient = coefficient(variable);
        LinearForm rest = without(Affine.variable(variable));
        if (Math.abs(coefficient) != 1
                || rest.terms().keySet().stream().anyMatch(t -> t.variables().contains(variable))) {
            return Optional.empty();
        }
        return Optional.of(
                LinearForm.of(value.minus(rest.toAffine()).times(coefficient)).toAffine());
    }

    /** Back to an expression: terms in their order, the constant last. */
    public Affine toAffine() {
        @Nullable Affine sum = null;
        for (Map.Entry<Affine, Long> term : terms.entrySet()) {
            Affine scaled = Affine.scaled(term.getValue(), term.getKey());
            sum = sum == null ? scaled : sum.plus(scaled);
        }
        return sum == null ? Affine.constant(constant) : sum.plus(constant);
    }
}
