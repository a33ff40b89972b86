package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.Statement;

/**
 * What a statement adds to its own element, term by term: {@code c = c + (a * b + d * e)} adds {@code a * b}, then {@code d * e}, where the
 * nest's user lets rounding depend on the order of sums.
 */
public final class SumTerms {
    private SumTerms() {}

    /**
     * Updates that come to the statement's value, one after the other: the value itself, or {@code own + term} for each of its terms.
     *
     * @param associative operators whose order may change
     */
    public static List<Expression> updates(Statement statement, Set<Operator> associative) {
        Expression value = statement.value();
        if (associative.contains(Operator.ADD)
                && value instanceof Expression.Apply sum
                && sum.operator() == Operator.ADD) {
            for (int own = 0; own < 2; own++) {
                Expression element = sum.operands().get(own);
                List<Expression> terms = new ArrayList<>();
                collect(sum.operands().get(1 - own), terms);
                if (isOwn(statement, element) && terms.size() > 1) {
                    return terms.stream()
                            .map(t -> (Expression) new Expression.Apply(Operator.ADD, List.of(element, t)))
                            .toList();
                }
            }
        }
        return List.of(value);
    }

    private static boolean isOwn(Statement statement, Expression operand) {
        return operand instanceof Expression.Read r
                && r.access().array().equals(statement.target().array())
                && r.access().indices().equals(statement.target().indices());
    }

    private static void collect(Expression expression, List<Expression> terms) {
        if (expression instanceof Expression.Apply sum && sum.operator() == Operator.ADD) {
            sum.operands().forEach(o -> collect(o, terms));
        } else {
            terms.add(expression);
        }
    }
}
