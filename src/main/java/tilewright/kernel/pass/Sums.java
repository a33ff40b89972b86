package tilewright.kernel.pass;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Arithmetic;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.ScalarType;

/**
 * Whole numbers as sums of products, to compare them whatever way they are written: {@code 2 * (i + 1)} and {@code i + 2 + i} are one. For numbers that do not
 * overflow; what is no sum, difference, product or conversion counts as a number of its own.
 *
 * @param terms factors with their powers, to the coefficient of their product, which is not 0
 */
record Sums(Map<Map<Expression, Integer>, Long> terms) {
    Sums {
        terms = Map.copyOf(terms);
    }

    static Sums of(Expression expression) {
        return switch (Arithmetic.of(expression)) {
            case Arithmetic.Constant c -> constant(c.value());
            case Arithmetic.Converted c -> of(c.operand());
            case Arithmetic.Negative n -> of(n.operand()).times(constant(-1));
            case Arithmetic.Sum s -> of(s.left()).plus(of(s.right()), 1);
            case Arithmetic.Difference d -> of(d.left()).plus(of(d.right()), -1);
            case Arithmetic.Product p -> of(p.left()).times(of(p.right()));
            case Arithmetic.Value _,
                    Arithmetic.Own _,
                    Arithmetic.Quotient _,
                    Arithmetic.Remainder _,
                    Arithmetic.Other _ -> new Sums(Map.of(Map.of(expression, 1), 1L));
        };
    }

    private static Sums constant(long value) {
        return value == 0 ? new Sums(Map.of()) : new Sums(Map.of(Map.of(), value));
    }

    /** The sum with a multiple of another. */
    Sums plus(Sums other, long factor) {
        Map<Map<Expression, Integer>, Long> sum = new HashMap<>(terms);
        other.terms.forEach((product, coefficient) -> sum.merge(product, factor * coefficient, Long::sum));
        sum.values().removeIf(c -> c == 0);
        return new Sums(sum);
    }

    private Sums times(Sums other) {
        Sums product = constant(0);
        for (Map.Entry<Map<Expression, Integer>, Long> one : terms.entrySet()) {
            for (Map.Entry<Map<Expression, Integer>, Long> two : other.terms.entrySet()) {
                Map<Expression, Integer> factors = new HashMap<>(one.getKey());
                two.getKey().forEach((factor, power) -> factors.merge(factor, power, Integer::sum));
                product = product.plus(new Sums(Map.of(factors, one.getValue() * two.getValue())), 1);
            }
        }
        return product;
    }

    /** How much the number grows with a factor that grows by one; null where that depends on the factor. */
    @Nullable
    Sums slope(Expression factor) {
        Map<Map<Expression, Integer>, Long> slope = new HashMap<>();
        for (Map.Entry<Map<Expression, Integer>, Long> term : terms.entrySet()) {
            Map<Expression, Integer> rest = new HashMap<>(term.getKey());
            Integer power = rest.remove(factor);
            if (power != null && power > 1) {
                return null;
            }
            if (power != null) {
                slope.put(rest, term.getValue());
            }
        }
        return new Sums(slope);
    }

    /** The sum as an expression of a type of whole numbers. */
    Expression expression(ScalarType type) {
        Expression sum = Expressions.integer(0);
        List<Map.Entry<Map<Expression, Integer>, Long>> inOrder = terms.entrySet().stream()
                .sorted(Comparator.comparing(t -> -t.getKey().size() + text(t.getKey())))
                .toList();
        for (Map.Entry<Map<Expression, Integer>, Long> term : inOrder) {
            Expression product = Expressions.integer(term.getValue());
            List<Map.Entry<Expression, Integer>> powers = term.getKey().entrySet().stream()
                    .sorted(Comparator.comparing(p -> p.getKey().toString()))
                    .toList();
            for (Map.Entry<Expression, Integer> power : powers) {
                for (int left = power.getValue(); left > 0; left--) {
                    product = Expressions.multiply(product, Expressions.convert(type, power.getKey()));
                }
            }
            sum = Expressions.sum(sum, product);
        }
        return sum;
    }

    private static String text(Map<Expression, Integer> product) {
        return product.keySet().stream()
                .map(Expression::toString)
                .sorted()
                .toList()
                .toString();
    }

    /** What the products are made of. */
    Set<Expression> factors() {
        Set<Expression> factors = new HashSet<>();
        terms.keySet().forEach(product -> factors.addAll(product.keySet()));
        return factors;
    }
}
