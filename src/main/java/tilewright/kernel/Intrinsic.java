package tilewright.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Functions of values that are no mathematical library's. Operands and result have one type, the call's, unless said otherwise. What a target has no instruction
 * for, its dialect spells out.
 */
public enum Intrinsic {
    /** The lesser of two values; of a number and a NaN, the number. */
    MIN(2),
    /** The greater of two values; of a number and a NaN, the number. */
    MAX(2),
    ABS(1),
    /** {@code x * y + z}, rounded once. */
    FMA(3),
    /** {@code x / y}, at most one and a half units in the last place off (six where {@code y} is greater than 2^126), as {@code x} times the nearest number to {@code 1 / y}; f32. */
    QUOTIENT(2),
    /** {@code sqrt(x)} within one unit in the last place; f32. */
    SQUARE_ROOT(1),
    /** {@code x / y}, rounded once, where {@code z} is {@code 1 / y}; f64. */
    DIVIDED(3),
    /** The same, but only where {@link #IS_PLAIN} says so of the result, or of {@code z} and {@code x} is 0 and not -0; anything else otherwise. */
    DIVIDED_PLAINLY(3),
    /** {@code 1 / x} as divisions have it inside, where {@link #IS_PLAIN} says so of it, anything else otherwise: near enough for {@link #DIVIDED_PLAINLY} to round as a division does; f64. */
    RECIPROCAL_PLAINLY(1),
    /** {@code 1 / sqrt(x)} within two units in the last place, where {@link #IS_PLAIN} says so of it, anything else otherwise; f64. */
    RECIPROCAL_ROOT(1),
    /** {@code sqrt(x)}, rounded once, where {@code y} is {@link #RECIPROCAL_ROOT} of {@code x} and {@link #IS_PLAIN} says so of that, anything else otherwise; f64. */
    ROOT_PLAINLY(2),
    /** Whether the exponents of a quotient and of a divisor's reciprocal, both f64, are so near to 0 that {@link #DIVIDED_PLAINLY} is right; i32. */
    IS_PLAIN(2, null, ScalarType.I32),
    /** A word that is greater, without sign, the further the exponent of an f64 is outside of those that {@link #IS_PLAIN} takes; u32. */
    PLAINNESS(1, null, ScalarType.U32),
    /** The same of a quotient and its dividend: the least word where the dividend is 0 and not -0, as {@link #DIVIDED_PLAINLY} is right then; u32. */
    QUOTIENT_PLAINNESS(2, null, ScalarType.U32),
    /** Whether such a word, or the greatest of several, is that of numbers whose exponents {@link #IS_PLAIN} takes; of u32, gives i32. */
    ALL_PLAIN(1, ScalarType.U32, ScalarType.I32),
    /** The least of three: integers, or floats that are not negative. */
    MIN3(3),
    /** The greatest of three: integers, or floats that are not negative. */
    MAX3(3),
    /** A word of which both halves are the i16 operand; i32. */
    BOTH(1, ScalarType.I16, ScalarType.I32),
    /** On words of two 16-bit integers, half by half and wrapping; i32. */
    PAIR_ADD(2, ScalarType.I32, ScalarType.I32),
    PAIR_SUB(2, ScalarType.I32, ScalarType.I32),
    PAIR_NEG(1, ScalarType.I32, ScalarType.I32),
    PAIR_ABS(1, ScalarType.I32, ScalarType.I32),
    PAIR_MIN(2, ScalarType.I32, ScalarType.I32),
    PAIR_MAX(2, ScalarType.I32, ScalarType.I32),
    /** Number of bits that are set; of u32 or u64, gives i32. */
    POPULATION(1, null, ScalarType.I32),
    /** Zeros below the lowest bit that is set, which there must be; of u32 or u64, gives i32. */
    TRAILING_ZEROS(1, null, ScalarType.I32);

    private final int arity;
    /** Of the operands and of the result; null for the call's. */
    private final @Nullable ScalarType operand;

    private final @Nullable ScalarType result;

    Intrinsic(int arity) {
        this(arity, null, null);
    }

    Intrinsic(int arity, @Nullable ScalarType operand, @Nullable ScalarType result) {
        this.arity = arity;
        this.operand = operand;
        this.result = result;
    }

    public int arity() {
        return arity;
    }

    /** The type of the operands of a call of a type. */
    public ScalarType operand(ScalarType of) {
        return operand == null ? of : operand;
    }

    /** The type of the value of a call of a type. */
    public ScalarType result(ScalarType of) {
        return result == null ? of : result;
    }
}
