package tilewright.model;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The functions of C's {@code math.h} that expressions may call. This table is all that is said of them: the name in {@code .nest}
 * files is C's and CUDA's for double precision, the one for single precision ends with {@code f}. Operands and result have one
 * floating-point type.
 *
 * <p>Functions that are not {@link #isExact() exact} differ by some units in the last place from one mathematical library to the next.
 */
public enum MathFunction implements ScalarOperation {
    SQRT(Range.NON_NEGATIVE, Growth.INCREASING, Rounding.EXACT, StrictMath::sqrt),
    CBRT(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, StrictMath::cbrt),
    EXP(Range.NON_NEGATIVE, Growth.INCREASING, Rounding.CLOSE, StrictMath::exp),
    EXP2(Range.NON_NEGATIVE, Growth.INCREASING, Rounding.CLOSE, x -> StrictMath.pow(2, x)),
    EXPM1(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, StrictMath::expm1),
    LOG(Range.ANY, Growth.INCREASING, Rounding.CLOSE, StrictMath::log),
    LOG2(Range.ANY, Growth.INCREASING, Rounding.CLOSE, MathFunction::binaryLogarithm),
    LOG10(Range.ANY, Growth.INCREASING, Rounding.CLOSE, StrictMath::log10),
    LOG1P(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, StrictMath::log1p),
    SIN(Range.UNIT, Growth.ANY, Rounding.CLOSE, StrictMath::sin),
    COS(Range.UNIT, Growth.ANY, Rounding.CLOSE, StrictMath::cos),
    TAN(Range.ANY, Growth.ANY, Rounding.CLOSE, StrictMath::tan),
    ASIN(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, StrictMath::asin),
    ACOS(Range.NON_NEGATIVE, Growth.ANY, Rounding.CLOSE, StrictMath::acos),
    ATAN(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, StrictMath::atan),
    SINH(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, StrictMath::sinh),
    COSH(Range.NON_NEGATIVE, Growth.ANY, Rounding.CLOSE, StrictMath::cosh),
    TANH(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, StrictMath::tanh),
    ASINH(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, SpecialFunctions::asinh),
    ACOSH(Range.NON_NEGATIVE, Growth.INCREASING, Rounding.CLOSE, SpecialFunctions::acosh),
    ATANH(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, SpecialFunctions::atanh),
    ERF(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.CLOSE, SpecialFunctions::erf),
    /** 1 - erf(x), without cancellation. */
    ERFC(Range.NON_NEGATIVE, Growth.ANY, Rounding.CLOSE, SpecialFunctions::erfc),
    /** The gamma function. */
    TGAMMA(Range.ANY, Growth.ANY, Rounding.CLOSE, SpecialFunctions::tgamma),
    /** The logarithm of the gamma function's magnitude. */
    LGAMMA(Range.ANY, Growth.ANY, Rounding.CLOSE, SpecialFunctions::lgamma),
    FLOOR(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.EXACT, StrictMath::floor),
    CEIL(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.EXACT, StrictMath::ceil),
    TRUNC(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.EXACT, MathFunction::truncated),
    /** To the nearest whole number, halves away from zero. */
    ROUND(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.EXACT, MathFunction::rounded),
    /** To the nearest whole number, halves to the even one. */
    RINT(Range.SIGN_OF_FIRST, Growth.INCREASING, Rounding.EXACT, StrictMath::rint),
    POW(Range.ANY, Growth.ANY, Rounding.CLOSE, StrictMath::pow),
    /** {@code x - y * trunc(x / y)}, without rounding. */
    FMOD(Range.SIGN_OF_FIRST, Growth.ANY, Rounding.EXACT, (x, y) -> x % y),
    /** {@code x - y * rint(x / y)}, without rounding. */
    REMAINDER(Range.ANY, Growth.ANY, Rounding.EXACT, StrictMath::IEEEremainder),
    HYPOT(Range.NON_NEGATIVE, Growth.ANY, Rounding.CLOSE, StrictMath::hypot),
    ATAN2(Range.ANY, Growth.ANY, Rounding.CLOSE, StrictMath::atan2),
    /** The magnitude of the first with the sign of the second. */
    COPYSIGN(Range.ANY, Growth.ANY, Rounding.EXACT, StrictMath::copySign),
    /** {@code x - y}, or 0 where that is negative. */
    FDIM(Range.NON_NEGATIVE, Growth.ANY, Rounding.EXACT, (x, y) -> x <= y ? 0 : x - y);

    /** Which values it has. */
    public enum Range {
        ANY,
        NON_NEGATIVE,
        /** From -1 to 1. */
        UNIT,
        /** Not negative where the first operand is not, not positive where that is not. */
        SIGN_OF_FIRST
    }

    private enum Growth {
        ANY,
        INCREASING
    }

    private enum Rounding {
        /** The nearest number of the type. */
        EXACT,
        /** A number close to it. */
        CLOSE
    }

    /** What takes a few instructions in single precision. */
    private static final Set<MathFunction> IN_HARDWARE = EnumSet.of(EXP, EXP2, LOG, LOG2, LOG10);

    private final int arity;
    private final Range range;
    private final Growth growth;
    private final Rounding rounding;
    private final DoubleBinaryOperator function;

    MathFunction(Range range, Growth growth, Rounding rounding, DoubleUnaryOperator function) {
        this(1, range, growth, rounding, (x, _) -> function.applyAsDouble(x));
    }

    MathFunction(Range range, Growth growth, Rounding rounding, DoubleBinaryOperator function) {
        this(2, range, growth, rounding, function);
    }

    MathFunction(int arity, Range range, Growth growth, Rounding rounding, DoubleBinaryOperator function) {
        this.arity = arity;
        this.range = range;
        this.growth = growth;
        this.rounding = rounding;
        this.function = function;
    }

    /** The function of that name in {@code .nest} files and C, in double precision; null where there is none. */
    public static @Nullable MathFunction of(String notation) {
        return Arrays.stream(values())
                .filter(f -> f.notation().equals(notation))
                .findFirst()
                .orElse(null);
    }

    /**
     * Whether libraries for GPUs compute it in some hundred instructions with branches, as for large arguments of a sine, or step by step as remainders: all that are not exact, but exponentials and logarithms in single precision, which hardware has.
     */
    public boolean branches(DataType type) {
        return this == FMOD
                || this == REMAINDER
                || rounding == Rounding.CLOSE && !(type == DataType.REAL && IN_HARDWARE.contains(this));
    }

    @Override
    public String notation() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public int arity() {
        return arity;
    }

    /** The name in C and CUDA of the function for that type. */
    public String cName(boolean single) {
        return single ? notation() + "f" : notation();
    }

    public Range range() {
        return range;
    }

    /** Whether every implementation gives the same: the nearest number of the type. */
    public boolean isExact() {
        return rounding == Rounding.EXACT;
    }

    /** Whether the result of an implementation never falls where the operand rises; one that is not exact may. */
    public boolean isIncreasing() {
        return growth == Growth.INCREASING && isExact();
    }

    /** The value in double precision; functions of one operand ignore the second. */
    public double at(double x, double y) {
        return function.applyAsDouble(x, y);
    }

    private static double truncated(double x) {
        return StrictMath.copySign(StrictMath.floor(StrictMath.abs(x)), x);
    }

    private static double rounded(double x) {
        double below = truncated(x);
        return StrictMath.abs(x - below) < 0.5 ? below : below + StrictMath.copySign(1, x);
    }

    /** Exact at powers of two, as libraries are. */
    private static double binaryLogarithm(double x) {
        if (!(x > 0) || Double.isInfinite(x) || x < Double.MIN_NORMAL) {
            return StrictMath.log(x) / StrictMath.log(2);
        }
        int exponent = Math.getExponent(x);
        return exponent + StrictMath.log(x / StrictMath.scalb(1.0, exponent)) / StrictMath.log(2);
    }
}
