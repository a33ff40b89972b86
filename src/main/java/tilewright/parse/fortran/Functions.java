package tilewright.parse.fortran;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Operator;

/**
 * Functions of Fortran that expressions may call. Those of one name in the model are found there, so that what the model learns Fortran
 * may call at once; names of single types stand for the general one.
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
            Map.entry("idint", "int"),
            Map.entry("ifix", "int"));

    /** Conversions and what is built otherwise. */
    private static final Set<String> BUILT = Set.of("real", "dble", "int", "mod", "modulo", "merge", "sign");

    /** Operators of the model whose names mean something else in Fortran, or nothing. */
    private static final Set<Operator> OTHERS = EnumSet.of(
            Operator.POW, Operator.RANDOM, Operator.MERGE, Operator.TO_REAL, Operator.TO_DOUBLE, Operator.TO_INTEGER);

    /** Functions of whole arrays, which take a loop. */
    private static final Set<String> OF_ARRAYS = Set.of(
            "all", "any", "count", "cshift", "dot_product", "eoshift", "findloc", "lbound", "matmul", "maxloc", "maxval",
            "merge_bits", "minloc", "minval", "norm2", "pack", "product", "reshape", "size", "spread", "sum",
            "transpose", "ubound", "unpack");

    private Functions() {}

    /** Why a function that is not known is not. */
    static String unknown(String name, String general) {
        return OF_ARRAYS.contains(general)
                ? "'" + name + "' is a function of whole arrays; write a loop over their elements, or set a variable before the"
                        + " scop"
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

    /** The model's operator of that general name; null where it has none. */
    static @Nullable Operator operator(String general) {
        return operators().filter(o -> o.notation().equals(general)).findFirst().orElse(null);
    }

    private static Stream<Operator> operators() {
        return Arrays.stream(Operator.values())
                .filter(o -> Character.isLetter(o.notation().charAt(0)) && !OTHERS.contains(o));
    }

    /** The general names, for messages. */
    static String known() {
        return Stream.concat(operators().map(Operator::notation), BUILT.stream())
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
