package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * A block that runs one block of a launch after another counts in two digits: where a function takes its block's number apart, by a width that is no number, the quotient and the remainder
 * are counted on instead of being computed anew, as a division takes some 25 instructions.
 *
 * <pre>
 * for block in 0 .. n {                  row = 0, place = 0
 *   i = block / w; j = block % w   ->    for block in 0 .. n { i = row; j = place; place += 1; if (place == w) { place = 0; row += 1 } }
 * }
 * </pre>
 *
 * @param function that takes the digits as its last two parameters
 * @param width of a row of blocks, in terms of its other parameters
 */
record BlockDigits(Function function, Expression width) {
    /** Names that no name of a nest ends like. */
    private static final Variable ROW = Variable.integer("block_row_");

    private static final Variable PLACE = Variable.integer("block_place_");

    /**
     * Empty where the function divides its block's number by nothing, or by numbers alone.
     *
     * @param function with the number as a parameter
     */
    static Optional<BlockDigits> of(Function function, Variable number) {
        Constants constants = new Constants((variable, _) -> !variable.type().isFloating());
        @Nullable Expression width = null;
        for (Statement statement : function.body()) {
            if (statement instanceof Statement.Declare d) {
                constants.declare(d);
                Expression found = d.value() == null ? null : width(constants.written(d.value()), number);
                width = width == null ? found : width;
            }
        }
        return width == null || !isOfParameters(width, function, number)
                ? Optional.empty()
                : Optional.of(new BlockDigits(in(function, number, width), width));
    }

    /** What the number of a block is divided by. */
    private static @Nullable Expression width(Expression value, Variable number) {
        Expression[] found = {null};
        Expressions.visit(value, e -> {
            if (e instanceof Expression.Binary(Infix operator, Expression left, Expression right)
                    && operator == Infix.REM
                    && left.equals(number.read())
                    && !(right instanceof Expression.IntegerLiteral)) {
                found[0] = right;
            }
        });
        return found[0];
    }

    private static boolean isOfParameters(Expression width, Function function, Variable number) {
        boolean[] all = {true};
        Expressions.visit(
                width,
                e -> all[0] &= e instanceof Expression.Read(Place place)
                        ? place instanceof Place.Scalar(Variable v)
                                && !v.equals(number)
                                && function.parameters().contains(new Function.Parameter.Value(v))
                        : Expressions.isOfThread(e) && !(e instanceof Expression.Own));
        return all[0];
    }

    private static Function in(Function function, Variable number, Expression width) {
        Constants constants = new Constants((variable, _) -> !variable.type().isFloating());
        UnaryOperator<Expression> digits = value -> new Rewriter() {
            @Override
            protected Expression expression(Expression part) {
                if (!(part instanceof Expression.Binary(Infix operator, Expression left, Expression right))
                        || !constants.written(left).equals(number.read())
                        || !constants.written(right).equals(width)) {
                    return part;
                }
                return operator == Infix.DIV ? ROW.read() : operator == Infix.REM ? PLACE.read() : part;
            }
        }.whole(value);
        List<Statement> body = new ArrayList<>();
        for (Statement statement : function.body()) {
            if (statement instanceof Statement.Declare d && d.value() != null) {
                body.add(new Statement.Declare(d.variable(), digits.apply(d.value()), d.constant()));
                constants.declare(d);
            } else {
                body.add(statement);
            }
        }
        List<Function.Parameter> parameters = new ArrayList<>(function.parameters());
        parameters.add(new Function.Parameter.Value(ROW));
        parameters.add(new Function.Parameter.Value(PLACE));
        return new Function(function.name(), function.kind(), function.comment(), parameters, function.shared(), body);
    }

    /**
     * The loop that counts.
     *
     * @param loop over the numbers of blocks, from 0 on, one after another, which calls the function with all arguments but the digits
     * @param fresh makes names of variables
     */
    List<Statement> counted(Statement.For loop, UnaryOperator<String> fresh) {
        Variable row = Variable.integer(fresh.apply("row"));
        Variable place = Variable.integer(fresh.apply("place"));
        Variable last = Variable.integer(fresh.apply("width"));
        List<Statement> each = new ArrayList<>();
        Expression passed = null;
        for (Statement statement : loop.body()) {
            if (statement instanceof Statement.Call call && call.function().equals(function.name())) {
                passed = passed == null ? width(call) : passed;
                List<Argument> arguments = new ArrayList<>(call.arguments());
                arguments.add(new Argument.Value(row.read()));
                arguments.add(new Argument.Value(place.read()));
                each.add(new Statement.Call(call.function(), arguments));
            } else {
                each.add(statement);
            }
        }
        each.add(new Statement.Assign(place.place(), add(place.read(), 1)));
        each.add(new Statement.If(
                equal(place.read(), last.read()),
                List.of(
                        new Statement.Assign(place.place(), integer(0)),
                        new Statement.Assign(row.place(), add(row.read(), 1)))));
        return List.of(
                new Statement.Declare(last, Objects.requireNonNull(passed), true),
                new Statement.Declare(row, integer(0), false),
                new Statement.Declare(place, integer(0), false),
                new Statement.For(loop.variable(), loop.start(), loop.condition(), loop.step(), loop.unroll(), each));
    }

    /** The width, in terms of what a call passes. */
    private Expression width(Statement.Call call) {
        Map<Variable, Expression> values = new HashMap<>();
        for (int p = 0; p < call.arguments().size(); p++) {
            if (function.parameters().get(p) instanceof Function.Parameter.Value(Variable v)
                    && call.arguments().get(p) instanceof Argument.Value(Expression value)) {
                values.put(v, value);
            }
        }
        return new Rewriter() {
            @Override
            protected Expression expression(Expression part) {
                return part instanceof Expression.Read(Place.Scalar(Variable v)) ? values.getOrDefault(v, part) : part;
            }
        }.whole(width);
    }
}
