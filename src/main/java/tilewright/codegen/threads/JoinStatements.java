package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.remainder;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Partials;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.scalar.AxisVariables;
import tilewright.codegen.scalar.OperatorExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * Partial results become one, always in the same order: first the registers of each thread, then shuffles within warps, then one
 * thread for what the others put down.
 */
record JoinStatements(DeviceScope scope, Operation.Join join) {
    private static final int WARP = Simt.WARP;

    List<Statement> all() {
        Tile tile = join.tile();
        AxisVariables lanes = scope.axis(join.axis());
        List<Statement> steps = new ArrayList<>();
        steps.add(new Statement.Comment(
                "Join the partial results of " + TileStatements.content(tile) + ", always in the same order."));
        Place own = partial(0);
        for (int m = 1; m < lanes.axis().perThread(); m++) {
            steps.addAll(joined(new Expression.Read(partial(m))));
        }
        for (int count = join.inWarp() / 2; count >= 1; count /= 2) {
            Expression distance = integer((long) count * join.distance());
            steps.addAll(joined(new Expression.Shuffle(Expression.Lane.XOR, new Expression.Read(own), distance, WARP)));
        }
        if (join.memory() != null) {
            steps.addAll(throughMemory(join.memory(), lanes.own().read()));
        } else if (join.operator().isExtreme()) {
            // Every lane has loaded the accumulator, and one stores it: shuffles order no memory.
            steps.add(new Statement.Barrier());
        }
        return steps;
    }

    private List<Statement> throughMemory(Partials memory, Expression lane) {
        boolean groups = join.inWarp() > 1;
        Expression row = divide(lane, join.inWarp());
        Expression leads = groups ? equal(remainder(lane, join.inWarp()), integer(0)) : null;
        Statement putDown = new Statement.Assign(scope.partial(memory, row), new Expression.Read(partial(0)));
        Variable part = Variable.integer(scope.names().fresh("part"));
        List<Statement> rest = joined(new Expression.Read(scope.partial(memory, part.read())));
        Statement others = new Statement.For(
                part,
                integer(1),
                less(part.read(), integer(memory.rows())),
                integer(1),
                memory.rows(),
                inCase(equal(lane, integer(0)), rest));
        List<Statement> steps = new ArrayList<>(inCase(leads, over(putDown)));
        steps.add(new Statement.Barrier());
        steps.add(others);
        return steps;
    }

    private static List<Statement> inCase(@Nullable Expression condition, List<Statement> statements) {
        return condition == null ? statements : List.of(new Statement.If(condition, statements));
    }

    /** Joins something to the own result, for all elements of the tile. */
    private List<Statement> joined(Expression other) {
        Place target = partial(0);
        Expression own = new Expression.Read(target);
        ScalarType type = ScalarType.of(join.tile().type()).promoted();
        Expression both = OperatorExpressions.of(join.operator(), type, List.of(own, other));
        return over(new Statement.Assign(target, both));
    }

    private List<Statement> over(Statement step) {
        List<Integer> others =
                join.tile().axes().stream().filter(d -> d != join.axis()).toList();
        return new RegisterLoops(others, 1).around(scope.position(), List.of(step));
    }

    /** The register of a point along the lanes' axis. */
    private Place partial(int number) {
        Tile tile = join.tile();
        List<Expression> indices = new ArrayList<>();
        for (int d : tile.axes()) {
            indices.add(d == join.axis() ? integer(number) : scope.axis(d).index());
        }
        return new Place.Register(scope.registers().of(tile), indices);
    }
}
