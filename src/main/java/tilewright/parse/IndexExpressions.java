package tilewright.parse;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Assumption;
import tilewright.model.Condition;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.Operator;
import tilewright.model.SourcePosition;

/** Affine integers as scalar expressions of loop variables and parameters, so that they print and parse as such. */
public final class IndexExpressions {
    private IndexExpressions() {}

    /** The expression whose value is that of the affine form. */
    public static Expression of(Affine value) {
        LinearForm form = LinearForm.of(value);
        @Nullable Expression sum = null;
        for (Map.Entry<Affine, Long> entry : form.terms().entrySet()) {
            Expression term = scaled(Math.abs(entry.getValue()), term(entry.getKey()));
            boolean negative = entry.getValue() < 0;
            if (sum == null) {
                sum = negative ? Expression.apply(Operator.NEG, term) : term;
            } else {
                sum = Expression.apply(negative ? Operator.SUB : Operator.ADD, sum, term);
            }
        }
        if (sum == null) {
            return literal(form.constant());
        }
        if (form.constant() == 0) {
            return sum;
        }
        return Expression.apply(
                form.constant() < 0 ? Operator.SUB : Operator.ADD, sum, literal(Math.abs(form.constant())));
    }

    /** A condition on sizes as a fact of the nest; null where it is no conjunction of comparisons. */
    public static @Nullable Assumption assumption(Condition condition, SourcePosition position) {
        if (condition.conjuncts().isEmpty()
                || !condition.conjuncts().stream().allMatch(Condition.Compare.class::isInstance)) {
            return null;
        }
        Expression all = condition.conjuncts().stream()
                .map(c -> of(c))
                .reduce((left, right) -> Expression.apply(Operator.AND, left, right))
                .orElseThrow();
        return new Assumption(all, List.of(), position);
    }

    private static Expression literal(long value) {
        return value < 0
                ? Expression.apply(Operator.NEG, new Expression.IntegerLiteral(-value))
                : new Expression.IntegerLiteral(value);
    }

    private static Expression scaled(long factor, Expression term) {
        return factor == 1 ? term : Expression.apply(Operator.MUL, literal(factor), term);
    }

    private static Expression term(Affine term) {
        return switch (term) {
            // Integer division of expressions rounds towards zero: of a multiple of the divisor it is exact.
            case Affine.FloorDiv d ->
                Expression.apply(
                        Operator.DIV,
                        Expression.apply(Operator.SUB, of(d.dividend()), mod(d.dividend(), d.divisor())),
                        literal(d.divisor()));
            case Affine.Mod m -> mod(m.dividend(), m.divisor());
            case Affine.Min m -> nested(Operator.MIN, m.operands());
            case Affine.Max m -> nested(Operator.MAX, m.operands());
            case Affine.Select s ->
                Expression.apply(Operator.MERGE, of(s.then()), of(s.otherwise()), of(s.condition()));
            case Affine.Constant _, Affine.Variable _, Affine.Sum _, Affine.Scaled _ -> new Expression.IndexValue(term);
        };
    }

    private static Expression mod(Affine dividend, long divisor) {
        return new Expression.IndexValue(new Affine.Mod(dividend, divisor));
    }

    private static Expression nested(Operator operator, List<Affine> operands) {
        Expression result = of(operands.getFirst());
        for (Affine operand : operands.subList(1, operands.size())) {
            result = Expression.apply(operator, result, of(operand));
        }
        return result;
    }

    /** The truth value of a condition. */
    public static Expression of(Condition condition) {
        return switch (condition) {
            case Condition.Compare c ->
                Expression.apply(TypedOperations.operator(c.relation()), of(c.left()), of(c.right()));
            case Condition.And a -> joined(Operator.AND, a.operands(), true);
            case Condition.Or o -> joined(Operator.OR, o.operands(), false);
            case Condition.Not n -> Expression.apply(Operator.NOT, of(n.operand()));
        };
    }

    private static Expression joined(Operator operator, List<Condition> operands, boolean empty) {
        return operands.stream()
                .map(c -> of(c))
                .reduce((left, right) -> Expression.apply(operator, left, right))
                .orElse(new Expression.LogicalLiteral(empty));
    }
}
