package tilewright.parse.c;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTContinueStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionList;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTNullStatement;
import org.eclipse.cdt.core.dom.ast.IASTProblem;
import org.eclipse.cdt.core.dom.ast.IASTProblemHolder;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTSwitchStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Assumption;
import tilewright.model.Condition;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.parse.Diagnostics;
import tilewright.parse.IndexExpressions;
import tilewright.parse.c.CElements.Target;

/** Builds the tree of one scop. */
final class ScopBuilder {
    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;
    private final Escapes escapes = new Escapes();
    private final Loops loops;
    private final Assignments assignments;
    private final Pointers pointers;
    private final StatementCalls calls;
    private final List<Assumption> facts = new ArrayList<>();

    ScopBuilder(TranslationUnit unit, Variables variables, Diagnostics diagnostics, Known known) {
        this.unit = unit;
        this.variables = variables;
        this.diagnostics = diagnostics;
        this.known = known;
        this.assignments = new Assignments(unit, variables, diagnostics, known);
        this.pointers = new Pointers(unit, variables, diagnostics, known);
        this.calls = new StatementCalls(this, unit, pointers, escapes);
        this.loops = new Loops(this, unit, variables, diagnostics, known, escapes);
    }

    /** The nodes; incomplete where faults were reported. */
    List<Node> nodes(List<IASTStatement> statements, Scope scope) {
        List<Node> nodes = new ArrayList<>();
        Scope inner = scope;
        for (int s = 0; s < statements.size(); s++) {
            int mark = escapes.count();
            Scope here = inner;
            switch (statements.get(s)) {
                case IASTDeclarationStatement declaration -> inner = declaration(declaration, inner, nodes);
                case IASTExpressionStatement e
                when FactCall.of(e) instanceof FactCall fact -> inner = fact(fact, inner);
                case IASTIfStatement choice
                when skipsRest(choice, here) -> {
                    nodes.addAll(skipping(choice, statements.subList(s + 1, statements.size()), inner));
                    return nodes;
                }
                case IASTStatement statement -> nodes.addAll(nodes(statement, inner));
            }
            if (escapes.count() > mark) {
                nodes.addAll(unlessEscaped(escapes.since(mark, scope.path()), statements, s + 1, inner));
                break;
            }
        }
        return nodes;
    }

    /** Whether data decide if the rest of a block runs: {@code if (a[i] < 0) { .. continue; }} in a loop's body. */
    private boolean skipsRest(IASTIfStatement choice, Scope scope) {
        List<IASTStatement> then = listed(choice.getThenClause());
        return !then.isEmpty()
                && choice.getParent() instanceof IASTCompoundStatement block
                && Jumps.end(then.getLast()) == block
                && (calls.isInside() || !(then.getLast() instanceof IASTReturnStatement))
                && affine(scope).conditionIfAffine(choice.getConditionExpression()) == null;
    }

    private static List<IASTStatement> listed(IASTStatement statement) {
        return statement instanceof IASTCompoundStatement c ? List.of(c.getStatements()) : List.of(statement);
    }

    /** {@code if (c) { x; continue; } y} is {@code if (c) x else y}. */
    private List<Node> skipping(IASTIfStatement choice, List<IASTStatement> rest, Scope around) {
        Scope scope = around.knowing(known.copy());
        List<IASTStatement> then = listed(choice.getThenClause());
        IASTStatement otherwise = choice.getElseClause();
        IASTNode block = choice.getParent();
        return guards().nodes(
                        choice,
                        scope,
                        s -> upTo(block, () -> nodes(then.subList(0, then.size() - 1), s)),
                        s -> upTo(block, () -> {
                            List<Node> all =
                                    new ArrayList<>(otherwise == null ? List.of() : nodes(List.of(otherwise), s));
                            all.addAll(nodes(rest, s));
                            return all;
                        }));
    }

    private CGuards guards() {
        return new CGuards(unit, variables, diagnostics, new Ways(unit, diagnostics, known, escapes));
    }

    /** What follows a jump that some iterations come to. */
    private List<Node> unlessEscaped(Condition escaped, List<IASTStatement> statements, int from, Scope scope) {
        Condition stays = escaped.negated();
        if (from == statements.size() || SignProver.isImpossible(stays, scope)) {
            return List.of();
        }
        Map<IBinding, Affine> there = known.copy();
        List<Node> rest = nodes(statements.subList(from, statements.size()), scope.where(stays));
        known.join(stays, known.copy(), there);
        return rest.isEmpty()
                ? List.of()
                : List.of(new Node.Guard(stays, rest, List.of(), unit.position(statements.get(from))));
    }

