package tilewright.parse.c;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
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
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTNullStatement;
import org.eclipse.cdt.core.dom.ast.IASTProblem;
import org.eclipse.cdt.core.dom.ast.IASTProblemHolder;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTSwitchStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Assumption;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.parse.AccessNumbers;
import tilewright.parse.Diagnostics;
import tilewright.parse.IndexExpressions;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.CElements.Target;

/** Builds the tree of one scop. */
final class ScopBuilder {
    /** What assignments such as {@code +=} do to their target. */
    static final Map<Integer, Operator> UPDATES = Map.of(
            IASTBinaryExpression.op_plusAssign, Operator.ADD,
            IASTBinaryExpression.op_minusAssign, Operator.SUB,
            IASTBinaryExpression.op_multiplyAssign, Operator.MUL,
            IASTBinaryExpression.op_divideAssign, Operator.DIV,
            IASTBinaryExpression.op_moduloAssign, Operator.REMAINDER,
            IASTBinaryExpression.op_binaryAndAssign, Operator.BIT_AND,
            IASTBinaryExpression.op_binaryOrAssign, Operator.BIT_OR,
            IASTBinaryExpression.op_binaryXorAssign, Operator.BIT_XOR,
            IASTBinaryExpression.op_shiftLeftAssign, Operator.SHIFT_LEFT,
            IASTBinaryExpression.op_shiftRightAssign, Operator.SHIFT_RIGHT);

    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;
    private final Escapes escapes = new Escapes();
    private final Loops loops;
    private final List<Assumption> facts = new ArrayList<>();
    private int statements;

