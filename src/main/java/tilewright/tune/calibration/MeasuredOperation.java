package tilewright.tune.calibration;

import java.util.List;

/**
 * An operation whose rate and latency are measured.
 *
 * @param type element type as device files name it
 * @param operation as device files name it
 * @param cudaType C name of the type
 * @param expression of {@code v}, the value that the next step depends on, {@code a}, which never changes, and {@code w},
 *     the value of another chain; no compiler may be able to leave a step out, and values stay in range
 * @param chain the same for the latency, where {@code w} never changes either: compilers make one addition of sixteen
 *     ({@code v + w + .. + w}), and one step of sixteen equal logical ones, so these stand behind another operation of
 *     the same pipe (a result takes a clock or two longer to another pipe)
 * @param beside operation that the chain holds too, whose latency is not this one's and is measured before; empty for none
 */
record MeasuredOperation(
        String type, String operation, String cudaType, String expression, String chain, String beside) {
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
            whole("mul", "v * w"),
            whole("div", "w / (v | 1)"),
            whole("addmin", "__viaddmin_s32(v, a, w)"),
            whole("logic", "(v ^ a) & w", "__viaddmin_s32(v ^ a, a, w)", "addmin"),
            whole("min", "min(v + a, w)", "min(v ^ a, w)", "logic"),
            whole("add", "v + w", "(v ^ a) + v + w", "logic"),
            pair("add", "__vadd2(v, w)"),
            pair("min", "__vmins2(__vadd2(v, a), w)"),
            pair("addmin", "__viaddmin_s16x2(v, a, w)"));

    private static MeasuredOperation real(String operation, String expression, String... chained) {
        return of("real", "float", operation, expression, chained);
    }

    private static MeasuredOperation wide(String operation, String expression, String... chained) {
        return of("double", "double", operation, expression, chained);
    }

    private static MeasuredOperation whole(String operation, String expression, String... chained) {
        return of("integer", "int", operation, expression, chained);
    }

    private static MeasuredOperation pair(String operation, String expression, String... chained) {
        return of("pair", "int", operation, expression, chained);
    }

    /** @param chained the chain, where it is not the expression, and what stands beside the operation in it */
    private static MeasuredOperation of(
            String type, String cudaType, String operation, String expression, String... chained) {
        String chain = chained.length == 2 ? chained[0] : expression;
        String beside = chained.length == 0 ? "" : chained[chained.length - 1];
        return new MeasuredOperation(type, operation, cudaType, expression, chain, beside);
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
