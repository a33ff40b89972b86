package tilewright.tune.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An operation whose rate is measured on the host: statements on {@code z}, each of which the next one needs, that no compiler
 * makes one of.
 *
 * @param type of device files
 * @param operation of device files
 * @param count how many of the statements are that operation
 */
record HostOperation(String type, String operation, List<String> statements, int count) {
    private static final List<String> VALUES = List.of("a", "b", "c", "d");
    private static final int STATEMENTS = 8;

    static List<HostOperation> all() {
        List<HostOperation> all = new ArrayList<>();
        for (String type : List.of("real", "double")) {
            String suffix = type.equals("real") ? "f" : "";
            all.add(of(type, "add", "z = z + %s;"));
            all.add(of(type, "mul", "z = z * %s;"));
            all.add(of(type, "fma", "z = z * %s + a;"));
            all.add(extremes(type));
            all.add(of(type, "div", "z = z / %s;"));
            all.add(of(type, "sqrt", "z = sqrt" + suffix + "(z);"));
            all.add(of(type, "exp", "z = exp" + suffix + "(z - z) + %s;"));
            all.add(of(type, "pow", "z = pow" + suffix + "(z, %s);"));
        }
        all.add(beside("add", "z = z + %s;"));
        all.add(beside("mul", "z = z * %s;"));
        all.add(extremes("integer"));
        all.add(beside("logic", "z = z | %s;"));
        all.add(of("integer", "div", "z = z / %s + 77;"));
        return all;
    }

    private static HostOperation of(String type, String operation, String statement) {
        List<String> statements = new ArrayList<>();
        for (int s = 0; s < STATEMENTS; s++) {
            statements.add(statement.formatted(VALUES.get(s % VALUES.size())));
        }
        return new HostOperation(type, operation, statements, STATEMENTS);
    }

    private static HostOperation extremes(String type) {
        List<String> statements = new ArrayList<>();
        for (int s = 0; s < STATEMENTS; s++) {
            String value = VALUES.get(s % VALUES.size());
            statements.add("z = z " + (s % 2 == 0 ? "<" : ">") + " " + value + " ? z : " + value + ";");
        }
        return new HostOperation(type, "min", statements, STATEMENTS);
    }

    /** Every other statement is an exclusive or: sums of integers would become one. */
    private static HostOperation beside(String operation, String statement) {
        List<String> statements = new ArrayList<>();
        for (int s = 0; s < STATEMENTS; s++) {
            String value = VALUES.get(s % VALUES.size());
            statements.add(s % 2 == 0 ? statement.formatted(value) : "z = z ^ " + value + ";");
        }
        return new HostOperation("integer", operation, statements, STATEMENTS / 2);
    }

    /** What the template needs. */
    Map<String, Object> model() {
        String word = type.equals("real") ? "float" : type.equals("integer") ? "int" : type;
        return Map.of(
                "name",
                type + "_" + operation,
                "key",
                type + " " + operation,
                "type",
                word,
                "data",
                type.equals("real") ? "reals" : type.equals("integer") ? "integers" : "doubles",
                "statements",
                statements,
                "count",
                count);
    }

    /** The measured operation whose rate an operation has: itself, or one of the same instructions. */
    static String standsFor(String type, String operation) {
        String measured = type.equals("logical") ? "integer" : type;
        String like = switch (operation) {
            case "sign", "compare" -> "min";
            case "addmin" -> "add";
            case "fma" -> measured.equals("integer") ? "mul" : "fma";
            case "sqrt", "exp", "pow" -> measured.equals("integer") ? "div" : operation;
            default -> operation;
        };
        boolean known = all().stream().anyMatch(o -> o.type.equals(measured) && o.operation.equals(like));
        return measured + " " + (known ? like : "add");
    }
}
