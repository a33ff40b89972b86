package tilewright.parse.c;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.Node;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.Escapes.Escape;
import tilewright.parse.c.Known.Kind;

/** Builds the loops of one scop: {@code for}, and {@code while} and {@code do} where an induction variable counts them. */
final class Loops {
    private final ScopBuilder builder;
    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;
    private final Escapes escapes;

    Loops(
            ScopBuilder builder,
            TranslationUnit unit,
            Variables variables,
            Diagnostics diagnostics,
            Known known,
            Escapes escapes) {
        this.builder = builder;
        this.unit = unit;
        this.variables = variables;
        this.diagnostics = diagnostics;
        this.known = known;
        this.escapes = escapes;
    }

    /** A body in the scope of its loop. */
    private interface Body extends Function<Scope, List<Node>> {}

    List<Node> of(IASTForStatement loop, Scope scope) {
        ForParts parts = ForParts.of(loop);
        if (parts == null) {
            String fault = loop.getConditionExpression() == null && loop.getIterationExpression() == null
                    ? "the loop has no condition; give it a bound, as in for (i = first; i < bound; i++)"
                    : "the loop does not step a variable; write for (i = first; i < bound; i++)";
            return builder.fault(loop, fault);
        }
        List<Node> nodes = new ArrayList<>();
        for (IASTExpression each : parts.before()) {
            nodes.addAll(builder.expression(each, scope));
        }
        for (IASTDeclarator each : parts.declared()) {
            builder.declarator(each, scope, nodes);
        }
        Scope here = scope.knowing(known.copy());
        LoopHeader header = LoopHeader.of(loop, parts, unit, variables, here, diagnostics);
        if (header == null) {
            return nodes;
        }
        List<IASTStatement> body = List.of(loop.getBody());
        nodes.addAll(built(loop, parts.variable(), header, loop.getBody(), parts.after(), scope, inner -> {
            List<Node> all = new ArrayList<>(builder.nodes(body, inner));
            parts.after().forEach(e -> all.addAll(builder.expression(e, inner)));
            return all;
        }));
        return nodes;
    }

    List<Node> of(IASTWhileStatement loop, Scope scope) {
        return counted(loop, loop.getCondition(), loop.getBody(), false, scope);
    }

    List<Node> of(IASTDoStatement loop, Scope scope) {
        return counted(loop, loop.getCondition(), loop.getBody(), true, scope);
    }

    /** A loop whose condition speaks of an induction variable. */
    private List<Node> counted(
            IASTStatement loop, IASTExpression condition, IASTStatement body, boolean atEnd, Scope scope) {
        if (atEnd && CLiterals.isZero(condition)) {
            return once(body, scope);
        }
        Body run = inner -> builder.nodes(List.of(body), inner);
        Set<IBinding> limited = UsedNames.bindings(condition);
        Set<IBinding> assigned = ScopNames.of(List.of(body)).assigned();
        limited.stream().filter(assigned::contains).forEach(variables::want);
        Set<IBinding> changed = changed(body);
        Map<IBinding, Affine> before = known.copy();
        Map<IBinding, Affine> ends = ends(changed, null, scope, run);
        for (IBinding binding : limited) {
            if (!(binding instanceof IVariable variable) || !variables.isTracked(binding) || !changed.contains(binding)) {
                continue;
            }
            LinearForm end = LinearForm.of(known.get(ends, binding));
            Affine head = known.symbol(binding, Kind.HEAD);
            LinearForm change = end.without(head);
            Long factor = end.terms().get(head);
            if (factor == null || factor != 1 || !change.isConstant() || change.constant() == 0) {
                continue;
            }
            long step = change.constant();
            Affine first = known.get(before, binding);
            String name = variables.loopVariable(binding, scope);
            Scope inside = scope.knowing(before).knowing(variable, Affine.variable(name).plus(atEnd ? step : 0));
            LoopHeader header = LoopHeader.counted(
                    loop, variable, name, variables.plain(first, loop), step, condition, unit, variables, inside,
                    diagnostics);
            if (header == null) {
                return List.of();
            }
            return built(loop, binding, atEnd ? header.atLeastOnce() : header, body, List.of(), scope, run);
        }
        return builder.fault(
                loop,
                "this '" + (atEnd ? "do" : "while") + "' is no counted loop: its condition '" + unit.text(condition)
                        + "' bounds no integer that every iteration changes by the same constant; write a for loop");
    }

    /** {@code do { .. } while (0)}. */
    private List<Node> once(IASTStatement body, Scope scope) {
        List<Escape> outer = escapes.enter();
        List<Node> nodes = builder.nodes(List.of(body), scope);
        List<Escape> own = escapes.leave(outer);
        return own.isEmpty()
                ? nodes
                : builder.fault(own.getFirst().at(), "'break' out of a block that runs once cannot be analysed");
    }

