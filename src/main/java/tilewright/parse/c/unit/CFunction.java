package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;
import tilewright.parse.c.flow.Definitions;

/**
 * Functions of C's library that expressions may call: their arguments are converted to {@code type}, which is also the result's.
 *
 * @param type of arguments and result
 */
public record CFunction(String name, ScalarOperation operation, DataType type) {
    /** Uniform random number in (0,1). */
    public static final CFunction RND = new CFunction("rnd", Operator.RANDOM, DataType.DOUBLE);

    private static final String FUSED = "fma";

    private static final Map<String, CFunction> KNOWN = known(List.of(
            RND,
            new CFunction("fabs", Operator.ABS, DataType.DOUBLE),
            new CFunction("fabsf", Operator.ABS, DataType.REAL),
            new CFunction("abs", Operator.ABS, DataType.INTEGER),
            new CFunction("labs", Operator.ABS, DataType.LONG),
            new CFunction("llabs", Operator.ABS, DataType.LONG),
            new CFunction("nearbyint", MathFunction.RINT, DataType.DOUBLE),
            new CFunction("nearbyintf", MathFunction.RINT, DataType.REAL),
            new CFunction("fmin", Operator.MIN, DataType.DOUBLE),
            new CFunction("fminf", Operator.MIN, DataType.REAL),
            new CFunction("fmax", Operator.MAX, DataType.DOUBLE),
            new CFunction("fmaxf", Operator.MAX, DataType.REAL)));

    private static Map<String, CFunction> known(List<CFunction> others) {
        List<CFunction> all = new ArrayList<>(others);
        for (MathFunction f : MathFunction.values()) {
            all.add(new CFunction(f.cName(false), f, DataType.DOUBLE));
            all.add(new CFunction(f.cName(true), f, DataType.REAL));
        }
        return all.stream().collect(Collectors.toMap(CFunction::name, f -> f, (a, _) -> a, TreeMap::new));
    }

    public static @Nullable CFunction of(String name) {
        return KNOWN.get(name);
    }

    /** What a call calls; null where that is a function of the file, or none of these. */
    public static @Nullable CFunction called(IASTFunctionCallExpression call) {
        return call.getFunctionNameExpression() instanceof IASTIdExpression id && Definitions.of(call) == null
                ? of(id.getName().toString())
                : null;
    }

    /** Of {@code fma} and {@code fmaf} the type of arguments and result; null of any other name. */
    public static @Nullable DataType typeOfFused(String name) {
        return name.equals(FUSED) ? DataType.DOUBLE : name.equals(FUSED + "f") ? DataType.REAL : null;
    }

    /** The names, for messages; those of single precision are left out. */
    public static String known() {
        return Stream.concat(
                        Stream.of(FUSED),
                        KNOWN.values().stream()
                                .filter(f -> f != RND && f.type != DataType.REAL)
                                .map(CFunction::name))
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
