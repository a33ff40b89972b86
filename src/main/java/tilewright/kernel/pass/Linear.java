package tilewright.kernel.pass;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;

/**
 * A whole number as a sum of products. Products are by what is multiplied with the counters of loops: in {@code (i + p) * pitch + j + q},
 * counters p and q, by {@code pitch} and by 1.
 *
 * @param by the factors; 1 is a literal
 */
record Linear(Map<Expression, Sum> by) {
    static final Expression ONE = Expressions.integer(1);

    /**
     * A constant, and terms.
     *
     * @param counters coefficients of loops' counters
     * @param others coefficients of everything else
     */
    record Sum(long constant, Map<String, Long> counters, Map<Expression, Long> others) {
        Sum plus(Sum other, long times) {
            Map<String, Long> allCounters = new LinkedHashMap<>(counters);
            other.counters.forEach((v, c) -> allCounters.merge(v, c * times, Long::sum));
            allCounters.values().removeIf(c -> c == 0);
            Map<Expression, Long> allOthers = new LinkedHashMap<>(others);
            other.others.forEach((e, c) -> allOthers.merge(e, c * times, Long::sum));
            allOthers.values().removeIf(c -> c == 0);
            return new Sum(constant + other.constant * times, allCounters, allOthers);
        }
    }

    static final Sum ZERO = new Sum(0, Map.of(), Map.of());

    /** What names stand for where an expression is. */
    interface Names {
        boolean isCounter(String name);

        /** Whether a name stands for different things in different loops. */
        boolean isAmbiguous(String name);

        /** The value that a name was declared with, in the loops of the counters; else empty. */
        Optional<Expression> declared(String name);
    }

    private static Linear of(Sum sum) {
        return new Linear(Map.of(ONE, sum));
    }

    private static Linear other(Expression e) {
        return of(new Sum(0, Map.of(), Map.of(e, 1L)));
    }

    /** Empty where a counter is used in another way than in sums and products with what has none. */
    static Optional<Linear> of(Expression e, Names names) {
        return switch (e) {
            case Expression.IntegerLiteral l -> Optional.of(of(new Sum(l.value(), Map.of(), Map.of())));
            case Expression.Convert c when c.type() == ScalarType.I64 -> of(c.operand(), names);
            case Expression.Read(Place.Scalar s)
            when names.isAmbiguous(s.variable().name()) -> Optional.empty();
            case Expression.Read(Place.Scalar s)
            when names.isCounter(s.variable().name()) ->
                Optional.of(of(new Sum(0, Map.of(s.variable().name(), 1L), Map.of())));
            case Expression.Read(Place.Scalar s) -> {
                Optional<Expression> value = names.declared(s.variable().name());
                yield value.isPresent() ? of(value.get(), names) : Optional.of(other(e));
            }
            case Expression.Binary b
            when b.operator() == Infix.ADD || b.operator() == Infix.SUB -> {
                Optional<Linear> left = of(b.left(), names);
                Optional<Linear> right = of(b.right(), names);
                int sign = b.operator() == Infix.ADD ? 1 : -1;
                yield left.isPresent() && right.isPresent()
                        ? Optional.of(left.get().plus(right.get(), sign))
                        : Optional.empty();
            }
            case Expression.Binary b
            when b.operator() == Infix.MUL -> {
                Optional<Linear> left = of(b.left(), names);
                Optional<Linear> right = of(b.right(), names);
                yield left.isPresent() && right.isPresent()
                        ? left.get().times(right.get(), b.left(), b.right())
                        : Optional.empty();
            }
            case Expression.RealLiteral _,
                    Expression.Own _,
                    Expression.Read _,
                    Expression.Unary _,
                    Expression.Binary _,
                    Expression.Conditional _,
                    Expression.Convert _,
                    Expression.Bits _,
                    Expression.Call _,
                    Expression.Mathematical _,
                    Expression.Shuffle _,
                    Expression.Voted _,
                    Expression.Reduced _,
                    Expression.Atomic _,
                    Expression.Counted _ -> mentions(e, names) ? Optional.empty() : Optional.of(other(e));
        };
    }

    private static boolean mentions(Expression e, Names names) {
        boolean[] found = {false};
        Expressions.visit(
                e,
                part -> found[0] |= part instanceof Expression.Read(Place.Scalar s)
                        && (names.isCounter(s.variable().name())
                                || names.declared(s.variable().name()).isPresent()));
        return found[0];
    }

    private Linear plus(Linear other, int sign) {
        Map<Expression, Sum> all = new LinkedHashMap<>(by);
        other.by.forEach(
                (factor, sum) -> all.put(factor, all.getOrDefault(factor, ZERO).plus(sum, sign)));
        return new Linear(all);
    }

    private Optional<Long> literal() {
        Sum sum = by.get(ONE);
        return by.size() == 1 && sum != null && sum.counters.isEmpty() && sum.others.isEmpty()
                ? Optional.of(sum.constant)
                : Optional.empty();
    }

    private boolean hasCounters() {
        return by.values().stream().anyMatch(s -> !s.counters.isEmpty());
    }

    private Optional<Linear> times(Linear other, Expression own, Expression others) {
        if (literal().isPresent() || other.literal().isPresent()) {
            long factor = literal().or(other::literal).orElseThrow();
            Linear scaled = literal().isPresent() ? other : this;
            Map<Expression, Sum> all = new LinkedHashMap<>();
            scaled.by.forEach((f, sum) -> all.put(f, ZERO.plus(sum, factor)));
            return Optional.of(new Linear(all));
        }
        if (hasCounters() && other.hasCounters()) {
            return Optional.empty();
        }
        boolean first = hasCounters() || !other.hasCounters();
        Linear sums = first ? this : other;
        Expression factor = first ? others : own;
        Map<Expression, Sum> all = new LinkedHashMap<>();
        sums.by.forEach((f, sum) -> all.put(
                f.equals(ONE)
                        ? factor
                        : new Expression.Binary(Infix.MUL, Expressions.convert(ScalarType.I64, f), factor),
                sum));
        return Optional.of(new Linear(all));
    }
}
