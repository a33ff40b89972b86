package tilewright.kernel.pass;

import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;

/**
 * Quotients in double precision by literals, by divisors that loops keep ({@link DivisorsBeforeLoops}), and by those that several points of a thread
 * share ({@link SharedDivisors}): by the reciprocals of these, rounded as divisions are.
 */
final class Reciprocals implements Pass.Change {
    @Override
    public Program of(Program program) {
        Rewriter byLiterals = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return expression instanceof Expression.Binary(Infix operator, Expression left, Expression right)
                                && operator == Infix.DIV
                                && right instanceof Expression.RealLiteral(ScalarType type, String text)
                                && type == ScalarType.F64
                                && isMultiplied(Double.parseDouble(text))
                        ? Expressions.call(
                                Intrinsic.DIVIDED,
                                ScalarType.F64,
                                left,
                                right,
                                new Expression.RealLiteral(type, Double.toString(1 / Double.parseDouble(text))))
                        : expression;
            }
        };
        return program.withFunctions(program.functions().stream()
                .map(byLiterals::whole)
                .map(DivisorsBeforeLoops::in)
                .map(SharedDivisors::in)
                .toList());
    }

    /** Powers of two have exact reciprocals, which compilers know; of others the reciprocal must be an ordinary number. */
    private static boolean isMultiplied(double divisor) {
        boolean power = (Double.doubleToRawLongBits(divisor) & 0xfffffffffffffL) == 0;
        return !power && Math.abs(Math.getExponent(divisor)) < Double.MAX_EXPONENT - 1;
    }
}
