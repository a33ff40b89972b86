package tilewright.codegen.irregular;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.Subscript;

/** Indices, conditions and values of a nest as C text; arrays are row-major without padding, indices are longs. */
final class CText {
    private final LoopNest nest;
    private final InsideArrays inside;
    private int line;

    CText(LoopNest nest) {
        this.nest = nest;
        this.inside = new InsideArrays(nest);
    }

    /** What is proved of subscripts here. */
    InsideArrays inside() {
        return inside;
    }

    /** The line of the source that the next texts come from, for what is told of a faulty index. */
    void at(int sourceLine) {
        line = sourceLine;
    }

    /** An index; the variables of its loads are read from their arrays. */
    String index(Affine form, List<Load> loads) {
        Map<String, String> texts = loads.stream()
                .collect(Collectors.toMap(Load::toString, l -> element(l.array(), l.subscripts()), (a, b) -> a));
        return index(form, texts);
    }

    private static String index(Affine form, Map<String, String> loads) {
        return switch (form) {
            case Affine.Constant c -> c.value() + "L";
            case Affine.Variable v -> loads.containsKey(v.name()) ? "(long)" + loads.get(v.name()) : v.name();
            case Affine.Sum s -> "(" + index(s.left(), loads) + " + " + index(s.right(), loads) + ")";
            case Affine.Scaled s -> "(" + s.factor() + "L * " + index(s.operand(), loads) + ")";
            case Affine.FloorDiv d -> "tw_floor(" + index(d.dividend(), loads) + ", " + d.divisor() + "L)";
            case Affine.Mod m -> "tw_mod(" + index(m.dividend(), loads) + ", " + m.divisor() + "L)";
            case Affine.Min m -> extreme("tw_min_long", m.operands(), loads);
            case Affine.Max m -> extreme("tw_max_long", m.operands(), loads);
            case Affine.Select s ->
                "(" + condition(s.condition(), loads) + " ? " + index(s.then(), loads) + " : "
                        + index(s.otherwise(), loads) + ")";
        };
    }

    private static String extreme(String function, List<Affine> operands, Map<String, String> loads) {
        return operands.stream()
                .map(o -> index(o, loads))
                .reduce((a, b) -> function + "(" + a + ", " + b + ")")
                .orElseThrow();
    }

    String condition(Condition condition) {
        return condition(condition, Map.of());
    }

    private static String condition(Condition condition, Map<String, String> loads) {
        return switch (condition) {
            case Condition.Compare c ->
                index(c.left(), loads) + " " + relation(c.relation()) + " " + index(c.right(), loads);
            case Condition.And a -> a.operands().isEmpty() ? "1" : joined(" && ", a.operands(), loads);
            case Condition.Or o -> o.operands().isEmpty() ? "0" : joined(" || ", o.operands(), loads);
            case Condition.Not n -> "!(" + condition(n.operand(), loads) + ")";
        };
    }

    private static String joined(String separator, List<Condition> operands, Map<String, String> loads) {
        return operands.stream().map(o -> "(" + condition(o, loads) + ")").collect(Collectors.joining(separator));
    }

    private static String relation(Condition.Relation relation) {
        return switch (relation) {
            case EQ -> "==";
            case NE -> "!=";
            case LT, LE, GT, GE -> relation.notation();
        };
    }

    /** An array element. */
    String element(Access access) {
        return element(access.array(), access.subscripts());
    }

    private String element(String array, List<Subscript> subscripts) {
        ArrayDeclaration declaration = nest.array(array);
        String offset = "0";
        for (int d = 0; d < subscripts.size(); d++) {
            ArrayDeclaration.Bounds bounds = declaration.bounds().get(d);
            Subscript s = subscripts.get(d);
            Affine shifted = LinearForm.of(s.form().minus(bounds.lower())).toAffine();
            String extent = index(LinearForm.of(bounds.extent()).toAffine(), List.of());
            String inner = index(shifted, s.loads());
            inner = inside.isProved(s, bounds) ? inner : "tw_inside(" + inner + ", " + extent + ", " + line + ")";
            offset = d == 0 ? inner : offset + " * " + extent + " + " + inner;
            offset = d == 0 ? offset : "(" + offset + ")";
        }
        return array + "[" + offset + "]";
    }

