package tilewright.kernel.text;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;

/** Values and places as text; parentheses stand where C needs them, and where people mix up what binds tighter. */
final class ValueText {
    private static final int CONDITIONAL = 0;
    private static final int UNARY = Infix.MUL.level() + 1;
    private static final int PRIMARY = UNARY + 1;
    /** Lanes of a warp: what a shuffle's segment has where nothing is said. */
    static final int WARP = Simt.WARP;

    /** What stands before the numbers that a thread knows of itself. */
    static final String COORDINATE = "@";

    private static final Set<String> RESERVED = Words.reserved(KernelNotationLexer.VOCABULARY, KernelText::isName);
    private static final String INFINITY = "INFINITY";

    private record Text(String text, int level) {}

    private ValueText() {}

    static String name(String name) {
        return Words.name(name, RESERVED);
    }

    static String of(Expression value) {
        return text(value).text;
    }

    static String join(List<Expression> values) {
        return values.stream().map(ValueText::of).collect(Collectors.joining(", "));
    }

    /** A value whose text may stand before {@code ?}. */
    static String condition(Expression value) {
        return operand(value, CONDITIONAL + 1);
    }

    static String of(Place place) {
        return switch (place) {
            case Place.Scalar s -> name(s.variable().name());
            case Place.Register r -> name(r.array().name()) + indices(r.indices());
            case Place.Shared s -> "shared." + name(s.array().name()) + access(s.access()) + indices(s.indices());
            case Place.Global g -> global(g) + "[" + of(g.offset()) + "]";
            case Place.Pair p -> "pair(" + of(p.first()) + ")";
        };
    }

    private static String global(Place.Global g) {
        String type = g.as() == g.array().type() ? "" : "." + g.as().notation();
        return name(g.array().name()) + type + access(g.access());
    }

    private static String access(Place.Access access) {
        return access == Place.Access.PLAIN ? "" : "." + Words.of(access);
    }

    private static String indices(List<Expression> indices) {
        return indices.stream().map(i -> "[" + of(i) + "]").collect(Collectors.joining());
    }

    private static String operand(Expression value, int level) {
        Text text = text(value);
        return text.level >= level ? text.text : "(" + text.text + ")";
    }

    private static Text text(Expression value) {
        return switch (value) {
            case Expression.IntegerLiteral l -> new Text(integer(l), PRIMARY);
            case Expression.RealLiteral l -> new Text(real(l), PRIMARY);
            case Expression.Read r -> primary(of(r.place()));
            case Expression.Own o -> primary(COORDINATE + Words.of(o.coordinate()));
            case Expression.Unary u -> new Text(u.operator().sign() + unaryOperand(u.operand()), UNARY);
            case Expression.Binary b -> binary(b);
            case Expression.Conditional c ->
                new Text(
                        condition(c.condition()) + " ? " + condition(c.then()) + " : "
                                + operand(c.otherwise(), CONDITIONAL),
                        CONDITIONAL);
            case Expression.Convert c -> primary(c.type().notation() + "(" + of(c.operand()) + ")");
            case Expression.Bits b -> primary("bits " + b.type().notation() + "(" + of(b.operand()) + ")");
            case Expression.Call c -> primary(call(Words.of(c.function()), c.of(), c.operands()));
            case Expression.Mathematical m -> primary(call(m.function().notation(), m.of(), m.operands()));
            case Expression.Shuffle s -> primary(shuffle(s));
            case Expression.Voted v -> primary("vote." + Words.of(v.vote()) + "(" + of(v.condition()) + ")");
            case Expression.Reduced r -> primary("reduce." + Words.of(r.update()) + "(" + of(r.value()) + ")");
            case Expression.Counted c -> primary("counted(" + c.counter() + ", " + of(c.value()) + ")");
            case Expression.Atomic a -> primary(atomic(a));
        };
    }

    private static Text primary(String text) {
        return new Text(text, PRIMARY);
    }

    /** A sign directly before digits belongs to the number. */
    private static String unaryOperand(Expression operand) {
        boolean number = operand instanceof Expression.IntegerLiteral || operand instanceof Expression.RealLiteral;
        return number ? "(" + of(operand) + ")" : operand(operand, PRIMARY);
    }

    private static String integer(Expression.IntegerLiteral literal) {
        if (literal.type().isFloating()) {
            throw new IllegalArgumentException("an integer literal of type " + literal.type());
        }
        String digits = literal.type() == ScalarType.U64
                ? Long.toUnsignedString(literal.value())
                : Long.toString(literal.value());
        return digits + (literal.type() == ScalarType.I32 ? "" : literal.type().notation());
    }

    private static String real(Expression.RealLiteral literal) {
        return literal.text().endsWith(INFINITY)
                ? literal.text().replace(INFINITY, "infinity ") + literal.type().notation()
                : literal.text() + literal.type().notation();
    }

    private static Text binary(Expression.Binary b) {
        int level = b.operator().level();
        boolean mixed = level < Infix.ADD.level() && !b.operator().isComparison();
        boolean same = b.left() instanceof Expression.Binary l && l.operator() == b.operator();
        int lowest = b.operator() == Infix.AND_THEN || b.operator() == Infix.OR_ELSE ? Infix.EQ.level() : UNARY;
        int left = mixed && !same ? lowest : level;
        int right = mixed ? lowest : level + 1;
        return new Text(operand(b.left(), left) + " " + b.operator().sign() + " " + operand(b.right(), right), level);
    }

    /** The type is left out where all operands have it. */
    private static String call(String function, ScalarType of, List<Expression> operands) {
        boolean known = operands.stream().allMatch(o -> o.type() == of);
        return function + (known ? "" : "." + of.notation()) + "(" + join(operands) + ")";
    }

    private static String shuffle(Expression.Shuffle s) {
        String width = s.width() == WARP ? "" : ", width " + s.width();
        return "shuffle." + Words.of(s.lane()) + "(" + of(s.value()) + ", " + of(s.which()) + width + ")";
    }

    private static String atomic(Expression.Atomic a) {
        return "atomic." + Words.of(a.update()) + (a.ordered() ? ".ordered" : "") + "(" + of(a.place()) + ", "
                + of(a.operand()) + ")";
    }
}
