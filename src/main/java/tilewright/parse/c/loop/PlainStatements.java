package tilewright.parse.c.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionList;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerList;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.parse.Diagnostics;
import tilewright.parse.IndexExpressions;
import tilewright.parse.c.affine.CAffine;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.CElements.Target;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.expression.Assignments;
import tilewright.parse.c.expression.ComplexExpressions;
import tilewright.parse.c.expression.Pointers;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.unit.CFunction;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.ChangeFlags;
import tilewright.parse.c.unit.Effects;
import tilewright.parse.c.unit.ForParts;
import tilewright.parse.c.unit.Hoisting;
import tilewright.parse.c.unit.ScopNames;
import tilewright.parse.c.unit.TranslationUnit;

/**
 * Statements without control flow: declarations, assignments, calls. Integers whose values are followed change their values here, and
 * nothing stands for it.
 */
public final class PlainStatements {
    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;
    private final Assignments assignments;
    private final Pointers pointers;
    private final StatementCalls calls;
    private final ElementLists elementLists;

    private final ScopBuilder builder;
    private final ChangeFlags flags;

    PlainStatements(ScopContext context) {
        this.builder = context.builder();
        this.flags = context.flags();
        this.unit = context.unit();
        this.variables = context.variables();
        this.diagnostics = context.diagnostics();
        this.known = context.known();
        this.assignments = new Assignments(unit, variables, diagnostics, known);
        this.pointers = new Pointers(unit, variables, diagnostics, known);
        this.calls = new StatementCalls(builder, this, unit, variables, pointers, context.escapes());
        this.elementLists = new ElementLists(variables, known, assignments, calls);
    }

    /** The calls that are inlined. */
    StatementCalls calls() {
        return calls;
    }

    /** Builds something for the values that it leads to: neither its faults nor its statements are kept. */
    void trying(Runnable attempt) {
        assignments.trying(attempt);
    }

    private List<Node> fault(IASTNode at, String message) {
        diagnostics.error(unit.position(at), message);
        return List.of();
    }

    private CAffine affine(Scope scope) {
        Scope here = scope.knowing(known.copy());
        return new CAffine(unit, diagnostics, variables.in(here), here);
    }

    /** What {@code return} does with its value: it is the result of the call, where something asks for that. */
    List<Node> returned(IASTExpression value, Scope scope) {
        CArray result = calls.result();
        if (result == null) {
            assignments.check(value, scope);
            return List.of();
        }
        List<Node> nodes = new ArrayList<>(calls.hoisted(value, scope));
        nodes.addAll(assignments.assign(value, new Target(result, List.of()), null, value, scope, Map.of()));
        return nodes;
    }

