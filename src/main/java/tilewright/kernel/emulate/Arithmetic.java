package tilewright.kernel.emulate;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.model.HalfPrecision;
import tilewright.model.MathFunction;

/**
 * What operations do to values. A value of any type is a long: integers sign- or zero-extended, floating-point numbers as their
 * bits, those of f32 as an int and those of f16 without sign. So the bits of a value as another type are the value {@link #normal normalised} again.
 *
 * <p>f32 is computed as Java's float and f64 as double, operation by operation: nothing is contracted to a fused multiply-add, as
 * compilers for devices may. Integers wrap, signed ones too. Division by zero and shifts by more than the width are for the caller to refuse.
 */
public final class Arithmetic {
    private Arithmetic() {}

    /** An operation on up to three values; those that it does not have are 0. */
    interface Operation {
        long of(long x, long y, long z);
    }

    static long of(float value) {
        return Float.floatToRawIntBits(value);
    }

    static long of(double value) {
        return Double.doubleToRawLongBits(value);
    }

    static float real(long value) {
        return Float.intBitsToFloat((int) value);
    }

    static double wide(long value) {
        return Double.longBitsToDouble(value);
    }

    /** The low bits of a number as a value of a type. */
    public static long normal(ScalarType type, long bits) {
        return switch (type) {
            case U8 -> bits & 0xFF;
            case I8 -> (byte) bits;
            case I16 -> (short) bits;
            case U16, F16 -> bits & 0xFFFF;
            case I32, F32 -> (int) bits;
            case U32 -> bits & 0xFFFF_FFFFL;
            case I64, U64, F64 -> bits;
        };
    }

    /** The value of a literal as it stands in a program, e.g. {@code 0.5} or {@code INFINITY}. */
    static long of(Expression.RealLiteral literal) {
        boolean negative = literal.text().startsWith("-");
        String text = negative ? literal.text().substring(1) : literal.text();
        double value = text.equals("INFINITY") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
        return ofDouble(literal.type(), negative ? -value : value);
    }

    /** A number as a value of a type, as C converts it; out of range the nearest, as devices do. */
    static long ofDouble(ScalarType type, double value) {
        return switch (type) {
            case F16 -> HalfPrecision.bits(value) & 0xFFFF;
            case F32 -> of((float) value);
            case F64 -> of(value);
            case U64 -> value < 0x1p63 ? Math.max(0, (long) value) : (long) (value - 0x1p63) ^ Long.MIN_VALUE;
            case U32 -> Math.clamp((long) value, 0, 0xFFFF_FFFFL);
            case I32 -> (int) value;
            case I64 -> (long) value;
            case U8, I8, I16, U16 -> normal(type, (int) value);
        };
    }

    /** The number that a value stands for. */
    static double toDouble(ScalarType type, long value) {
        return switch (type) {
            case F16 -> HalfPrecision.value((short) value);
            case F32 -> real(value);
            case F64 -> wide(value);
            case U64 -> value >= 0 ? value : ((value >>> 1) | (value & 1)) * 2.0;
            case U8, I8, I16, U16, I32, U32, I64 -> value;
        };
    }

    static boolean isZero(ScalarType type, long value) {
        return switch (type) {
            case F16 -> (value & 0x7FFF) == 0;
            case F32 -> real(value) == 0;
            case F64 -> wide(value) == 0;
            case U8, I8, I16, U16, I32, U32, I64, U64 -> value == 0;
        };
    }

    static LongUnaryOperator conversion(ScalarType from, ScalarType to) {
        if (from == to) {
            return v -> v;
        }
        if (!from.isFloating() && !to.isFloating()) {
            return v -> normal(to, v);
        }
        if (to == ScalarType.F32 && from == ScalarType.I64) {
            return v -> of((float) v);
        }
        return v -> ofDouble(to, toDouble(from, v));
    }

