package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.THREAD;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.shiftRight;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.scalar.CNames;
import tilewright.irregular.Grid;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Subscript;

/**
 * Sums over rows whose threads share rows as an inspector says. Where the sum gathers elements that an index array says, and all else is fixed or an input of the arcs, the
 * inspector packs arcs and gathered elements too ({@link PackedRows}).
 */
final class RowSums {
    /** Arcs of a thread whose loads are under way together. */
    private static final int UNROLLED = 4;

    private static final int WARP_BITS = Integer.numberOfTrailingZeros(Grid.WARP);

    private final LoopNest nest;
    private final CNames names;
    private final Terms terms;
    private final Node.Loop loop;
    private final Node.Loop inner;
    private final Statement statement;
    private final ScalarType type;
    private final RowItems items;
    private final @Nullable PackedRows packed;

    private RowSums(LoopNest nest, CNames names, Node.Loop loop, RowItems items) {
        this.nest = nest;
        this.names = names;
        this.terms = new Terms(nest, names, Set.of());
        this.loop = loop;
        this.inner = (Node.Loop) loop.body().getFirst();
        this.statement = (Statement) inner.body().getFirst();
        this.type = ScalarType.of(nest.array(statement.target().array()).type());
        this.items = items;
        this.packed = GatheredSum.of(nest, inner, statement)
                .filter(_ -> allInside())
                .map(s -> new PackedRows(items.number(), items, s))
                .orElse(null);
    }

    static RowSums of(LoopNest nest, CNames names, Node.Loop loop, RowItems items) {
        return new RowSums(nest, names, loop, items);
    }

    /** Whether no subscript of the sum can leave its array, so that the inspector may follow all of them. */
    private boolean allInside() {
        terms.inside().enter(loop);
        terms.inside().enter(inner);
        boolean proved = statement.value().reads().stream().allMatch(this::isInside);
        terms.inside().leave(inner);
        terms.inside().leave(loop);
        return proved;
    }

    private boolean isInside(Access read) {
        for (int d = 0; d < read.subscripts().size(); d++) {
            Subscript s = read.subscripts().get(d);
            boolean asked = s.loads().stream()
                    .allMatch(l -> terms.inside()
                            .isProved(
                                    l.subscripts().getFirst(),
                                    nest.array(l.array()).bounds().getFirst()));
            if (!asked
                    || !terms.inside()
                            .isProved(s, nest.array(read.array()).bounds().get(d))) {
                return false;
            }
        }
        return true;
    }

    /** What is made of the data before. */
    Inspection inspection() {
        return packed == null ? items : packed;
    }

    RowItems items() {
        return items;
    }

    @Nullable
    PackedRows packed() {
        return packed;
    }

    /** The program's memory that the inspector fills, with its sizes. */
    Map<Memory.Global, Expression> given() {
        Map<Memory.Global, Expression> given = new LinkedHashMap<>();
        given.put(items.rows(), items.items().read());
        if (packed == null) {
            given.put(items.begins(), items.items().read());
            given.put(items.ends(), items.items().read());
            return given;
        }
        given.put(packed.counts(), items.items().read());
        given.put(packed.bases(), add(items.warpsUpTo(RowItems.LANES.size() - 1).read(), 1));
        given.put(packed.wanted(), packed.places().read());
        given.put(packed.order(), packed.elements().read());
        for (int i = 0; i < packed.shape().inputs().size(); i++) {
            given.put(packed.input(i), packed.places().read());
        }
        return given;
    }

    /**
     * The program's memory that gathered elements are copied to.
     *
     * @param written whether it is written or read
     */
    List<Memory.Global> gathered(boolean written) {
        if (packed == null) {
            return List.of();
        }
        List<Memory.Global> all = new ArrayList<>();
        for (int g = 0; g < packed.shape().gathered().size(); g++) {
            all.add(gathered(packed, g, written));
        }
        return all;
    }

    private Memory.Global gathered(PackedRows rows, int which, boolean written) {
        String array = rows.shape().gathered().get(which);
        return rows.gathered(which, ScalarType.of(nest.array(array).type()), written);
    }

