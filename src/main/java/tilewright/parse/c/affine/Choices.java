package tilewright.parse.c.affine;

import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;

/** Parts of conditional expressions. */
public final class Choices {
    private Choices() {}

    /** The value where the condition holds: of {@code a ?: b}, GNU C's short form of {@code a ? a : b}, the condition's own. */
    public static IASTExpression then(IASTConditionalExpression choice) {
        IASTExpression then = choice.getPositiveResultExpression();
        return then == null ? choice.getLogicalConditionExpression() : then;
    }
}
