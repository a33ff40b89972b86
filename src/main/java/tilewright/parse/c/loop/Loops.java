package tilewright.parse.c.loop;

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
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.Node;
import tilewright.model.Refusal;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Known.Kind;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.flow.Escapes;
import tilewright.parse.c.flow.Escapes.Escape;
import tilewright.parse.c.flow.Jumps;
import tilewright.parse.c.unit.CLiterals;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.ForParts;
import tilewright.parse.c.unit.LoopTest;
import tilewright.parse.c.unit.ScopNames;
import tilewright.parse.c.unit.TranslationUnit;
import tilewright.parse.c.unit.UsedNames;

/** Builds the loops of one scop: {@code for}, {@code while} and {@code do} where an induction variable counts them, and {@linkplain Repetitions those that data end}. */
final class Loops {
    private final ScopContext context;
    private final ScopBuilder builder;
    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;
    private final Escapes escapes;
    private final Repetitions repetitions;

    Loops(ScopContext context) {
        this.context = context;
        this.builder = context.builder();
        this.unit = context.unit();
        this.variables = context.variables();
        this.diagnostics = context.diagnostics();
        this.known = context.known();
        this.escapes = context.escapes();
        this.repetitions = new Repetitions(context);
    }

    /** Whether what is built now lies in a loop that data end. */
    boolean isRepeating() {
        return repetitions.isInside();
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
        CountedLoop.Body run = inner -> {
            List<Node> all = new ArrayList<>(builder.nodes(body, inner));
            parts.after().forEach(e -> all.addAll(builder.plain().expression(e, inner)));
            return all;
        };
        nodes.addAll(new CountedLoop(context, loop, counter, test, changed, run).built(scope));
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
        CountedLoop.Body run = inner -> {
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
        Map<IBinding, Affine> ends = CountedLoop.ends(context, changed, null, scope, run);
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
            List<Node> nodes =
                    new ArrayList<>(new CountedLoop(context, loop, counter, test, changed, run).built(scope));
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

    /** The integers whose values are followed and that a body assigns to or counts with. */
    private Set<IBinding> changed(IASTStatement body) {
        ScopNames names = ScopNames.of(List.of(body));
        Set<IBinding> changed = new HashSet<>(names.assigned());
        changed.addAll(names.loopVariables());
        changed.removeIf(b -> !variables.isFollowed(b));
        return changed;
    }
}
