package tilewright.kernel.pass;

import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.model.MathFunction;

/**
 * {@code a / b} in single precision becomes {@link Intrinsic#QUOTIENT}, which is at most one and a half units in the last place off, far cheaper, and shares the
 * reciprocal of its divisor with other quotients. A literal divisor is left to the compiler, which may know better. So do roots ({@link Intrinsic#SQUARE_ROOT}): rounded ones take a branch, behind which
 * compilers do not compute what the next iteration can.
 *
 * <p>Needs an allowance for rounding in what compares results.
 */
final class Quotients implements Pass.Change {
    @Override
    public Program of(Program program) {
        Rewriter approximate = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                if (expression instanceof Expression.Mathematical root
                        && root.function() == MathFunction.SQRT
                        && root.of() == ScalarType.F32) {
                    return Expressions.call(
                            Intrinsic.SQUARE_ROOT,
                            ScalarType.F32,
                            root.operands().getFirst());
                }
                return expression instanceof Expression.Binary division
                                && division.operator() == Infix.DIV
                                && division.type() == ScalarType.F32
                                && !(division.right() instanceof Expression.RealLiteral)
                        ? Expressions.call(Intrinsic.QUOTIENT, ScalarType.F32, division.left(), division.right())
                        : expression;
            }
        };
        return program.withFunctions(
                program.functions().stream().map(approximate::whole).toList());
    }
}
