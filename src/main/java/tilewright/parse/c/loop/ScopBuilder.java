package tilewright.parse.c.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTContinueStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTNullStatement;
import org.eclipse.cdt.core.dom.ast.IASTProblem;
import org.eclipse.cdt.core.dom.ast.IASTProblemHolder;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTSwitchStatement;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Assumption;
import tilewright.model.Condition;
import tilewright.model.Node;
import tilewright.model.Refusal;
import tilewright.parse.Diagnostics;
import tilewright.parse.IndexExpressions;
import tilewright.parse.c.affine.CAffine;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.affine.SignProver;
import tilewright.parse.c.affine.Tracking;
import tilewright.parse.c.affine.Ways;
import tilewright.parse.c.expression.CGuards;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.flow.Escapes;
import tilewright.parse.c.flow.ForwardJumps;
import tilewright.parse.c.flow.Jumps;
import tilewright.parse.c.flow.Step;
import tilewright.parse.c.unit.ChangeFlags;
import tilewright.parse.c.unit.FactCall;
import tilewright.parse.c.unit.Missing;
import tilewright.parse.c.unit.ProblemCollector;
import tilewright.parse.c.unit.TranslationUnit;

/** Builds the tree of one scop. */
public final class ScopBuilder {
    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;
    private final Escapes escapes = new Escapes();
    private final Loops loops;
    private final Tracking tracking;
    private final PlainStatements plain;
    private final StatementCalls calls;
    private final List<Assumption> facts = new ArrayList<>();

    public ScopBuilder(
            TranslationUnit unit, Variables variables, Diagnostics diagnostics, Known known, Tracking tracking) {
        this.tracking = tracking;
        this.unit = unit;
        this.variables = variables;
        this.diagnostics = diagnostics;
        this.known = known;
        ChangeFlags flags = new ChangeFlags(unit);
        ScopContext context = new ScopContext(this, unit, variables, diagnostics, known, escapes, flags);
        this.plain = new PlainStatements(context);
        this.calls = plain.calls();
        this.loops = new Loops(context);
    }

    /** The nodes; incomplete where faults were reported. */
    public List<Node> nodes(List<IASTStatement> statements, Scope scope) {
        return nodes(statements, null, scope);
    }

    private List<Node> nodes(List<IASTStatement> statements, @Nullable IASTNode body, Scope scope) {
        List<Step> steps = ForwardJumps.structured(statements, body);
        return steps == null
                ? fault(
                        statements.getFirst(),
                        "there are too many ways through the jumps of this block; write if and else")
                : run(steps, scope);
    }

    private List<Node> run(List<Step> steps, Scope scope) {
        List<Node> nodes = new ArrayList<>();
        Scope inner = scope;
        for (int s = 0; s < steps.size(); s++) {
            int mark = escapes.count();
            Scope here = inner;
            switch (steps.get(s)) {
                case Step.Choice(IASTIfStatement choice, List<Step> then, List<Step> otherwise) ->
                    nodes.addAll(guards().nodes(
                                    choice, inner.knowing(known.copy()), i -> run(then, i), i -> run(otherwise, i)));
                case Step.Result(IASTReturnStatement r) -> {
                    if (r.getReturnValue() instanceof IASTExpression value) {
                        nodes.addAll(plain.returned(value, inner));
                    }
                }
                case Step.Plain(IASTDeclarationStatement declaration) ->
                    inner = plain.declaration(declaration, inner, nodes);
                case Step.Plain(IASTExpressionStatement e)
                when FactCall.of(e) instanceof FactCall fact -> inner = fact(fact, inner);
                case Step.Plain(IASTExpressionStatement e)
                when plain.setsPointer(e) instanceof IASTBinaryExpression setting ->
                    inner = plain.pointed(setting, inner);
                case Step.Plain(IASTIfStatement choice)
                when skipsRest(choice, here) -> {
                    nodes.addAll(skipping(choice, steps.subList(s + 1, steps.size()), inner));
                    return nodes;
                }
                case Step.Plain(IASTStatement statement) -> nodes.addAll(nodes(statement, inner));
            }
            if (escapes.count() > mark) {
                nodes.addAll(unlessEscaped(escapes.since(mark, scope.path()), steps, s + 1, inner));
                break;
            }
        }
        return nodes;
    }

