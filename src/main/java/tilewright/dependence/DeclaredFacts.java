package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Assumption;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.SetNotation;

/** The declared assumptions as constant bounds on the values of sets of array elements. */
final class DeclaredFacts {
    /**
     * A bound on values.
     *
     * @param elements {@code { a[..] }}
     * @param lower whether the values are at least (else at most) the bound
     * @param text the assumption as declared
     */
    record Fact(String array, Set elements, boolean lower, double bound, String text) {}

    private final List<Fact> facts = new ArrayList<>();
    private final NestRelations nest;

    DeclaredFacts(NestRelations nest) {
        this.nest = nest;
        for (Assumption assumption : nest.nest().assumptions()) {
            collect(assumption.condition(), assumption.free(), assumption.toString());
        }
    }

    /** The facts that say that values of an array are at least {@code bound}. */
    List<Fact> atLeast(String array, double bound) {
        return facts.stream()
                .filter(f -> f.array.equals(array) && f.lower && f.bound >= bound)
                .toList();
    }

    /** The facts that say that values of an array are at most {@code bound}. */
    List<Fact> atMost(String array, double bound) {
        return facts.stream()
                .filter(f -> f.array.equals(array) && !f.lower && f.bound <= bound)
                .toList();
    }

    private void collect(Expression condition, List<String> free, String text) {
        if (!(condition instanceof Expression.Apply(Operator operator, List<Expression> operands))) {
            return;
        }
        if (operator == Operator.AND) {
            operands.forEach(o -> collect(o, free, text));
        } else if (operands.size() == 2) {
            addBounds(operator, operands.get(0), operands.get(1), free, text);
        }
    }

    private void addBounds(Operator operator, Expression left, Expression right, List<String> free, String text) {
        Double rightValue = right.literal();
        Double leftValue = left.literal();
        if (left instanceof Expression.Read(Access element) && rightValue != null) {
            addBounds(operator, element, rightValue, free, text);
        } else if (right instanceof Expression.Read(Access element) && leftValue != null) {
            addBounds(operator.mirrored(), element, leftValue, free, text);
        }
    }

    private void addBounds(Operator operator, Access element, double bound, List<String> free, String text) {
        boolean lower = operator == Operator.GE || operator == Operator.GT || operator == Operator.EQ;
        boolean upper = operator == Operator.LE || operator == Operator.LT || operator == Operator.EQ;
        Set elements = elements(element, free);
        if (lower) {
            facts.add(new Fact(element.array(), elements, true, bound, text));
        }
        if (upper) {
            facts.add(new Fact(element.array(), elements, false, bound, text));
        }
    }

    private Set elements(Access element, List<String> free) {
        return Map.parse(
                        nest.context(),
                        nest.parameters()
                                + SetNotation.map(
                                        "[" + String.join(", ", free) + "]", element.array(), element.indices()))
                .range();
    }
}
