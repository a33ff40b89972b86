package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.subtract;

import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * Offsets of elements as the offset of their problem and one within it: {@code (p * n + i) * m} is {@code p * n * m + i * m}, whose first part a compiler computes once for a block that stays
 * with problem {@code p}, and whose second part is one multiplication of 32-bit numbers.
 *
 * @param problems names of the variables of loops over problems
 */
record ProblemOffsets(Set<String> problems) {
    /** The same number, with what belongs to the problem in front, if the expression is a product of a sum that begins with it; else the expression. */
    Expression of(Expression expression) {
        boolean split = expression instanceof Expression.Binary b
                && b.operator() == Infix.MUL
                && b.type() == ScalarType.I64
                && isSum(b.left());
        if (!split) {
            return expression;
        }
        Expression.Binary product = (Expression.Binary) expression;
        return Expressions.add(
                multiply(first(product.left()), product.right()),
                multiply(convert(ScalarType.I64, rest((Expression.Binary) product.left())), product.right()));
    }

    /** Whether it is a sum whose first term is a multiple of a problem's number. */
    private boolean isSum(Expression expression) {
        return expression instanceof Expression.Binary b
                && (b.operator() == Infix.ADD || b.operator() == Infix.SUB)
                && speaksOfProblem(first(b));
    }

    private static Expression first(Expression expression) {
        return expression instanceof Expression.Binary b && (b.operator() == Infix.ADD || b.operator() == Infix.SUB)
                ? first(b.left())
                : expression;
    }

    private Expression rest(Expression.Binary sum) {
        if (isSum(sum.left())) {
            return binary(sum.operator(), rest((Expression.Binary) sum.left()), sum.right());
        }
        return sum.operator() == Infix.ADD ? sum.right() : subtract(integer(0), sum.right());
    }

    private boolean speaksOfProblem(Expression term) {
        boolean[] found = {false};
        Expressions.visit(
                term,
                e -> found[0] |= e instanceof Expression.Read(Place.Scalar(Variable v)) && problems.contains(v.name()));
        return found[0];
    }
}