    /** Whether data decide if the rest of a block runs: {@code if (a[i] < 0) { .. continue; }} in a loop's body. */
    private boolean skipsRest(IASTIfStatement choice, Scope scope) {
        List<IASTStatement> then = ForwardJumps.listed(choice.getThenClause());
        return !then.isEmpty()
                && choice.getParent() instanceof IASTCompoundStatement block
                && Jumps.end(then.getLast()) == block
                && (calls.isInside() || !(then.getLast() instanceof IASTReturnStatement))
                && affine(scope).conditionIfAffine(choice.getConditionExpression()) == null;
    }

    /** {@code if (c) { x; continue; } y} is {@code if (c) x else y}. */
    private List<Node> skipping(IASTIfStatement choice, List<Step> rest, Scope around) {
        Scope scope = around.knowing(known.copy());
        List<IASTStatement> then = ForwardJumps.listed(choice.getThenClause());
        IASTStatement otherwise = choice.getElseClause();
        IASTNode block = choice.getParent();
        return guards().nodes(
                        choice,
                        scope,
                        s -> upTo(block, () -> {
                            List<Node> all = new ArrayList<>(nodes(then.subList(0, then.size() - 1), s));
                            if (then.getLast() instanceof IASTReturnStatement r
                                    && r.getReturnValue() instanceof IASTExpression value) {
                                all.addAll(plain.returned(value, s));
                            }
                            return all;
                        }),
                        s -> upTo(block, () -> {
                            List<Node> all =
                                    new ArrayList<>(otherwise == null ? List.of() : nodes(List.of(otherwise), s));
                            all.addAll(run(rest, s));
                            return all;
                        }));
    }

    /** What follows a jump that some iterations come to. */
    private List<Node> unlessEscaped(Condition escaped, List<Step> steps, int from, Scope scope) {
        Condition stays = escaped.negated();
        if (from == steps.size() || SignProver.isImpossible(stays, scope)) {
            return List.of();
        }
        Map<IBinding, Affine> there = known.copy();
        List<Node> rest = run(steps.subList(from, steps.size()), scope.where(stays));
        known.join(stays, known.copy(), there);
        return rest.isEmpty()
                ? List.of()
                : List.of(new Node.Guard(
                        stays, rest, List.of(), unit.position(steps.get(from).at())));
    }

    /** Whether what is built now lies in a loop that data end. */
    boolean isRepeating() {
        return loops.isRepeating();
    }

    private CGuards guards() {
        return new CGuards(unit, variables, diagnostics, new Ways(unit, diagnostics, known, escapes, tracking));
    }

    private List<Node> nodes(IASTStatement statement, Scope scope) {
        return switch (statement) {
            case IASTCompoundStatement c -> upTo(c, () -> nodes(List.of(c.getStatements()), bodyOf(c), scope));
            case IASTForStatement f -> loops.of(f, scope);
            case IASTWhileStatement w -> loops.of(w, scope);
            case IASTDoStatement d -> loops.of(d, scope);
            case IASTLabelStatement l -> nodes(List.of(l.getNestedStatement()), scope);
            case IASTBreakStatement _ -> escape(statement, scope);
            case IASTContinueStatement _ -> escape(statement, scope);
            case IASTGotoStatement g when Jumps.isBreak(g) -> escape(statement, scope);
            case IASTGotoStatement _ ->
                fault(
                        statement,
                        "'goto' is analysed only where its label stands behind it in a block around it, inside the same"
                                + " loop or directly behind the loop; write if and else");
            case IASTReturnStatement r
            when calls.isInside() -> {
                List<Node> nodes = new ArrayList<>();
                if (r.getReturnValue() instanceof IASTExpression value) {
                    nodes.addAll(plain.returned(value, scope));
                }
                nodes.addAll(jump(statement, scope));
                yield nodes;
            }
            case IASTSwitchStatement _ ->
                fault(
                        statement,
                        "this 'switch' cannot be analysed: a 'break' stands inside a branch or block of it, or code"
                                + " before its first label; write if and else");
            case IASTIfStatement i when Loops.isTest(i) -> List.of();
            case IASTIfStatement i -> guard(i, scope);
            case IASTExpressionStatement e -> plain.expression(e.getExpression(), scope);
            case IASTNullStatement _ -> List.of();
            case IASTProblemHolder p ->
                fault(
                        statement,
                        Refusal.INVALID,
                        "the C code cannot be parsed: " + p.getProblem().getMessage() + Missing.advice(unit));
            default ->
                fault(
                        statement,
                        "'" + firstWord(statement)
                                + "' cannot be analysed; a scop holds for, if, declarations and assignments");
        };
    }

