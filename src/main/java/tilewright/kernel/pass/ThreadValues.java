package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Mentions;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/**
 * The variables of a function that are functions of the thread's number alone: declared once, outside of all loops and branches, from numbers and
 * others of their kind, and never assigned. What they are for a thread can be computed.
 */
final class ThreadValues {
    /** The most threads that a block may have (CUDA C++ Programming Guide, technical specifications). */
    private static final int MOST_THREADS = 1024;

    private final Map<String, Expression> values = new HashMap<>();

    ThreadValues(Function function) {
        Set<String> assigned = new HashSet<>();
        Statements.changed(function.body()).forEach(v -> assigned.add(v.name()));
        Map<String, Integer> declared = new HashMap<>();
        Statements.visit(
                function.body(), s -> Mentions.declared(s).forEach(name -> declared.merge(name, 1, Integer::sum)));
        for (Statement statement : function.body()) {
            if (statement instanceof Statement.Declare d
                    && d.value() != null
                    && d.variable().type() == ScalarType.I32
                    && !assigned.contains(d.variable().name())
                    && declared.getOrDefault(d.variable().name(), 0) == 1
                    && of(d.value(), 0).isPresent()) {
                values.put(d.variable().name(), d.value());
            }
        }
    }

    /** Whether a variable is one of them. */
    boolean has(String variable) {
        return values.containsKey(variable);
    }

    /** Whether the variable is the same for each thread and the one that the function gives. */
    boolean isSame(String variable, IntUnaryOperator other) {
        Expression value = values.get(variable);
        for (int thread = 0; value != null && thread < MOST_THREADS; thread++) {
            if (!of(value, thread).equals(of(value, other.applyAsInt(thread)))) {
                return false;
            }
        }
        return value != null;
    }

    /** What the variable is for another thread, as an expression of this one. */
    Expression of(String variable, Expression thread) {
        return replaced(Objects.requireNonNull(values.get(variable), variable), thread);
    }

    private Expression replaced(Expression value, Expression thread) {
        return switch (value) {
            case Expression.Own _ -> thread;
            case Expression.Read r
            when r.place() instanceof Place.Scalar v -> of(v.variable().name(), thread);
            case Expression.Unary u -> new Expression.Unary(u.operator(), replaced(u.operand(), thread));
            case Expression.Binary b ->
                new Expression.Binary(b.operator(), replaced(b.left(), thread), replaced(b.right(), thread));
            case Expression.IntegerLiteral _,
                    Expression.RealLiteral _,
                    Expression.Read _,
                    Expression.Conditional _,
                    Expression.Convert _,
                    Expression.Bits _,
                    Expression.Call _,
                    Expression.Mathematical _,
                    Expression.Shuffle _,
                    Expression.Voted _,
                    Expression.Reduced _,
                    Expression.Atomic _,
                    Expression.Counted _ -> value;
        };
    }

    private OptionalLong of(Expression value, int thread) {
        return switch (value) {
            case Expression.IntegerLiteral l -> OptionalLong.of(l.value());
            case Expression.Own o when o.coordinate() == Expression.Coordinate.THREAD -> OptionalLong.of(thread);
            case Expression.Read r
            when r.place() instanceof Place.Scalar v -> {
                Expression known = values.get(v.variable().name());
                yield known == null ? OptionalLong.empty() : of(known, thread);
            }
            case Expression.Unary u
            when u.operator() == Prefix.NEG -> {
                OptionalLong operand = of(u.operand(), thread);
                yield operand.isPresent() ? OptionalLong.of(-operand.getAsLong()) : operand;
            }
            case Expression.Binary b -> {
                OptionalLong left = of(b.left(), thread);
                OptionalLong right = of(b.right(), thread);
                yield left.isPresent() && right.isPresent()
                        ? of(b.operator(), left.getAsLong(), right.getAsLong())
                        : OptionalLong.empty();
            }
            case Expression.RealLiteral _,
                    Expression.Own _,
                    Expression.Read _,
                    Expression.Unary _,
                    Expression.Conditional _,
                    Expression.Convert _,
                    Expression.Bits _,
                    Expression.Call _,
                    Expression.Mathematical _,
                    Expression.Shuffle _,
                    Expression.Voted _,
                    Expression.Reduced _,
                    Expression.Atomic _,
                    Expression.Counted _ -> OptionalLong.empty();
        };
    }

    private static OptionalLong of(Infix operator, long left, long right) {
        return switch (operator) {
            case ADD -> OptionalLong.of(left + right);
            case SUB -> OptionalLong.of(left - right);
            case MUL -> OptionalLong.of(left * right);
            case DIV -> right == 0 ? OptionalLong.empty() : OptionalLong.of(left / right);
            case REM -> right == 0 ? OptionalLong.empty() : OptionalLong.of(left % right);
            case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, LT, LE, GT, GE, SHL, SHR -> OptionalLong.empty();
        };
    }
}
