package tilewright.parse.c.unit;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IPointerType;
import org.eclipse.cdt.core.dom.ast.IQualifierType;
import org.eclipse.cdt.core.dom.ast.IType;
import org.eclipse.cdt.core.dom.ast.ITypedef;

/** Assignments to what is declared {@code const}, in statements and in the functions that they call: no C (C11, 6.5.16 and 6.3.2.1). */
public final class ConstantWrites extends ASTVisitor {
    private final TranslationUnit unit;
    private final BiConsumer<IASTExpression, String> report;
    private final Set<IBinding> called = new HashSet<>();

    /** @param report receives what is assigned to, and what is wrong with it */
    public ConstantWrites(TranslationUnit unit, BiConsumer<IASTExpression, String> report) {
        this.unit = unit;
        this.report = report;
        shouldVisitExpressions = true;
    }

    @Override
    public int visit(IASTExpression expression) {
        switch (expression) {
            case IASTBinaryExpression b when isAssignment(b) -> check(b.getOperand1());
            case IASTUnaryExpression u when isStep(u) -> check(u.getOperand());
            case IASTFunctionCallExpression call -> enter(call);
            default -> {}
        }
        return PROCESS_CONTINUE;
    }

    private void check(IASTExpression target) {
        if (isConstant(target.getExpressionType())) {
            report.accept(
                    target,
                    "'" + unit.text(target)
                            + "' is declared const, and this assigns to it; take const out of its declaration,"
                            + " or assign to something else");
        }
    }

    private void enter(IASTFunctionCallExpression call) {
        if (call.getFunctionNameExpression() instanceof IASTIdExpression id
                && id.getName().resolveBinding() instanceof IBinding function
                && called.add(function)) {
            for (IASTDeclaration declaration : unit.tree().getDeclarations()) {
                if (declaration instanceof IASTFunctionDefinition f
                        && function.equals(f.getDeclarator().getName().resolveBinding())) {
                    f.getBody().accept(this);
                }
            }
        }
    }

    private static boolean isConstant(IType type) {
        return switch (type) {
            case ITypedef alias -> isConstant(alias.getType());
            case IQualifierType qualified -> qualified.isConst() || isConstant(qualified.getType());
            case IPointerType pointer -> pointer.isConst();
            default -> false;
        };
    }

    private static boolean isAssignment(IASTBinaryExpression binary) {
        return switch (binary.getOperator()) {
            case IASTBinaryExpression.op_assign,
                    IASTBinaryExpression.op_plusAssign,
                    IASTBinaryExpression.op_minusAssign,
                    IASTBinaryExpression.op_multiplyAssign,
                    IASTBinaryExpression.op_divideAssign,
                    IASTBinaryExpression.op_moduloAssign,
                    IASTBinaryExpression.op_binaryAndAssign,
                    IASTBinaryExpression.op_binaryOrAssign,
                    IASTBinaryExpression.op_binaryXorAssign,
                    IASTBinaryExpression.op_shiftLeftAssign,
                    IASTBinaryExpression.op_shiftRightAssign -> true;
            default -> false;
        };
    }

    private static boolean isStep(IASTUnaryExpression unary) {
        return switch (unary.getOperator()) {
            case IASTUnaryExpression.op_prefixIncr,
                    IASTUnaryExpression.op_prefixDecr,
                    IASTUnaryExpression.op_postFixIncr,
                    IASTUnaryExpression.op_postFixDecr -> true;
            default -> false;
        };
    }
}
