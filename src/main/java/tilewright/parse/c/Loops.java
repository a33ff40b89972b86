package tilewright.parse.c;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.Node;
import tilewright.model.Refusal;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.Escapes.Escape;
import tilewright.parse.c.Known.Kind;

/** Builds the loops of one scop: {@code for}, {@code while} and {@code do} where an induction variable counts them, and {@linkplain Repetitions those that data end}. */
final class Loops {
    private final ScopBuilder builder;
    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;
    private final Escapes escapes;
    private final Repetitions repetitions;

    Loops(
            ScopBuilder builder,
            TranslationUnit unit,
            Variables variables,
            Diagnostics diagnostics,
            Known known,
            Escapes escapes,
            ChangeFlags flags) {
        this.builder = builder;
        this.unit = unit;
        this.variables = variables;
        this.diagnostics = diagnostics;
        this.known = known;
        this.escapes = escapes;
        this.repetitions = new Repetitions(builder, unit, variables, diagnostics, known, escapes, flags);
    }

    /** Whether what is built now lies in a loop that data end. */
    boolean isRepeating() {
        return repetitions.isInside();
    }

    /** A body in the scope of its loop. */
    private interface Body {
        List<Node> nodes(Scope scope);
    }

    List<Node> of(IASTForStatement loop, Scope around) {
        LoopTest test = LoopTest.of(loop);
        if (test != null
                && (loop.getIterationExpression() == null || !test.steps().isEmpty())) {
            List<Node> nodes = new ArrayList<>();
            Scope scope = around;
            if (loop.getInitializerStatement() instanceof IASTDeclarationStatement declaration) {
                scope = builder.plain().declaration(declaration, around, nodes);
            } else {
                nodes.addAll(builder.nodes(List.of(loop.getInitializerStatement()), around));
            }
            nodes.addAll(counted(loop, test, loop.getBody(), ForParts.list(loop.getIterationExpression()), scope));
            return nodes;
        }
        ForParts parts = ForParts.of(loop);
        if (parts == null) {
            String fault = loop.getIterationExpression() == null
                    ? "the loop has no condition; give it a bound, as in for (i = first; i < bound; i++)"
                    : "the loop does not step a variable; write for (i = first; i < bound; i++)";
            return builder.fault(loop, Refusal.INVALID, fault);
        }
        List<Node> nodes = new ArrayList<>();
        for (IASTExpression each : parts.before()) {
            nodes.addAll(builder.plain().expression(each, around));
        }
        Scope scope = declared(parts, around, nodes);
        if (test == null) {
            nodes.addAll(builder.fault(
                    loop, Refusal.INVALID, "the loop has no condition; write for (i = first; i < bound; i++)"));
            return nodes;
        }
        Set<IBinding> changed = changed(loop.getBody());
        parts.after().stream()
                .map(ForParts::target)
                .filter(variables::isFollowed)
                .forEach(changed::add);
        changed.remove(parts.variable());
        Scope here = scope.knowing(known.copy());
        Scope stepped = here.knowing(unknown(changed));
        LoopHeader.Counter counter = LoopHeader.counter(loop, parts, unit, variables, here, stepped, diagnostics);
        if (counter == null) {
            return nodes;
        }
        List<IASTStatement> body = List.of(loop.getBody());
        Body run = inner -> {
            List<Node> all = new ArrayList<>(builder.nodes(body, inner));
            parts.after().forEach(e -> all.addAll(builder.plain().expression(e, inner)));
            return all;
        };
        nodes.addAll(new Loop(loop, counter, test, changed, run).built(scope));
        return nodes;
    }

    /** Where the loop stands, with what its header declares beside its variable. */
    private Scope declared(ForParts parts, Scope around, List<Node> nodes) {
        Scope scope = around;
        for (IASTDeclarator each : parts.declared()) {
            scope = builder.plain().declarator(each, scope, nodes);
        }
        return scope;
    }

    private Map<IBinding, Affine> unknown(Set<IBinding> changed) {
        Map<IBinding, Affine> values = new HashMap<>();
        changed.forEach(b -> values.put(b, known.symbol(b, Kind.UNKNOWN)));
        return values;
    }

    List<Node> of(IASTWhileStatement loop, Scope scope) {
        return counted(loop, Objects.requireNonNull(LoopTest.of(loop)), loop.getBody(), List.of(), scope);
    }

    List<Node> of(IASTDoStatement loop, Scope scope) {
        return CLiterals.isZero(loop.getCondition())
                ? once(loop.getBody(), scope)
                : counted(loop, Objects.requireNonNull(LoopTest.of(loop)), loop.getBody(), List.of(), scope);
    }

