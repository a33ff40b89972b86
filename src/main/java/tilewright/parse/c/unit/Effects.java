package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionList;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;

/** Statements that compute a value and drop it, such as {@code a[i];} or {@code (void)0;}. */
public final class Effects extends ASTVisitor {
    private boolean found;

    private Effects() {
        shouldVisitExpressions = true;
    }

    /** Whether computing an expression changes nothing: it reads and computes, and neither assigns nor calls. */
    public static boolean none(IASTExpression expression) {
        Effects effects = new Effects();
        expression.accept(effects);
        return !effects.found;
    }

    /** A line for each such statement of a scop, as it may be a mistake. */
    public static List<String> notes(TranslationUnit unit, Scop scop) {
        List<String> notes = new ArrayList<>();
        ASTVisitor statements = new ASTVisitor() {
            {
                shouldVisitStatements = true;
            }

            @Override
            public int visit(IASTStatement statement) {
                if (statement instanceof IASTExpressionStatement s && none(s.getExpression())) {
                    notes.add(unit.position(s) + ": warning: '" + unit.text(s.getExpression())
                            + "' computes a value that nothing uses, and is left out");
                }
                return PROCESS_CONTINUE;
            }
        };
        scop.statements().forEach(s -> s.accept(statements));
        return notes;
    }

    @Override
    public int visit(IASTExpression expression) {
        found |= switch (expression) {
            case IASTBinaryExpression b -> ScopNames.isAssignment(b.getOperator());
            case IASTUnaryExpression u -> ScopNames.isStep(u.getOperator());
            case IASTIdExpression _, IASTLiteralExpression _, IASTArraySubscriptExpression _, IASTCastExpression _ ->
                false;
            case IASTConditionalExpression _, IASTExpressionList _, IASTFieldReference _ -> false;
            default -> true;
        };
        return found ? PROCESS_ABORT : PROCESS_CONTINUE;
    }
}
