package tilewright.parse.c.affine;

import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import tilewright.parse.c.unit.CLiterals;
import tilewright.parse.c.unit.CTypes;

/** Whether an expression is made of loop variables, parameters and integers alone. */
final class Purity extends ASTVisitor {
    private final Names names;
    private boolean pure = true;

    Purity(Names names) {
        this.names = names;
        shouldVisitExpressions = true;
    }

    boolean isPure(IASTExpression expression) {
        expression.accept(this);
        return pure;
    }

    @Override
    public int visit(IASTExpression expression) {
        if (expression instanceof IASTFunctionCallExpression f
                && AffineFunction.call(f) instanceof AffineFunction.Call call) {
            call.arguments().forEach(a -> pure &= new Purity(names).isPure(a));
            return pure ? PROCESS_SKIP : PROCESS_ABORT;
        }
        pure &= switch (expression) {
            case IASTIdExpression id -> names.of(id) instanceof Meaning.Index;
            case IASTLiteralExpression l -> CLiterals.integer(l) != null;
            case IASTArraySubscriptExpression _, IASTFunctionCallExpression _ -> false;
            case IASTCastExpression c -> CTypes.isInteger(c.getExpressionType());
            default -> true;
        };
        return pure ? PROCESS_CONTINUE : PROCESS_ABORT;
    }
}
