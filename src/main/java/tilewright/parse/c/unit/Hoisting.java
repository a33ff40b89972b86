package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import tilewright.parse.c.flow.Definitions;
import tilewright.parse.c.flow.Jumps;

/**
 * What of an expression is done before or after it, as statements: steps of variables, and before it calls of functions with loops, and of functions that change what is not
 * theirs. Any other function is an expression ({@link tilewright.parse.c.expression.InlinedCall InlinedCall}).
 */
public final class Hoisting {
    private Hoisting() {}

    /** Such calls, those inside of others first. */
    public static List<IASTFunctionCallExpression> calls(IASTExpression expression) {
        List<IASTFunctionCallExpression> calls = new ArrayList<>();
        expression.accept(new ASTVisitor() {
            {
                shouldVisitExpressions = true;
            }

            @Override
            public int leave(IASTExpression part) {
                if (part instanceof IASTFunctionCallExpression call
                        && Definitions.of(call) instanceof IASTFunctionDefinition definition
                        && isOfStatements(definition, new HashSet<>())) {
                    calls.add(call);
                }
                return PROCESS_CONTINUE;
            }
        });
        return calls;
    }

    /**
     * Steps of variables inside of an expression, as in {@code a[k++] = *p++}: those before the name are done ahead of it, those behind the
     * name afterwards. Nothing where that is not the same: where one is done only under a condition, or the variable stands elsewhere, too.
     */
    public static List<IASTUnaryExpression> steps(IASTExpression expression) {
        List<IASTUnaryExpression> steps = new ArrayList<>();
        List<IBinding> names = new ArrayList<>();
        expression.accept(new ASTVisitor() {
            {
                shouldVisitExpressions = true;
            }

            @Override
            public int visit(IASTExpression part) {
                if (part instanceof IASTUnaryExpression u && ScopNames.isStep(u.getOperator())) {
                    steps.add(u);
                } else if (part instanceof IASTIdExpression id) {
                    names.add(id.getName().resolveBinding());
                }
                return PROCESS_CONTINUE;
            }
        });
        boolean apart = steps.stream()
                .allMatch(step -> !ForParts.plain(expression).equals(step)
                        && !isOptional(step, expression)
                        && ForParts.target(step) instanceof IVariable variable
                        && Collections.frequency(names, variable) == 1);
        return apart ? steps : List.of();
    }

    /** Whether a part of an expression is evaluated only where another part says so. */
    public static boolean isOptional(IASTExpression part, IASTExpression whole) {
        for (IASTNode node = part; node != whole; node = node.getParent()) {
            boolean optional = switch (node.getParent()) {
                case IASTConditionalExpression c -> node != c.getLogicalConditionExpression();
                case IASTBinaryExpression b ->
                    node == b.getOperand2()
                            && (b.getOperator() == IASTBinaryExpression.op_logicalAnd
                                    || b.getOperator() == IASTBinaryExpression.op_logicalOr);
                default -> false;
            };
            if (optional) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfStatements(IASTFunctionDefinition definition, Set<IASTFunctionDefinition> seen) {
        if (!seen.add(definition)) {
            return false;
        }
        boolean[] found = {false};
        definition.getBody().accept(new ASTVisitor() {
            {
                shouldVisitStatements = true;
                shouldVisitExpressions = true;
            }

            @Override
            public int visit(IASTStatement statement) {
                found[0] |= Jumps.isLoop(statement)
                        || statement instanceof IASTExpressionStatement e
                                && ForParts.plain(e.getExpression()) instanceof IASTFunctionCallExpression;
                return found[0] ? PROCESS_ABORT : PROCESS_CONTINUE;
            }

            @Override
            public int visit(IASTExpression expression) {
                IASTExpression target = switch (expression) {
                    case IASTBinaryExpression b when ScopNames.isAssignment(b.getOperator()) -> b.getOperand1();
                    case IASTUnaryExpression u when ScopNames.isStep(u.getOperator()) -> u.getOperand();
                    default -> null;
                };
                boolean called = expression instanceof IASTFunctionCallExpression call
                        && Definitions.of(call) instanceof IASTFunctionDefinition inner
                        && isOfStatements(inner, seen);
                found[0] |= called || target != null && !isOwn(target, definition);
                return found[0] ? PROCESS_ABORT : PROCESS_CONTINUE;
            }
        });
        return found[0];
    }

    /** Whether it is a number that the function declares. */
    private static boolean isOwn(IASTExpression target, IASTFunctionDefinition definition) {
        return ForParts.plain(target) instanceof IASTIdExpression id
                && id.getName().resolveBinding() instanceof IVariable variable
                && CTypes.levels(variable.getType()).isEmpty()
                && variable.getOwner() != null
                && variable.getOwner()
                        .equals(definition.getDeclarator().getName().resolveBinding());
    }
}