    /** Copies the elements that are gathered to where they lie in the order of the inspector; a thread each. */
    void writeGathering(Body body) {
        PackedRows rows = Objects.requireNonNull(packed);
        Variable me = body.let("tw_me", add(multiply(BLOCK, integer(LoopKernel.THREADS)), THREAD));
        body.when(less(me.read(), rows.elements().read()), one -> {
            Variable from = one.let("tw_from", load(rows.order(), me.read(), Place.Access.PLAIN));
            for (int g = 0; g < rows.shape().gathered().size(); g++) {
                Memory.Global array = terms.array(rows.shape().gathered().get(g));
                one.set(
                        element(gathered(rows, g, true), me.read(), Place.Access.PLAIN),
                        load(array, from.read(), Place.Access.PLAIN));
            }
        });
    }

    /** Threads share rows as the inspector says; sums of rows in pieces are joined by updates. */
    void write(Body body) {
        Variable me = body.let("tw_me", add(multiply(BLOCK, integer(LoopKernel.THREADS)), THREAD));
        Variable lane = body.let("tw_lane", bitAnd(me.read(), integer(Grid.WARP - 1L)));
        Variable warp = body.let("tw_warp", shiftRight(me.read(), integer(WARP_BITS)));
        Variable lanes = body.declare("tw_lanes", ScalarType.I32, integer(Grid.WARP));
        Variable base = body.declare("tw_base", ScalarType.I32, integer(0));
        Variable before = body.declare("tw_first_warp", ScalarType.I32, integer(0));
        Variable until =
                body.declare("tw_until", ScalarType.I32, items.itemsUpTo(0).read());
        for (int kind = 1; kind < RowItems.LANES.size(); kind++) {
            int own = kind;
            body.when(
                    lessEqual(items.warpsUpTo(kind - 1).read(), warp.read()),
                    later -> later.set(lanes, integer(RowItems.LANES.get(own)))
                            .set(base, items.itemsUpTo(own - 1).read())
                            .set(before, items.warpsUpTo(own - 1).read())
                            .set(until, items.itemsUpTo(own).read()));
        }
        Expression perWarp = new Expression.Binary(Infix.DIV, integer(Grid.WARP), lanes.read());
        Variable item = body.let(
                "tw_item",
                add(
                        add(base.read(), multiply(subtract(warp.read(), before.read()), perWarp)),
                        new Expression.Binary(Infix.DIV, lane.read(), lanes.read())));
        Variable row = body.declare(names.of(loop.variable()), ScalarType.I32, integer(0));
        Variable parts = body.declare("tw_parts", ScalarType.I32, integer(0));
        Variable sum = body.declare("tw_sum", type, LaneSums.zero(type));
        Variable inRow = body.let("tw_in_row", bitAnd(lane.read(), subtract(lanes.read(), integer(1))));
        terms.inside().enter(loop);
        terms.inside().enter(inner);
        if (packed == null) {
            arcs(body, item, until, row, parts, inRow, lanes, sum);
        } else {
            packedArcs(body, packed, warp, lane, item, until, row, parts, inRow, lanes, sum);
        }
        for (int distance = Grid.WARP / 2; distance > 0; distance /= 2) {
            int own = distance;
            body.when(less(integer(own), lanes.read()), wide -> wide.set(sum, LaneSums.joined(sum, own)));
        }
        body.when(binary(Infix.AND_THEN, equal(inRow.read(), integer(0)), less(item.read(), until.read())), one -> {
            Place.Global target = terms.element(statement.target());
            one.when(
                    parts.read(),
                    several -> several.evaluate(Expressions.atomic(Expression.Update.ADD, target, sum.read())),
                    whole -> whole.set(target, binary(Infix.ADD, new Expression.Read(target), sum.read())));
        });
        terms.inside().leave(inner);
        terms.inside().leave(loop);
    }

    /** Arcs where the nest has them. */
    private void arcs(
            Body body,
            Variable item,
            Variable until,
            Variable row,
            Variable parts,
            Variable inRow,
            Variable lanes,
            Variable sum) {
        Variable begin = body.declare("tw_begin", ScalarType.I32, integer(0));
        Variable end = body.declare("tw_end", ScalarType.I32, integer(0));
        body.when(less(item.read(), until.read()), has -> {
            has.set(row, load(items.rows(), item.read(), Place.Access.PLAIN));
            has.set(begin, load(items.begins(), item.read(), Place.Access.PLAIN));
            has.set(end, load(items.ends(), item.read(), Place.Access.PLAIN));
            pieces(has, end, parts);
        });
        Variable at = body.declare("tw_at", ScalarType.I32, add(begin.read(), inRow.read()));
        // The loads of several arcs come before the first one is needed: no exit stands between them.
        body.whileHolds(less(add(at.read(), multiply(integer(UNROLLED - 1L), lanes.read())), end.read()), several -> {
            for (int arc = 0; arc < UNROLLED; arc++) {
                arc(several, sum, at, lanes);
            }
        });
        body.whileHolds(less(at.read(), end.read()), one -> arc(one, sum, at, lanes));
    }