    /**
     * A loop whose test speaks of an induction variable.
     *
     * @param after what a {@code for} does behind each iteration
     */
    private List<Node> counted(
            IASTStatement loop, LoopTest test, IASTStatement body, List<IASTExpression> after, Scope scope) {
        if (test.stepUnderCondition() instanceof IASTExpression step) {
            return builder.fault(
                    step,
                    "'" + unit.text(step) + "' is done only where the condition left of it says so; write it as a"
                            + " statement");
        }
        IASTExpression condition = test.condition();
        boolean atEnd = test.atEnd();
        List<Node> flagged = test.statement() != null
                ? null
                : repetitions.flagged(loop, condition, body, atEnd, changed(body), scope);
        if (flagged != null) {
            return flagged;
        }
        List<IASTExpression> steps = new ArrayList<>(test.steps());
        Body run = inner -> {
            List<Node> all = new ArrayList<>();
            if (!atEnd) {
                steps.forEach(s -> all.addAll(builder.plain().expression(s, inner)));
            }
            all.addAll(builder.nodes(List.of(body), inner));
            (atEnd ? steps : after).forEach(s -> all.addAll(builder.plain().expression(s, inner)));
            return all;
        };
        Set<IBinding> limited = UsedNames.bindings(condition);
        Set<IBinding> assigned = new HashSet<>(ScopNames.of(List.of(body)).assigned());
        Set<IBinding> changed = changed(body);
        for (IASTExpression each : Stream.concat(steps.stream(), after.stream()).toList()) {
            if (ForParts.target(each) instanceof IBinding target) {
                assigned.add(target);
                if (variables.isFollowed(target)) {
                    changed.add(target);
                }
            }
        }
        limited.stream().filter(assigned::contains).forEach(variables::want);
        if (atEnd
                && test.holds()
                && steps.isEmpty()
                && limited.stream().anyMatch(b -> b instanceof IVariable v && isData(v, assigned))) {
            limited.forEach(variables::fail);
            return repetitions.untilNot(loop, condition, body, changed, scope);
        }
        Map<IBinding, Affine> before = known.copy();
        Map<IBinding, Affine> ends = ends(changed, null, scope, run);
        for (IBinding binding : limited) {
            if (!(binding instanceof IVariable variable)
                    || !variables.isTracked(binding)
                    || !changed.contains(binding)) {
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
            Affine entering = variables.plain(first, loop);
            if (entering == null) {
                return List.of();
            }
            String name = variables.loopVariable(binding, scope);
            LoopHeader.Counter counter = new LoopHeader.Counter(variable, name, entering, step);
            changed.remove(binding);
            List<Node> nodes = new ArrayList<>(new Loop(loop, counter, test, changed, run).built(scope));
            if (!atEnd) {
                // The look that ends the loop steps, too.
                steps.forEach(s -> nodes.addAll(builder.plain().expression(s, scope)));
            }
            return nodes;
        }
        if (atEnd) {
            // Nothing counts by them: they are data, from the next try on.
            limited.forEach(variables::fail);
        }
        return builder.fault(
                loop,
                Refusal.NOT_AFFINE,
                "this '" + builder.firstWord(loop) + "' is no counted loop: its condition '"
                        + unit.text(condition)
                        + "' bounds no integer that every iteration changes by the same constant; write a for loop");
    }

    /** Whether data of the scop may decide what a variable of a condition holds. */
    private boolean isData(IVariable variable, Set<IBinding> assigned) {
        return !variables.isFollowed(variable)
                && (assigned.contains(variable)
                        || !CTypes.levels(variable.getType()).isEmpty());
    }

    /** Whether a statement is what ends the loop around it: its header says the same. */
    static boolean isTest(IASTStatement statement) {
        IASTNode around = statement.getParent() instanceof IASTCompoundStatement block ? block.getParent() : null;
        return around instanceof IASTStatement loop
                && Jumps.isLoop(loop)
                && LoopTest.of(loop) instanceof LoopTest test
                && test.statement() == statement;
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
     * A loop that is counted.
     *
     * @param changed integers that an iteration changes, the counter's own left out
     */
    private final class Loop {
        private final IASTStatement loop;
        private final LoopHeader.Counter counter;
        private final LoopTest test;
        private final Set<IBinding> changed;
        private final Body run;
        private final Map<IBinding, Affine> before = known.copy();

        Loop(IASTStatement loop, LoopHeader.Counter counter, LoopTest test, Set<IBinding> changed, Body run) {
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
                    return builder.fault(
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
            known.restore(heads);
            List<Escape> outer = escapes.enter();
            List<Node> nodes = run.nodes(inner);
            List<Escape> breaks =
                    escapes.leave(outer).stream().filter(Escape::leaves).toList();
            if (!breaks.isEmpty()) {
                nodes = untilLeft(nodes, breaks, header, inner);
            }
            List<Load> loads = new ArrayList<>(variables.loads(header.first()));
            variables.loads(header.last()).stream()
                    .filter(l -> !loads.contains(l))
                    .forEach(loads::add);
            // What an index array holds may change; what follows from it is not carried out of the loop.
            leave(values, breaks.isEmpty() && loads.isEmpty() ? header : null, runs);
            if (nodes.isEmpty()) {
                return List.of();
            }
            Node.Loop result = new Node.Loop(
                    header.name(), header.first(), header.last(), header.step(), nodes, unit.position(loop), loads);
            return header.guard().equals(Condition.TRUE)
                    ? List.of(result)
                    : List.of(new Node.Guard(header.guard(), List.of(result), List.of(), unit.position(loop)));
        }

        private LoopValues values(Scope scope) {
            Scope inner = scope.inLoop(counter.variable(), counter.name(), Condition.TRUE);
            LoopValues values = new LoopValues(known, counter, before, ends(changed, counter.variable(), inner, run));
            Set<IBinding> tracked = new HashSet<>(changed);
            tracked.removeIf(b -> !variables.isTracked(b));
            values.solve(tracked);
            return values;
        }

        private Map<IBinding, Affine> heads(LoopValues values) {
            Map<IBinding, Affine> heads = new HashMap<>(before);
            for (IBinding each : changed) {
                Affine head = values.head(each);
                heads.put(each, head == null ? known.symbol(each, Kind.UNKNOWN) : head);
            }
            heads.put(counter.variable(), Affine.variable(counter.name()));
            return heads;
        }

        private @Nullable LoopHeader header(LoopValues values, Scope atHead) {
            if (!test.atEnd()) {
                return LoopHeader.limited(loop, counter, test, unit, variables, atHead, diagnostics);
            }
            Map<IBinding, Affine> ends = new HashMap<>();
            for (IBinding each : changed) {
                Affine end = values.end(each);
                ends.put(each, end == null ? known.symbol(each, Kind.UNKNOWN) : end);
            }
            ends.put(counter.variable(), Affine.variable(counter.name()).plus(counter.step()));
            LoopHeader header =
                    LoopHeader.limited(loop, counter, test, unit, variables, atHead.knowing(ends), diagnostics);
            return header == null ? null : header.testedAtEnd();
        }

        /** @param header null where the loop may be left early: nothing that it changes is known then */
        private void leave(LoopValues values, @Nullable LoopHeader header, boolean runs) {
            known.restore(before);
            for (IBinding each : changed) {
                Affine exit = header == null ? null : values.exit(each, header, runs);
                put(each, exit, known.get(before, each), header);
            }
            put(counter.variable(), header == null ? null : header.exit(runs), counter.first(), header);
        }

        private void put(IBinding each, @Nullable Affine exit, Affine otherwise, @Nullable LoopHeader header) {
            if (exit == null || header == null) {
                known.forget(each);
            } else if (header.guard().equals(Condition.TRUE)) {
                known.put(each, exit);
            } else {
                known.put(each, new Affine.Select(header.guard(), exit, otherwise));
            }
        }
    }

    private List<Node> untilLeft(List<Node> nodes, List<Escape> breaks, LoopHeader header, Scope inner) {
        Condition left = Condition.or(breaks.stream().map(Escape::when).toList());
        Condition stays = EarlierExit.none(left, header);
        stays = stays == null ? header.untilFirst(left) : stays;
        if (stays == null) {
            return builder.fault(
                    breaks.getFirst().at(),
                    "'break' under the condition " + left + " cannot be analysed: it is not linear in '" + header.name()
                            + "'; write the condition into the loop's bounds");
        }
        Condition needed = SignProver.simplified(stays, inner);
        return needed.equals(Condition.TRUE)
                ? nodes
                : List.of(new Node.Guard(
                        needed,
                        nodes,
                        List.of(),
                        unit.position(breaks.getFirst().at())));
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
        if (variable != null && inner.values().get(variable) instanceof Affine own) {
            known.put(variable, own);
        }
        List<Escape> outer = escapes.enter();
        builder.plain().trying(() -> run.nodes(inner));
        for (Escape escape : escapes.leave(outer)) {
            if (!escape.leaves()) {
                known.join(escape.when(), escape.values(), known.copy());
            }
        }
        Map<IBinding, Affine> ends = known.copy();
        known.restore(before);
        return ends;
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
