package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import tilewright.kernel.Arithmetic;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * The variables of a function that are functions of the thread's number alone: declared once, outside of all loops and branches, from numbers and
 * others of their kind, and never assigned. What they are for a thread can be computed.
 */
final class ThreadValues {
    private static final Expression ZERO = Expressions.integer(0);

    private final Map<String, Expression> values = new HashMap<>();

    ThreadValues(Function function) {
        Set<String> assigned = new HashSet<>();
        Statements.changed(function.body()).forEach(v -> assigned.add(v.name()));
        Map<String, Integer> declared = new HashMap<>();
        Statements.visit(function.body(), s -> s.declared().forEach(name -> declared.merge(name, 1, Integer::sum)));
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
        for (int thread = 0; value != null && thread < Simt.BLOCK_THREADS; thread++) {
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
        return new Rewriter() {
            @Override
            protected Expression expression(Expression part) {
                if (part instanceof Expression.Read(Place.Scalar(Variable v))) {
                    return of(v.name(), thread);
                }
                return part instanceof Expression.Own ? thread : part;
            }
        }.whole(value);
    }

    private OptionalLong of(Expression value, int thread) {
        return switch (Arithmetic.of(value)) {
            case Arithmetic.Constant c -> OptionalLong.of(c.value());
            case Arithmetic.Own o ->
                o.coordinate() == Expression.Coordinate.THREAD ? OptionalLong.of(thread) : OptionalLong.empty();
            case Arithmetic.Value v -> {
                Expression known = values.get(v.variable().name());
                yield known == null ? OptionalLong.empty() : of(known, thread);
            }
            case Arithmetic.Negative n -> both(ZERO, n.operand(), thread, (a, b) -> a - b);
            case Arithmetic.Sum s -> both(s.left(), s.right(), thread, Long::sum);
            case Arithmetic.Difference d -> both(d.left(), d.right(), thread, (a, b) -> a - b);
            case Arithmetic.Product p -> both(p.left(), p.right(), thread, (a, b) -> a * b);
            case Arithmetic.Quotient q -> divided(q.left(), q.right(), thread, (a, b) -> a / b);
            case Arithmetic.Remainder r -> divided(r.left(), r.right(), thread, (a, b) -> a % b);
            case Arithmetic.Converted _, Arithmetic.Other _ -> OptionalLong.empty();
        };
    }

    private OptionalLong both(Expression left, Expression right, int thread, LongBinaryOperator operation) {
        OptionalLong l = of(left, thread);
        OptionalLong r = of(right, thread);
        return l.isPresent() && r.isPresent()
                ? OptionalLong.of(operation.applyAsLong(l.getAsLong(), r.getAsLong()))
                : OptionalLong.empty();
    }

    private OptionalLong divided(Expression left, Expression right, int thread, LongBinaryOperator operation) {
        OptionalLong by = of(right, thread);
        return by.isPresent() && by.getAsLong() != 0 ? both(left, right, thread, operation) : OptionalLong.empty();
    }
}