    /** A complement says that the row has other pieces too. */
    private static void pieces(Body body, Variable number, Variable parts) {
        body.when(
                less(number.read(), integer(0)),
                piece -> piece.set(parts, integer(1))
                        .set(number, new Expression.Unary(Prefix.COMPLEMENT, number.read())));
    }

    private void arc(Body body, Variable sum, Variable at, Variable lanes) {
        body.add(new tilewright.kernel.Statement.Scope(Body.of(one -> {
            one.let(names.of(inner.variable()), at.read());
            one.set(sum, terms.value(statement, Map.of(statement.target().toString(), sum.read())));
        })));
        body.set(at, add(at.read(), lanes.read()));
    }

    /** Arcs as the inspector packed them: those of a warp side by side, of which each thread takes every 32nd. */
    private void packedArcs(
            Body body,
            PackedRows rows,
            Variable warp,
            Variable lane,
            Variable item,
            Variable until,
            Variable row,
            Variable parts,
            Variable inRow,
            Variable lanes,
            Variable sum) {
        Variable count = body.declare("tw_count", ScalarType.I32, integer(0));
        body.when(less(item.read(), until.read()), has -> {
            has.set(row, load(items.rows(), item.read(), Place.Access.PLAIN));
            has.set(count, load(rows.counts(), item.read(), Place.Access.PLAIN));
            pieces(has, count, parts);
        });
        Variable at = body.declare("tw_at", ScalarType.I32, integer(0));
        body.when(
                less(item.read(), until.read()),
                has -> has.set(at, add(load(rows.bases(), warp.read(), Place.Access.PLAIN), lane.read())));
        Variable left = body.declare("tw_left", ScalarType.I32, subtract(count.read(), inRow.read()));
        body.whileHolds(less(multiply(integer(UNROLLED - 1L), lanes.read()), left.read()), several -> {
            List<Variable> wanted = new ArrayList<>();
            for (int arc = 0; arc < UNROLLED; arc++) {
                wanted.add(several.let(
                        "tw_its" + arc,
                        load(rows.wanted(), add(at.read(), (long) Grid.WARP * arc), Place.Access.PLAIN)));
            }
            for (int arc = 0; arc < UNROLLED; arc++) {
                packedArc(several, rows, sum, wanted.get(arc), add(at.read(), (long) Grid.WARP * arc));
            }
            several.set(at, add(at.read(), (long) Grid.WARP * UNROLLED));
            several.set(left, subtract(left.read(), multiply(integer(UNROLLED), lanes.read())));
        });
        body.whileHolds(less(integer(0), left.read()), one -> {
            Variable wanted = one.let("tw_its", load(rows.wanted(), at.read(), Place.Access.PLAIN));
            packedArc(one, rows, sum, wanted, at.read());
            one.set(at, add(at.read(), Grid.WARP));
            one.set(left, subtract(left.read(), lanes.read()));
        });
    }

    private void packedArc(Body body, PackedRows rows, Variable sum, Variable wanted, Expression place) {
        Map<String, Expression> known = new HashMap<>();
        known.put(statement.target().toString(), sum.read());
        GatheredSum shape = rows.shape();
        for (int g = 0; g < shape.gathers().size(); g++) {
            known.put(shape.gathers().get(g), load(gathered(rows, g, false), wanted.read(), Place.Access.PLAIN));
        }
        for (int i = 0; i < shape.inputs().size(); i++) {
            ScalarType own =
                    ScalarType.of(nest.array(shape.inputs().get(i).array()).type());
            Expression bits = load(rows.input(i), place, Place.Access.PLAIN);
            known.put(shape.inputs().get(i).read(), own == ScalarType.I32 ? bits : new Expression.Bits(own, bits));
        }
        body.set(sum, terms.value(statement, known));
    }
}
