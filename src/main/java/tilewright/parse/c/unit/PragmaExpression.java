package tilewright.parse.c.unit;

import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.parse.c.unit.TranslationUnit.Pragma;

/**
 * An expression that stands in a pragma.
 *
 * @param unit that holds it
 */
public record PragmaExpression(TranslationUnit unit, IASTExpression expression) {
    /**
     * Reads some of a pragma's text.
     *
     * @param start where it starts in the pragma
     * @return null where it is no expression
     */
    public static @Nullable PragmaExpression of(TranslationUnit unit, Pragma pragma, String text, int start) {
        TranslationUnit own = unit.expression(text, pragma.textOffset() + start);
        if (own.problems().isEmpty()
                && own.tree().getDeclarations().length == 1
                && own.tree().getDeclarations()[0] instanceof IASTSimpleDeclaration d
                && d.getDeclarators().length == 1
                && d.getDeclarators()[0].getInitializer() instanceof IASTEqualsInitializer i
                && i.getInitializerClause() instanceof IASTUnaryExpression u) {
            return new PragmaExpression(own, u.getOperand());
        }
        return null;
    }
}
