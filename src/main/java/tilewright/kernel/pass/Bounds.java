package tilewright.kernel.pass;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import tilewright.kernel.Arithmetic;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Variable;

/**
 * What is known of whole numbers at a place of a function: each is a sum of values that all threads of a block share, and of a rest
 * between two constants. Numbers are taken not to overflow.
 *
 * <p>Example: with {@code i_base = 32 * ib} and {@code i_own = 2 * (thread / 8)} in blocks of 64 threads, {@code i_base + i_own + 1}
 * is {@code 32 * ib} and something from 1 to 15.
 */
final class Bounds {
    /**
     * A number.
     *
     * @param shared values that all threads share, with their factors
     * @param least smallest rest
     * @param greatest largest rest
     */
    record Value(Map<Expression, Long> shared, long least, long greatest) {
        Value {
            // In order of appearance: texts are made of it.
            shared = Collections.unmodifiableMap(new LinkedHashMap<>(shared));
        }

        static Value constant(long value) {
            return new Value(Map.of(), value, value);
        }

        private boolean isRest() {
            return shared.isEmpty();
        }

        Value times(long factor) {
            Map<Expression, Long> scaled = new LinkedHashMap<>();
            shared.forEach((e, f) -> scaled.put(e, f * factor));
            return factor >= 0
                    ? new Value(factor == 0 ? Map.of() : scaled, least * factor, greatest * factor)
                    : new Value(scaled, greatest * factor, least * factor);
        }

        Value plus(Value other) {
            Map<Expression, Long> sum = new LinkedHashMap<>(shared);
            other.shared.forEach((e, f) -> sum.merge(e, f, Long::sum));
            sum.values().removeIf(f -> f == 0);
            return new Value(sum, least + other.least, greatest + other.greatest);
        }
    }

    private final int threads;
    private final Map<Variable, Value> values;
    private final Set<Variable> shared;

    /** @param threads of a block, at most */
    Bounds(int threads) {
        this(threads, Map.of(), Set.of());
    }

    private Bounds(int threads, Map<Variable, Value> values, Set<Variable> shared) {
        this.threads = threads;
        this.values = new HashMap<>(values);
        this.shared = new HashSet<>(shared);
    }

    Bounds copy() {
        return new Bounds(threads, values, shared);
    }

    /** From here on a variable holds one value for all threads. */
    void share(Variable variable) {
        values.remove(variable);
        shared.add(variable);
    }

    /** From here on a variable lies between constants. */
    void between(Variable variable, long least, long greatest) {
        shared.remove(variable);
        values.put(variable, new Value(Map.of(), least, greatest));
    }

    /** From here on a variable is what an expression is now. */
    void define(Variable variable, Expression value) {
        Optional<Value> known = of(value);
        forget(variable);
        known.ifPresent(v -> values.put(variable, v));
        if (isShared(value)) {
            shared.add(variable);
        }
    }

    /** From here on nothing is known of a variable. */
    void forget(Variable variable) {
        values.remove(variable);
        shared.remove(variable);
    }

    /** Whether all threads of a block compute the same. */
    boolean isShared(Expression expression) {
        if (expression instanceof Expression.Own(Expression.Coordinate coordinate)) {
            return coordinate != Expression.Coordinate.THREAD;
        }
        if (expression instanceof Expression.Read(Place place)) {
            return place instanceof Place.Scalar(Variable v) && shared.contains(v);
        }
        return Expressions.isOfThread(expression)
                && expression.operands().stream().allMatch(this::isShared);
    }

