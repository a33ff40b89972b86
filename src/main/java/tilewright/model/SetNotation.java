package tilewright.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nest in isl's set notation: iteration domains, access relations and the 2d+1 schedule. Text is the
 * boundary between the model and the integer-set library.
 */
public final class SetNotation {
    private final LoopNest nest;

    public SetNotation(LoopNest nest) {
        this.nest = nest;
    }

    /** {@code [n, m] ->}, or the empty text without parameters. */
    public String parameters() {
        return nest.parameters().isEmpty() ? "" : "[" + String.join(", ", nest.parameters()) + "] -> ";
    }

    /** Iteration domain V_b, e.g. {@code [n] -> { S1[k, i] : 1 <= k <= n and ... }}. */
    public String domain(PlacedStatement placed) {
        return parameters() + "{ " + tuple(placed) + " : " + domainConstraints(placed) + " }";
    }

    /** Access relation: iterations of the domain to array elements. */
    public String accessRelation(PlacedStatement placed, Access access) {
        return parameters() + map(tuple(placed), access.array(), access.indices(), domainConstraints(placed));
    }

    /** The same without the domain: iterations anywhere to elements. */
    public String subscripts(PlacedStatement placed, Access access) {
        return parameters() + map(tuple(placed), access.array(), access.indices());
    }

    /**
     * The original execution order: iterations to 2d+1 vectors, all of the same length (missing dimensions
     * are 0). A loop that runs down counts by its negated variable.
     */
    public String schedule(PlacedStatement placed) {
        List<String> time = new ArrayList<>();
        time.add(placed.order().getFirst().toString());
        for (int d = 0; d < nest.depth(); d++) {
            boolean inside = d < placed.depth();
            String sign = inside && placed.loops().get(d).step() < 0 ? "-" : "";
            time.add(inside ? sign + placed.loops().get(d).variable() : "0");
            time.add(inside ? placed.order().get(d + 1).toString() : "0");
        }
        return parameters() + "{ " + tuple(placed) + " -> [" + String.join(", ", time) + "] }";
    }

    /** {@code S1[k, i, j]}. */
    public static String tuple(PlacedStatement placed) {
        return placed.statement().id() + "[" + String.join(", ", placed.loopVariables()) + "]";
    }

    /**
     * A map to a tuple of values, e.g. {@code { S1[i] -> a[i + 1] : 1 <= i <= n }}; one part for each case of selected
     * values, as isl's own {@code ?:} does not read every condition.
     *
     * @param from the tuple on the left
     * @param name of the tuple of values; may be empty
     * @param constraints on variables of the left tuple, {@code true} for none
     */
    public static String map(String from, String name, List<Affine> values, String constraints) {
        return CaseSplit.of(values).stream()
                .map(c -> {
                    String where = c.where().isEmpty() ? "" : " and (" + of(new Condition.And(c.where())) + ")";
                    return from + " -> " + name
                            + c.values().stream().map(SetNotation::of).collect(Collectors.joining(", ", "[", "]"))
                            + " : " + constraints + where;
                })
                .collect(Collectors.joining("; ", "{ ", " }"));
    }

    /** The same without constraints. */
    public static String map(String from, String name, List<Affine> values) {
        return map(from, name, values, "true");
    }

    private static String domainConstraints(PlacedStatement placed) {
        List<String> constraints = new ArrayList<>();
        for (Node.Loop loop : placed.loops()) {
            Affine lower = loop.step() > 0 ? loop.lower() : loop.upper();
            Affine upper = loop.step() > 0 ? loop.upper() : loop.lower();
            Affine variable = Affine.variable(loop.variable());
            constraints.add(between(lower, variable, upper));
            if (Math.abs(loop.step()) != 1) {
                constraints.add(multiple(variable, loop.lower(), Math.abs(loop.step())));
            }
        }
        placed.guards().forEach(g -> constraints.add("(" + of(g) + ")"));
        return constraints.isEmpty() ? "true" : String.join(" and ", constraints);
    }

    /** {@code lower <= value <= upper}. */
    public static String between(Affine lower, Affine value, Affine upper) {
        if (Stream.of(lower, value, upper).anyMatch(CaseSplit::isNeeded)) {
            Condition.Compare above = new Condition.Compare(lower, Condition.Relation.LE, value);
            Condition.Compare below = new Condition.Compare(value, Condition.Relation.LE, upper);
            return "(" + of(new Condition.And(List.of(above, below))) + ")";
        }
        return of(lower) + " <= " + of(value) + " <= " + of(upper);
    }

    private static String multiple(Affine variable, Affine first, long step) {
        if (CaseSplit.isNeeded(first)) {
            Affine rest = new Affine.Mod(variable.minus(first), step);
            return "(" + of(new Condition.Compare(rest, Condition.Relation.EQ, Affine.constant(0))) + ")";
        }
        return "(" + of(variable) + " - (" + of(first) + ")) mod " + step + " = 0";
    }

    /**
     * An affine expression in isl's notation, without {@link Affine.Select}: comparisons go through
     * {@link #of(Condition)}, tuples through {@link #map}.
     */
    public static String of(Affine affine) {
        return switch (affine) {
            case Affine.Constant c -> Long.toString(c.value());
            case Affine.Variable v -> v.name();
            case Affine.Sum s -> of(s.left()) + " + " + of(s.right());
            case Affine.Scaled s -> s.factor() + " * (" + of(s.operand()) + ")";
            case Affine.FloorDiv d -> "floor((" + of(d.dividend()) + ")/" + d.divisor() + ")";
            case Affine.Mod m -> "((" + of(m.dividend()) + ") mod " + m.divisor() + ")";
            case Affine.Min m -> nested("min", m.operands());
            case Affine.Max m -> nested("max", m.operands());
            case Affine.Select s -> throw new IllegalArgumentException("not split into cases: " + s);
        };
    }

    /** A condition in isl's notation, with comparisons of selected values as cases. */
    public static String of(Condition condition) {
        return split(CaseSplit.of(condition));
    }

    private static String split(Condition condition) {
        return switch (condition) {
            case Condition.Compare c -> of(c.left()) + " " + c.relation().setNotation() + " " + of(c.right());
            case Condition.And a -> a.operands().isEmpty() ? "true" : join(" and ", a.operands());
            case Condition.Or o -> o.operands().isEmpty() ? "false" : join(" or ", o.operands());
            case Condition.Not n -> "not (" + split(n.operand()) + ")";
        };
    }

    private static String join(String separator, List<Condition> operands) {
        return operands.stream().map(o -> "(" + split(o) + ")").collect(Collectors.joining(separator));
    }

    private static String nested(String function, List<Affine> operands) {
        String text = of(operands.getLast());
        for (int i = operands.size() - 2; i >= 0; i--) {
            text = function + "(" + of(operands.get(i)) + ", " + text + ")";
        }
        return text;
    }
}
