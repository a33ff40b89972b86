package tilewright.parse.c.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Load;
import tilewright.model.Node;
import tilewright.parse.c.affine.Known.Kind;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.affine.SignProver;
import tilewright.parse.c.flow.Escapes.Escape;
import tilewright.parse.c.unit.LoopTest;

/** A loop that an induction variable counts, with what its iterations leave in other integers. */
final class CountedLoop {
    /** A body in the scope of its loop. */
    interface Body {
        List<Node> nodes(Scope scope);
    }

    private final ScopContext context;
    private final IASTStatement loop;
    private final LoopHeader.Counter counter;
    private final LoopTest test;
    private final Set<IBinding> changed;
    private final Body run;
    private final Map<IBinding, Affine> before;

    /** @param changed integers that an iteration changes, the counter's own left out */
    CountedLoop(
            ScopContext context,
            IASTStatement loop,
            LoopHeader.Counter counter,
            LoopTest test,
            Set<IBinding> changed,
            Body run) {
        this.context = context;
        this.before = context.known().copy();
        this.loop = loop;
        this.counter = counter;
        this.test = test;
        this.changed = changed;
        this.run = run;
    }

    /** The loop with its body; afterwards the values behind it are known. */
    List<Node> built(Scope scope) {
        LoopValues values = values(scope);
        Map<IBinding, Affine> heads = heads(values);
        LoopHeader header = header(values, scope.knowing(heads));
        if (header == null) {
            return List.of();
        }
        boolean runs = SignProver.isImpossible(header.isEntered().negated(), scope);
        if (header.wraps()) {
            if (!changed.isEmpty()) {
                return context.builder()
                        .fault(
                                loop,
                                "'" + counter.variable().getName() + "' is '"
                                        + counter.variable().getType()
                                        + "', which begins at 0 again in this loop, while other integers follow it;"
                                        + " declare it as int");
            }
            heads.put(counter.variable(), header.value());
        }
        Scope inner = scope.inLoop(counter.variable(), counter.name(), header.range())
                .knowing(counter.variable(), header.value());
        context.known().restore(heads);
        List<Escape> outer = context.escapes().enter();
        List<Node> nodes = run.nodes(inner);
        List<Escape> breaks =
                context.escapes().leave(outer).stream().filter(Escape::leaves).toList();
        if (!breaks.isEmpty()) {
            nodes = untilLeft(nodes, breaks, header, inner);
        }
        List<Load> loads = new ArrayList<>(context.variables().loads(header.first()));
        context.variables().loads(header.last()).stream()
                .filter(l -> !loads.contains(l))
                .forEach(loads::add);
        // What an index array holds may change; what follows from it is not carried out of the loop.
        leave(values, breaks.isEmpty() && loads.isEmpty() ? header : null, runs);
        if (nodes.isEmpty()) {
            return List.of();
        }
        Node.Loop result = new Node.Loop(
                header.name(),
                header.first(),
                header.last(),
                header.step(),
                nodes,
                context.unit().position(loop),
                loads);
        return header.guard().equals(Condition.TRUE)
                ? List.of(result)
                : List.of(new Node.Guard(
                        header.guard(),
                        List.of(result),
                        List.of(),
                        context.unit().position(loop)));
    }

    private LoopValues values(Scope scope) {
        Scope inner = scope.inLoop(counter.variable(), counter.name(), Condition.TRUE);
        LoopValues values = new LoopValues(
                context.known(), counter, before, ends(context, changed, counter.variable(), inner, run));
        Set<IBinding> tracked = new HashSet<>(changed);
        tracked.removeIf(b -> !context.variables().isTracked(b));
        values.solve(tracked);
        return values;
    }

    private Map<IBinding, Affine> heads(LoopValues values) {
        Map<IBinding, Affine> heads = new HashMap<>(before);
        for (IBinding each : changed) {
            Affine head = values.head(each);
            heads.put(each, head == null ? context.known().symbol(each, Kind.UNKNOWN) : head);
        }
        heads.put(counter.variable(), Affine.variable(counter.name()));
        return heads;
    }

    private @Nullable LoopHeader header(LoopValues values, Scope atHead) {
        if (!test.atEnd()) {
            return LoopHeader.limited(
                    loop, counter, test, context.unit(), context.variables(), atHead, context.diagnostics());
        }
        Map<IBinding, Affine> ends = new HashMap<>();
        for (IBinding each : changed) {
            Affine end = values.end(each);
            ends.put(each, end == null ? context.known().symbol(each, Kind.UNKNOWN) : end);
        }
        ends.put(counter.variable(), Affine.variable(counter.name()).plus(counter.step()));
        LoopHeader header = LoopHeader.limited(
                loop, counter, test, context.unit(), context.variables(), atHead.knowing(ends), context.diagnostics());
        return header == null ? null : header.testedAtEnd();
    }

    /** @param header null where the loop may be left early: nothing that it changes is known then */
    private void leave(LoopValues values, @Nullable LoopHeader header, boolean runs) {
        context.known().restore(before);
        for (IBinding each : changed) {
            Affine exit = header == null ? null : values.exit(each, header, runs);
            put(each, exit, context.known().get(before, each), header);
        }
        put(counter.variable(), header == null ? null : header.exit(runs), counter.first(), header);
    }

    private void put(IBinding each, @Nullable Affine exit, Affine otherwise, @Nullable LoopHeader header) {
        if (exit == null || header == null) {
            context.known().forget(each);
        } else if (header.guard().equals(Condition.TRUE)) {
            context.known().put(each, exit);
        } else {
            context.known().put(each, new Affine.Select(header.guard(), exit, otherwise));
        }
    }

    private List<Node> untilLeft(List<Node> nodes, List<Escape> breaks, LoopHeader header, Scope inner) {
        Condition left = Condition.or(breaks.stream().map(Escape::when).toList());
        Condition stays = EarlierExit.none(left, header);
        stays = stays == null ? header.untilFirst(left) : stays;
        if (stays == null) {
            return context.builder()
                    .fault(
                            breaks.getFirst().at(),
                            "'break' under the condition " + left + " cannot be analysed: it is not linear in '"
                                    + header.name() + "'; write the condition into the loop's bounds");
        }
        Condition needed = SignProver.simplified(stays, inner);
        return needed.equals(Condition.TRUE)
                ? nodes
                : List.of(new Node.Guard(
                        needed,
                        nodes,
                        List.of(),
                        context.unit().position(breaks.getFirst().at())));
    }

    /** Values at the end of an iteration that begins with symbols; nothing is reported and nothing kept of it. */
    static Map<IBinding, Affine> ends(
            ScopContext context, Set<IBinding> changed, @Nullable IBinding variable, Scope inner, Body run) {
        if (changed.stream().noneMatch(context.variables()::isTracked)) {
            return Map.of();
        }
        Map<IBinding, Affine> before = context.known().copy();
        for (IBinding each : changed) {
            if (context.variables().isTracked(each)) {
                context.known().put(each, context.known().symbol(each, Kind.HEAD));
            } else {
                context.known().forget(each);
            }
        }
        if (variable != null && inner.values().get(variable) instanceof Affine own) {
            context.known().put(variable, own);
        }
        List<Escape> outer = context.escapes().enter();
        context.builder().plain().trying(() -> run.nodes(inner));
        for (Escape escape : context.escapes().leave(outer)) {
            if (!escape.leaves()) {
                context.known()
                        .join(escape.when(), escape.values(), context.known().copy());
            }
        }
        Map<IBinding, Affine> ends = context.known().copy();
        context.known().restore(before);
        return ends;
    }
}
