package tilewright.parse.c.expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTNullStatement;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IType;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.Operator;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.affine.Location;
import tilewright.parse.c.unit.CTypes;

/**
 * The value of a function of the file for given arguments, as an expression: its statements are followed one by one with what its variables
 * hold, and where an {@code if} chooses between two ways, both are followed and merged. The function declares and assigns its own
 * variables, chooses and returns a number; it may read elements of arrays of the file.
 */
public final class InlinedCall {
    /** Statements that may be followed, the same one on several ways several times. */
    private static final int MOST_STEPS = 200;

    /** What cannot be followed. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;
        private final transient IASTNode at;

        Refused(IASTNode at, String reason) {
            super(reason);
            this.at = at;
        }

        IASTNode at() {
            return at;
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * What the function's variables hold.
     *
     * @param indices those that are affine in loop variables and parameters of the scop
     * @param pointers what those point to that are pointers
     */
    record Values(Map<IBinding, Typed> numbers, Map<IBinding, Affine> indices, Map<IBinding, Location> pointers) {
        static final Values NONE = new Values(Map.of(), Map.of(), Map.of());

        Values with(IBinding variable, Location place) {
            Map<IBinding, Location> pointers = new HashMap<>(this.pointers);
            pointers.put(variable, place);
            return new Values(numbers, indices, pointers);
        }

        Values with(IBinding variable, Typed number, @Nullable Affine index) {
            Map<IBinding, Typed> numbers = new HashMap<>(this.numbers);
            Map<IBinding, Affine> indices = new HashMap<>(this.indices);
            numbers.put(variable, number);
            indices.remove(variable);
            if (index != null) {
                indices.put(variable, index);
            }
            return new Values(numbers, indices, pointers);
        }
    }

    private final IASTFunctionDefinition function;
    private final CExpressions caller;
    private final TypedOperations typed;
    private int steps;

    /** @param caller the expressions that the call stands in */
    InlinedCall(IASTFunctionDefinition function, CExpressions caller, TypedOperations typed) {
        this.function = function;
        this.caller = caller;
        this.typed = typed;
    }

    /**
     * The function's value; null where a fault was reported.
     *
     * @param arguments what its parameters hold at first
     * @param result the type that it returns
     */
    @Nullable
    Typed value(Values arguments, IType result) throws Refused {
        return follow(List.of(function.getBody()), arguments, result);
    }

    private @Nullable Typed follow(List<IASTStatement> statements, Values values, IType result) throws Refused {
        if (statements.isEmpty()) {
            throw new Refused(function.getBody(), "it does not return a number on every way through it");
        }
        if (++steps > MOST_STEPS) {
            throw new Refused(function.getBody(), "it has too many ways through it");
        }
        List<IASTStatement> rest = statements.subList(1, statements.size());
        return switch (statements.getFirst()) {
            case IASTNullStatement _ -> follow(rest, values, result);
            case IASTCompoundStatement c -> follow(joined(List.of(c.getStatements()), rest), values, result);
            case IASTReturnStatement r
            when r.getReturnValue() instanceof IASTExpression e ->
                converted(caller.inside(values).number(e), result);
            case IASTIfStatement i -> choice(i, rest, values, result);
            case IASTDeclarationStatement d
            when d.getDeclaration() instanceof IASTSimpleDeclaration s -> {
                Values after = declared(s, values);
                yield after == null ? null : follow(rest, after, result);
            }
            case IASTExpressionStatement e -> {
                Values after = assigned(e.getExpression(), values);
                yield after == null ? null : follow(rest, after, result);
            }
            case IASTStatement s -> throw new Refused(s, "it is no declaration, assignment, if or return of a number");
        };
    }

    private static List<IASTStatement> joined(List<IASTStatement> first, List<IASTStatement> second) {
        List<IASTStatement> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    private @Nullable Typed converted(@Nullable Typed value, IType type) {
        DataType wanted = CTypes.of(type);
        if (value == null || wanted == null) {
            return null;
        }
        return CTypes.isTruth(type) ? typed.asNumber(typed.asTruth(value)) : typed.converted(value, wanted);
    }

    private @Nullable Typed choice(IASTIfStatement choice, List<IASTStatement> rest, Values values, IType result)
            throws Refused {
        IASTStatement otherwise = choice.getElseClause();
        Typed condition = caller.inside(values).truth(choice.getConditionExpression());
        Typed one = follow(joined(List.of(choice.getThenClause()), rest), values, result);
        Typed other = follow(otherwise == null ? rest : joined(List.of(otherwise), rest), values, result);
        return condition == null || one == null || other == null ? null : typed.choice(condition, one, other);
    }

    private @Nullable Values declared(IASTSimpleDeclaration declaration, Values values) throws Refused {
        Values after = values;
        for (IASTDeclarator declarator : declaration.getDeclarators()) {
            if (declarator.getInitializer() == null) {
                continue;
            }
            if (!(declarator.getInitializer() instanceof IASTEqualsInitializer initializer)
                    || !(initializer.getInitializerClause() instanceof IASTExpression value)) {
                throw new Refused(declarator, "it initialises an array or structure");
            }
            after = set(declarator, declarator.getName().resolveBinding(), value, null, after);
            if (after == null) {
                return null;
            }
        }
        return after;
    }

    private @Nullable Values assigned(IASTExpression expression, Values values) throws Refused {
        return switch (expression) {
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_assign
                    || Assignments.UPDATES.containsKey(b.getOperator()) ->
                set(b, variable(b.getOperand1()), b.getOperand2(), Assignments.UPDATES.get(b.getOperator()), values);
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> assigned(u.getOperand(), values);
            default -> throw new Refused(expression, "it is no assignment to a variable of the function");
        };
    }

    private IBinding variable(IASTExpression target) throws Refused {
        if (target instanceof IASTIdExpression id
                && id.getName().resolveBinding() instanceof IVariable variable
                && isOwn(variable)) {
            return variable;
        }
        throw new Refused(target, "it changes what is no variable of the function");
    }

    private boolean isOwn(IVariable variable) {
        return Arrays.stream(function.getTranslationUnit().getDeclarationsInAST(variable))
                .anyMatch(n -> {
                    IASTNode node = n;
                    while (node != null && node != function) {
                        node = node.getParent();
                    }
                    return node == function;
                });
    }

    private @Nullable Values set(
            IASTNode at, @Nullable IBinding target, IASTExpression value, @Nullable Operator update, Values values)
            throws Refused {
        if (!(target instanceof IVariable variable)
                || CTypes.of(variable.getType()) == null
                || !CTypes.levels(variable.getType()).isEmpty()) {
            throw new Refused(at, "its variables must be numbers");
        }
        CExpressions inside = caller.inside(values);
        Typed number = inside.number(value);
        Typed old = values.numbers().get(variable);
        if (update != null && old == null) {
            throw new Refused(at, "'" + variable.getName() + "' has no value here");
        }
        if (number != null && update != null && old != null) {
            number = typed.apply(update, List.of(old, number));
        }
        Typed kept = converted(number, variable.getType());
        boolean index = update == null && CTypes.isInteger(variable.getType());
        return kept == null ? null : values.with(variable, kept, index ? inside.affine(value) : null);
    }
}