    private List<Node> nodes(IASTStatement statement, Scope scope) {
        return switch (statement) {
            case IASTCompoundStatement c -> upTo(c, () -> nodes(List.of(c.getStatements()), scope));
            case IASTForStatement f -> loops.of(f, scope);
            case IASTWhileStatement w -> loops.of(w, scope);
            case IASTDoStatement d -> loops.of(d, scope);
            case IASTLabelStatement l -> nodes(List.of(l.getNestedStatement()), scope);
            case IASTBreakStatement _ -> escape(statement, scope);
            case IASTContinueStatement _ -> escape(statement, scope);
            case IASTGotoStatement _ -> jump(statement, scope);
            case IASTReturnStatement r
            when calls.isInside() -> {
                if (r.getReturnValue() instanceof IASTExpression value) {
                    assignments.check(value, scope);
                }
                yield jump(statement, scope);
            }
            case IASTSwitchStatement _ -> fault(statement, "'switch' cannot be analysed; write if and else");
            case IASTIfStatement i -> guard(i, scope);
            case IASTExpressionStatement e -> expression(e.getExpression(), scope);
            case IASTNullStatement _ -> List.of();
            case IASTProblemHolder p ->
                fault(
                        statement,
                        "the C code cannot be parsed: " + p.getProblem().getMessage() + Missing.advice(unit));
            default ->
                fault(
                        statement,
                        "'" + firstWord(statement)
                                + "' cannot be analysed; a scop holds for, if, declarations and assignments");
        };
    }

    List<Node> fault(IASTNode at, String message) {
        diagnostics.error(unit.position(at), message);
        return List.of();
    }

