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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.scalar.CNames;
import tilewright.dependence.Law;
import tilewright.dependence.Relaxation;
import tilewright.dependence.StatementLaws;
import tilewright.irregular.Grid;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement.For;
import tilewright.kernel.Variable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.model.Until;

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
    private static final int PER_LANE = WIDTH / Grid.WARP;
    /** Arcs whose heads' values are under way together. */
    private static final int TOGETHER = 4;

    /** Elements of {@link #control}: four flags of passes, then how often a group was passed at most, and whether one was given up. */
    static final int MOST = 4;

    static final int GIVEN_UP = 5;
    static final int CONTROL = 6;

    private final LoopNest nest;
    private final Terms terms;
    private final Node.Loop arcs;
    private final Node.Loop columns;
    private final Statement statement;
    private final Relaxation relaxation;
    private final ScalarType type;
    private final Memory.Global values;

    /** Arcs in the order of the vertices that they leave. */
    final Memory.Global order = new Memory.Global("tw_order", ScalarType.I32, false);

    final Memory.Global pieceRow = new Memory.Global("tw_piece_row", ScalarType.I32, false);
    final Memory.Global pieceBegin = new Memory.Global("tw_piece_begin", ScalarType.I32, false);
    final Memory.Global group;
    final Memory.Global stamps = new Memory.Global("tw_stamps", ScalarType.I32, true);
    final Memory.Global control = new Memory.Global("tw_control", ScalarType.I32, true);
    final Variable pieces = Variable.integer("tw_pieces");
    /** Times {@link #WIDTH} columns are taken together. */
    final Variable together = Variable.integer("tw_together");

    final Variable most;

    private Columns(LoopNest nest, CNames names, StatementLaws laws, Node.Loop arcs, Node.Loop columns, Variable most) {
        this.nest = nest;
        this.terms = new Terms(nest, names, Set.of());
        this.arcs = arcs;
        this.columns = columns;
        this.statement = laws.statement();
        this.relaxation = Objects.requireNonNull(laws.relaxation());
        this.type = ScalarType.of(nest.array(relaxation.array()).type());
        this.values = terms.array(relaxation.array());
        this.group = new Memory.Global("tw_group", type, true);
        this.most = most;
    }

    /** The repetition as columns; empty where it is none. */
    static Optional<Columns> of(
            LoopNest nest, CNames names, Map<String, StatementLaws> laws, Node.Repeat repeat, Variable most) {
        if (!(repeat.until() instanceof Until.Unchanged)
                || repeat.counter() != null
                || repeat.body().size() != 1
                || !(repeat.body().getFirst() instanceof Node.Loop arcs)
                || !arcs.loads().isEmpty()
                || arcs.step() != 1
                || arcs.body().size() != 1
                || !(arcs.body().getFirst() instanceof Node.Loop columns)
                || !columns.loads().isEmpty()
                || columns.step() != 1
                || columns.body().size() != 1
                || !(columns.body().getFirst() instanceof Statement statement)) {
            return Optional.empty();
        }
        StatementLaws own = laws.get(statement.id());
        if (own == null || own.relaxation() == null || !own.hold(Law.CHAOTIC) || !Updates.improves(nest, own)) {
            return Optional.empty();
        }
        Relaxation relaxation = own.relaxation();
        boolean fits = relaxation.reads().size() == 1
                && isColumn(relaxation.target(), columns.variable())
                && isColumn(relaxation.reads().getFirst(), columns.variable())
                && plainLoad(relaxation.reads().getFirst(), arcs.variable()) != null
                && relaxation.offer().reads().stream()
                        .filter(r -> !r.array().equals(relaxation.array()))
                        .allMatch(r -> r.subscripts().stream()
                                .noneMatch(s -> s.form().variables().contains(columns.variable())
                                        || !s.loads().isEmpty()))
                && columns.lower().variables().stream().noneMatch(arcs.variable()::equals)
                && columns.upper().variables().stream().noneMatch(arcs.variable()::equals);
        return fits ? Optional.of(new Columns(nest, names, own, arcs, columns, most)) : Optional.empty();
    }

    /** An element whose second subscript is the column, and whose first one is loaded and knows nothing of it. */
    private static boolean isColumn(Access access, String column) {
        return access.subscripts().size() == 2
                && access.subscripts().get(1).form().equals(Affine.variable(column))
                && access.subscripts().get(0) instanceof Subscript.LoadedSubscript first
                && first.loads().stream()
                        .flatMap(l -> l.subscripts().stream())
                        .noneMatch(s -> s.form().variables().contains(column));
    }

    /** The array whose element for an arc is the vertex that the arc leaves. */
    private static @Nullable String plainLoad(Access access, String arc) {
        Subscript first = access.subscripts().getFirst();
        boolean plain = first.loads().size() == 1
                && first.form().equals(first.loads().getFirst().variable())
                && first.loads().getFirst().subscripts().size() == 1
                && first.loads().getFirst().subscripts().getFirst().form().equals(Affine.variable(arc));
        return plain ? first.loads().getFirst().array() : null;
    }

    /** The array that is relaxed. */
    String array() {
        return relaxation.array();
    }

    /** The array that says which vertex an arc leaves. */
    String tails() {
        return Objects.requireNonNull(plainLoad(relaxation.reads().getFirst(), arcs.variable()));
    }

    /** The first number of a vertex. */
    Affine base() {
        return nest.array(relaxation.array()).bounds().getFirst().lower();
    }

    private ArrayDeclaration.Bounds rowBounds() {
        return nest.array(relaxation.array()).bounds().getFirst();
    }

    private ArrayDeclaration.Bounds columnBounds() {
        return nest.array(relaxation.array()).bounds().get(1);
    }

    /** How many vertices there are. */
    Expression rows() {
        return terms.index(rowBounds().extent(), List.of());
    }

    /** How many arcs there are. */
    Expression arcCount() {
        return add(subtract(terms.index(arcs.upper(), List.of()), terms.index(arcs.lower(), List.of())), 1);
    }

    private Expression columnCount() {
        return add(subtract(terms.index(columns.upper(), List.of()), terms.index(columns.lower(), List.of())), 1);
    }

    /** What all threads do. */
    void write(Body body) {
        Grid grid = Grid.declare(body, THREADS);
        Variable rows = body.let("tw_rows", rows());
        Variable count = body.let("tw_columns", columnCount());
        Variable size = body.let("tw_size", multiply(rows.read(), together.read()));
        body.when(
                less(grid.me().read(), integer(CONTROL)),
                one -> one.set(element(control, grid.me().read(), Place.Access.RELAXED), integer(0)));
        body.loop(
                "i",
                grid.me().read(),
                size.read(),
                grid.all().read(),
                1,
                (each, i) -> each.set(element(stamps, i.read(), Place.Access.RELAXED), integer(-1)));
        Variable step = body.declare("tw_step", ScalarType.I32, integer(1));
        body.gridBarrier();
        Expression stride = multiply(integer(WIDTH), together.read());
        body.loop("tw_first", integer(0), count.read(), stride, 1, (each, first) -> {
            copy(each, grid, rows, count, first, true, step);
            each.gridBarrier();
            Variable begun = each.let("tw_begun", step.read());
            Variable open = each.declare("tw_open", ScalarType.I32, integer(1));
            each.whileHolds(
                    binary(Infix.AND_THEN, open.read(), less(subtract(step.read(), begun.read()), most.read())),
                    pass -> {
                        pass.set(step, add(step.read(), 1));
                        pass(pass, grid, rows, step);
                        pass.when(
                                equal(grid.me().read(), integer(0)),
                                one -> one.set(flag(add(step.read(), 2)), integer(0)));
                        pass.gridBarrier();
                        pass.set(open, new Expression.Read(flag(step.read())));
                    });
            each.when(equal(grid.me().read(), integer(0)), one -> {
                one.evaluate(atomic(
                        Expression.Update.MAX,
                        element(control, integer(MOST), Place.Access.RELAXED),
                        subtract(step.read(), begun.read())));
                one.when(
                        open.read(), g -> g.set(element(control, integer(GIVEN_UP), Place.Access.RELAXED), integer(1)));
            });
            copy(each, grid, rows, count, first, false, step);
            each.gridBarrier();
            // Whatever happened up to now is older than what the next group looks for.
            each.set(step, add(step.read(), 2));
        });
    }

    private Place.Global flag(Expression step) {
        return element(control, bitAnd(step, integer(3)), Place.Access.RELAXED);
    }

    /** Where the columns of a vertex begin in the group's own memory. */
    private Expression place(Variable rows, Expression part, Expression row) {
        return multiply(integer(WIDTH), add(multiply(part, rows.read()), row));
    }

    /** Columns of the array to the group's memory, or back; to begin with, every vertex has changed. */
    private void copy(Body body, Grid grid, Variable rows, Variable count, Variable first, boolean in, Variable step) {
        Variable all = body.let(in ? "tw_in" : "tw_out", multiply(rows.read(), together.read()));
        body.loop("t", grid.warp().read(), all.read(), grid.warps().read(), 1, (each, t) -> {
            Variable part = each.let("part", new Expression.Binary(Infix.DIV, t.read(), rows.read()));
            Variable row = each.let("row", subtract(t.read(), multiply(part.read(), rows.read())));
            Variable differs = each.declare("differs", ScalarType.I32, integer(0));
            lanes(each, (one, k) -> {
                Variable inside = one.let(
                        "inside",
                        add(multiply(integer(Grid.WARP), k.read()), grid.lane().read()));
                Variable column =
                        one.let("column", add(add(first.read(), multiply(integer(WIDTH), part.read())), inside.read()));
                Place.Global own =
                        element(group, add(place(rows, part.read(), row.read()), inside.read()), Place.Access.RELAXED);
                Expression extent = terms.index(columnBounds().extent(), List.of());
                Expression shifted = add(
                        column.read(),
                        subtract(
                                terms.index(columns.lower(), List.of()),
                                terms.index(columnBounds().lower(), List.of())));
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
                        one -> one.set(element(stamps, t.read(), Place.Access.RELAXED), step.read()));
            }
        });
    }

    private Expression nothing() {
        return type.isFloating() ? new Expression.RealLiteral(type, "0.0") : new Expression.IntegerLiteral(type, 0);
    }

    private static void lanes(Body body, BiConsumer<Body, Variable> writer) {
        body.loop("k", integer(0), integer(PER_LANE), integer(1), For.ALL, writer);
    }

    /** One pass over the pieces whose vertices have changed. */
    private void pass(Body body, Grid grid, Variable rows, Variable step) {
        Variable any = body.declare("any", ScalarType.I32, integer(0));
        Variable blocks = body.let("piece_blocks", Expressions.divide(add(pieces.read(), Grid.WARP - 1L), Grid.WARP));
        Variable work = body.let("work", multiply(blocks.read(), together.read()));
        body.loop("b", grid.warp().read(), work.read(), grid.warps().read(), 1, (each, b) -> {
            Variable part = each.let("part", new Expression.Binary(Infix.DIV, b.read(), blocks.read()));
            Variable piece = each.let(
                    "piece",
                    add(
                            multiply(integer(Grid.WARP), subtract(b.read(), multiply(part.read(), blocks.read()))),
                            grid.lane().read()));
            Variable row = each.declare("row", ScalarType.I32, integer(0));
            Variable begin = each.declare("begin", ScalarType.I32, integer(0));
            Variable end = each.declare("end", ScalarType.I32, integer(0));
            Variable live = each.declare("live", ScalarType.I32, integer(0));
            each.when(less(piece.read(), pieces.read()), one -> {
                one.set(row, load(pieceRow, piece.read(), Place.Access.PLAIN));
                one.set(begin, load(pieceBegin, piece.read(), Place.Access.PLAIN));
                one.set(end, load(pieceBegin, add(piece.read(), 1), Place.Access.PLAIN));
                Expression stamp =
                        load(stamps, add(multiply(part.read(), rows.read()), row.read()), Place.Access.RELAXED);
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
                piece(one, grid, rows, step, part, tail, from, to, any);
                one.set(
                        left,
                        bitAnd(left.read(), subtract(left.read(), new Expression.IntegerLiteral(ScalarType.U32, 1))));
            });
        });
        Variable told = body.let("told", new Expression.Voted(Expression.Vote.ANY, any.read()));
        body.when(
                binary(Infix.AND_THEN, told.read(), equal(grid.lane().read(), integer(0))),
                one -> one.set(flag(step.read()), integer(1)));
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
        Memory.Register own = body.declareArray("tw_from", type, List.of(PER_LANE));
        lanes(
                body,
                (one, k) -> one.set(element(own, k.read()), new Expression.Read(at(grid, rows, part, tail.read(), k))));
        body.loop("j0", from.read(), to.read(), integer(Grid.WARP), 1, (each, j0) -> {
            Variable last = each.let("tw_last", subtract(subtract(to.read(), j0.read()), integer(1)));
            Expression number = call(Intrinsic.MIN, ScalarType.I32, grid.lane().read(), last.read());
            each.let(terms.variable(arcs.variable()).name(), load(order, add(j0.read(), number), Place.Access.PLAIN));
            Variable head = each.let("tw_head", head());
            Map<String, Variable> inputs = new LinkedHashMap<>();
            for (Access read : relaxation.offer().reads()) {
                if (!read.array().equals(relaxation.array()) && !inputs.containsKey(read.toString())) {
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
        Memory.Register old = body.declareArray("tw_old", type, List.of(TOGETHER, PER_LANE));
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
                known.put(relaxation.reads().getFirst().toString(), load(own, k.read()));
                Variable offered = each.let("tw_offered", type, terms.value(statement, relaxation.offer(), known));
                Expression improves =
                        binary(least() ? Infix.LT : Infix.GT, offered.read(), load(old, a.read(), k.read()));
                each.when(improves, yes -> {
                    Place.Global place = at(grid, rows, part, load(heads, a.read()), k);
                    ScalarType ordered = Updates.ordered(type);
                    Expression value = ordered == type ? offered.read() : new Expression.Bits(ordered, offered.read());
                    yes.evaluate(atomic(
                            least() ? Expression.Update.MIN : Expression.Update.MAX,
                            new Place.Global(place.array(), ordered, place.offset(), Place.Access.RELAXED),
                            value));
                    yes.set(better, integer(1));
                });
            });
            one.when(
                    better.read(),
                    yes -> yes.set(
                                    element(
                                            stamps,
                                            add(multiply(part.read(), rows.read()), load(heads, a.read())),
                                            Place.Access.RELAXED),
                                    step.read())
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
        return element(group, add(place(rows, part.read(), row), inside), Place.Access.RELAXED);
    }

    private boolean least() {
        return Updates.of(relaxation.operator()) == Expression.Update.MIN;
    }

    /** The vertex that an arc leads to, from 0. */
    private Expression head() {
        Subscript first = relaxation.target().subscripts().getFirst();
        return subtract(
                terms.index(first.form(), first.loads()),
                terms.index(rowBounds().lower(), List.of()));
    }
}
