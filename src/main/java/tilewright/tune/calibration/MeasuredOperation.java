package tilewright.tune.calibration;

import java.util.List;

/**
 * An operation whose rate and latency are measured.
 *
 * @param type element type as device files name it
 * @param operation as device files name it
 * @param cudaType C name of the type
 * @param expression of {@code v}, the value that the next step depends on, {@code a}, which never changes, and {@code w},
 *     another value; no compiler may be able to leave a step out, and values stay in range
 * @param beside operation that the expression holds too, whose latency is not this one's; empty for none
 * @param bytes of the type
 */
record MeasuredOperation(String type, String operation, String cudaType, String expression, String beside) {
    /** Enough chains to hide a latency of a few clocks with two warps per scheduler. */
    static final int CHAINS = 8;

    static final List<MeasuredOperation> ALL = List.of(
            real("add", "v + w"),
            real("mul", "v * w"),
            real("fma", "fmaf(v, a, a)"),
            real("min", "fminf(v + a, w)", "add"),
            real("compare", "v < w ? w + a : v", "add"),
            real("div", "a / v"),
            real("sqrt", "sqrtf(v + w)"),
            real("exp", "expf(a - v)"),
            real("pow", "powf(v, a)"),
            wide("add", "v + w"),
            wide("mul", "v * w"),
            wide("fma", "fma(v, a, a)"),
            wide("min", "fmin(v + a, w)", "add"),
            wide("div", "a / v"),
            whole("add", "v + w"),
            whole("mul", "v * w"),
            whole("min", "min(v + a, w)", "add"),
            whole("div", "w / (v | 1)"),
            whole("addmin", "__viaddmin_s32(v, a, w)"),
            whole("logic", "(v ^ a) & w"),
            pair("add", "__vadd2(v, w)"),
            pair("min", "__vmins2(__vadd2(v, a), w)"),
            pair("addmin", "__viaddmin_s16x2(v, a, w)"));

    private static MeasuredOperation real(String operation, String expression, String... beside) {
        return new MeasuredOperation("real", operation, "float", expression, String.join("", beside));
    }

    private static MeasuredOperation wide(String operation, String expression, String... beside) {
        return new MeasuredOperation("double", operation, "double", expression, String.join("", beside));
    }

    private static MeasuredOperation whole(String operation, String expression, String... beside) {
        return new MeasuredOperation("integer", operation, "int", expression, String.join("", beside));
    }

    private static MeasuredOperation pair(String operation, String expression, String... beside) {
        return new MeasuredOperation("pair", operation, "int", expression, String.join("", beside));
    }

    /** As part of a kernel's name. */
    String name() {
        return type + "_" + operation;
    }

    /** How often the operation stands in the expression: two logical ones are one instruction of three operands. */
    int count() {
        return operation.equals("logic") ? 2 : 1;
    }

    /** Slow operations are repeated less often. */
    boolean isSlow() {
        return List.of("div", "sqrt", "exp", "pow").contains(operation) || type.equals("double");
    }

    /** Steps written out in a loop's body. */
    int unroll() {
        return isSlow() ? 1 : 16;
    }
}