    /** @param type of the operand */
    public static LongUnaryOperator unary(Prefix operator, ScalarType type) {
        return switch (operator) {
            case NOT -> v -> isZero(type, v) ? 1 : 0;
            case COMPLEMENT -> v -> normal(type.promoted(), ~v);
            case NEG ->
                switch (type) {
                    case F16 -> v -> of(-HalfPrecision.value((short) v));
                    case F32 -> v -> of(-real(v));
                    case F64 -> v -> of(-wide(v));
                    case U8, I8, I16, U16, I32, U32, I64, U64 -> v -> normal(type.promoted(), -v);
                };
        };
    }

    /** @param type of both operands; with shifts, of the left one */
    public static LongBinaryOperator binary(Infix operator, ScalarType type) {
        return switch (type) {
            case F16 -> throw undefined(operator, type);
            case F32 -> real(operator);
            case F64 -> wide(operator);
            case U8, I8, I16, U16, I32, U32, I64, U64 -> integer(operator, type);
        };
    }

    private static LongBinaryOperator real(Infix operator) {
        return switch (operator) {
            case ADD -> (x, y) -> of(real(x) + real(y));
            case SUB -> (x, y) -> of(real(x) - real(y));
            case MUL -> (x, y) -> of(real(x) * real(y));
            case DIV -> (x, y) -> of(real(x) / real(y));
            case EQ -> (x, y) -> real(x) == real(y) ? 1 : 0;
            case NE -> (x, y) -> real(x) != real(y) ? 1 : 0;
            case LT -> (x, y) -> real(x) < real(y) ? 1 : 0;
            case LE -> (x, y) -> real(x) <= real(y) ? 1 : 0;
            case GT -> (x, y) -> real(x) > real(y) ? 1 : 0;
            case GE -> (x, y) -> real(x) >= real(y) ? 1 : 0;
            case OR_ELSE, AND_THEN, OR, XOR, AND, SHL, SHR, REM -> throw undefined(operator, ScalarType.F32);
        };
    }

    private static LongBinaryOperator wide(Infix operator) {
        return switch (operator) {
            case ADD -> (x, y) -> of(wide(x) + wide(y));
            case SUB -> (x, y) -> of(wide(x) - wide(y));
            case MUL -> (x, y) -> of(wide(x) * wide(y));
            case DIV -> (x, y) -> of(wide(x) / wide(y));
            case EQ -> (x, y) -> wide(x) == wide(y) ? 1 : 0;
            case NE -> (x, y) -> wide(x) != wide(y) ? 1 : 0;
            case LT -> (x, y) -> wide(x) < wide(y) ? 1 : 0;
            case LE -> (x, y) -> wide(x) <= wide(y) ? 1 : 0;
            case GT -> (x, y) -> wide(x) > wide(y) ? 1 : 0;
            case GE -> (x, y) -> wide(x) >= wide(y) ? 1 : 0;
            case OR_ELSE, AND_THEN, OR, XOR, AND, SHL, SHR, REM -> throw undefined(operator, ScalarType.F64);
        };
    }

    /** Where a type is narrower than long, unsigned numbers are not negative as longs: u64 alone needs operations of its own. */
    private static LongBinaryOperator integer(Infix operator, ScalarType type) {
        boolean u64 = type == ScalarType.U64;
        int width = 8 * type.bytes();
        return switch (operator) {
            case ADD -> (x, y) -> normal(type, x + y);
            case SUB -> (x, y) -> normal(type, x - y);
            case MUL -> (x, y) -> normal(type, x * y);
            case DIV -> u64 ? Long::divideUnsigned : (x, y) -> normal(type, x / y);
            case REM -> u64 ? Long::remainderUnsigned : (x, y) -> normal(type, x % y);
            case AND -> (x, y) -> x & y;
            case OR -> (x, y) -> x | y;
            case XOR -> (x, y) -> x ^ y;
            case SHL -> (x, y) -> normal(type, x << (y % width));
            case SHR -> u64 ? (x, y) -> x >>> (y % width) : (x, y) -> x >> (y % width);
            case EQ -> (x, y) -> x == y ? 1 : 0;
            case NE -> (x, y) -> x != y ? 1 : 0;
            case LT -> u64 ? (x, y) -> Long.compareUnsigned(x, y) < 0 ? 1 : 0 : (x, y) -> x < y ? 1 : 0;
            case LE -> u64 ? (x, y) -> Long.compareUnsigned(x, y) <= 0 ? 1 : 0 : (x, y) -> x <= y ? 1 : 0;
            case GT -> u64 ? (x, y) -> Long.compareUnsigned(x, y) > 0 ? 1 : 0 : (x, y) -> x > y ? 1 : 0;
            case GE -> u64 ? (x, y) -> Long.compareUnsigned(x, y) >= 0 ? 1 : 0 : (x, y) -> x >= y ? 1 : 0;
            case OR_ELSE, AND_THEN -> throw undefined(operator, type);
        };
    }