    /**
     * A loop with its body, and afterwards the values behind it.
     *
     * @param variable that the loop's own is
     * @param after expressions that end an iteration, part of what {@code run} builds
     */
    private List<Node> built(
            IASTStatement loop,
            IBinding variable,
            LoopHeader header,
            IASTStatement body,
            List<IASTExpression> after,
            Scope scope,
            Body run) {
        Scope inner = scope.inLoop(variable, header.name(), header.range());
        Map<IBinding, Affine> before = known.copy();
        Set<IBinding> changed = changed(body);
        after.stream().map(ForParts::target).filter(variables::isFollowed).forEach(changed::add);
        changed.remove(variable);
        boolean runs = SignProver.isImpossible(header.isEntered().negated(), scope);
        LoopValues values = null;
        Set<IBinding> open = Set.of();
        if (changed.stream().anyMatch(variables::isTracked)) {
            Map<IBinding, Affine> ends = ends(changed, variable, inner, run);
            values = new LoopValues(known, header, before, ends, runs);
            open = values.solve(tracked(changed));
            open.forEach(variables::fail);
        }
        for (IBinding each : changed) {
            Affine head = values == null ? null : values.head(each);
            if (head == null) {
                known.forget(each);
            } else {
                known.put(each, head);
            }
        }
        known.put(variable, Affine.variable(header.name()));
        List<Escape> outer = escapes.enter();
        List<Node> nodes = run.apply(inner);
        List<Escape> own = escapes.leave(outer);
        List<Escape> breaks = own.stream().filter(Escape::leaves).toList();
        if (!breaks.isEmpty()) {
            nodes = untilLeft(nodes, breaks, header, inner);
        }
        leave(variable, changed, before, values, breaks.isEmpty() ? header : null, runs);
        List<Node> result = nodes.isEmpty()
                ? List.of()
                : List.of(new Node.Loop(
                        header.name(), header.first(), header.last(), header.step(), nodes, unit.position(loop)));
        return header.guard().equals(Condition.TRUE) || result.isEmpty()
                ? result
                : List.of(new Node.Guard(header.guard(), result, List.of(), unit.position(loop)));
    }

    private List<Node> untilLeft(List<Node> nodes, List<Escape> breaks, LoopHeader header, Scope inner) {
        Condition left = Condition.or(breaks.stream().map(Escape::when).toList());
        Condition stays = EarlierExit.none(left, header);
        if (stays == null) {
            return builder.fault(
                    breaks.getFirst().at(),
                    "'break' under the condition " + left + " cannot be analysed: it is not linear in '"
                            + header.name() + "'; write the condition into the loop's bounds");
        }
        Condition needed = SignProver.simplified(stays, inner);
        return needed.equals(Condition.TRUE)
                ? nodes
                : List.of(new Node.Guard(needed, nodes, List.of(), unit.position(breaks.getFirst().at())));
    }

    /**
     * Sets the values behind a loop.
     *
     * @param header null where the loop may be left early: nothing it changes is known then
     */
    private void leave(
            IBinding variable,
            Set<IBinding> changed,
            Map<IBinding, Affine> before,
            @Nullable LoopValues values,
            @Nullable LoopHeader header,
            boolean runs) {
        known.restore(before);
        Set<IBinding> all = new HashSet<>(changed);
        all.add(variable);
        for (IBinding each : all) {
            Affine exit = null;
            if (header != null) {
                exit = each.equals(variable) ? header.exit(runs) : values == null ? null : values.exit(each);
            }
            if (exit == null) {
                known.forget(each);
            } else if (header != null && !header.guard().equals(Condition.TRUE)) {
                known.put(each, new Affine.Select(header.guard(), exit, known.get(before, each)));
            } else {
                known.put(each, exit);
            }
        }
    }

    /** Values at the end of an iteration that begins with symbols; nothing is reported and nothing kept of it. */
    private Map<IBinding, Affine> ends(Set<IBinding> changed, @Nullable IBinding variable, Scope inner, Body run) {
        if (changed.stream().noneMatch(variables::isTracked)) {
            return Map.of();
        }
        Map<IBinding, Affine> before = known.copy();
        for (IBinding each : changed) {
            if (variables.isTracked(each)) {
                known.put(each, known.symbol(each, Kind.HEAD));
            } else {
                known.forget(each);
            }
        }
        if (variable != null) {
            known.put(variable, inner.values().get(variable));
        }
        List<Escape> outer = escapes.enter();
        builder.trying(() -> run.apply(inner));
        for (Escape escape : escapes.leave(outer)) {
            if (!escape.leaves()) {
                known.join(escape.when(), escape.values(), known.copy());
            }
        }
        Map<IBinding, Affine> ends = known.copy();
        known.restore(before);
        return ends;
    }

    private Set<IBinding> tracked(Set<IBinding> bindings) {
        Set<IBinding> tracked = new HashSet<>(bindings);
        tracked.removeIf(b -> !variables.isTracked(b));
        return tracked;
    }

    /** The integers whose values are followed and that a body assigns to or counts with. */
    private Set<IBinding> changed(IASTStatement body) {
        ScopNames names = ScopNames.of(List.of(body));
        Set<IBinding> changed = new HashSet<>(names.assigned());
        changed.addAll(names.loopVariables());
        changed.removeIf(b -> !variables.isFollowed(b));
        return changed;
    }
}
