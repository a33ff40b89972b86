package tilewright.model;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A declared fact about data: it holds for every value of the free variables for which the elements exist, at
 * every moment of the run (the initial data and whatever the nest makes of them). One that speaks of parameters alone
 * says for which sizes the nest is meant.
 *
 * @param condition a comparison, or an {@code .and.} of comparisons, over elements with affine subscripts
 * @param free variables that are neither parameters nor bound: universally quantified, in alphabetical order (a
 *     source language may write subscripts in another order than a nest does)
 */
public record Assumption(Expression condition, List<String> free, SourcePosition position) {
    public Assumption {
        free = free.stream().sorted().toList();
    }

    /** Whether a condition has the form of an assumption: comparisons that are of data, or of parameters alone. */
    public static boolean isFact(Expression condition, Set<String> free) {
        if (!(condition instanceof Expression.Apply a)) {
            return false;
        }
        return switch (a.operator()) {
            case Operator.AND -> a.operands().stream().allMatch(o -> isFact(o, free));
            case Operator.EQ, Operator.NE, Operator.LT, Operator.LE, Operator.GT, Operator.GE ->
                !a.reads().isEmpty() || free.isEmpty();
            default -> false;
        };
    }

    /** Whether it allows these sizes; one that speaks of data allows all. */
    public boolean permits(Map<String, Long> sizes) {
        return !isOfSizes() || truth(condition, sizes);
    }

    /** Whether it speaks of parameters alone. */
    boolean isOfSizes() {
        return condition.reads().isEmpty() && free.isEmpty();
    }

    private static boolean truth(Expression condition, Map<String, Long> sizes) {
        if (!(condition instanceof Expression.Apply a) || a.operands().size() != 2) {
            throw new IllegalArgumentException("no comparison: " + condition);
        }
        Expression left = a.operands().get(0);
        Expression right = a.operands().get(1);
        return switch (a.operator()) {
            case Operator.AND -> truth(left, sizes) && truth(right, sizes);
            case Operator.EQ -> value(left, sizes) == value(right, sizes);
            case Operator.NE -> value(left, sizes) != value(right, sizes);
            case Operator.LT -> value(left, sizes) < value(right, sizes);
            case Operator.LE -> value(left, sizes) <= value(right, sizes);
            case Operator.GT -> value(left, sizes) > value(right, sizes);
            case Operator.GE -> value(left, sizes) >= value(right, sizes);
            default -> throw new IllegalArgumentException("no comparison: " + condition);
        };
    }

    private static double value(Expression expression, Map<String, Long> sizes) {
        return switch (expression) {
            case Expression.IndexValue v -> v.index().evaluate(sizes::get);
            case Expression.IntegerLiteral l -> l.value();
            case Expression.RealLiteral l -> l.value();
            case Expression.Apply a -> {
                double left = value(a.operands().getFirst(), sizes);
                double right = value(a.operands().getLast(), sizes);
                yield switch (a.operator()) {
                    case Operator.ADD -> left + right;
                    case Operator.SUB -> left - right;
                    case Operator.MUL -> left * right;
                    case Operator.NEG -> -left;
                    default -> throw new IllegalArgumentException("no size: " + expression);
                };
            }
            case Expression.LogicalLiteral _, Expression.Read _ ->
                throw new IllegalArgumentException("no size: " + expression);
        };
    }

    @Override
    public String toString() {
        return condition.toString();
    }
}
