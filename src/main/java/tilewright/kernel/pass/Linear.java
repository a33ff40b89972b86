package tilewright.kernel.pass;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tilewright.kernel.Arithmetic;
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

        /** Where there are no loops. */
        Names NONE = new Names() {
            @Override
            public boolean isCounter(String name) {
                return false;
            }

            @Override
            public boolean isAmbiguous(String name) {
                return false;
            }

            @Override
            public Optional<Expression> declared(String name) {
                return Optional.empty();
            }
        };
    }

    private static Linear of(Sum sum) {
        return new Linear(Map.of(ONE, sum));
    }

    private static Linear other(Expression e) {
        return of(new Sum(0, Map.of(), Map.of(e, 1L)));
    }

    /** Empty where a counter is used in another way than in sums and products with what has none. */
    static Optional<Linear> of(Expression e, Names names) {
        return switch (Arithmetic.of(e)) {
            case Arithmetic.Constant c -> Optional.of(of(new Sum(c.value(), Map.of(), Map.of())));
            case Arithmetic.Converted c when c.type() == ScalarType.I64 -> of(c.operand(), names);
            case Arithmetic.Value v -> of(e, v.variable().name(), names);
            case Arithmetic.Sum s ->
                of(s.left(), names).flatMap(l -> of(s.right(), names).map(r -> l.plus(r, 1)));
            case Arithmetic.Difference d ->
                of(d.left(), names).flatMap(l -> of(d.right(), names).map(r -> l.plus(r, -1)));
            case Arithmetic.Product p ->
                of(p.left(), names).flatMap(l -> of(p.right(), names).flatMap(r -> l.times(r, p.left(), p.right())));
            case Arithmetic.Own _,
                    Arithmetic.Quotient _,
                    Arithmetic.Remainder _,
                    Arithmetic.Negative _,
                    Arithmetic.Converted _,
                    Arithmetic.Other _ -> mentions(e, names) ? Optional.empty() : Optional.of(other(e));
        };
    }

    private static Optional<Linear> of(Expression variable, String name, Names names) {
        if (names.isAmbiguous(name)) {
            return Optional.empty();
        }
        if (names.isCounter(name)) {
            return Optional.of(of(new Sum(0, Map.of(name, 1L), Map.of())));
        }
        Optional<Expression> value = names.declared(name);
        return value.isPresent() ? of(value.get(), names) : Optional.of(other(variable));
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
