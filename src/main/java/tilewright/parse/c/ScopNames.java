package tilewright.parse.c;

import java.util.HashSet;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.jspecify.annotations.Nullable;

/**
 * What a scop does with its variables.
 *
 * @param loopVariables set by the header of some {@code for}
 * @param assigned set by some statement
 */
record ScopNames(Set<IBinding> loopVariables, Set<IBinding> assigned) {
    static ScopNames of(Scop scop) {
        ScopNames names = new ScopNames(new HashSet<>(), new HashSet<>());
        Collector collector = names.new Collector();
        scop.statements().forEach(s -> s.accept(collector));
        return names;
    }

    /** The variable that a loop's header sets; null where it sets none. */
    static @Nullable IBinding loopVariable(IASTForStatement loop) {
        return switch (loop.getInitializerStatement()) {
            case IASTExpressionStatement e
            when e.getExpression() instanceof IASTBinaryExpression b
                    && b.getOperator() == IASTBinaryExpression.op_assign -> binding(b.getOperand1());
            case IASTDeclarationStatement d
            when d.getDeclaration() instanceof IASTSimpleDeclaration s && s.getDeclarators().length == 1 ->
                s.getDeclarators()[0].getName().resolveBinding();
            case null, default -> null;
        };
    }

    private static @Nullable IBinding binding(IASTExpression expression) {
        return expression instanceof IASTIdExpression id ? id.getName().resolveBinding() : null;
    }

    /** Loop variables and assigned ones. */
    private final class Collector extends ASTVisitor {
        Collector() {
            shouldVisitStatements = true;
            shouldVisitExpressions = true;
        }

        @Override
        public int visit(IASTStatement statement) {
            if (statement instanceof IASTForStatement loop && loopVariable(loop) instanceof IBinding variable) {
                loopVariables.add(variable);
            }
            return PROCESS_CONTINUE;
        }

        @Override
        public int visit(IASTExpression expression) {
            IASTExpression target = switch (expression) {
                case IASTBinaryExpression b when isAssignment(b.getOperator()) -> b.getOperand1();
                case IASTUnaryExpression u when isStep(u.getOperator()) -> u.getOperand();
                default -> null;
            };
            if (target != null && !isHeader(expression) && binding(target) instanceof IBinding variable) {
                assigned.add(variable);
            }
            return PROCESS_CONTINUE;
        }

        /** Whether the expression sets or steps a loop's variable. */
        private static boolean isHeader(IASTExpression expression) {
            IASTNode parent = expression.getParent();
            boolean step = parent instanceof IASTForStatement;
            boolean start = parent instanceof IASTExpressionStatement e
                    && e.getParent() instanceof IASTForStatement loop
                    && loop.getInitializerStatement() == e;
            return step || start;
        }
    }

    static boolean isAssignment(int operator) {
        return operator >= IASTBinaryExpression.op_assign && operator <= IASTBinaryExpression.op_binaryOrAssign;
    }

    static boolean isStep(int operator) {
        return switch (operator) {
            case IASTUnaryExpression.op_prefixIncr,
                    IASTUnaryExpression.op_prefixDecr,
                    IASTUnaryExpression.op_postFixIncr,
                    IASTUnaryExpression.op_postFixDecr -> true;
            default -> false;
        };
    }
}
