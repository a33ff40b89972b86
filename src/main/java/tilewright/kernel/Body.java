package tilewright.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Writes a list of statements in the order in which a thread runs them.
 *
 * <p>Example: {@code body.loop("i", integer(0), n, integer(1), (b, i) -> b.set(element(a, i.read()), integer(0)))}.
 */
public final class Body {
    private final List<Statement> statements = new ArrayList<>();

    /** The statements that a writer makes. */
    public static List<Statement> of(Consumer<Body> writer) {
        Body body = new Body();
        writer.accept(body);
        return List.copyOf(body.statements);
    }

    public Body add(Statement statement) {
        statements.add(statement);
        return this;
    }

    public Body comment(String text) {
        return add(new Statement.Comment(text));
    }

    /** Declares a value that never changes; its type is the value's. */
    public Variable let(String name, Expression value) {
        return let(name, value.type(), value);
    }

    public Variable let(String name, ScalarType type, Expression value) {
        Variable variable = new Variable(name, type);
        add(new Statement.Declare(variable, value, true));
        return variable;
    }

    /** Declares a variable. */
    public Variable declare(String name, ScalarType type, Expression value) {
        Variable variable = new Variable(name, type);
        add(new Statement.Declare(variable, value, false));
        return variable;
    }

    public Memory.Register declareArray(String name, ScalarType type, List<Integer> shape) {
        Memory.Register array = new Memory.Register(name, type, shape, Function.SharedMemory.ALIGNMENT);
        add(new Statement.DeclareArray(array, null));
        return array;
    }

    public Body set(Place target, Expression value) {
        return add(new Statement.Assign(target, value));
    }

    public Body set(Variable target, Expression value) {
        return set(target.place(), value);
    }

    public Body evaluate(Expression value) {
        return add(new Statement.Evaluate(value));
    }

    public Body when(Expression condition, Consumer<Body> then) {
        return add(new Statement.If(condition, of(then)));
    }

    public Body when(Expression condition, Consumer<Body> then, Consumer<Body> otherwise) {
        return add(new Statement.If(condition, of(then), of(otherwise)));
    }

    /** Runs {@code writer} for {@code name} from {@code start} below {@code end}. */
    public Body loop(
            String name, Expression start, Expression end, Expression step, BiConsumer<Body, Variable> writer) {
        return loop(name, start, end, step, Statement.For.ANY, writer);
    }

    public Body loop(
            String name,
            Expression start,
            Expression end,
            Expression step,
            int unroll,
            BiConsumer<Body, Variable> writer) {
        Variable variable = new Variable(name, ScalarType.common(start.type(), end.type()));
        Expression condition = Expressions.less(variable.read(), end);
        return add(
                new Statement.For(variable, start, condition, step, unroll, of(body -> writer.accept(body, variable))));
    }

    /** Runs {@code writer} for {@code name} from 0 below a number, written out. */
    public Body each(String name, int count, BiConsumer<Body, Variable> writer) {
        return loop(
                name,
                Expressions.integer(0),
                Expressions.integer(count),
                Expressions.integer(1),
                Statement.For.ALL,
                writer);
    }

    public Body whileHolds(Expression condition, Consumer<Body> writer) {
        return add(new Statement.While(condition, of(writer)));
    }

    public Body copy(int width, Place to, Place from) {
        return add(new Statement.Copy(width, to, from, Statement.Way.WIDE));
    }

    public Body barrier() {
        return add(new Statement.Barrier());
    }

    public Body gridBarrier() {
        return add(new Statement.GridBarrier());
    }
}
