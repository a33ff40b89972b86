package tilewright.parse;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tilewright.model.Operator;

/** Operators that a file may declare associative: those of which a reduction may be made. */
public final class Associativity {
    private Associativity() {}

    /** The operator of that sign or name; null where it is none that may be declared. */
    public static @Nullable Operator operator(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "+" -> Operator.ADD;
            case "*" -> Operator.MUL;
            case "min" -> Operator.MIN;
            case "max" -> Operator.MAX;
            default -> null;
        };
    }

    /**
     * What to say of another one.
     *
     * @param form how the declaration is written, e.g. {@code assume associative(+)}
     */
    public static String fault(String text, String form) {
        boolean inverse = text.equals("-") || text.equals("/");
        return "'" + text + "' is no operator that may be declared associative; "
                + (inverse
                        ? "declare '" + (text.equals("-") ? "+" : "*") + "', which " + text + " undoes"
                        : "write +, *, min or max, e.g. " + form);
    }
}