    List<Node> fault(IASTNode at, String message) {
        return fault(at, Refusal.NOT_SUPPORTED, message);
    }

    List<Node> fault(IASTNode at, Refusal refusal, String message) {
        diagnostics.error(unit.position(at), refusal, message);
        return List.of();
    }

    String firstWord(IASTNode node) {
        String text = unit.text(node);
        int end = 0;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            end++;
        }
        return end == 0 ? text : text.substring(0, end);
    }

    /** The loop or called function whose body a block is, where jumps to its end are to become choices; else null. */
    private @Nullable IASTNode bodyOf(IASTCompoundStatement block) {
        IASTNode whole = block.getParent();
        boolean body = Jumps.isLoop(whole) || whole instanceof IASTFunctionDefinition && calls.isInside();
        return body && tracking.choices() ? whole : null;
    }

    /** The scope of statements that come after these facts. */
    public Scope assuming(List<FactCall> earlier) {
        Scope scope = Scope.EMPTY;
        for (FactCall fact : earlier) {
            scope = fact(fact, scope);
        }
        return scope;
    }

    /** The scope in which a fact holds; one of sizes that holds always is one of the nest. */
    private Scope fact(FactCall fact, Scope scope) {
        Condition condition = fact.condition() == null ? null : affine(scope).conditionIfAffine(fact.condition());
        if (condition == null || fact.condition() == null) {
            return scope;
        }
        boolean always = scope.active().isEmpty() && scope.path().isEmpty();
        if (always && variables.parameters().containsAll(condition.variables())) {
            Assumption ofSizes = IndexExpressions.assumption(condition, unit.position(fact.condition()));
            if (ofSizes != null && !diagnostics.isMuted()) {
                facts.add(ofSizes);
            }
        }
        return scope.assuming(condition);
    }

    /** Facts about sizes that the scop states. */
    public List<Assumption> facts() {
        return facts;
    }

    /** Nodes behind which a block ends: jumps to its end arrive there. */
    private List<Node> upTo(IASTNode block, Supplier<List<Node>> parts) {
        int mark = escapes.count();
        List<Node> nodes = parts.get();
        escapes.arrive(mark, block).forEach(e -> known.join(e.when(), e.values(), known.copy()));
        return nodes;
    }

    private List<Node> escape(IASTStatement statement, Scope scope) {
        if (scope.active().isEmpty() && !loops.isRepeating()) {
            return fault(statement, "'" + firstWord(statement) + "' stands in no loop of the scop");
        }
        escapes.add(new Escapes.Escape(Condition.and(scope.path()), statement, known.copy()));
        return List.of();
    }

    /** A jump to the end of a block, in no other loop than that. */
    private List<Node> jump(IASTStatement statement, Scope scope) {
        IASTStatement end = Jumps.end(statement);
        if (end == null || Jumps.leavesLoop(statement, end)) {
            return fault(
                    statement, "'return' inside a loop cannot be analysed; write the condition into the loop's bounds");
        }
        escapes.add(new Escapes.Escape(Condition.and(scope.path()), statement, known.copy()));
        return List.of();
    }

    /** What has no control flow. */
    public PlainStatements plain() {
        return plain;
    }

    private List<Node> guard(IASTIfStatement statement, Scope around) {
        List<Node> nodes = new ArrayList<>(calls.hoisted(statement.getConditionExpression(), around));
        Scope scope = around.knowing(known.copy());
        nodes.addAll(guards().nodes(
                        statement, scope, branch -> inner -> nodes(List.of((IASTStatement) branch), inner)));
        return nodes;
    }

    private CAffine affine(Scope scope) {
        Scope here = scope.knowing(known.copy());
        return new CAffine(unit, diagnostics, variables.in(here), here);
    }

    /** Reports what is no C inside the scop's statements, and says whether there is any. */
    public boolean reportProblems(List<IASTStatement> statements) {
        List<IASTProblem> problems = new ArrayList<>();
        statements.forEach(s -> s.accept(new ProblemCollector(problems)));
        problems.forEach(p ->
                fault(p, Refusal.INVALID, "the C code cannot be parsed: " + p.getMessage() + Missing.advice(unit)));
        return !problems.isEmpty();
    }
}
