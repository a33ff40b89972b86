package tilewright.parse.c;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;
import tilewright.model.Operator;

/** Functions of C that expressions may call: their arguments are converted to {@link #type}, which is also the result's. */
enum CFunction {
    SQRT(Operator.SQRT, DataType.DOUBLE),
    SQRTF(Operator.SQRT, DataType.REAL),
    EXP(Operator.EXP, DataType.DOUBLE),
    EXPF(Operator.EXP, DataType.REAL),
    POW(Operator.POW, DataType.DOUBLE),
    POWF(Operator.POW, DataType.REAL),
    FABS(Operator.ABS, DataType.DOUBLE),
    FABSF(Operator.ABS, DataType.REAL),
    ABS(Operator.ABS, DataType.INTEGER),
    FMIN(Operator.MIN, DataType.DOUBLE),
    FMINF(Operator.MIN, DataType.REAL),
    FMAX(Operator.MAX, DataType.DOUBLE),
    FMAXF(Operator.MAX, DataType.REAL),
    /** Uniform random number in (0,1). */
    RND(Operator.RANDOM, DataType.DOUBLE);

    private final Operator operator;
    private final DataType type;

    CFunction(Operator operator, DataType type) {
        this.operator = operator;
        this.type = type;
    }

    Operator operator() {
        return operator;
    }

    DataType type() {
        return type;
    }

    private String cName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static @Nullable CFunction of(String name) {
        return Arrays.stream(values())
                .filter(f -> f.cName().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The names, for messages. */
    static String known() {
        return Arrays.stream(values())
                .filter(f -> f != RND)
                .map(CFunction::cName)
                .collect(Collectors.joining(", "));
    }
}
