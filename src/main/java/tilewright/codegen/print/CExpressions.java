package tilewright.codegen.print;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.scalar.CNames;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/** Affine expressions, conditions and addresses as C text; all integer arithmetic is in the type of its variables. */
final class CExpressions {
    private final CNames names;
    private final Map<String, List<Affine>> products;

    CExpressions(CNames names) {
        this(names, Map.of());
    }

    /** @param products numbers that have no variable, as factors; of these one below 0 counts as 0 */
    CExpressions(CNames names, Map<String, List<Affine>> products) {
        this.names = names;
        this.products = Map.copyOf(products);
    }

    CNames names() {
        return names;
    }

    /** A text that may stand where a sum may: {@code 64 * ib + 1}. */
    String of(Affine affine) {
        LinearForm form = LinearForm.of(affine);
        StringBuilder text = new StringBuilder();
        form.terms().forEach((term, factor) -> append(text, factor, term(term)));
        if (form.constant() != 0 || text.isEmpty()) {
            append(text, Long.signum(form.constant()), Long.toString(Math.abs(form.constant())));
        }
        return text.toString();
    }

    /** Like {@link #of}, in parentheses unless it is a name or a number. */
    String operand(Affine affine) {
        String text = of(affine);
        return isAtom(text) ? text : "(" + text + ")";
    }

    private static void append(StringBuilder text, long factor, String term) {
        boolean negative = factor < 0;
        if (text.isEmpty()) {
            text.append(negative ? "-" : "");
        } else {
            text.append(negative ? " - " : " + ");
        }
        long size = Math.abs(factor);
        text.append(size > 1 ? size + " * " + term : term);
    }

    private String product(List<Affine> factors) {
        return factors.stream()
                .map(f -> extreme(">", List.of(Affine.constant(0), f)))
                .collect(Collectors.joining(" * ", "(", ")"));
    }

    private String term(Affine term) {
        return switch (term) {
            case Affine.Variable v -> {
                List<Affine> factors = products.get(v.name());
                yield factors == null ? names.of(v.name()) : product(factors);
            }
            case Affine.FloorDiv d -> quotient(d);
            case Affine.Mod m -> remainder(m);
            case Affine.Min m -> extreme("<", m.operands());
            case Affine.Max m -> extreme(">", m.operands());
            case Affine.Select s -> "(" + of(s.condition()) + " ? " + of(s.then()) + " : " + of(s.otherwise()) + ")";
            case Affine.Constant _, Affine.Sum _, Affine.Scaled _ -> "(" + of(term) + ")";
        };
    }

    /** Rounds towards minus infinity: a shift does for powers of two, else the sign decides. */
    private String quotient(Affine.FloorDiv d) {
        String x = operand(d.dividend());
        if (Long.bitCount(d.divisor()) == 1) {
            return "(" + x + " >> " + Long.numberOfTrailingZeros(d.divisor()) + ")";
        }
        String text = x + " / " + d.divisor() + " - (" + x + " % " + d.divisor() + " < 0)";
        return "(" + text + ")";
    }

    private String remainder(Affine.Mod m) {
        String x = operand(m.dividend());
        if (Long.bitCount(m.divisor()) == 1) {
            return "(" + x + " & " + (m.divisor() - 1) + ")";
        }
        return "((" + x + " % " + m.divisor() + " + " + m.divisor() + ") % " + m.divisor() + ")";
    }

    private String extreme(String relation, List<Affine> operands) {
        String text = of(operands.getLast());
        for (int o = operands.size() - 2; o >= 0; o--) {
            String left = operand(operands.get(o));
            String right = isAtom(text) || text.startsWith("(") ? text : "(" + text + ")";
            text = "(" + left + " " + relation + " " + right + " ? " + left + " : " + right + ")";
        }
        return text;
    }

    private static boolean isAtom(String text) {
        return text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    }

    /** A condition, without outer parentheses: {@code i >= 1 && i <= n}. */
    String of(Condition condition) {
        return switch (condition) {
            case Condition.Compare c -> compare(c);
            case Condition.And a when a.operands().isEmpty() -> "1";
            case Condition.Or o when o.operands().isEmpty() -> "0";
            case Condition.And a -> a.operands().stream().map(this::operand).collect(Collectors.joining(" && "));
            case Condition.Or o -> o.operands().stream().map(this::operand).collect(Collectors.joining(" || "));
            case Condition.Not n -> "!(" + of(n.operand()) + ")";
        };
    }

    private String compare(Condition.Compare c) {
        String relation = switch (c.relation()) {
            case EQ -> "==";
            case NE -> "!=";
            case LT -> "<";
            case LE -> "<=";
            case GT -> ">";
            case GE -> ">=";
        };
        return of(c.left()) + " " + relation + " " + of(c.right());
    }

    private String operand(Condition condition) {
        boolean atom = condition instanceof Condition.Compare || condition instanceof Condition.Not;
        return atom ? of(condition) : "(" + of(condition) + ")";
    }

    /**
     * An array element in the padded layout. Indices and extents are {@code int}; offsets are computed in 64 bits.
     *
     * @param base text of the base address
     * @param pitch text of the row pitch
     */
    String element(ArrayLayout array, List<Affine> indices, String base, String pitch) {
        return base + "[" + offset(array, indices, pitch) + "]";
    }

    private String offset(ArrayLayout array, List<Affine> indices, String pitch) {
        if (indices.isEmpty()) {
            return "0";
        }
        String column = of(array.column(indices));
        if (!array.hasRows()) {
            return column;
        }
        if (array.narrow()) {
            Affine row = indices.getFirst().minus(array.bounds().getFirst().lower());
            return operand(of(row)) + " * " + of(array.pitch()) + plus(column);
        }
        // From the first factor on in 64 bits: the product of two extents may exceed 2^31.
        String row = "";
        for (int d = 0; d < array.outer().size(); d++) {
            Affine offset = indices.get(d).minus(array.bounds().get(d).lower());
            row = d == 0
                    ? "(long long)" + operand(of(offset))
                    : (d == 1 ? row : "(" + row + ")") + " * " + extent(array, d) + plus(of(offset));
        }
        return (array.outer().size() == 1 ? row : "(" + row + ")") + " * " + pitch + plus(column);
    }

    private String extent(ArrayLayout array, int dimension) {
        return operand(array.bounds().get(dimension).extent());
    }

    private static String operand(String text) {
        return isAtom(text) ? text : "(" + text + ")";
    }

    private static String plus(String text) {
        return text.equals("0") ? "" : text.startsWith("-") ? " - " + text.substring(1) : " + " + text;
    }
}
