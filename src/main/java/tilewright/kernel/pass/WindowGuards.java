package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.ScalarType;

/**
 * What reads of a window stand under: sums that are not negative, in which at most one counter stands.
 *
 * <p>Example: under {@code q <= m - 16 * c - 1} the loops over q and p read {@code x[i + q + p]}, p from 0 to 3. What is at {@code i + 8} is read where q = 5 is reached, the first
 * iteration that reads it.
 *
 * @param sums that are at least 0 where the reads are done
 */
record WindowGuards(List<Linear.Sum> sums) {
    static final WindowGuards NONE = new WindowGuards(List.of());

    WindowGuards {
        sums = List.copyOf(sums);
    }

    /** Guards that are asked beside these; empty where they ask of more than one counter, or of anything but sums. */
    Optional<WindowGuards> and(Expression condition, Linear.Names names) {
        List<Linear.Sum> all = new ArrayList<>(sums);
        for (Expression conjunct : Expressions.conjuncts(condition)) {
            Optional<Linear.Sum> sum = conjunct instanceof Expression.Binary b ? ahead(b, names) : Optional.empty();
            if (sum.isEmpty()) {
                return Optional.empty();
            }
            all.add(sum.get());
        }
        WindowGuards guards = new WindowGuards(all);
        return guards.counters().size() <= 1 ? Optional.of(guards) : Optional.empty();
    }

    /** What is at least 0 where a comparison of whole numbers holds. */
    private static Optional<Linear.Sum> ahead(Expression.Binary comparison, Linear.Names names) {
        Optional<Linear.Sum> left = sum(comparison.left(), names);
        Optional<Linear.Sum> right = sum(comparison.right(), names);
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        Linear.Sum ahead = left.get().plus(right.get(), -1);
        Linear.Sum behind = right.get().plus(left.get(), -1);
        Linear.Sum less = new Linear.Sum(-1, Map.of(), Map.of());
        return switch (comparison.operator()) {
            case GE -> Optional.of(ahead);
            case GT -> Optional.of(ahead.plus(less, 1));
            case LE -> Optional.of(behind);
            case LT -> Optional.of(behind.plus(less, 1));
            case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, SHL, SHR, ADD, SUB, MUL, DIV, REM -> Optional.empty();
        };
    }

    private static Optional<Linear.Sum> sum(Expression value, Linear.Names names) {
        return value.type().isFloating()
                ? Optional.empty()
                : Linear.of(value, names)
                        .filter(l -> l.by().keySet().equals(Set.of(Linear.ONE)))
                        .map(l -> l.by().getOrDefault(Linear.ONE, Linear.ZERO));
    }

    Set<String> counters() {
        Set<String> counters = new HashSet<>();
        sums.forEach(s -> counters.addAll(s.counters().keySet()));
        return counters;
    }

    /**
     * How a counter moves what is read.
     *
     * @param coefficient 1 or -1
     * @param least what else is added, at least
     * @param greatest at most
     */
    record Move(long coefficient, long least, long greatest) {}

    /**
     * Whether some read is done of elements side by side: their guards, asked for the iteration that asks least of those that read one of them.
     *
     * @param values of the counter
     * @param move how it moves what is read; empty where it does not
     * @param first the place of the first element
     * @param last that of the last one, so many behind it
     */
    Expression reached(Map<String, Iterations> values, Optional<Move> move, Expression first, int last) {
        List<Expression> conditions = new ArrayList<>();
        for (Linear.Sum sum : sums) {
            Map<String, Expression> iterations = new HashMap<>();
            sum.counters().forEach((counter, factor) -> {
                Iterations run = values.get(counter);
                if (run == null) {
                    throw new IllegalStateException("a guard asks of " + counter + ", which counts no loop around");
                }
                iterations.put(counter, iteration(run, factor < 0, move, first, last));
            });
            Map<Expression, Long> terms = new LinkedHashMap<>(sum.others());
            sum.counters()
                    .forEach((counter, factor) ->
                            terms.merge(iterations.getOrDefault(counter, Linear.ONE), factor, Long::sum));
            Expression left = Expressions.integer(Math.max(0, sum.constant()));
            Expression right = Expressions.integer(Math.max(0, -sum.constant()));
            for (Map.Entry<Expression, Long> term : terms.entrySet()) {
                if (term.getValue() > 0) {
                    left = Expressions.sum(scaled(term.getKey(), term.getValue()), left);
                } else {
                    right = Expressions.sum(scaled(term.getKey(), -term.getValue()), right);
                }
            }
            conditions.add(Expressions.binary(Infix.GE, left, right));
        }
        return Expressions.all(conditions);
    }

    /** The first or the last iteration that reads one of the elements. */
    private static Expression iteration(
            Iterations values, boolean earliest, Optional<Move> move, Expression first, int last) {
        Expression bound = Expressions.integer(earliest ? values.start() : values.value(values.count() - 1));
        if (move.isEmpty()) {
            return bound;
        }
        boolean up = move.get().coefficient() > 0;
        Expression place = up == earliest ? first : Expressions.sum(first, Expressions.integer(last));
        long rest = up == earliest ? move.get().greatest() : move.get().least();
        Expression reader = Expressions.sum(scaled(place, up ? 1 : -1), Expressions.integer(up ? -rest : rest));
        return Expressions.call(earliest ? Intrinsic.MAX : Intrinsic.MIN, ScalarType.I32, bound, reader);
    }

    private static Expression scaled(Expression value, long factor) {
        return factor == 1 ? value : Expressions.multiply(value, Expressions.integer(factor));
    }
}
