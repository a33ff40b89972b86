package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.THREAD;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.shiftRight;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.scalar.CNames;
import tilewright.dependence.Law;
import tilewright.dependence.Reduction;
import tilewright.dependence.RowOrder;
import tilewright.dependence.StatementLaws;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement.For;
import tilewright.kernel.Variable;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.model.Until;

/**
 * What the threads of one loop's launch do. A thread runs an iteration; where the loop holds one inner loop alone whose iterations may run at the same time too, or join
 * into one element, a warp runs an iteration and its threads share the inner loop's.
 */
final class LoopKernel {
    static final int THREADS = 256;
    private static final int WARP_BITS = Integer.numberOfTrailingZeros(Simt.WARP);

    /** How a loop is shared out. */
    enum Share {
        /** An iteration per thread. */
        THREAD,
        /** An iteration per warp, whose threads share the inner iterations. */
        WARP,
        /** The same, and what they find is joined into one element. */
        JOIN
    }

    private final LoopNest nest;
    private final Map<String, StatementLaws> laws;
    private final Node.Loop loop;
    private final Node.@Nullable Repeat around;
    private final Share share;
    private final Independence independence;
    private final CNames names;
    private final Memory.@Nullable Global changed;
    private final Terms terms;
    private final List<Memory.Shared> blockSums = new ArrayList<>();
    private LoopStores stores;

    private LoopKernel(
            LoopNest nest,
            Map<String, StatementLaws> laws,
            Node.Loop loop,
            Node.@Nullable Repeat around,
            Share share,
            Independence independence,
            CNames names,
            Memory.@Nullable Global changed) {
        this.nest = nest;
        this.laws = laws;
        this.loop = loop;
        this.around = around;
        this.share = share;
        this.independence = independence;
        this.names = names;
        this.changed = changed;
        Set<String> contended = new HashSet<>();
        for (var placed : nest.statements()) {
            Statement statement = placed.statement();
            Independence.Store store = independence.stores().get(statement.id());
            if (store != null && store != Independence.Store.OWN) {
                contended.add(statement.target().array());
            }
        }
        this.terms = new Terms(nest, names, contended);
        this.stores = new LoopStores(nest, laws, terms, around, null, Map.of());
    }

    /**
     * The kernel of a loop, or why there is none.
     *
     * @param around the repetition that the loop stands in
     * @param changed where changes are told
     */
    static Found of(
            LoopNest nest,
            Map<String, StatementLaws> laws,
            Node.Loop loop,
            Node.@Nullable Repeat around,
            CNames names,
            Memory.@Nullable Global changed) {
        if (loop.body().size() == 1 && loop.body().getFirst() instanceof Node.Loop inner && inner.step() == 1) {
            Independence both = Independence.of(nest, laws, loop, List.of(loop.variable(), inner.variable()), around);
            if (both.obstacle() == null && !joinsInside(inner, both)) {
                return new Found(new LoopKernel(nest, laws, loop, around, Share.WARP, both, names, changed), null);
            }
        }
        Independence own = Independence.of(nest, laws, loop, List.of(loop.variable()), around);
        if (own.obstacle() != null) {
            return new Found(null, own.obstacle());
        }
        Share share = joins(nest, laws, loop, own) ? Share.JOIN : Share.THREAD;
        return new Found(new LoopKernel(nest, laws, loop, around, share, own, names, changed), null);
    }

    /** A kernel, or the obstacle. */
    record Found(@Nullable LoopKernel kernel, @Nullable String obstacle) {}

    /** Whether some element that is the same for all inner iterations would be updated by each of them. */
    private static boolean joinsInside(Node.Loop inner, Independence independence) {
        return statements(inner.body()).stream()
                .anyMatch(s ->
                        independence.stores().get(s.id()) == Independence.Store.JOINED && isFixed(s, inner.variable()));
    }

    private static List<Statement> statements(List<Node> nodes) {
        return nodes.stream()
                .flatMap(n -> switch (n) {
                    case Statement s -> Stream.of(s);
                    case Node.Loop l -> statements(l.body()).stream();
                    case Node.Guard g ->
                        Stream.concat(statements(g.then()).stream(), statements(g.otherwise()).stream());
                    case Node.Repeat r -> statements(r.body()).stream();
                })
                .toList();
    }

    private static boolean isFixed(Statement statement, String variable) {
        return statement.target().loads().isEmpty()
                && statement.target().subscripts().stream()
                        .allMatch(s -> tilewright.model.LinearForm.of(s.form()).coefficient(variable) == 0);
    }

