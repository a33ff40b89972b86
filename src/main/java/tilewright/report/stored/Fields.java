package tilewright.report.stored;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.model.UserError;
import tilewright.tiling.space.OptionWord;
import tools.jackson.databind.JsonNode;

/**
 * The fields of one JSON object, with errors that say where, which field and what was expected.
 *
 * @param where file and, for JSON lines, the line
 */
record Fields(String where, JsonNode object) {
    /** Light travels a tenth of a micrometre meanwhile. */
    private static final double LEAST_TIME = 1e-15;

    Fields {
        if (!object.isObject()) {
            throw UserError.badInput(where + ": expected a JSON object, found " + kind(object));
        }
    }

    String text(String name) {
        JsonNode value = required(name);
        return value.isString() ? value.stringValue() : wrong(name, "a string", value);
    }

    @Nullable
    String optionalText(String name) {
        return has(name) ? text(name) : null;
    }

    double number(String name) {
        return number(name, required(name));
    }

    @Nullable
    Double optionalNumber(String name) {
        return has(name) ? (Double) number(name) : null;
    }

    /** A time in seconds: more than none, and such that ratios of two are numbers. */
    double time(String name) {
        return time(name, required(name));
    }

    @Nullable
    Double optionalTime(String name) {
        return has(name) ? (Double) time(name) : null;
    }

    @Nullable
    Long optionalInteger(String name) {
        if (!has(name)) {
            return null;
        }
        JsonNode value = required(name);
        return isLong(value) ? (Long) value.longValue() : wrong(name, "an integer", value);
    }

    List<Integer> integers(String name) {
        return list(name, each -> isInt(each) ? (Integer) each.intValue() : wrong(name, "integers", each));
    }

    List<Double> times(String name) {
        return has(name) ? list(name, each -> time(name, each)) : List.of();
    }

    /** Integers by name, in the order of the file. */
    Map<String, Long> namedIntegers(String name) {
        Map<String, Long> found = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : required(name).properties()) {
            JsonNode value = entry.getValue();
            found.put(entry.getKey(), isLong(value) ? (Long) value.longValue() : wrong(name, "integers", value));
        }
        return found;
    }

    /** The numbers among the fields, except one. */
    Map<String, Double> numbersBut(String except) {
        Map<String, Double> found = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            if (isFinite(entry.getValue()) && !entry.getKey().equals(except)) {
                found.put(entry.getKey(), entry.getValue().doubleValue());
            }
        }
        return found;
    }

    /** Everything inside an optional object as text, nested names joined by dots. */
    Map<String, String> flattened(String name) {
        Map<String, String> found = new LinkedHashMap<>();
        if (has(name)) {
            flatten("", required(name), found);
        }
        return found;
    }

    /** What else makes a candidate, under the names that are written today. */
    Map<String, String> options() {
        Map<String, String> found = new LinkedHashMap<>();
        flattened("options").forEach((name, value) -> found.put(OptionWord.key(name, value), value));
        return found;
    }

    Fields object(String name) {
        return new Fields(where, required(name));
    }

    int integer(String name) {
        JsonNode value = required(name);
        return isInt(value) ? value.intValue() : this.<Integer>wrong(name, "an integer", value);
    }

    /** A whole number that is not negative. */
    int count(String name) {
        int value = integer(name);
        return value >= 0 ? value : this.<Integer>wrong(name, "a whole number from 0", required(name));
    }

    boolean flag(String name) {
        JsonNode value = required(name);
        return value.isBoolean() ? value.booleanValue() : this.<Boolean>wrong(name, "true or false", value);
    }

    /** The strings of a list; numbers in it as text. */
    List<String> texts(String name) {
        return list(name, Fields::plain);
    }

    /** A list of lists of strings. */
    List<List<String>> groups(String name) {
        return list(
                name,
                group -> group.isArray()
                        ? group.valueStream().map(Fields::plain).toList()
                        : this.<List<String>>wrong(name, "a list of lists", group));
    }

    private static boolean isInt(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToInt();
    }

    private static boolean isLong(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong();
    }

    private static String plain(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    /** The object in a field, if there is one. */
    @Nullable
    Fields optionalObject(String name) {
        return has(name) ? new Fields(where, required(name)) : null;
    }

    /** The objects of an optional list. */
    List<Fields> objects(String name) {
        return has(name) ? list(name, each -> new Fields(where, each)) : List.of();
    }

    boolean has(String name) {
        return object.hasNonNull(name);
    }

    private JsonNode required(String name) {
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            throw UserError.badInput(where + ": field \"" + name + "\" is missing");
        }
        return value;
    }

    private double number(String name, JsonNode value) {
        return isFinite(value) ? value.doubleValue() : this.<Double>wrong(name, "a number", value);
    }

    private static boolean isFinite(JsonNode value) {
        return value.isNumber() && Double.isFinite(value.doubleValue());
    }

    private double time(String name, JsonNode value) {
        double seconds = number(name, value);
        return seconds >= LEAST_TIME && seconds <= 1 / LEAST_TIME
                ? seconds
                : this.<Double>wrong(name, "seconds above 0", value);
    }

    private <T> List<T> list(String name, Function<JsonNode, T> element) {
        JsonNode array = required(name);
        if (!array.isArray()) {
            wrong(name, "a list", array);
        }
        List<T> found = new ArrayList<>();
        array.forEach(each -> found.add(element.apply(each)));
        return found;
    }

    private <T> T wrong(String name, String expected, JsonNode found) {
        throw UserError.badInput(where + ": field \"" + name + "\": expected " + expected + ", found " + kind(found));
    }

    private static void flatten(String prefix, JsonNode node, Map<String, String> into) {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> entry : node.properties()) {
                flatten(prefix.isEmpty() ? entry.getKey() : prefix + "." + entry.getKey(), entry.getValue(), into);
            }
        } else if (!node.isNull()) {
            into.put(prefix, plain(node));
        }
    }

    private static String kind(JsonNode node) {
        String text = node.toString();
        return text.length() <= 40 ? text : text.substring(0, 37) + "...";
    }
}
