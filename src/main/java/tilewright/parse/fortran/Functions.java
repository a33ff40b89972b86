package tilewright.parse.fortran;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;

/**
 * Functions of Fortran that expressions may call; names of single types stand for the general one.
 */
final class Functions {
    /** Names of single types, by the general one. */
    private static final Map<String, String> GENERAL = Map.ofEntries(
            Map.entry("iabs", "abs"),
            Map.entry("dabs", "abs"),
            Map.entry("dsqrt", "sqrt"),
            Map.entry("dexp", "exp"),
            Map.entry("alog", "log"),
            Map.entry("dlog", "log"),
            Map.entry("alog10", "log10"),
            Map.entry("dlog10", "log10"),
            Map.entry("dsin", "sin"),
            Map.entry("dcos", "cos"),
            Map.entry("dtan", "tan"),
            Map.entry("dasin", "asin"),
            Map.entry("dacos", "acos"),
            Map.entry("datan", "atan"),
            Map.entry("datan2", "atan2"),
            Map.entry("dsinh", "sinh"),
            Map.entry("dcosh", "cosh"),
            Map.entry("dtanh", "tanh"),
            Map.entry("min0", "min"),
            Map.entry("amin1", "min"),
            Map.entry("dmin1", "min"),
            Map.entry("max0", "max"),
            Map.entry("amax1", "max"),
            Map.entry("dmax1", "max"),
            Map.entry("isign", "sign"),
            Map.entry("dsign", "sign"),
            Map.entry("float", "real"),
            Map.entry("sngl", "real"),
            Map.entry("dfloat", "dble"),
            Map.entry("idnint", "nint"),
            Map.entry("dint", "aint"),
            Map.entry("dnint", "anint"),
            Map.entry("amod", "mod"),
            Map.entry("dmod", "mod"),
            Map.entry("idint", "int"),
            Map.entry("ifix", "int"));

    /** Conversions and what is built otherwise. */
    private static final Set<String> BUILT =
            Set.of("real", "dble", "int", "nint", "floor", "ceiling", "mod", "modulo", "merge", "sign");

    /** Operations of the model that Fortran calls otherwise. */
    private static final Map<String, ScalarOperation> OTHER_NAMES = Map.of(
            "aint",
            MathFunction.TRUNC,
            "anint",
            MathFunction.ROUND,
            "gamma",
            MathFunction.TGAMMA,
            "log_gamma",
            MathFunction.LGAMMA);

    /** Operations that Fortran calls by the names of the model. */
    private static final List<ScalarOperation> SAME = List.of(
            Operator.ABS,
            Operator.MIN,
            Operator.MAX,
            Operator.BIT_AND,
            Operator.BIT_OR,
            Operator.BIT_XOR,
            Operator.BIT_NOT,
            Operator.SHIFT_LEFT,
            Operator.SHIFT_RIGHT,
            MathFunction.SQRT,
            MathFunction.EXP,
            MathFunction.LOG,
            MathFunction.LOG10,
            MathFunction.SIN,
            MathFunction.COS,
            MathFunction.TAN,
            MathFunction.ASIN,
            MathFunction.ACOS,
            MathFunction.ATAN,
            MathFunction.ATAN2,
            MathFunction.SINH,
            MathFunction.COSH,
            MathFunction.TANH,
            MathFunction.ASINH,
            MathFunction.ACOSH,
            MathFunction.ATANH,
            MathFunction.ERF,
            MathFunction.ERFC,
            MathFunction.HYPOT);

    /** Functions of whole arrays, which take a loop. */
    private static final Set<String> OF_ARRAYS = Set.of(
            "all",
            "any",
            "count",
            "cshift",
            "dot_product",
            "eoshift",
            "findloc",
            "lbound",
            "matmul",
            "maxloc",
            "maxval",
            "merge_bits",
            "minloc",
            "minval",
            "norm2",
            "pack",
            "product",
            "reshape",
            "size",
            "spread",
            "sum",
            "transpose",
            "ubound",
            "unpack");

    private Functions() {}

    /** Why a function that is not known is not. */
    static String unknown(String name, String general) {
        return OF_ARRAYS.contains(general)
                ? "'" + name
                        + "' is a function of whole arrays; write a loop over their elements, or set a variable before"
                        + " the scop"
                : "'" + name + "' is no declared array, and no function known here; known are " + known();
    }

    /** The general name of a function, in lower case. */
    static String general(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return GENERAL.getOrDefault(lower, lower);
    }

    /** Whether expressions may call a function of that general name. */
    static boolean isKnown(String general) {
        return BUILT.contains(general) || operator(general) != null;
    }

    /** The model's operation of that general name; null where it has none. */
    static @Nullable ScalarOperation operator(String general) {
        return SAME.stream()
                .filter(o -> o.notation().equals(general))
                .findFirst()
                .orElse(OTHER_NAMES.get(general));
    }

    /** The general names, for messages. */
    static String known() {
        return Stream.of(SAME.stream().map(ScalarOperation::notation), OTHER_NAMES.keySet().stream(), BUILT.stream())
                .flatMap(s -> s)
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
