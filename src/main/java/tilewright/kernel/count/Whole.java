package tilewright.kernel.count;

import tilewright.kernel.Infix;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;

/** Operations on whole numbers, which wrap. */
final class Whole {
    private Whole() {}

    /** The low bits of a number as a value of a type. */
    static long normal(ScalarType type, long value) {
        return switch (type) {
            case U8 -> value & 0xFF;
            case I8 -> (byte) value;
            case I16 -> (short) value;
            case U16 -> value & 0xFFFF;
            case I32 -> (int) value;
            case U32 -> value & 0xFFFF_FFFFL;
            case I64, U64 -> value;
            case F32, F64 -> throw new IllegalArgumentException("no whole numbers: " + type.notation());
        };
    }

    static int compare(ScalarType type, long left, long right) {
        return type == ScalarType.U64 ? Long.compareUnsigned(left, right) : Long.compare(left, right);
    }

    static long of(Prefix operator, ScalarType type, long value) {
        return switch (operator) {
            case NOT -> value == 0 ? 1 : 0;
            case COMPLEMENT -> normal(type, ~value);
            case NEG -> normal(type, -value);
        };
    }

    /** @param type of both operands, but for shifts of the left one */
    static long of(Infix operator, ScalarType type, long left, long right) {
        return switch (operator) {
            case ADD -> normal(type, left + right);
            case SUB -> normal(type, left - right);
            case MUL -> normal(type, left * right);
            case DIV -> normal(type, type == ScalarType.U64 ? Long.divideUnsigned(left, right) : left / right);
            case REM -> normal(type, type == ScalarType.U64 ? Long.remainderUnsigned(left, right) : left % right);
            case SHL -> normal(type, left << right);
            case SHR -> normal(type, type == ScalarType.U64 ? left >>> right : left >> right);
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case EQ -> left == right ? 1 : 0;
            case NE -> left != right ? 1 : 0;
            case LT -> compare(type, left, right) < 0 ? 1 : 0;
            case LE -> compare(type, left, right) <= 0 ? 1 : 0;
            case GT -> compare(type, left, right) > 0 ? 1 : 0;
            case GE -> compare(type, left, right) >= 0 ? 1 : 0;
            case AND_THEN -> left != 0 && right != 0 ? 1 : 0;
            case OR_ELSE -> left != 0 || right != 0 ? 1 : 0;
        };
    }
}
