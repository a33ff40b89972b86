package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.Statement;

/**
 * What a statement adds to its own element and takes away from it, term by term: {@code c = c + (a * b - d * e)} adds {@code a * b}, then takes {@code d * e} away, where the
 * nest's user lets rounding depend on the order of sums.
 */
public final class SumTerms {
    private final List<Term> terms = new ArrayList<>();

    private SumTerms() {}

    /** @param taken whether it is taken away */
    private record Term(Expression value, boolean taken) {}

    /**
     * Updates that come to the statement's value, one after the other: the value itself, or {@code own + term} or {@code own - term} for each of its terms.
     *
     * @param associative operators whose order may change
     */
    public static List<Expression> updates(Statement statement, Set<Operator> associative) {
        if (associative.contains(Operator.ADD)
                && statement.value() instanceof Expression.Apply sum
                && (sum.operator() == Operator.ADD || sum.operator() == Operator.SUB)) {
            for (int own = 0; own < (sum.operator() == Operator.ADD ? 2 : 1); own++) {
                Expression element = sum.operands().get(own);
                SumTerms found = new SumTerms();
                found.collect(sum.operands().get(1 - own), sum.operator() == Operator.SUB);
                if (isOwn(statement, element) && found.terms.size() > 1) {
                    return found.terms.stream()
                            .map(t -> (Expression) new Expression.Apply(
                                    t.taken() ? Operator.SUB : Operator.ADD, List.of(element, t.value())))
                            .toList();
                }
            }
        }
        return List.of(statement.value());
    }

    private static boolean isOwn(Statement statement, Expression operand) {
        return operand instanceof Expression.Read r
                && r.access().array().equals(statement.target().array())
                && r.access().indices().equals(statement.target().indices());
    }

    private void collect(Expression expression, boolean taken) {
        if (expression instanceof Expression.Apply sum
                && (sum.operator() == Operator.ADD || sum.operator() == Operator.SUB)) {
            collect(sum.operands().getFirst(), taken);
            collect(sum.operands().get(1), taken != (sum.operator() == Operator.SUB));
        } else {
            terms.add(new Term(expression, taken));
        }
    }
}