    /** @param type of operands and result, where the function does not say otherwise */
    static Operation call(Intrinsic function, ScalarType type) {
        return switch (function) {
            case MIN -> (x, y, _) -> min(type, x, y);
            case MAX -> (x, y, _) -> max(type, x, y);
            case MIN3 -> (x, y, z) -> min(type, min(type, x, y), z);
            case MAX3 -> (x, y, z) -> max(type, max(type, x, y), z);
            case ABS ->
                switch (type) {
                    case F16 -> (x, _, _) -> x & 0x7FFF;
                    case F32 -> (x, _, _) -> of(Math.abs(real(x)));
                    case F64 -> (x, _, _) -> of(Math.abs(wide(x)));
                    case U8, I8, I16, U16, I32, U32, I64, U64 -> (x, _, _) -> normal(type, Math.abs(x));
                };
            case FMA ->
                type == ScalarType.F32
                        ? (x, y, z) -> of(Math.fma(real(x), real(y), real(z)))
                        : (x, y, z) -> of(Math.fma(wide(x), wide(y), wide(z)));
            case QUOTIENT -> (x, y, _) -> of(real(x) / real(y));
            case SQUARE_ROOT -> (x, _, _) -> of((float) Math.sqrt(real(x)));
            case DIVIDED -> (x, y, _) -> of(wide(x) / wide(y));
            case DIVIDED_PLAINLY ->
                (x, y, z) -> of(x == 0 && isPlain(wide(z)) ? wide(x) / wide(y) : plainly(wide(x) / wide(y), wide(z)));
            case RECIPROCAL_PLAINLY -> (x, _, _) -> of(plainly(1 / wide(x), 1 / wide(x)));
            case RECIPROCAL_ROOT -> (x, _, _) -> of(plainly(1 / Math.sqrt(wide(x)), 1 / Math.sqrt(wide(x))));
            case ROOT_PLAINLY -> (x, y, _) -> of(plainly(Math.sqrt(wide(x)), wide(y)));
            case IS_PLAIN -> (x, y, _) -> isPlain(wide(x)) && isPlain(wide(y)) ? 1 : 0;
            case PLAINNESS -> (x, _, _) -> plainness(x);
            case QUOTIENT_PLAINNESS -> (x, y, _) -> y == 0 ? 0 : plainness(x);
            case ALL_PLAIN -> (x, _, _) -> isPlain(x) ? 1 : 0;
            case POPULATION -> (x, _, _) -> Long.bitCount(x);
            case TRAILING_ZEROS -> (x, _, _) -> Long.numberOfTrailingZeros(x);
            case BOTH -> (x, _, _) -> pair((int) x, (int) x);
            case PAIR_ADD -> halves((x, y, _) -> x + y);
            case PAIR_SUB -> halves((x, y, _) -> x - y);
            case PAIR_NEG -> halves((x, _, _) -> -x);
            case PAIR_ABS -> halves((x, _, _) -> Math.abs(x));
            case PAIR_MIN -> halves((x, y, _) -> Math.min(x, y));
            case PAIR_MAX -> halves((x, y, _) -> Math.max(x, y));
        };
    }

