package tilewright.parse.c.affine;

import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.jspecify.annotations.Nullable;

/**
 * Finds conditional expressions by which an assignment is split: their condition reads no data, a branch does.
 *
 * @param decided conditional expressions whose branch is chosen already
 */
public record Splits(Names names, Map<IASTConditionalExpression, Boolean> decided) {
    /** The first one inside an expression, from the outside in; null where there is none. */
    @Nullable
    public IASTConditionalExpression first(IASTExpression expression) {
        return find(expression);
    }

    private @Nullable IASTConditionalExpression find(IASTNode node) {
        if (node instanceof IASTConditionalExpression c) {
            Boolean branch = decided.get(c);
            if (branch != null) {
                return find(branch ? Choices.then(c) : c.getNegativeResultExpression());
            }
            if (isPure(c.getLogicalConditionExpression())
                    && !(isPure(Choices.then(c)) && isPure(c.getNegativeResultExpression()))) {
                return c;
            }
        }
        for (IASTNode child : node.getChildren()) {
            IASTConditionalExpression found = find(child);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private boolean isPure(IASTExpression expression) {
        return new Purity(names).isPure(expression);
    }
}
