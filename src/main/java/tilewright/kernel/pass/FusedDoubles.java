package tilewright.kernel.pass;

import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Prefix;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;

/**
 * Sums with a value times a power of two from 2 on: the product is exact, so that a fused operation rounds as the sum does. Compilers add such a value to itself instead, and keep that for other
 * sums, which is one operation more. Where the product alone would be infinite the fused operation may be finite, as with any contraction.
 *
 * <p>Example: {@code x - 2.0f * c} becomes {@code fmaf(-2.0f, c, x)}.
 */
final class FusedDoubles implements Pass.Change {
    @Override
    public Program of(Program program) {
        Rewriter fuse = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return expression instanceof Expression.Binary(Infix operator, Expression left, Expression right)
                        ? fused(operator, left, right, expression)
                        : expression;
            }
        };
        return program.withFunctions(
                program.functions().stream().map(fuse::whole).toList());
    }

    private static Expression fused(Infix operator, Expression left, Expression right, Expression sum) {
        boolean minus = operator == Infix.SUB;
        if (!minus && operator != Infix.ADD || left.type() != right.type()) {
            return sum;
        }
        Doubled second = Doubled.of(right);
        if (second != null) {
            return second.plus(minus, left);
        }
        Doubled first = Doubled.of(left);
        return first == null ? sum : first.plus(false, minus ? new Expression.Unary(Prefix.NEG, right) : right);
    }

    /** A value times a power of two. */
    private record Doubled(ScalarType type, String factor, Expression value) {
        static @Nullable Doubled of(Expression product) {
            if (!(product instanceof Expression.Binary(Infix operator, Expression left, Expression right))
                    || operator != Infix.MUL) {
                return null;
            }
            Doubled first = of(left, right);
            return first == null ? of(right, left) : first;
        }

        private static @Nullable Doubled of(Expression factor, Expression value) {
            boolean fits = factor instanceof Expression.RealLiteral(ScalarType type, String text)
                    && (type == ScalarType.F32 || type == ScalarType.F64)
                    && isPower(Double.parseDouble(text))
                    && !(value instanceof Expression.Literal);
            return fits
                    ? new Doubled(
                            ((Expression.RealLiteral) factor).type(), ((Expression.RealLiteral) factor).text(), value)
                    : null;
        }

        private static boolean isPower(double factor) {
            return factor >= 2
                    && Double.isFinite(factor)
                    && (Double.doubleToRawLongBits(factor) & 0xfffffffffffffL) == 0;
        }

        Expression plus(boolean negated, Expression other) {
            Expression literal = new Expression.RealLiteral(type, negated ? "-" + factor : factor);
            return Expressions.call(Intrinsic.FMA, type, literal, value, other);
        }
    }
}