    ScopBuilder(TranslationUnit unit, Variables variables, Diagnostics diagnostics, Known known) {
        this.unit = unit;
        this.variables = variables;
        this.diagnostics = diagnostics;
        this.known = known;
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

    /** Whether data decide if the rest of a loop's body runs: {@code if (a[i] < 0) { .. continue; }}. */
    private boolean skipsRest(IASTIfStatement choice, Scope scope) {
        boolean inBody = choice.getParent() instanceof IASTCompoundStatement c
                && (c.getParent() instanceof IASTForStatement
                        || c.getParent() instanceof IASTWhileStatement
                        || c.getParent() instanceof IASTDoStatement);
        List<IASTStatement> then = listed(choice.getThenClause());
        return inBody
                && !then.isEmpty()
                && then.getLast() instanceof IASTContinueStatement
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
        return guards().nodes(choice, scope, s -> nodes(then.subList(0, then.size() - 1), s), s -> {
            List<Node> all = new ArrayList<>(otherwise == null ? List.of() : nodes(List.of(otherwise), s));
            all.addAll(nodes(rest, s));
            return all;
        });
    }

    private CGuards guards() {
        return new CGuards(unit, variables, diagnostics, new Ways(unit, diagnostics, known, escapes));
    }

    /** What follows a {@code break} or {@code continue} that some iterations come to. */
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
            case IASTCompoundStatement c -> nodes(List.of(c.getStatements()), scope);
            case IASTForStatement f -> loops.of(f, scope);
            case IASTWhileStatement w -> loops.of(w, scope);
            case IASTDoStatement d -> loops.of(d, scope);
            case IASTLabelStatement l -> nodes(List.of(l.getNestedStatement()), scope);
            case IASTBreakStatement _ -> escape(statement, true, scope);
            case IASTContinueStatement _ -> escape(statement, false, scope);
            case IASTGotoStatement _ -> fault(statement, "'goto' cannot be analysed; write if and else");
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

    private List<Node> escape(IASTStatement statement, boolean leaves, Scope scope) {
        if (scope.active().isEmpty()) {
            return fault(statement, "'" + firstWord(statement) + "' stands in no loop of the scop");
        }
        escapes.add(new Escapes.Escape(Condition.and(scope.path()), leaves, known.copy(), statement));
        return List.of();
    }

    /** Builds something for the values that it leads to: neither its faults nor its statements are kept. */
    void trying(Runnable attempt) {
        int number = statements;
        diagnostics.without(attempt);
        statements = number;
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
        return initialised(declarator, variable, scope, nodes);
    }

    private Scope initialised(IASTDeclarator declarator, IVariable variable, Scope scope, List<Node> nodes) {
        if (!(declarator.getInitializer() instanceof IASTEqualsInitializer initializer)
                || !(initializer.getInitializerClause() instanceof IASTExpression value)) {
            fault(
                    declarator,
                    "'" + unit.text(declarator) + "' initialises an array or structure; assign its elements by loops");
            return scope;
        }
        if (variables.isTracked(variable) || variables.isLoopVariable(variable)) {
            track(variable, affine(scope).assigned(value));
            return scope;
        }
        if (CTypes.isInteger(variable.getType()) && !variables.isAssigned(variable)) {
            Affine known = affine(scope).buildIfAffine(value);
            if (known != null) {
                return scope.knowing(variable, known);
            }
            variables.assign(variable);
        }
        CArray array = variables.array(variable, declarator);
        if (array != null) {
            if (array.dimensions() > 0) {
                fault(declarator, "'" + unit.text(declarator) + "' is a pointer; use the array itself");
            } else {
                nodes.addAll(assign(declarator, new Target(array, List.of()), null, value, scope, Map.of()));
            }
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
                    nodes.add(statement(at, new Target(array, List.of()), IndexExpressions.of(value)));
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
            case IASTUnaryExpression u when ScopNames.isStep(u.getOperator()) -> step(u, scope);
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_assign
                    && b.getOperand2() instanceof IASTBinaryExpression inner
                    && ScopNames.isAssignment(inner.getOperator()) -> chain(b, inner, scope);
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_assign ->
                assign(b, target(b.getOperand1(), scope), null, b.getOperand2(), scope, Map.of());
            case IASTBinaryExpression b
            when UPDATES.get(b.getOperator()) instanceof Operator update ->
                assign(b, target(b.getOperand1(), scope), update, b.getOperand2(), scope, Map.of());
            case IASTBinaryExpression b
            when ScopNames.isAssignment(b.getOperator()) ->
                fault(b, "the operator of '" + unit.text(b) + "' is not supported; write it as an assignment by =");
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
            nodes.addAll(assign(outer, target(outer.getOperand1(), scope), null, inner.getOperand1(), scope, Map.of()));
        }
        return nodes;
    }

    private @Nullable Target target(IASTExpression expression, Scope scope) {
        return expressions(scope, DataType.DOUBLE, Map.of()).target(expression);
    }

    private CExpressions expressions(Scope around, DataType plain, Map<IASTConditionalExpression, Boolean> decided) {
        Scope scope = around.knowing(known.copy());
        return new CExpressions(
                unit, diagnostics, variables.in(scope), scope, CExpressions.Place.STATEMENT, plain, decided);
    }

    private List<Node> step(IASTUnaryExpression step, Scope scope) {
        Target target = target(step.getOperand(), scope);
        if (target == null) {
            return List.of();
        }
        boolean up = step.getOperator() == IASTUnaryExpression.op_prefixIncr
                || step.getOperator() == IASTUnaryExpression.op_postFixIncr;
        TypedOperations typed =
                new TypedOperations(ExpressionTypes.literalType(target.array().type()));
        Typed value = typed.apply(
                up ? Operator.ADD : Operator.SUB,
                List.of(new Typed(read(step, target), target.array().type()), TypedOperations.integer(1)));
        return List.of(statement(
                step, target, typed.stored(value, target.array().truth()).expression()));
    }

    private Expression read(IASTNode at, Target target) {
        return new Expression.Read(new Access(0, target.array().name(), target.subscripts(), unit.position(at)));
    }

    /**
     * One assignment. A conditional expression that reads data in its branches and whose condition is affine splits it in two,
     * since then it is known which branch is read where.
     */
    private List<Node> assign(
            IASTNode at,
            @Nullable Target target,
            @Nullable Operator update,
            IASTExpression source,
            Scope scope,
            Map<IASTConditionalExpression, Boolean> decided) {
        Scope here = scope.knowing(known.copy());
        IASTConditionalExpression split = new Splits(variables.in(here), decided).first(source);
        Condition condition =
                split == null ? null : affine(scope).conditionIfAffine(split.getLogicalConditionExpression());
        if (split != null && condition != null) {
            return List.of(new Node.Guard(
                    condition,
                    assign(at, target, update, source, scope.where(condition), with(decided, split, true)),
                    assign(at, target, update, source, scope.where(condition.negated()), with(decided, split, false)),
                    unit.position(at)));
        }
        DataType type = target == null ? DataType.DOUBLE : target.array().type();
        Typed value =
                expressions(scope, ExpressionTypes.literalType(type), decided).number(source);
        if (target == null || value == null) {
            return List.of();
        }
        if (update != null
                && TypedOperations.isOfIntegers(update)
                && !(type.isInteger() && value.type().isInteger())) {
            return fault(at, "'" + unit.text(at) + "' takes integers");
        }
        TypedOperations typed = new TypedOperations(ExpressionTypes.literalType(type));
        Typed whole = update == null ? value : typed.apply(update, List.of(new Typed(read(at, target), type), value));
        return List.of(statement(
                at, target, typed.stored(whole, target.array().truth()).expression()));
    }

    private static Map<IASTConditionalExpression, Boolean> with(
            Map<IASTConditionalExpression, Boolean> decided, IASTConditionalExpression split, boolean branch) {
        Map<IASTConditionalExpression, Boolean> larger = new HashMap<>(decided);
        larger.put(split, branch);
        return larger;
    }

    private Statement statement(IASTNode at, Target target, Expression value) {
        statements++;
        Access write = new Access(1, target.array().name(), target.subscripts(), unit.position(at));
        return new Statement("S" + statements, write, new AccessNumbers(1).number(value), unit.position(at));
    }

    /** Faults of the C code inside the scop's statements. */
    void reportProblems(List<IASTStatement> statements) {
        List<IASTProblem> problems = new ArrayList<>();
        statements.forEach(s -> s.accept(new ProblemCollector(problems)));
        problems.forEach(p -> fault(p, "the C code cannot be parsed: " + p.getMessage() + Missing.advice(unit)));
    }
}
