package tilewright.parse.c.unit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.model.UserError;

/** Macros of a file with other values than it gives them, for sizes that a file has fixed. */
public final class Redefinitions {
    /** Directive and name; the value; a comment. */
    private static final Pattern DEFINITION = Pattern.compile(
            "^([ \\t]*#[ \\t]*define[ \\t]+(\\w+)[ \\t]+)((?:(?!//|/\\*).)*?)([ \\t]*(?://.*|/\\*.*)?)$",
            Pattern.MULTILINE);

    private static final Pattern INTEGER = Pattern.compile("\\(?(\\d{1,18})[uUlL]*\\)?");

    private Redefinitions() {}

    /**
     * A text in which the lines that define these macros give them these values. Every line stays a line; macros with parameters, and
     * definitions of several lines, stay as they are.
     */
    static String in(String text, Map<String, String> values) {
        return values.isEmpty()
                ? text
                : DEFINITION.matcher(text).replaceAll(line -> Matcher.quoteReplacement(replaced(line, values)));
    }

    /**
     * Refuses a value that took no place.
     *
     * @param unit of the text in which they were to be defined so
     * @throws UserError with the macro's name
     */
    public static void require(TranslationUnit unit, Map<String, String> values) {
        Map<String, String> defined = unit.ownMacros();
        values.forEach((name, value) -> {
            String now = defined.get(name);
            if (now == null || !withoutBlanks(now).equals(withoutBlanks(value))) {
                throw UserError.badInput("--redefine " + name + "=" + value + ": "
                        + (now == null
                                ? unit.file() + " defines no macro " + name + " without parameters; check the name, or"
                                        + " define it by -D"
                                : "the definition of " + name + " has several lines, and stays " + now
                                        + "; write it in one line"));
            }
        });
    }

    private static String withoutBlanks(String text) {
        return text.replaceAll("\\s", "");
    }

    private static String replaced(MatchResult line, Map<String, String> values) {
        String value = values.get(line.group(2));
        return value == null || line.group(3).endsWith("\\") ? line.group() : line.group(1) + value + line.group(4);
    }

    /** The macros that the program's own files define as integers, with their values. */
    public static SequencedMap<String, Long> integers(TranslationUnit unit) {
        SequencedMap<String, Long> integers = new LinkedHashMap<>();
        unit.ownMacros().forEach((name, expansion) -> {
            Matcher integer = INTEGER.matcher(expansion.strip());
            if (integer.matches()) {
                integers.put(name, Long.valueOf(integer.group(1)));
            }
        });
        return integers;
    }
}
