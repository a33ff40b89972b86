package tilewright.codegen.loops;

import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.scalar.AxisVariables;
import tilewright.codegen.scalar.PieceNames;
import tilewright.codegen.scalar.SequenceVariables;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * One loop of a nest: over an axis of a block's points or over iterations.
 *
 * @param counter offset that it counts
 * @param start first offset
 * @param end after the last offset
 * @param value the variable of the nest and its value at an offset, or null; declared where something reads it
 * @param declarations at the start of the body
 * @param condition of the rest of the body, or null
 */
record Loop(
        Variable counter,
        Expression start,
        Expression end,
        Statement.@Nullable Declare value,
        List<Statement> declarations,
        @Nullable Expression condition) {
    Loop {
        declarations = List.copyOf(declarations);
    }

    /** Over the points along an axis. */
    static Loop over(PieceNames piece, AxisVariables axis) {
        Expression place = piece.coordinate(axis, axis.in().read());
        return new Loop(
                axis.in(),
                integer(0),
                integer(axis.axis().extent()),
                new Statement.Declare(axis.variable(), place, true),
                List.of(),
                null);
    }

    /** Over iterations. */
    static Loop over(PieceNames piece, Sequence sequence, Operation.Range range, Expression start, Expression end) {
        SequenceVariables variables = piece.sequence(sequence);
        return new Loop(
                variables.in(),
                start,
                end,
                new Statement.Declare(variables.variable(), piece.value(sequence, range), true),
                List.of(),
                null);
    }

    Loop from(Expression first) {
        return new Loop(counter, first, end, value, declarations, condition);
    }

    Loop to(Expression last) {
        return new Loop(counter, start, last, value, declarations, condition);
    }

    /** The same with more at the start of its body. */
    Loop with(List<Statement> more, @Nullable Expression test) {
        return new Loop(counter, start, end, value, more, test);
    }

    /** The loop around a body, one counter by one. */
    Statement around(List<Statement> body) {
        return around(body, 1);
    }

    /** @param step from one counter to the next */
    Statement around(List<Statement> body, int step) {
        List<Statement> all = new ArrayList<>(declarations);
        all.addAll(when(condition, body));
        if (value != null && reads(all, value.variable())) {
            all.addFirst(value);
        }
        return new Statement.For(counter, start, less(counter.read(), end), integer(step), Statement.For.ANY, all);
    }

    /** A nest, its outermost loop first. */
    static List<Statement> nest(List<Loop> loops, Statement innermost) {
        List<Statement> body = List.of(innermost);
        for (Loop loop : loops.reversed()) {
            body = List.of(loop.around(body));
        }
        return body;
    }

    /** The statements where a condition holds; always where it is null. */
    static List<Statement> when(@Nullable Expression condition, List<Statement> body) {
        return condition == null ? body : List.of(new Statement.If(condition, body));
    }

    /** Whether statements read a variable. */
    static boolean reads(List<Statement> statements, Variable variable) {
        boolean[] found = {false};
        Expression read = variable.read();
        Statements.visitExpressions(statements, e -> found[0] |= e.equals(read));
        return found[0];
    }

    /** All of the conditions; null for none. */
    static @Nullable Expression all(@Nullable List<Expression> conditions) {
        return conditions == null || conditions.isEmpty() ? null : Expressions.all(conditions);
    }
}