    /** @param type of operands and result */
    static Operation call(MathFunction function, ScalarType type) {
        return (x, y, _) -> ofDouble(type, function.at(toDouble(type, x), toDouble(type, y)));
    }

    /** Half by half, the results wrapped to 16 bits. */
    private static Operation halves(Operation each) {
        return (x, y, z) -> {
            long low = each.of((short) x, (short) y, (short) z);
            long high = each.of((short) (x >> 16), (short) (y >> 16), (short) (z >> 16));
            return pair((int) low, (int) high);
        };
    }

    /** A word of two halves. */
    static int pair(int low, int high) {
        return high << 16 | low & 0xFFFF;
    }

    /** Of a number and a NaN, the number; the zeros are in order, as Java has them. */
    public static long min(ScalarType type, long x, long y) {
        return switch (type) {
            case F16 -> conversion(ScalarType.F32, type).applyAsLong(min(ScalarType.F32, single(x), single(y)));
            case F32 -> Float.isNaN(real(x)) ? y : Float.isNaN(real(y)) ? x : of(Math.min(real(x), real(y)));
            case F64 -> Double.isNaN(wide(x)) ? y : Double.isNaN(wide(y)) ? x : of(Math.min(wide(x), wide(y)));
            case U64 -> Long.compareUnsigned(x, y) <= 0 ? x : y;
            case U8, I8, I16, U16, I32, U32, I64 -> Math.min(x, y);
        };
    }

    /** As {@link #min}. */
    public static long max(ScalarType type, long x, long y) {
        return switch (type) {
            case F16 -> conversion(ScalarType.F32, type).applyAsLong(max(ScalarType.F32, single(x), single(y)));
            case F32 -> Float.isNaN(real(x)) ? y : Float.isNaN(real(y)) ? x : of(Math.max(real(x), real(y)));
            case F64 -> Double.isNaN(wide(x)) ? y : Double.isNaN(wide(y)) ? x : of(Math.max(wide(x), wide(y)));
            case U64 -> Long.compareUnsigned(x, y) >= 0 ? x : y;
            case U8, I8, I16, U16, I32, U32, I64 -> Math.max(x, y);
        };
    }

    private static long single(long half) {
        return of(HalfPrecision.value((short) half));
    }

    /** What stands at a place after an update. */
    public static long updated(Expression.Update update, ScalarType type, long old, long operand) {
        return switch (update) {
            case ADD -> binary(Infix.ADD, type).applyAsLong(old, operand);
            case MIN -> min(type, old, operand);
            case MAX -> max(type, old, operand);
            case OR -> old | operand;
            case COUNT -> Long.compareUnsigned(old, operand) >= 0 ? 0 : old + 1;
        };
    }

    private static IllegalArgumentException undefined(Infix operator, ScalarType type) {
        return new IllegalArgumentException("operator " + operator.sign() + " is not defined for " + type.notation());
    }

    /** A quotient where it is plain; what nobody may use where it is not. */
    private static double plainly(double quotient, double reciprocal) {
        return isPlain(quotient) && isPlain(reciprocal) ? quotient : Double.NaN;
    }

    /** The least exponent that is plain and how many there are, in the place that they have in a number's upper word; as {@code templates/cuda/kernels.ftl} has them. */
    private static final long LEAST_PLAIN = 1023L - 400 << 20;

    private static final long PLAIN_RANGE = 800L << 20;

    /** Twice what a number's upper word, without its sign, is above the least plain one, as 32 bits without sign. */
    private static long plainness(long bits) {
        return 2 * ((bits >>> 32) - LEAST_PLAIN) & 0xfffffffeL;
    }

    private static boolean isPlain(long plainness) {
        return plainness < 2 * PLAIN_RANGE;
    }

    /** Whether a number's exponent is far from the least and the greatest one. */
    private static boolean isPlain(double value) {
        return isPlain(plainness(Double.doubleToRawLongBits(value)));
    }
}