    /** Whether the loop is one inner loop of one sum into an element of its own. */
    private static boolean joins(
            LoopNest nest, Map<String, StatementLaws> laws, Node.Loop loop, Independence independence) {
        if (loop.body().size() != 1
                || !(loop.body().getFirst() instanceof Node.Loop inner)
                || inner.step() != 1
                || inner.body().size() != 1
                || !(inner.body().getFirst() instanceof Statement statement)) {
            return false;
        }
        StatementLaws own = laws.get(statement.id());
        return own != null
                && own.reduction() != null
                && own.hold(Law.REDUCTION)
                && own.reduction().operator() == Operator.ADD
                && nest.array(statement.target().array()).type().bytes() >= Integer.BYTES
                && independence.stores().get(statement.id()) == Independence.Store.OWN
                && isFixed(statement, inner.variable());
    }

    /** Iterations of a block. */
    int iterationsOfBlock() {
        return share == Share.THREAD ? THREADS : THREADS / Simt.WARP;
    }

    /** How many iterations there are; negative where there are none. */
    Expression iterations() {
        long step = loop.step();
        Expression span = step > 0
                ? Expressions.subtract(terms.index(loop.upper(), List.of()), terms.index(loop.lower(), List.of()))
                : Expressions.subtract(terms.index(loop.lower(), List.of()), terms.index(loop.upper(), List.of()));
        Expression more = add(span, Math.abs(step));
        return Math.abs(step) == 1 ? more : Expressions.divide(more, Math.abs(step));
    }

    /** What it does, for people. */
    String comment() {
        return "The loop over " + loop.variable() + " of line "
                + loop.position().line() + ", "
                + (share == Share.THREAD ? "an iteration a thread." : "an iteration a warp.");
    }

    /** How the loop is a sum over rows that an inspector prepares; null where it is none. */
    @Nullable
    RowSums sums(int number) {
        if (share != Share.JOIN || tells() || loop.step() != 1) {
            return null;
        }
        Node.Loop inner = (Node.Loop) loop.body().getFirst();
        Statement statement = (Statement) inner.body().getFirst();
        boolean pointersStay = inner.loads().stream().noneMatch(l -> nest.isWritten(l.array()));
        boolean addable = Updates.isKnown(
                Operator.ADD, nest.array(statement.target().array()).type());
        return pointersStay && addable && new RowOrder(nest).arcs(inner).isPresent()
                ? RowSums.of(
                        nest,
                        names,
                        loop,
                        RowItems.of(number, inner.loads().getFirst(), loop.variable(), loop.lower(), loop.upper()))
                : null;
    }

    void write(Body body) {
        Variable lane = null;
        Variable number;
        Variable me = body.let("tw_me", add(multiply(BLOCK, integer(THREADS)), THREAD));
        if (share == Share.THREAD) {
            number = me;
        } else {
            lane = body.let("tw_lane", bitAnd(me.read(), integer(Simt.WARP - 1L)));
            number = body.let("tw_warp", shiftRight(me.read(), integer(WARP_BITS)));
        }
        boolean tells = changed != null && tells();
        Variable any = tells ? body.declare("tw_any", ScalarType.I32, integer(0)) : null;
        Variable own = lane;
        terms.at(loop.position());
        terms.inside().enter(loop);
        Map<String, Variable> together = share == Share.THREAD ? sums(body) : Map.of();
        stores = new LoopStores(nest, laws, terms, around, any, together);
        body.when(Expressions.less(number.read(), iterations()), in -> {
            in.let(
                    names.of(loop.variable()),
                    ScalarType.I32,
                    add(terms.index(loop.lower(), List.of()), multiply(integer(loop.step()), number.read())));
            if (own == null) {
                nodes(in, loop.body());
            } else if (share == Share.WARP) {
                shared(in, (Node.Loop) loop.body().getFirst(), own, this::nodes);
            } else {
                join(in, (Node.Loop) loop.body().getFirst(), own);
            }
        });
        terms.inside().leave(loop);
        together.forEach((id, sum) -> {
            for (int distance = Simt.WARP / 2; distance > 0; distance /= 2) {
                body.set(sum, LaneSums.joined(sum, distance));
            }
            Memory.Shared warps = LaneSums.ofWarps(blockSums.size(), sum.type(), THREADS);
            blockSums.add(warps);
            LaneSums.ofBlock(
                    body,
                    warps,
                    sum,
                    terms.element(nest.statement(id).statement().target()));
        });
        if (tells && any != null && changed != null) {
            Variable told = body.let("tw_told", new Expression.Voted(Expression.Vote.ANY, any.read()));
            Memory.Global flag = changed;
            body.when(
                    binary(Infix.AND_THEN, told.read(), equal(bitAnd(THREAD, integer(Simt.WARP - 1L)), integer(0))),
                    one -> one.set(Expressions.element(flag, integer(0), Place.Access.RELAXED), integer(1)));
        }
    }

    /** Memory that the threads of a block share; known once the kernel is written. */
    List<Memory.Shared> shared() {
        return List.copyOf(blockSums);
    }

