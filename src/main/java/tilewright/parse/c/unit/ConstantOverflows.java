package tilewright.parse.c.unit;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;

/**
 * Sums, products and shifts of literals that leave their type, which C leaves open (C11, 6.5): the nest computes indices in 64 bits and would take what a compiler does not.
 *
 * <p>Examples: {@code 1 << 40} and {@code 65536 * 65536} are beyond {@code int}; {@code 1L << 40} is not, nor {@code 65536u * 65536u}, which is 0 in C.
 */
public final class ConstantOverflows extends ASTVisitor {
    private record Constant(BigInteger value, DataType type) {}

    /** Shifts by more are refused wherever they stand. */
    private static final BigInteger MOST_SHIFT = BigInteger.valueOf(Long.SIZE - 1);

    private final BiConsumer<IASTExpression, String> report;
    private final Set<IASTExpression> reported = new HashSet<>();

    /** @param report receives an expression and what is wrong with it */
    public ConstantOverflows(BiConsumer<IASTExpression, String> report) {
        this.report = report;
        shouldVisitExpressions = true;
    }

    @Override
    public int visit(IASTExpression expression) {
        return expression instanceof IASTBinaryExpression && constant(expression) != null
                ? PROCESS_SKIP // its parts were looked at with it
                : PROCESS_CONTINUE;
    }

    /** The value of an expression of literals; null for any other, and after a report. */
    private @Nullable Constant constant(IASTExpression expression) {
        return switch (ForParts.plain(expression)) {
            case IASTLiteralExpression literal -> literal(literal);
            case IASTUnaryExpression unary
            when unary.getOperator() == IASTUnaryExpression.op_minus -> {
                Constant operand = constant(unary.getOperand());
                yield operand == null ? null : typed(unary, operand.value.negate(), operand.type);
            }
            case IASTBinaryExpression binary -> binary(binary);
            default -> null;
        };
    }

    private static @Nullable Constant literal(IASTLiteralExpression literal) {
        Long value = CLiterals.integer(literal);
        return value == null
                ? null
                : new Constant(
                        BigInteger.valueOf(value),
                        CLiterals.integerType(literal, value).promoted());
    }

    private @Nullable Constant binary(IASTBinaryExpression binary) {
        Constant left = constant(binary.getOperand1());
        Constant right = constant(binary.getOperand2());
        if (left == null || right == null) {
            return null;
        }
        DataType type = left.type.bytes() >= right.type.bytes() ? left.type : right.type;
        return switch (binary.getOperator()) {
            case IASTBinaryExpression.op_plus -> typed(binary, left.value.add(right.value), type);
            case IASTBinaryExpression.op_minus -> typed(binary, left.value.subtract(right.value), type);
            case IASTBinaryExpression.op_multiply -> typed(binary, left.value.multiply(right.value), type);
            case IASTBinaryExpression.op_shiftLeft ->
                right.value.signum() >= 0 && right.value.compareTo(MOST_SHIFT) <= 0
                        ? typed(binary, left.value.shiftLeft(right.value.intValue()), left.type)
                        : null;
            default -> null;
        };
    }

    /** A value of a signed type; unsigned ones are reduced, which is not followed here. */
    private @Nullable Constant typed(IASTExpression expression, BigInteger value, DataType type) {
        if (type != DataType.INTEGER && type != DataType.LONG) {
            return null;
        }
        if (value.bitLength() < type.bytes() * Byte.SIZE) {
            return new Constant(value, type);
        }
        if (reported.add(expression)) {
            report.accept(
                    expression,
                    " is " + value + ", which the " + type.bytes() * Byte.SIZE + " bits of "
                            + (type == DataType.INTEGER
                                    ? "int do not hold: C leaves open what happens; make an operand long, e.g. 1L"
                                    : "long do not hold: C leaves open what happens; use smaller numbers"));
        }
        return null;
    }
}
