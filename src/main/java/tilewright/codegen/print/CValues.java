package tilewright.codegen.print;

import java.util.List;
import tilewright.codegen.ir.Value;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.MathFunction;
import tilewright.model.Operator;

/**
 * Scalar expressions as C text. Logical values are ints that are 0 or 1, so that {@code &} and {@code |} do for
 * {@code and} and {@code or} without branches.
 */
abstract class CValues {
    private static final int TERNARY = 0;
    private static final int OR = 1;
    private static final int XOR = 2;
    private static final int AND = 3;
    private static final int EQUALITY = 4;
    private static final int RELATION = 5;
    private static final int SHIFT = 6;
    private static final int SUM = 7;
    private static final int PRODUCT = 8;
    private static final int UNARY = 9;
    private static final int PRIMARY = 10;

    private record Text(String text, int level) {}

    private final CExpressions expressions;

    CValues(CExpressions expressions) {
        this.expressions = expressions;
    }

    CExpressions expressions() {
        return expressions;
    }

    /** The text of a leaf in memory or registers; it binds tightest. */
    abstract String place(Value leaf);

    /** The name of the function for the lesser or greater of two values. */
    abstract String extreme(boolean minimum, DataType type);

    final String of(Value value) {
        return text(value).text;
    }

    private Text text(Value value) {
        return switch (value) {
            case Value.RealLiteral l -> new Text(real(l), PRIMARY);
            case Value.IntegerLiteral l -> new Text(Long.toString(l.value()), l.value() < 0 ? UNARY : PRIMARY);
            case Value.LogicalLiteral l -> new Text(l.value() ? "1" : "0", PRIMARY);
            case Value.Index i -> new Text("(" + expressions.of(i.index()) + ")", PRIMARY);
            case Value.Convert c -> convert(c);
            case Value.Compute c -> compute(c);
            case Value.Element _ -> new Text(place(value), PRIMARY);
        };
    }

    private static String real(Value.RealLiteral literal) {
        boolean floating = literal.text().chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E');
        String text = floating ? literal.text() : literal.text() + ".0";
        return literal.type() == DataType.REAL ? text + "f" : text;
    }

    private Text convert(Value.Convert convert) {
        if (convert.type() == DataType.LOGICAL) {
            return binary(" != ", EQUALITY, convert.operand(), new Value.IntegerLiteral(0));
        }
        return new Text("(" + convert.type().cName() + ")" + operand(convert.operand(), UNARY), UNARY);
    }

    private Text compute(Value.Compute c) {
        List<Value> o = c.operands();
        return switch (c.operator()) {
            // The operand was converted to the type of the operation.
            case Conversion _ -> text(o.getFirst());
            case MathFunction f -> call(f.cName(c.type() == DataType.REAL), o);
            case Operator operator -> compute(operator, c);
        };
    }

    private Text compute(Operator operator, Value.Compute c) {
        List<Value> o = c.operands();
        return switch (operator) {
            case ADD -> binary(" + ", SUM, o.get(0), o.get(1));
            case SUB -> binary(" - ", SUM, o.get(0), o.get(1));
            case MUL -> binary(" * ", PRODUCT, o.get(0), o.get(1));
            case DIV -> binary(" / ", PRODUCT, o.get(0), o.get(1));
            case REMAINDER -> binary(" % ", PRODUCT, o.get(0), o.get(1));
            case AND, BIT_AND -> binary(" & ", AND, o.get(0), o.get(1));
            case OR, BIT_OR -> binary(" | ", OR, o.get(0), o.get(1));
            case BIT_XOR -> binary(" ^ ", XOR, o.get(0), o.get(1));
            case SHIFT_LEFT -> binary(" << ", SHIFT, o.get(0), o.get(1));
            case SHIFT_RIGHT -> binary(" >> ", SHIFT, o.get(0), o.get(1));
            case BIT_NOT -> new Text("~" + operand(o.get(0), PRIMARY), UNARY);
            case EQ -> binary(" == ", EQUALITY, o.get(0), o.get(1));
            case NE -> binary(" != ", EQUALITY, o.get(0), o.get(1));
            case LT -> binary(" < ", RELATION, o.get(0), o.get(1));
            case LE -> binary(" <= ", RELATION, o.get(0), o.get(1));
            case GT -> binary(" > ", RELATION, o.get(0), o.get(1));
            case GE -> binary(" >= ", RELATION, o.get(0), o.get(1));
            case NEG -> new Text("-" + operand(o.get(0), PRIMARY), UNARY);
            case NOT -> new Text("!" + operand(o.get(0), PRIMARY), UNARY);
            case MIN -> call(extreme(true, c.type()), o);
            case MAX -> call(extreme(false, c.type()), o);
            case ABS -> c.type().isUnsigned() ? text(o.getFirst()) : call(magnitude(c.type()), o);
            case MERGE ->
                new Text(
                        operand(o.get(2), OR) + " ? " + operand(o.get(0), OR) + " : " + operand(o.get(1), TERNARY),
                        TERNARY);
            case RANDOM -> throw new IllegalArgumentException("rnd() outside init");
        };
    }

    private static String magnitude(DataType type) {
        return switch (type) {
            case HALF, REAL -> "fabsf";
            case DOUBLE -> "fabs";
            case LONG, UNSIGNED_LONG -> "llabs";
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LOGICAL -> "abs";
        };
    }

    private Text call(String function, List<Value> operands) {
        return new Text(
                function + "("
                        + String.join(", ", operands.stream().map(this::of).toList()) + ")",
                PRIMARY);
    }

    /** Left-associative; a comparison's operand is never a bare comparison or logical operation. */
    private Text binary(String sign, int level, Value left, Value right) {
        int leftLevel = level < SUM ? SUM : level;
        int rightLevel = level < SUM ? SUM : level + 1;
        boolean chain = level == AND || level == OR;
        return new Text(operand(left, chain ? level : leftLevel) + sign + operand(right, rightLevel), level);
    }

    private String operand(Value value, int level) {
        Text text = text(value);
        return text.level >= level ? text.text : "(" + text.text + ")";
    }
}
