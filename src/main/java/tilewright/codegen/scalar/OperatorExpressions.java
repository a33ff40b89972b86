package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.call;

import java.util.List;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.model.Operator;

/** What computes an operator of statements in kernel programs. */
public final class OperatorExpressions {
    private OperatorExpressions() {}

    /**
     * @param type of the operation; arithmetic on 16-bit integers gives 32 bits, and what keeps them converts
     * @param o operands, converted to that type
     */
    public static Expression of(Operator operator, ScalarType type, List<Expression> o) {
        ScalarType wide = type.promoted();
        return switch (operator) {
            case ADD -> binary(Infix.ADD, o.get(0), o.get(1));
            case SUB -> binary(Infix.SUB, o.get(0), o.get(1));
            case MUL -> binary(Infix.MUL, o.get(0), o.get(1));
            case DIV -> binary(Infix.DIV, o.get(0), o.get(1));
            case REMAINDER -> binary(Infix.REM, o.get(0), o.get(1));
            case AND, BIT_AND -> binary(Infix.AND, o.get(0), o.get(1));
            case OR, BIT_OR -> binary(Infix.OR, o.get(0), o.get(1));
            case BIT_XOR -> binary(Infix.XOR, o.get(0), o.get(1));
            case SHIFT_LEFT -> binary(Infix.SHL, o.get(0), o.get(1));
            case SHIFT_RIGHT -> binary(Infix.SHR, o.get(0), o.get(1));
            case BIT_NOT -> new Expression.Unary(Prefix.COMPLEMENT, o.getFirst());
            case EQ -> binary(Infix.EQ, o.get(0), o.get(1));
            case NE -> binary(Infix.NE, o.get(0), o.get(1));
            case LT -> binary(Infix.LT, o.get(0), o.get(1));
            case LE -> binary(Infix.LE, o.get(0), o.get(1));
            case GT -> binary(Infix.GT, o.get(0), o.get(1));
            case GE -> binary(Infix.GE, o.get(0), o.get(1));
            case NEG -> new Expression.Unary(Prefix.NEG, o.getFirst());
            case NOT -> new Expression.Unary(Prefix.NOT, o.getFirst());
            case MIN -> call(Intrinsic.MIN, wide, o.get(0), o.get(1));
            case MAX -> call(Intrinsic.MAX, wide, o.get(0), o.get(1));
            case ABS -> type.isSigned() ? call(Intrinsic.ABS, wide, o.getFirst()) : o.getFirst();
            case MERGE -> new Expression.Conditional(o.get(2), o.get(0), o.get(1));
            case RANDOM -> throw new IllegalArgumentException("rnd() outside init");
        };
    }
}
