package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.subtract;

import java.util.List;
import java.util.Set;
import tilewright.codegen.scalar.CNames;
import tilewright.irregular.Grid;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Node;

/**
 * A repetition that relaxes many columns along the same arcs: {@code d(dst(e), q) = min(d(dst(e), q), d(src(e), q) + w(e))} for all e and q. No
 * column depends on another one, so each is a fixpoint of its own (T1), and columns are taken in groups whose values stay in the second-level cache. A warp takes
 * some arcs out of one vertex for {@value #WIDTH} columns, where the vertex has changed since (T4).
 */
final class Columns {
    /** Columns that a warp relaxes together. */
    static final int WIDTH = 128;
    /** Arcs of a piece, at most: what keeps warps equally long. */
    static final int PIECE = 64;

    static final int THREADS = 512;

    /** Elements of {@link ColumnMemory#control}: four flags of passes, then how often a group was passed at most, and whether one was given up. */
    static final int MOST = 4;

    static final int GIVEN_UP = 5;
    static final int CONTROL = 6;

    private final ColumnShape shape;
    private final Terms terms;
    private final Memory.Global values;
    private final ColumnMemory memory;
    private final ColumnPass onePass;
    private final Variable most;

    /** @param most passes, at most */
    Columns(ColumnShape shape, CNames names, Variable most) {
        this.shape = shape;
        this.terms = new Terms(shape.nest(), names, Set.of());
        this.values = terms.array(shape.array());
        this.memory = ColumnMemory.of(shape.type());
        this.onePass = new ColumnPass(shape, terms, memory);
        this.most = most;
    }

    ColumnMemory memory() {
        return memory;
    }

    /** Variables of its launch. */
    List<Variable> variables() {
        return List.of(most, memory.pieces(), memory.together());
    }

    /** How many vertices there are. */
    Expression rows() {
        return terms.index(shape.rowBounds().extent(), List.of());
    }

    /** How many arcs there are. */
    Expression arcCount() {
        return trips(shape.arcs());
    }

    private Expression trips(Node.Loop loop) {
        return add(subtract(terms.index(loop.upper(), List.of()), terms.index(loop.lower(), List.of())), 1);
    }

    /** What all threads do. */
    void write(Body body) {
        Grid grid = Grid.declare(body, THREADS);
        Variable rows = body.let("tw_rows", rows());
        Variable count = body.let("tw_columns", trips(shape.columns()));
        Variable size =
                body.let("tw_size", multiply(rows.read(), memory.together().read()));
        body.when(
                less(grid.me().read(), integer(CONTROL)),
                one -> one.set(element(memory.control(), grid.me().read(), Place.Access.RELAXED), integer(0)));
        body.loop(
                "i",
                grid.me().read(),
                size.read(),
                grid.all().read(),
                1,
                (each, i) -> each.set(element(memory.stamps(), i.read(), Place.Access.RELAXED), integer(-1)));
        Variable step = body.declare("tw_step", ScalarType.I32, integer(1));
        body.gridBarrier();
        Expression stride = multiply(integer(WIDTH), memory.together().read());
        body.loop("tw_first", integer(0), count.read(), stride, 1, (each, first) -> {
            copy(each, grid, rows, count, first, true, step);
            each.gridBarrier();
            Variable begun = each.let("tw_begun", step.read());
            Variable open = each.declare("tw_open", ScalarType.I32, integer(1));
            each.whileHolds(
                    binary(Infix.AND_THEN, open.read(), less(subtract(step.read(), begun.read()), most.read())),
                    pass -> {
                        pass.set(step, add(step.read(), 1));
                        onePass.write(pass, grid, rows, step);
                        pass.when(
                                equal(grid.me().read(), integer(0)),
                                one -> one.set(memory.flag(add(step.read(), 2)), integer(0)));
                        pass.gridBarrier();
                        pass.set(open, new Expression.Read(memory.flag(step.read())));
                    });
            each.when(equal(grid.me().read(), integer(0)), one -> {
                one.evaluate(atomic(
                        Expression.Update.MAX,
                        element(memory.control(), integer(MOST), Place.Access.RELAXED),
                        subtract(step.read(), begun.read())));
                one.when(
                        open.read(),
                        g -> g.set(element(memory.control(), integer(GIVEN_UP), Place.Access.RELAXED), integer(1)));
            });
            copy(each, grid, rows, count, first, false, step);
            each.gridBarrier();
            // Whatever happened up to now is older than what the next group looks for.
            each.set(step, add(step.read(), 2));
        });
    }

    /** Columns of the array to the group's memory, or back; to begin with, every vertex has changed. */
    private void copy(Body body, Grid grid, Variable rows, Variable count, Variable first, boolean in, Variable step) {
        Variable all = body.let(
                in ? "tw_in" : "tw_out", multiply(rows.read(), memory.together().read()));
        body.loop("t", grid.warp().read(), all.read(), grid.warps().read(), 1, (each, t) -> {
            Variable part = each.let("part", new Expression.Binary(Infix.DIV, t.read(), rows.read()));
            Variable row = each.let("row", subtract(t.read(), multiply(part.read(), rows.read())));
            Variable differs = each.declare("differs", ScalarType.I32, integer(0));
            ColumnPass.lanes(each, (one, k) -> {
                Variable inside = one.let(
                        "inside",
                        add(multiply(integer(Grid.WARP), k.read()), grid.lane().read()));
                Variable column =
                        one.let("column", add(add(first.read(), multiply(integer(WIDTH), part.read())), inside.read()));
                Place.Global own = element(
                        memory.group(),
                        add(memory.place(rows, part.read(), row.read()), inside.read()),
                        Place.Access.RELAXED);
                Expression extent = terms.index(shape.columnBounds().extent(), List.of());
                Expression shifted = add(
                        column.read(),
                        subtract(
                                terms.index(shape.columns().lower(), List.of()),
                                terms.index(shape.columnBounds().lower(), List.of())));
                Place.Global outer = element(values, add(multiply(row.read(), extent), shifted), Place.Access.PLAIN);
                one.when(
                        less(column.read(), count.read()),
                        known -> {
                            if (in) {
                                known.set(own, new Expression.Read(outer));
                                known.set(differs, integer(1));
                            } else {
                                known.set(outer, new Expression.Read(own));
                            }
                        },
                        unknown -> {
                            if (in) {
                                unknown.set(own, nothing());
                            }
                        });
            });
            if (in) {
                Variable some = each.let("some", new Expression.Voted(Expression.Vote.ANY, differs.read()));
                each.when(
                        binary(Infix.AND_THEN, some.read(), equal(grid.lane().read(), integer(0))),
                        one -> one.set(element(memory.stamps(), t.read(), Place.Access.RELAXED), step.read()));
            }
        });
    }

    private Expression nothing() {
        return shape.type().isFloating()
                ? new Expression.RealLiteral(shape.type(), "0.0")
                : new Expression.IntegerLiteral(shape.type(), 0);
    }
}
