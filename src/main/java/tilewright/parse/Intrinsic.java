package tilewright.parse;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tilewright.model.Operator;

/** Intrinsic functions; {@code min} and {@code max} take two or more arguments. */
enum Intrinsic {
    MIN(Operator.MIN, 2, Integer.MAX_VALUE),
    MAX(Operator.MAX, 2, Integer.MAX_VALUE),
    ABS(Operator.ABS, 1, 1),
    SQRT(Operator.SQRT, 1, 1),
    EXP(Operator.EXP, 1, 1),
    POW(Operator.POW, 2, 2),
    FLOAT(Operator.TO_REAL, 1, 1),
    DBLE(Operator.TO_DOUBLE, 1, 1),
    INT(Operator.TO_INTEGER, 1, 1),
    MERGE(Operator.MERGE, 3, 3),
    RND(Operator.RANDOM, 0, 0),
    /** Only of affine expressions, hence without an operator. */
    MOD(null, 2, 2);

    private final @Nullable Operator operator;
    private final int least;
    private final int most;

    Intrinsic(@Nullable Operator operator, int least, int most) {
        this.operator = operator;
        this.least = least;
        this.most = most;
    }

    /** The function of that name, in any case. */
    static @Nullable Intrinsic of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "min" -> MIN;
            case "max" -> MAX;
            case "abs" -> ABS;
            case "sqrt" -> SQRT;
            case "exp" -> EXP;
            case "pow" -> POW;
            case "float" -> FLOAT;
            case "dble" -> DBLE;
            case "int" -> INT;
            case "merge" -> MERGE;
            case "rnd" -> RND;
            case "mod" -> MOD;
            default -> null;
        };
    }

    @Nullable
    Operator operator() {
        return operator;
    }

    boolean accepts(int arguments) {
        return least <= arguments && arguments <= most;
    }

    /** What the message about a wrong number of arguments says. */
    String expectedArguments() {
        if (most == Integer.MAX_VALUE) {
            return "at least " + least + " arguments";
        }
        return least == 0 ? "no arguments" : least == 1 ? "1 argument" : least + " arguments";
    }
}