    private String firstWord(IASTNode node) {
        String text = unit.text(node);
        int end = 0;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            end++;
        }
        return end == 0 ? text : text.substring(0, end);
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
    List<Assumption> facts() {
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
        if (scope.active().isEmpty()) {
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
                    statement,
                    statement instanceof IASTReturnStatement
                            ? "'return' inside a loop cannot be analysed; write the condition into the loop's bounds"
                            : "'goto' is analysed only where its label stands at the end of a block around it, inside"
                                    + " the same loop; write if and else");
        }
        escapes.add(new Escapes.Escape(Condition.and(scope.path()), statement, known.copy()));
        return List.of();
    }

    /** Builds something for the values that it leads to: neither its faults nor its statements are kept. */
    void trying(Runnable attempt) {
        assignments.trying(attempt);
    }

    private List<Node> guard(IASTIfStatement statement, Scope around) {
        Scope scope = around.knowing(known.copy());
        return guards().nodes(statement, scope, branch -> inner -> nodes(List.of((IASTStatement) branch), inner));
    }

    private CAffine affine(Scope scope) {
        Scope here = scope.knowing(known.copy());
        return new CAffine(unit, diagnostics, variables.in(here), here);
    }

    /** Declarations inside the scop: a first value is an assignment, unless it is a number that is affine and stays. */
    private Scope declaration(IASTDeclarationStatement statement, Scope scope, List<Node> nodes) {
        if (!(statement.getDeclaration() instanceof IASTSimpleDeclaration declaration)) {
            fault(statement, "'" + unit.text(statement) + "' cannot be analysed; declare variables only");
            return scope;
        }
        if (declaration.getDeclSpecifier().getStorageClass() == IASTDeclSpecifier.sc_static) {
            fault(
                    statement,
                    "static variable '" + unit.text(statement)
                            + "' keeps its value between calls; declare it outside the scop");
            return scope;
        }
        Scope result = scope;
        for (IASTDeclarator declarator : declaration.getDeclarators()) {
            result = declarator(declarator, result, nodes);
        }
        return result;
    }

    Scope declarator(IASTDeclarator declarator, Scope scope, List<Node> nodes) {
        if (!(declarator.getName().resolveBinding() instanceof IVariable variable)) {
            return scope;
        }
        if (declarator.getInitializer() == null) {
            variables.declare(variable, scope.knowing(known.copy()));
            return scope;
        }
        if (!(declarator.getInitializer() instanceof IASTEqualsInitializer initializer)
                || !(initializer.getInitializerClause() instanceof IASTExpression value)) {
            fault(
                    declarator,
                    "'" + unit.text(declarator) + "' initialises an array or structure; assign its elements by loops");
            return scope;
        }
        return initialised(variable, declarator, value, scope, nodes);
    }

    /** Gives a variable that begins here its value: an affine one that stays is known, any other is assigned. */
    Scope initialised(IVariable variable, IASTNode at, IASTExpression value, Scope scope, List<Node> nodes) {
        if (variables.isTracked(variable) || variables.isLoopVariable(variable)) {
            track(variable, affine(scope).assigned(value));
            return scope;
        }
        if (!CTypes.levels(variable.getType()).isEmpty()) {
            Scope set = pointers.set(
                    variable,
                    value,
                    scope,
                    reason -> fault(at, "'" + unit.text(at) + "' cannot be analysed: " + reason));
            return set == null ? scope : set;
        }
        if (CTypes.isInteger(variable.getType()) && !variables.isAssigned(variable)) {
            Affine known = affine(scope).buildIfAffine(value);
            if (known != null) {
                return scope.knowing(variable, known);
            }
            variables.assign(variable);
        }
        CArray array = variables.array(variable, at);
        if (array != null) {
            nodes.addAll(assignments.assign(at, new Target(array, List.of()), null, value, scope, Map.of()));
        }
        return scope;
    }

    /** Sets the value of a tracked integer; one that is not affine makes it data. */
    private void track(IBinding variable, @Nullable Affine value) {
        if (value == null) {
            known.forget(variable);
            variables.fail(variable);
        } else {
            known.put(variable, value);
        }
    }

    /** The value that an assignment or step gives to a tracked integer; null where it is not affine. */
    private @Nullable Affine changed(IBinding variable, IASTExpression change, Scope scope) {
        Affine before = known.get(variable);
        if (change instanceof IASTUnaryExpression u) {
            return before.plus(ScopNames.isUp(u.getOperator()) ? 1 : -1);
        }
        if (!(change instanceof IASTBinaryExpression b)) {
            return null;
        }
        Affine operand = affine(scope).assigned(b.getOperand2());
        if (operand == null) {
            return null;
        }
        return switch (b.getOperator()) {
            case IASTBinaryExpression.op_assign -> operand;
            case IASTBinaryExpression.op_plusAssign -> before.plus(operand);
            case IASTBinaryExpression.op_minusAssign -> before.minus(operand);
            case IASTBinaryExpression.op_multiplyAssign ->
                operand instanceof Affine.Constant c ? before.times(c.value()) : null;
            default -> null;
        };
    }

    /** Last values of tracked integers that something behind the scop may read. */
    List<Node> results(Set<IBinding> tracked) {
        List<Node> nodes = new ArrayList<>();
        for (IBinding binding : tracked) {
            IASTNode at = unit.tree();
            if (binding instanceof IVariable variable
                    && variables.isReadAfterwards(variable)
                    && !known.get(variable).equals(known.symbol(variable, Known.Kind.ENTRY))) {
                Affine value = variables.plain(known.get(variable), at);
                CArray array = value == null ? null : variables.result(variable, at);
                if (value != null && array != null) {
                    nodes.add(assignments.statement(at, new Target(array, List.of()), IndexExpressions.of(value)));
                }
            }
        }
        return nodes;
    }

    List<Node> expression(IASTExpression expression, Scope scope) {
        if (ForParts.target(expression) instanceof IBinding variable && variables.isFollowed(variable)) {
            IASTExpression change = ForParts.plain(expression);
            if (change instanceof IASTBinaryExpression b
                    && b.getOperand2() instanceof IASTBinaryExpression inner
                    && ScopNames.isAssignment(inner.getOperator())) {
                return chain(b, inner, scope);
            }
            track(variable, changed(variable, change, scope));
            return List.of();
        }
        return switch (expression) {
            case IASTExpressionList l -> {
                List<Node> nodes = new ArrayList<>();
                for (IASTExpression each : l.getExpressions()) {
                    nodes.addAll(expression(each, scope));
                }
                yield nodes;
            }
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> expression(u.getOperand(), scope);
            case IASTUnaryExpression u when ScopNames.isStep(u.getOperator()) -> assignments.step(u, scope);
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_assign
                    && b.getOperand2() instanceof IASTBinaryExpression inner
                    && ScopNames.isAssignment(inner.getOperator()) -> chain(b, inner, scope);
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_assign ->
                assignments.assign(
                        b, assignments.target(b.getOperand1(), scope), null, b.getOperand2(), scope, Map.of());
            case IASTBinaryExpression b
            when Assignments.UPDATES.get(b.getOperator()) instanceof Operator update ->
                assignments.assign(
                        b, assignments.target(b.getOperand1(), scope), update, b.getOperand2(), scope, Map.of());
            case IASTBinaryExpression b
            when ScopNames.isAssignment(b.getOperator()) ->
                fault(b, "the operator of '" + unit.text(b) + "' is not supported; write it as an assignment by =");
            case IASTFunctionCallExpression call -> calls.of(call, scope);
            case IASTCastExpression c
            when c.getOperand() instanceof IASTFunctionCallExpression call -> calls.of(call, scope);
            default ->
                fault(
                        expression,
                        "'" + unit.text(expression)
                                + "' is no assignment; a statement assigns to an array element or scalar");
        };
    }

    /** {@code a = b = c} is {@code b = c} and then {@code a = b}. */
    private List<Node> chain(IASTBinaryExpression outer, IASTBinaryExpression inner, Scope scope) {
        List<Node> nodes = new ArrayList<>(expression(inner, scope));
        if (ForParts.target(outer) instanceof IBinding variable && variables.isFollowed(variable)) {
            track(variable, affine(scope).assigned(inner.getOperand1()));
        } else {
            nodes.addAll(assignments.assign(
                    outer, assignments.target(outer.getOperand1(), scope), null, inner.getOperand1(), scope, Map.of()));
        }
        return nodes;
    }

    /** Faults of the C code inside the scop's statements. */
    void reportProblems(List<IASTStatement> statements) {
        List<IASTProblem> problems = new ArrayList<>();
        statements.forEach(s -> s.accept(new ProblemCollector(problems)));
        problems.forEach(p -> fault(p, "the C code cannot be parsed: " + p.getMessage() + Missing.advice(unit)));
    }
}
