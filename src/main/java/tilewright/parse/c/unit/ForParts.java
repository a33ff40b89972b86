package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionList;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.jspecify.annotations.Nullable;

/**
 * The header of a {@code for} loop taken apart. Its variable is one that the header steps and the condition speaks of; whatever
 * else the header sets or steps, {@code for (i = 0, j = n; i < j; i++, j--)}, is done ahead of the loop and at the end of each
 * iteration.
 *
 * @param start the variable's first value; null where it keeps the one that it has
 * @param before what else is set at the start: assignments
 * @param declared what else is declared at the start
 * @param step the expression that changes the variable
 * @param after what else is stepped
 */
public record ForParts(
        IBinding variable,
        @Nullable IASTExpression start,
        List<IASTExpression> before,
        List<IASTDeclarator> declared,
        IASTExpression step,
        List<IASTExpression> after) {
    /** A variable and its first value. */
    private record Start(
            @Nullable IBinding variable, @Nullable IASTExpression value) {}

    /** The parts; null where the header steps no variable. */
    public static @Nullable ForParts of(IASTForStatement loop) {
        List<IASTExpression> steps = list(loop.getIterationExpression());
        IASTExpression step = chosen(loop, steps);
        IBinding variable = step == null ? null : target(step);
        if (step == null || variable == null) {
            return null;
        }
        List<IASTExpression> before = new ArrayList<>();
        List<IASTDeclarator> declared = new ArrayList<>();
        IASTExpression start = null;
        switch (loop.getInitializerStatement()) {
            case IASTExpressionStatement e -> {
                for (IASTExpression each : list(e.getExpression())) {
                    Start set = start(each);
                    if (variable.equals(set.variable)) {
                        start = set.value;
                    } else {
                        before.add(each);
                    }
                }
            }
            case IASTDeclarationStatement d
            when d.getDeclaration() instanceof IASTSimpleDeclaration s -> {
                for (IASTDeclarator declarator : s.getDeclarators()) {
                    if (variable.equals(declarator.getName().resolveBinding())) {
                        start = first(declarator);
                    } else {
                        declared.add(declarator);
                    }
                }
            }
            case null, default -> {}
        }
        List<IASTExpression> after = new ArrayList<>(steps);
        after.remove(step);
        return new ForParts(variable, start, before, declared, step, after);
    }

    /** The step of a variable in the condition, else the first one. */
    private static @Nullable IASTExpression chosen(IASTForStatement loop, List<IASTExpression> steps) {
        LoopTest test = LoopTest.of(loop);
        Set<IBinding> limited = test == null ? Set.of() : UsedNames.bindings(test.condition());
        return steps.stream()
                .filter(s -> target(s) instanceof IBinding b && limited.contains(b))
                .findFirst()
                .orElse(steps.stream()
                        .filter(s -> target(s) != null)
                        .findFirst()
                        .orElse(null));
    }

    private static @Nullable IASTExpression first(IASTDeclarator declarator) {
        return declarator.getInitializer() instanceof IASTEqualsInitializer i
                        && i.getInitializerClause() instanceof IASTExpression e
                ? e
                : null;
    }

    private static Start start(IASTExpression expression) {
        return plain(expression) instanceof IASTBinaryExpression b && b.getOperator() == IASTBinaryExpression.op_assign
                ? new Start(binding(b.getOperand1()), b.getOperand2())
                : new Start(null, null);
    }

    /** The variable that an assignment or step changes; null for any other expression. */
    public static @Nullable IBinding target(IASTExpression expression) {
        return switch (plain(expression)) {
            case IASTBinaryExpression b when ScopNames.isAssignment(b.getOperator()) -> binding(b.getOperand1());
            case IASTUnaryExpression u when ScopNames.isStep(u.getOperator()) -> binding(u.getOperand());
            default -> null;
        };
    }

    private static @Nullable IBinding binding(IASTExpression expression) {
        return plain(expression) instanceof IASTIdExpression id ? id.getName().resolveBinding() : null;
    }

    /** Whether a loop steps a variable of that name, declared or not. */
    static boolean steps(IASTForStatement loop, String name) {
        return list(loop.getIterationExpression()).stream().anyMatch(step -> switch (plain(step)) {
            case IASTBinaryExpression b when ScopNames.isAssignment(b.getOperator()) -> isNamed(b.getOperand1(), name);
            case IASTUnaryExpression u when ScopNames.isStep(u.getOperator()) -> isNamed(u.getOperand(), name);
            default -> false;
        });
    }

    private static boolean isNamed(IASTExpression expression, String name) {
        return plain(expression) instanceof IASTIdExpression id
                && id.getName().toString().equals(name);
    }

    /** The operands of commas. */
    public static List<IASTExpression> list(@Nullable IASTExpression expression) {
        return switch (expression == null ? null : plain(expression)) {
            case null -> List.of();
            case IASTExpressionList l -> Arrays.asList(l.getExpressions());
            case IASTExpression e -> List.of(e);
        };
    }

    /** The expression without brackets around it. */
    public static IASTExpression plain(IASTExpression expression) {
        return expression instanceof IASTUnaryExpression u && u.getOperator() == IASTUnaryExpression.op_bracketedPrimary
                ? plain(u.getOperand())
                : expression;
    }
}
