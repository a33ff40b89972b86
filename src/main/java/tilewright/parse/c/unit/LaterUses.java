package tilewright.parse.c.unit;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.eclipse.cdt.core.dom.ast.IVariable;

/** Whether a local variable is mentioned behind a scop, or anywhere outside of it where a loop surrounds the scop. */
public final class LaterUses extends ASTVisitor {
    private final IVariable variable;
    private final int from;
    private final int to;
    private final boolean inLoop;
    private boolean found;

    private LaterUses(IVariable variable, int from, int to, boolean inLoop) {
        this.variable = variable;
        this.from = from;
        this.to = to;
        this.inLoop = inLoop;
        shouldVisitNames = true;
    }

    public static boolean of(IASTTranslationUnit tree, IVariable variable, List<IASTStatement> scop) {
        if (scop.isEmpty()) {
            return false;
        }
        LaterUses uses = new LaterUses(
                variable,
                TranslationUnit.start(scop.getFirst()),
                TranslationUnit.end(scop.getLast()),
                isInLoop(scop.getFirst()));
        tree.accept(uses);
        return uses.found;
    }

    /** Whether a loop of the function surrounds a statement. */
    public static boolean isInLoop(IASTNode node) {
        IASTNode parent = node.getParent();
        return parent instanceof IASTForStatement
                || parent instanceof IASTWhileStatement
                || parent instanceof IASTDoStatement
                || parent != null && isInLoop(parent);
    }

    @Override
    public int visit(IASTName name) {
        int start = TranslationUnit.start(name);
        boolean outside = start >= to || inLoop && start < from && !name.isDeclaration();
        found |= outside && variable.equals(name.resolveBinding());
        return found ? PROCESS_ABORT : PROCESS_CONTINUE;
    }
}
