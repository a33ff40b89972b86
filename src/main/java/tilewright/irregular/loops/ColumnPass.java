package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.notEqual;
import static tilewright.kernel.Expressions.subtract;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import tilewright.irregular.Grid;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement.For;
import tilewright.kernel.Variable;
import tilewright.model.Access;
import tilewright.model.Subscript;

/** One pass of {@link Columns}: what the arcs of a vertex that has changed make of its columns is offered to their heads. */
record ColumnPass(ColumnShape shape, Terms terms, ColumnMemory memory) {
    private static final int PER_LANE = Columns.WIDTH / Grid.WARP;
    /** Arcs whose heads' values are under way together. */
    private static final int TOGETHER = 4;

    /** For each of a lane's columns. */
    static void lanes(Body body, BiConsumer<Body, Variable> writer) {
        body.loop("k", integer(0), integer(PER_LANE), integer(1), For.ALL, writer);
    }

    /** One pass over the pieces whose vertices have changed. */
    void write(Body body, Grid grid, Variable rows, Variable step) {
        Variable any = body.declare("any", ScalarType.I32, integer(0));
        body.comment("All pieces of all groups are dealt out evenly; pieces of one vertex go to different warps.");
        Variable work = body.let(
                "work", multiply(memory.pieces().read(), memory.together().read()));
        Expression round = multiply(integer(Grid.WARP), grid.warps().read());
        body.loop("b", grid.warp().read(), work.read(), round, 1, (each, b) -> {
            Variable mine = each.let(
                    "mine",
                    add(b.read(), multiply(grid.lane().read(), grid.warps().read())));
            Variable part = each.let(
                    "part",
                    new Expression.Binary(
                            Infix.DIV, mine.read(), memory.pieces().read()));
            Variable piece = each.let(
                    "piece",
                    subtract(mine.read(), multiply(part.read(), memory.pieces().read())));
            Variable row = each.declare("row", ScalarType.I32, integer(0));
            Variable begin = each.declare("begin", ScalarType.I32, integer(0));
            Variable end = each.declare("end", ScalarType.I32, integer(0));
            Variable live = each.declare("live", ScalarType.I32, integer(0));
            each.when(less(mine.read(), work.read()), one -> {
                one.set(row, load(memory.pieceRow(), piece.read(), Place.Access.PLAIN));
                one.set(begin, load(memory.pieceBegin(), piece.read(), Place.Access.PLAIN));
                one.set(end, load(memory.pieceBegin(), add(piece.read(), 1), Place.Access.PLAIN));
                Expression stamp = new Expression.Read(memory.stamp(rows, part, row.read()));
                one.set(live, lessEqual(subtract(step.read(), integer(1)), stamp));
            });
            Variable left =
                    each.declare("left", ScalarType.U32, new Expression.Voted(Expression.Vote.BALLOT, live.read()));
            Expression none = new Expression.IntegerLiteral(ScalarType.U32, 0);
            each.whileHolds(notEqual(left.read(), none), one -> {
                Variable which = one.let("which", call(Intrinsic.TRAILING_ZEROS, ScalarType.U32, left.read()));
                Variable from = one.let("its_begin", of(begin, which));
                Variable to = one.let("its_end", of(end, which));
                Variable tail = one.let("its_row", of(row, which));
                piece(one, grid, rows, step, one.let("its_part", of(part, which)), tail, from, to, any);
                one.set(
                        left,
                        bitAnd(left.read(), subtract(left.read(), new Expression.IntegerLiteral(ScalarType.U32, 1))));
            });
        });
        Variable told = body.let("told", new Expression.Voted(Expression.Vote.ANY, any.read()));
        body.when(
                binary(Infix.AND_THEN, told.read(), equal(grid.lane().read(), integer(0))),
                one -> one.set(memory.flag(step.read()), integer(1)));
    }

    private static Expression of(Variable value, Variable lane) {
        return new Expression.Shuffle(Expression.Lane.AT, value.read(), lane.read(), Grid.WARP);
    }

