package tilewright.parse.c.unit;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.parse.c.flow.Definitions;

/**
 * What statements, and the functions that they call, do with variables.
 *
 * @param loopVariables stepped by the header of some {@code for}
 * @param assigned set by some statement, or maybe by one that has its address; pointers where they are stepped
 * @param changed those of which a part is set, or that have their address taken; of structures the members, too
 */
public record ScopNames(Set<IBinding> loopVariables, Set<IBinding> assigned, Set<IBinding> changed) {
    public static ScopNames of(List<IASTStatement> statements) {
        ScopNames names = new ScopNames(new HashSet<>(), new HashSet<>(), new HashSet<>());
        Collector collector = names.new Collector();
        statements.forEach(s -> s.accept(collector));
        return names;
    }

    private static @Nullable IBinding binding(IASTExpression expression) {
        return ForParts.plain(expression) instanceof IASTIdExpression id
                ? id.getName().resolveBinding()
                : null;
    }

    /** The variable of which an expression denotes a part. */
    public static @Nullable IBinding owner(IASTExpression part) {
        return switch (ForParts.plain(part)) {
            case IASTFieldReference f -> owner(f.getFieldOwner());
            case IASTArraySubscriptExpression a -> owner(a.getArrayExpression());
            case IASTExpression whole -> binding(whole);
        };
    }

    /** The member of a variable that an expression is, or is a part of; null where it is none. */
    private static @Nullable IBinding member(IASTExpression part) {
        return switch (ForParts.plain(part)) {
            case IASTFieldReference f -> {
                IBinding outer = member(f.getFieldOwner());
                yield outer == null ? f.getFieldName().resolveBinding() : outer;
            }
            case IASTArraySubscriptExpression a -> member(a.getArrayExpression());
            default -> null;
        };
    }

    /** Whether a pointer is set to a place that does not depend on where it points now. */
    private static boolean isPointerSet(IASTExpression expression, IBinding variable) {
        return expression instanceof IASTBinaryExpression b
                && b.getOperator() == IASTBinaryExpression.op_assign
                && variable instanceof IVariable v
                && CTypes.isPointer(v.getType());
    }

    /** Loop variables and assigned ones. */
    private final class Collector extends ASTVisitor {
        /** Expressions that set or step a loop's variable. */
        private final Set<IASTNode> headers = new HashSet<>();

        /** Functions that are called. */
        private final Set<IASTFunctionDefinition> entered = new HashSet<>();

        Collector() {
            shouldVisitStatements = true;
            shouldVisitExpressions = true;
        }

        @Override
        public int visit(IASTStatement statement) {
            if (statement instanceof IASTForStatement loop && ForParts.of(loop) instanceof ForParts parts) {
                loopVariables.add(parts.variable());
                headers.add(parts.step());
                if (parts.start() instanceof IASTExpression start) {
                    headers.add(start.getParent());
                }
            }
            return PROCESS_CONTINUE;
        }

        @Override
        public int visit(IASTExpression expression) {
            IASTExpression target = switch (expression) {
                case IASTBinaryExpression b when isAssignment(b.getOperator()) -> b.getOperand1();
                case IASTUnaryExpression u
                when isStep(u.getOperator()) || u.getOperator() == IASTUnaryExpression.op_amper -> u.getOperand();
                default -> null;
            };
            if (target != null
                    && !headers.contains(expression)
                    && binding(target) instanceof IBinding variable
                    && !isPointerSet(expression, variable)) {
                assigned.add(variable);
            }
            if (target != null && owner(target) instanceof IBinding variable) {
                changed.add(variable);
            }
            if (target != null && member(target) instanceof IBinding member) {
                changed.add(member);
            }
            if (expression instanceof IASTFunctionCallExpression call
                    && Definitions.of(call) instanceof IASTFunctionDefinition definition
                    && entered.add(definition)) {
                definition.getBody().accept(this);
            }
            return PROCESS_CONTINUE;
        }
    }

    public static boolean isAssignment(int operator) {
        return operator >= IASTBinaryExpression.op_assign && operator <= IASTBinaryExpression.op_binaryOrAssign;
    }

    public static boolean isStep(int operator) {
        return switch (operator) {
            case IASTUnaryExpression.op_prefixIncr,
                    IASTUnaryExpression.op_prefixDecr,
                    IASTUnaryExpression.op_postFixIncr,
                    IASTUnaryExpression.op_postFixDecr -> true;
            default -> false;
        };
    }

    /** Whether a step counts up. */
    public static boolean isUp(int operator) {
        return operator == IASTUnaryExpression.op_prefixIncr || operator == IASTUnaryExpression.op_postFixIncr;
    }
}
