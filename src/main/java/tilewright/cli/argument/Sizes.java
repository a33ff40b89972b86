package tilewright.cli.argument;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.model.LoopNest;
import tilewright.model.UserError;

/** Reads the numbers that users type: parameter values and lists of sizes. */
public final class Sizes {
    /** Beyond this a block holds more iterations of one loop than any device runs in one block. */
    static final int LARGEST = 65_536;

    private static final Pattern OPTION = Pattern.compile("\\s*([\\w-]+)\\s*=\\s*(-?[0-9]{1,9})\\s*");

    private Sizes() {}

    /**
     * Reads {@code n=4096, m=512}.
     *
     * @throws UserError for a value that is missing, not a whole number, too large or given twice
     */
    public static SequencedMap<String, Long> parameters(List<String> assignments) {
        SequencedMap<String, Long> values = new LinkedHashMap<>();
        for (String assignment : assignments) {
            String[] sides = assignment.split("=", 2);
            String name = sides[0].strip();
            if (sides.length < 2 || name.isEmpty()) {
                throw UserError.badInput("--set " + assignment + ": expected NAME=VALUE, e.g. --set n=4096");
            }
            if (values.put(name, parameter(assignment, sides[1].strip())) != null) {
                throw UserError.badInput("--set " + assignment + ": " + name + " is given twice");
            }
        }
        return values;
    }

    /**
     * Reads {@code k-tile=16, stages=2}.
     *
     * @throws UserError for a value that is missing, not a whole number, too large or given twice
     */
    static Map<String, Integer> options(List<String> assignments) {
        Map<String, Integer> values = new HashMap<>();
        for (String assignment : assignments) {
            Matcher form = OPTION.matcher(assignment);
            if (!form.matches()) {
                throw UserError.badInput(
                        "--options " + assignment + ": expected NAME=NUMBER, e.g. --options k-tile=16,stages=2");
            }
            if (values.put(form.group(1), Integer.valueOf(form.group(2))) != null) {
                throw UserError.badInput("--options " + assignment + ": " + form.group(1) + " is given twice");
            }
        }
        return values;
    }

    /**
     * Refuses a negative size; a parameter that only occurs as data may be negative.
     *
     * @param given values under the names that the user knows
     * @param renamed the nest's names where they differ
     */
    static void requireNoNegativeSize(LoopNest nest, Map<String, Long> given, Map<String, String> renamed) {
        List<String> sizes = nest.sizeParameters();
        given.forEach((name, value) -> {
            if (value < 0 && sizes.contains(renamed.getOrDefault(name, name))) {
                throw UserError.badInput("--set " + name + "=" + value + ": a size is 0 or more; " + name
                        + " stands in bounds of loops, extents or subscripts");
            }
        });
    }

    private static long parameter(String assignment, String digits) {
        try {
            BigInteger value = new BigInteger(digits);
            if (value.abs().compareTo(BigInteger.valueOf(Integer.MAX_VALUE)) > 0) {
                throw UserError.badInput("--set " + assignment + ": " + digits + " is beyond "
                        + (value.signum() < 0 ? "-" : "") + Integer.MAX_VALUE
                        + (value.signum() < 0
                                ? ", the least number that generated programs take"
                                : ", the largest number that generated programs count to"));
            }
            return value.longValueExact();
        } catch (NumberFormatException e) {
            throw UserError.badInput("--set " + assignment + ": '" + digits + "' is not a whole number");
        }
    }

    /**
     * Reads {@code 64,64,16}, or {@code 64x64x16} as candidates are written.
     *
     * @param option for the message, e.g. {@code --block}
     * @throws UserError for a size that is not a whole number between 1 and {@link #LARGEST}
     */
    public static List<Integer> list(String option, String text) {
        List<Integer> sizes = new ArrayList<>();
        for (String part : text.split("[,x]", -1)) {
            String digits = part.strip();
            if (!digits.matches("[+-]?\\d+")) {
                String fault = digits.isEmpty() ? "a size is missing" : "'" + digits + "' is not a whole number";
                throw UserError.badInput(option + " " + text + ": " + fault + "; expected e.g. 64,64,16 or 64x64x16");
            }
            if (digits.length() > 9 || Integer.parseInt(digits) < 1 || Integer.parseInt(digits) > LARGEST) {
                throw UserError.badInput(option + " " + text + ": " + digits + " is not between 1 and " + LARGEST);
            }
            sizes.add(Integer.parseInt(digits));
        }
        return List.copyOf(sizes);
    }
}