    /** A whole number; nothing where too little is known of it. */
    Optional<Value> of(Expression expression) {
        Optional<Value> value = switch (Arithmetic.of(expression)) {
            case Arithmetic.Constant c -> Optional.of(Value.constant(c.value()));
            case Arithmetic.Own o ->
                o.coordinate() == Expression.Coordinate.THREAD
                        ? Optional.of(new Value(Map.of(), 0, threads - 1L))
                        : Optional.empty();
            case Arithmetic.Value v -> Optional.ofNullable(values.get(v.variable()));
            case Arithmetic.Negative n -> of(n.operand()).map(o -> o.times(-1));
            case Arithmetic.Sum s -> both(s.left(), s.right(), (l, r) -> Optional.of(l.plus(r)));
            case Arithmetic.Difference d -> both(d.left(), d.right(), (l, r) -> Optional.of(l.plus(r.times(-1))));
            case Arithmetic.Product p ->
                both(
                        p.left(),
                        p.right(),
                        (l, r) -> isConstant(r)
                                ? Optional.of(l.times(r.least()))
                                : isConstant(l) ? Optional.of(r.times(l.least())) : Optional.empty());
            case Arithmetic.Quotient q ->
                divided(q.left(), q.right(), (l, by) -> new Value(Map.of(), l.least() / by, l.greatest() / by));
            case Arithmetic.Remainder m ->
                divided(m.left(), m.right(), (l, by) -> new Value(Map.of(), 0, Math.min(l.greatest(), by - 1)));
            case Arithmetic.Converted _, Arithmetic.Other _ -> Optional.empty();
        };
        boolean whole = !expression.type().isFloating();
        return value.isEmpty() && whole && isShared(expression)
                ? Optional.of(new Value(Map.of(expression, 1L), 0, 0))
                : value;
    }

    private Optional<Value> both(
            Expression left, Expression right, BiFunction<Value, Value, Optional<Value>> operation) {
        return of(left).flatMap(l -> of(right).flatMap(r -> operation.apply(l, r)));
    }

    /** Of what is not negative by a positive constant. */
    private Optional<Value> divided(Expression left, Expression right, BiFunction<Value, Long, Value> operation) {
        return both(
                left,
                right,
                (l, r) -> isPositive(r) && l.isRest() && l.least() >= 0
                        ? Optional.of(operation.apply(l, r.least()))
                        : Optional.empty());
    }

    private static boolean isConstant(Value value) {
        return value.isRest() && value.least() == value.greatest();
    }

    private static boolean isPositive(Value value) {
        return isConstant(value) && value.least() > 0;
    }

    /**
     * When a comparison holds in all threads, whatever the rests are: a comparison of shared values. Nothing where that cannot be
     * said, or where none are compared.
     */
    Optional<Expression> always(Expression.Binary comparison) {
        return ahead(comparison).flatMap(Bounds::notNegative);
    }

    /** Whether a comparison holds in all threads, whatever values they share. */
    boolean holds(Expression.Binary comparison) {
        return ahead(comparison).filter(v -> v.isRest() && v.least() >= 0).isPresent();
    }

    /** What is not negative where a comparison holds. */
    private Optional<Value> ahead(Expression.Binary comparison) {
        Optional<Value> left = of(comparison.left());
        Optional<Value> right = of(comparison.right());
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        Value ahead = left.get().plus(right.get().times(-1));
        return switch (comparison.operator()) {
            case GE -> Optional.of(ahead);
            case GT -> Optional.of(ahead.plus(Value.constant(-1)));
            case LE -> Optional.of(ahead.times(-1));
            case LT -> Optional.of(ahead.times(-1).plus(Value.constant(-1)));
            case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, SHL, SHR, ADD, SUB, MUL, DIV, REM -> Optional.empty();
        };
    }

    /** {@code value >= 0} for the smallest rest, negative terms on the right. */
    private static Optional<Expression> notNegative(Value value) {
        if (value.shared().isEmpty()) {
            return Optional.empty();
        }
        Expression left = Expressions.integer(0);
        Expression right = Expressions.integer(0);
        for (Map.Entry<Expression, Long> term : value.shared().entrySet()) {
            long factor = term.getValue();
            Expression product = Expressions.multiply(Expressions.integer(Math.abs(factor)), term.getKey());
            if (factor > 0) {
                left = Expressions.sum(left, product);
            } else {
                right = Expressions.sum(right, product);
            }
        }
        return Optional.of(Expressions.binary(Infix.GE, left, Expressions.add(right, -value.least())));
    }
}