    /** A value, computed as {@link tilewright.model.Interpreter} computes it. */
    String value(Expression expression, ExpressionTypes types) {
        return switch (expression) {
            case Expression.RealLiteral l -> real(l, types.of(l));
            case Expression.IntegerLiteral l -> l.value() < 0 ? "(" + l.value() + ")" : Long.toString(l.value());
            case Expression.LogicalLiteral l -> l.value() ? "1" : "0";
            case Expression.IndexValue v -> "(int)(" + index(v.index(), Map.of()) + ")";
            case Expression.Read r -> element(r.access());
            case Expression.Apply a -> apply(a, types);
        };
    }

    private static String real(Expression.RealLiteral literal, DataType type) {
        if (Double.isInfinite(literal.value())) {
            return type == DataType.REAL ? "INFINITY" : "(double)INFINITY";
        }
        String text = literal.cText();
        boolean floating = text.chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E');
        return (floating ? text : text + ".0") + (type == DataType.REAL ? "f" : "");
    }

    private String apply(Expression.Apply apply, ExpressionTypes types) {
        DataType type = types.of(apply);
        List<Expression> o = apply.operands();
        String x = o.isEmpty() ? "" : in(o.getFirst(), types.operandType(apply), types);
        String y = o.size() < 2 ? "" : in(o.get(1), types.operandType(apply), types);
        return switch (apply.operator()) {
            case Conversion _ -> "(" + type.cName() + ")" + value(o.getFirst(), types);
            case MathFunction f -> f.cName(type == DataType.REAL) + "(" + (o.size() < 2 ? x : x + ", " + y) + ")";
            case Operator operator -> apply(operator, type, o, x, y, types);
        };
    }

    private String apply(
            Operator operator, DataType type, List<Expression> o, String x, String y, ExpressionTypes types) {
        return switch (operator) {
            case DIV -> type.isFloating() ? "(" + x + " / " + y + ")" : divided("tw_quotient", type, x, y);
            case REMAINDER -> divided("tw_remainder", type, x, y);
            case BIT_AND -> "(" + x + " & " + y + ")";
            case BIT_OR -> "(" + x + " | " + y + ")";
            case BIT_XOR -> "(" + x + " ^ " + y + ")";
            case BIT_NOT -> "(~" + x + ")";
            case SHIFT_LEFT -> "(" + x + " << " + value(o.get(1), types) + ")";
            case SHIFT_RIGHT -> "(" + x + " >> " + value(o.get(1), types) + ")";
            case ADD, SUB, MUL -> "(" + x + " " + operator.notation() + " " + y + ")";
            case NEG -> "(-" + x + ")";
            case ABS -> type.isUnsigned() ? x : magnitude(type) + "(" + x + ")";
            case MIN, MAX -> "tw_" + operator.notation() + "_" + word(type) + "(" + x + ", " + y + ")";
            case MERGE -> "(" + value(o.get(2), types) + " ? " + x + " : " + y + ")";
            case AND -> "(" + x + " && " + y + ")";
            case OR -> "(" + x + " || " + y + ")";
            case NOT -> "(!" + x + ")";
            case EQ -> "(" + x + " == " + y + ")";
            case NE -> "(" + x + " != " + y + ")";
            case LT, LE, GT, GE -> "(" + x + " " + operator.notation() + " " + y + ")";
            case RANDOM -> throw new IllegalArgumentException("rnd() outside init");
        };
    }

    private String divided(String function, DataType type, String x, String y) {
        return function + "_" + word(type) + "(" + x + ", " + y + ", " + line + ")";
    }

    private static String magnitude(DataType type) {
        return type == DataType.REAL
                ? "fabsf"
                : type == DataType.DOUBLE ? "fabs" : type == DataType.LONG ? "llabs" : "abs";
    }

    private static String word(DataType type) {
        return type.cName().replace(' ', '_');
    }

    /** The value in a type, converted where C would not do it by itself to the same effect. */
    private String in(Expression expression, DataType type, ExpressionTypes types) {
        String text = value(expression, types);
        boolean same =
                types.of(expression) == type || types.of(expression).promoted() == type || type == DataType.LOGICAL;
        return same ? text : "(" + type.cName() + ")" + text;
    }
}
