package tilewright.parse.fortran;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Functions that an affine expression, or a constant, may call. */
enum IndexFunction {
    MIN(2, Integer.MAX_VALUE, "min0"),
    MAX(2, Integer.MAX_VALUE, "max0"),
    ABS(1, 1, "iabs"),
    MOD(2, 2, "mod"),
    MODULO(2, 2, "modulo"),
    MERGE(3, 3, "merge"),
    INT(1, 2, "int"),
    KIND(1, 1, "kind"),
    SELECTED_REAL_KIND(1, 2, "selected_real_kind"),
    SELECTED_INT_KIND(1, 1, "selected_int_kind");

    private final int least;
    private final int most;
    private final String specific;

    IndexFunction(int least, int most, String specific) {
        this.least = least;
        this.most = most;
        this.specific = specific;
    }

    /** The function of that name, in any case; null where there is none. */
    static @Nullable IndexFunction of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(f -> f.word().equals(lower) || f.specific.equals(lower))
                .findFirst()
                .orElse(null);
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The names, for messages about subscripts and bounds. */
    static String known() {
        return Arrays.stream(values())
                .filter(f -> !f.isKind())
                .map(IndexFunction::word)
                .collect(Collectors.joining(" "));
    }

    /** Whether it gives a kind. */
    boolean isKind() {
        return switch (this) {
            case KIND, SELECTED_REAL_KIND, SELECTED_INT_KIND -> true;
            case MIN, MAX, ABS, MOD, MODULO, MERGE, INT -> false;
        };
    }

    boolean accepts(int arguments) {
        return least <= arguments && arguments <= most;
    }

    /** What the message about a wrong number of arguments says. */
    String expected() {
        if (most == Integer.MAX_VALUE) {
            return "at least " + least + " arguments";
        }
        return (least == most ? "" : least + " or ") + most + (most == 1 ? " argument" : " arguments");
    }
}
