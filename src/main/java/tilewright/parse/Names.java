package tilewright.parse;

import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.parse.NestNotationParser.ReferenceContext;
import tilewright.parse.Symbols.ArraySymbol;

/** Resolves names inside expressions and reports those that mean nothing there. */
final class Names {
    /** What a name without subscripts is. */
    enum Kind {
        /** A loop variable or a parameter. */
        INDEX,
        /** An array without dimensions. */
        SCALAR,
        /** An array that needs subscripts. */
        ARRAY,
        /** Unknown; reported. */
        FAULTY
    }

    private final Symbols symbols;
    private final Diagnostics diagnostics;

    Names(Symbols symbols, Diagnostics diagnostics) {
        this.symbols = symbols;
        this.diagnostics = diagnostics;
    }

    /** The kind of {@code name} where the loop variables or indices of {@code scope} are visible. */
    Kind resolve(Token name, Set<String> scope) {
        String text = name.getText();
        if (scope.contains(text) || symbols.isParameter(text)) {
            return Kind.INDEX;
        }
        ArraySymbol array = symbols.array(text);
        if (array != null) {
            return array.dimensions() == 0 ? Kind.SCALAR : Kind.ARRAY;
        }
        if (symbols.isLoopVariable(text)) {
            diagnostics.error(
                    name,
                    "'" + text + "' is a loop variable used outside its loop; move this inside 'do " + text + "'");
        } else {
            diagnostics.error(
                    name,
                    "undefined name '" + text + "'; declare it, e.g. by 'param " + text + "' or 'real " + text + "'");
        }
        return Kind.FAULTY;
    }

    /** The array of a reference with its rank checked; null where a fault was reported. */
    @Nullable
    ArraySymbol array(ReferenceContext reference) {
        Token name = reference.name;
        ArraySymbol array = symbols.array(name.getText());
        boolean isParameter = symbols.isParameter(name.getText());
        if (array == null || isParameter) {
            String kind = isParameter ? "a parameter" : "a loop variable";
            diagnostics.error(
                    name, "'" + name.getText() + "' is " + kind + " and takes no subscripts; rename the array");
            return null;
        }
        int subscripts = reference.arguments.size();
        if (array.dimensions() == subscripts) {
            return array;
        }
        String here = "array '" + array.name() + "' has " + count(subscripts) + " here but ";
        String there = array.isDeclared()
                ? "is declared with " + count(array.dimensions(), "dimension")
                : "has " + count(array.dimensions());
        diagnostics.error(
                name,
                here + there + " in line " + array.position().line()
                        + (array.isDeclared()
                                ? "; use as many subscripts as dimensions"
                                : ", so its rank is unknown; use one number of subscripts"));
        return null;
    }

    /** Whether a function gets as many arguments as it takes; reported otherwise. */
    boolean checkArguments(ReferenceContext reference, Intrinsic function) {
        int given = reference.arguments.size();
        if (!function.accepts(given)) {
            diagnostics.error(
                    reference.name,
                    "'" + reference.name.getText() + "' takes " + function.expectedArguments() + ", got " + given);
            return false;
        }
        return true;
    }

    private static String count(int subscripts) {
        return count(subscripts, "subscript");
    }

    private static String count(int number, String noun) {
        return number == 0 ? "no " + noun + "s" : number + " " + noun + (number == 1 ? "" : "s");
    }
}