    private void piece(
            Body body,
            Grid grid,
            Variable rows,
            Variable step,
            Variable part,
            Variable tail,
            Variable from,
            Variable to,
            Variable any) {
        Memory.Register own = body.declareArray("tw_from", shape.type(), List.of(PER_LANE));
        lanes(
                body,
                (one, k) -> one.set(element(own, k.read()), new Expression.Read(at(grid, rows, part, tail.read(), k))));
        body.loop("j0", from.read(), to.read(), integer(Grid.WARP), 1, (each, j0) -> {
            Variable last = each.let("tw_last", subtract(subtract(to.read(), j0.read()), integer(1)));
            Expression number = call(Intrinsic.MIN, ScalarType.I32, grid.lane().read(), last.read());
            each.let(
                    terms.variable(shape.arcs().variable()).name(),
                    load(memory.order(), add(j0.read(), number), Place.Access.PLAIN));
            Variable head = each.let("tw_head", head());
            Map<String, Variable> inputs = new LinkedHashMap<>();
            for (Access read : shape.relaxation().offer().reads()) {
                if (!read.array().equals(shape.relaxation().array()) && !inputs.containsKey(read.toString())) {
                    inputs.put(
                            read.toString(),
                            each.let("tw_input" + inputs.size(), new Expression.Read(terms.element(read))));
                }
            }
            each.loop(
                    "a0",
                    integer(0),
                    add(last.read(), 1),
                    integer(TOGETHER),
                    1,
                    (some, a0) -> arcs(some, grid, rows, step, part, own, head, inputs, a0, last, any));
        });
    }

    /** Some arcs of a vertex, whose heads' values are all loaded first; beyond the last one, that one again. */
    private void arcs(
            Body body,
            Grid grid,
            Variable rows,
            Variable step,
            Variable part,
            Memory.Register own,
            Variable head,
            Map<String, Variable> inputs,
            Variable a0,
            Variable last,
            Variable any) {
        Memory.Register heads = body.declareArray("tw_heads", ScalarType.I32, List.of(TOGETHER));
        Memory.Register old = body.declareArray("tw_old", shape.type(), List.of(TOGETHER, PER_LANE));
        body.loop("a", integer(0), integer(TOGETHER), integer(1), For.ALL, (one, a) -> {
            one.set(element(heads, a.read()), of(head, a0, a, last));
            lanes(
                    one,
                    (each, k) -> each.set(
                            element(old, a.read(), k.read()),
                            new Expression.Read(at(grid, rows, part, load(heads, a.read()), k))));
        });
        body.loop("a", integer(0), integer(TOGETHER), integer(1), For.ALL, (one, a) -> {
            Map<String, Expression> known = new HashMap<>();
            inputs.forEach((read, value) -> known.put(
                    read, one.let("its_" + value.name(), of(value, a0, a, last)).read()));
            Variable better = one.declare("tw_better", ScalarType.I32, integer(0));
            lanes(one, (each, k) -> {
                known.put(shape.relaxation().reads().getFirst().toString(), load(own, k.read()));
                Variable offered = each.let(
                        "tw_offered",
                        shape.type(),
                        terms.value(shape.laws().statement(), shape.relaxation().offer(), known));
                Expression improves =
                        binary(shape.least() ? Infix.LT : Infix.GT, offered.read(), load(old, a.read(), k.read()));
                each.when(improves, yes -> {
                    Place.Global place = at(grid, rows, part, load(heads, a.read()), k);
                    ScalarType ordered = Updates.ordered(shape.type());
                    Expression value =
                            ordered == shape.type() ? offered.read() : new Expression.Bits(ordered, offered.read());
                    yes.evaluate(atomic(
                            shape.least() ? Expression.Update.MIN : Expression.Update.MAX,
                            new Place.Global(place.array(), ordered, place.offset(), Place.Access.RELAXED),
                            value));
                    yes.set(better, integer(1));
                });
            });
            one.when(
                    better.read(),
                    yes -> yes.set(memory.stamp(rows, part, load(heads, a.read())), step.read())
                            .set(any, integer(1)));
        });
    }

    private static Expression of(Variable value, Variable a0, Variable a, Variable last) {
        Expression which = call(Intrinsic.MIN, ScalarType.I32, add(a0.read(), a.read()), last.read());
        return new Expression.Shuffle(Expression.Lane.AT, value.read(), which, Grid.WARP);
    }

    private Place.Global at(Grid grid, Variable rows, Variable part, Expression row, Variable k) {
        Expression inside =
                add(multiply(integer(Grid.WARP), k.read()), grid.lane().read());
        return element(memory.group(), add(memory.place(rows, part.read(), row), inside), Place.Access.RELAXED);
    }

    /** The vertex that an arc leads to, from 0. */
    private Expression head() {
        Subscript first = shape.relaxation().target().subscripts().getFirst();
        return subtract(
                terms.index(first.form(), first.loads()),
                terms.index(shape.rowBounds().lower(), List.of()));
    }
}
