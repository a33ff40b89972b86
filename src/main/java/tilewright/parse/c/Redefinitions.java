package tilewright.parse.c;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Macros of a file with other values than it gives them, for sizes that a file has fixed. */
final class Redefinitions {
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

    private static String replaced(MatchResult line, Map<String, String> values) {
        String value = values.get(line.group(2));
        return value == null || line.group(3).endsWith("\\") ? line.group() : line.group(1) + value + line.group(4);
    }

    /** The macros that the program's own files define as integers, with their values. */
    static SequencedMap<String, Long> integers(TranslationUnit unit) {
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