    /** Sums of all iterations into one element: each thread has its own, a warp adds its threads' at once, and a block its warps'. */
    private Map<String, Variable> sums(Body body) {
        Map<String, Variable> sums = new LinkedHashMap<>();
        for (Statement s : statements(loop.body())) {
            Reduction reduction = Objects.requireNonNull(laws.get(s.id())).reduction();
            if (independence.stores().get(s.id()) == Independence.Store.JOINED
                    && reduction != null
                    && reduction.operator() == Operator.ADD
                    && s.target().subscripts().isEmpty()) {
                ScalarType type = ScalarType.of(nest.array(s.target().array()).type());
                sums.put(s.id(), body.declare("tw_sum" + sums.size(), type, LaneSums.zero(type)));
            }
        }
        return sums;
    }

    /** Whether the repetition asks for changes that the loop makes. */
    private boolean tells() {
        return statements(loop.body()).stream().anyMatch(stores::isTold);
    }

    private interface Writer {
        void write(Body body, List<Node> nodes);
    }

    private void shared(Body body, Node.Loop inner, Variable lane, Writer writer) {
        terms.at(inner.position());
        Expression first = terms.index(inner.lower(), inner.loads());
        Variable last = body.let("tw_last", terms.index(inner.upper(), inner.loads()));
        terms.inside().enter(inner);
        body.loop(
                names.of(inner.variable()),
                add(first, lane.read()),
                add(last.read(), 1),
                integer(Simt.WARP),
                For.ANY,
                (each, _) -> writer.write(each, inner.body()));
        terms.inside().leave(inner);
    }

    /** Each thread of the warp joins what it finds; the first one stores what they find together. */
    private void join(Body body, Node.Loop inner, Variable lane) {
        Statement statement = (Statement) inner.body().getFirst();
        Reduction reduction = Objects.requireNonNull(
                Objects.requireNonNull(laws.get(statement.id())).reduction());
        ScalarType type = ScalarType.of(nest.array(statement.target().array()).type());
        Variable sum = body.declare("tw_sum", type, LaneSums.zero(type));
        String accumulator = statement.target().toString();
        if (reduction.operator() != Operator.ADD) {
            throw new IllegalArgumentException("joined by " + reduction.operator());
        }
        shared(body, inner, lane, (each, _) -> each.set(sum, terms.value(statement, Map.of(accumulator, sum.read()))));
        for (int distance = Simt.WARP / 2; distance > 0; distance /= 2) {
            body.set(sum, LaneSums.joined(sum, distance));
        }
        body.when(equal(lane.read(), integer(0)), one -> {
            Place.Global target = terms.element(statement.target());
            Variable before = one.let("tw_before", new Expression.Read(target));
            Variable after = one.let("tw_after", binary(Infix.ADD, before.read(), sum.read()));
            stores.store(one, statement, target, before, after);
        });
    }

    private void nodes(Body body, List<Node> nodes) {
        nodes.forEach(n -> node(body, n));
    }

    private void node(Body body, Node node) {
        switch (node) {
            case Node.Loop l -> inside(body, l);
            case Node.Guard g -> guard(body, g.condition(), g);
            case Statement s -> statement(body, s);
            case Node.Repeat r -> throw r.notAffine();
        }
    }

    private void guard(Body body, Condition condition, Node.Guard g) {
        if (g.otherwise().isEmpty()) {
            body.when(terms.condition(condition), then -> nodes(then, g.then()));
        } else {
            body.when(
                    terms.condition(condition),
                    then -> nodes(then, g.then()),
                    otherwise -> nodes(otherwise, g.otherwise()));
        }
    }

    /** A loop that a thread runs alone. */
    private void inside(Body body, Node.Loop l) {
        terms.at(l.position());
        Expression first = terms.index(l.lower(), l.loads());
        Variable last = body.let("tw_last_" + names.of(l.variable()), terms.index(l.upper(), l.loads()));
        Variable variable = terms.variable(l.variable());
        Expression condition =
                l.step() > 0 ? lessEqual(variable.read(), last.read()) : binary(Infix.GE, variable.read(), last.read());
        terms.inside().enter(l);
        body.add(new For(
                variable, first, condition, integer(l.step()), For.ANY, Body.of(each -> nodes(each, l.body()))));
        terms.inside().leave(l);
    }

    private void statement(Body body, Statement s) {
        terms.at(s.position());
        Independence.Store store = Objects.requireNonNull(independence.stores().get(s.id()));
        switch (store) {
            case OWN -> stores.own(body, s);
            case JOINED -> stores.joined(body, s);
            case RELAXED -> stores.relaxed(body, s);
        }
    }

    /** The condition of a repetition, told as the wish for another pass. */
    static void ask(Body body, Terms terms, Until.Holds until, String where, Memory.Global changed) {
        body.when(
                equal(THREAD, integer(0)),
                one -> one.set(
                        Expressions.element(changed, integer(0), Place.Access.RELAXED),
                        new Expression.Unary(Prefix.NOT, terms.condition(until.condition(), where))));
    }
}