    /** Declarations inside the scop: a first value is an assignment, unless it is a number that is affine and stays. */
    Scope declaration(IASTDeclarationStatement statement, Scope scope, List<Node> nodes) {
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

    public Scope declarator(IASTDeclarator declarator, Scope scope, List<Node> nodes) {
        if (!(declarator.getName().resolveBinding() instanceof IVariable variable)) {
            return scope;
        }
        if (declarator.getInitializer() == null) {
            variables.declare(variable, scope.knowing(known.copy()));
            return scope;
        }
        if (declarator.getInitializer() instanceof IASTEqualsInitializer initializer
                && initializer.getInitializerClause() instanceof IASTInitializerList list
                && elementLists.take(variable, declarator, list, scope, nodes)) {
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
        if (!CTypes.levels(variable.getType()).isEmpty()) {
            return pointed(variable, at, value, scope);
        }
        if (flags.isFlag(variable)) {
            return scope;
        }
        if (variables.isTracked(variable) || variables.isLoopVariable(variable)) {
            track(variable, affine(scope).assigned(value));
            return scope;
        }
        if (CTypes.isInteger(variable.getType()) && !variables.isAssigned(variable)) {
            Affine known = affine(scope).buildIfAffine(value);
            if (known != null && CTypes.range(variable.getType()).keeps(known)) {
                return scope.knowing(variable, known);
            }
            variables.assign(variable);
        }
        // Elsewhere a scalar holds the value, which the nest keeps as the program has it.
        boolean wanted = builder.isRepeating() && CTypes.of(variable.getType()) != null
                || variables.isData(variable)
                || isOfItsValue(variable, value) && variables.abbreviations().servesOneStatement(variable, at, value);
        if (wanted
                && CTypes.complex(variable.getType()) == null
                && variables.abbreviations().add(variable, at, value)) {
            return scope;
        }
        CArray array = variables.array(variable, at);
        if (array != null) {
            nodes.addAll(calls.hoisted(value, scope));
            nodes.addAll(
                    CTypes.complex(variable.getType()) == null
                            ? assignments.assign(at, new Target(array, List.of()), null, value, scope, Map.of())
                            : assignments.complex(at, Assignments.parts(array), null, value, scope, Map.of()));
        }
        return scope;
    }

    /** Whether a number holds just what its first value is, of the same type. */
    private static boolean isOfItsValue(IVariable variable, IASTExpression value) {
        DataType type = CTypes.of(variable.getType());
        CFunction function = value instanceof IASTFunctionCallExpression call ? CFunction.called(call) : null;
        DataType own = function == null ? CTypes.of(value.getExpressionType()) : function.type();
        return type != null && type == own;
    }

    /** Sets the value of a tracked integer; one that is not affine makes it data. */
    private void track(IBinding variable, @Nullable Affine value) {
        boolean kept = value != null
                && (!(variable instanceof IVariable v)
                        || CTypes.range(v.getType()).keeps(value));
        if (value == null || !kept) {
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
    public List<Node> results(Set<IBinding> tracked) {
        List<Node> nodes = new ArrayList<>();
        for (IBinding binding : tracked) {
            IASTNode at = unit.tree();
            if (binding instanceof IVariable variable
                    && !CTypes.isPointer(variable.getType())
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
        List<IASTUnaryExpression> steps =
                expression instanceof IASTExpressionList ? List.of() : Hoisting.steps(expression);
        steps.forEach(variables::doApart);
        List<Node> nodes = new ArrayList<>();
        steps.stream().filter(s -> !isBehind(s)).forEach(s -> nodes.addAll(whole(s, scope)));
        nodes.addAll(whole(expression, scope));
        steps.stream().filter(PlainStatements::isBehind).forEach(s -> nodes.addAll(whole(s, scope)));
        return nodes;
    }

    private static boolean isBehind(IASTUnaryExpression step) {
        return step.getOperator() == IASTUnaryExpression.op_postFixIncr
                || step.getOperator() == IASTUnaryExpression.op_postFixDecr;
    }

    /** An expression whose steps inside are done already, or done later. */
    private List<Node> whole(IASTExpression expression, Scope scope) {
        if (flags.isSet(expression) || Effects.none(expression)) {
            return List.of();
        }
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
            when u.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> whole(u.getOperand(), scope);
            case IASTUnaryExpression u
            when ScopNames.isStep(u.getOperator()) && !isPointer(u) -> assignments.step(u, scope);
            case IASTUnaryExpression _, IASTBinaryExpression _
            when isPointer(expression) -> {
                if (ForParts.target(expression) instanceof IVariable pointer) {
                    variables.want(pointer);
                }
                yield fault(
                        expression,
                        "'" + unit.text(expression)
                                + "' changes a pointer; set it outside of loops and branches, step it by affine"
                                + " numbers, or use subscripts");
            }
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_assign
                    && b.getOperand2() instanceof IASTBinaryExpression inner
                    && ScopNames.isAssignment(inner.getOperator()) -> chain(b, inner, scope);
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_assign -> assigned(b, null, scope);
            case IASTBinaryExpression b
            when Assignments.UPDATES.get(b.getOperator()) instanceof Operator update -> assigned(b, update, scope);
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

    private List<Node> assigned(IASTBinaryExpression assignment, @Nullable Operator update, Scope scope) {
        IASTExpression value = assignment.getOperand2();
        if (ComplexExpressions.isComplex(assignment.getOperand1())) {
            List<Node> nodes = new ArrayList<>(calls.hoisted(value, scope));
            nodes.addAll(assignments.complex(
                    assignment, assignments.numbers(assignment.getOperand1(), scope), update, value, scope, Map.of()));
            return nodes;
        }
        if (update == null
                && CTypes.structure(assignment.getOperand1().getExpressionType()) != null
                && CTypes.levels(assignment.getOperand1().getExpressionType()).isEmpty()) {
            return assignments.copy(assignment, scope);
        }
        List<Node> nodes = new ArrayList<>(calls.hoisted(value, scope));
        nodes.addAll(assignments.assign(
                assignment, assignments.target(assignment.getOperand1(), scope), update, value, scope, Map.of()));
        return nodes;
    }

    private static boolean isPointer(IASTExpression expression) {
        return ForParts.target(expression) instanceof IVariable variable && CTypes.isPointer(variable.getType());
    }

    /** The pointer that a statement makes point elsewhere, whatever happens; null where it does something else. */
    @Nullable
    IASTBinaryExpression setsPointer(IASTExpressionStatement statement) {
        return variables.isOutermost(statement)
                        && ForParts.plain(statement.getExpression()) instanceof IASTBinaryExpression b
                        && b.getOperator() == IASTBinaryExpression.op_assign
                        && isPointer(b)
                ? b
                : null;
    }

    /** The scope in which a pointer points to a place. */
    Scope pointed(IASTBinaryExpression setting, Scope scope) {
        return ForParts.target(setting) instanceof IVariable pointer
                ? pointed(pointer, setting, setting.getOperand2(), scope)
                : scope;
    }

    private Scope pointed(IVariable pointer, IASTNode at, IASTExpression value, Scope scope) {
        Scope set = pointers.set(
                pointer, value, scope, reason -> fault(at, "'" + unit.text(at) + "' cannot be analysed: " + reason));
        return set == null ? scope : set;
    }

    /** {@code a = b = c} is {@code b = c} and then {@code a = b}. */
    private List<Node> chain(IASTBinaryExpression outer, IASTBinaryExpression inner, Scope scope) {
        List<Node> nodes = new ArrayList<>(whole(inner, scope));
        if (ForParts.target(outer) instanceof IBinding variable && variables.isFollowed(variable)) {
            track(variable, affine(scope).assigned(inner.getOperand1()));
        } else if (ComplexExpressions.isComplex(outer.getOperand1())) {
            nodes.addAll(assignments.complex(
                    outer,
                    assignments.numbers(outer.getOperand1(), scope),
                    null,
                    inner.getOperand1(),
                    scope,
                    Map.of()));
        } else {
            nodes.addAll(assignments.assign(
                    outer, assignments.target(outer.getOperand1(), scope), null, inner.getOperand1(), scope, Map.of()));
        }
        return nodes;
    }
}
