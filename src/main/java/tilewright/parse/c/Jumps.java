package tilewright.parse.c;

import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTContinueStatement;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTNullStatement;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.jspecify.annotations.Nullable;

/**
 * Jumps to the end of a block around them: {@code continue} to that of the loop's body, {@code return} to that of the function's, {@code goto} to that of a
 * block whose last statement is its label.
 */
final class Jumps {
    private Jumps() {}

    /** The block to whose end a statement jumps; null where it does not. */
    static @Nullable IASTStatement end(IASTStatement jump) {
        return switch (jump) {
            case IASTContinueStatement _ -> body(jump);
            case IASTReturnStatement _ -> {
                IASTFunctionDefinition function = Definitions.around(jump);
                yield function == null ? null : function.getBody();
            }
            case IASTGotoStatement g -> labelled(g);
            default -> null;
        };
    }

    /** The body of the innermost loop; null where there is none. */
    private static @Nullable IASTStatement body(IASTNode inside) {
        IASTNode node = inside;
        while (node != null && !(node instanceof IASTStatement && isLoop(node.getParent()))) {
            node = node.getParent();
        }
        return (IASTStatement) node;
    }

    private static @Nullable IASTStatement labelled(IASTGotoStatement jump) {
        for (IASTNode node = jump.getParent(); node != null; node = node.getParent()) {
            if (node instanceof IASTCompoundStatement block && endsWith(block, jump)) {
                return block;
            }
        }
        return null;
    }

    private static boolean endsWith(IASTCompoundStatement block, IASTGotoStatement jump) {
        IASTStatement[] statements = block.getStatements();
        int last = statements.length - 1;
        while (last >= 0 && statements[last] instanceof IASTNullStatement) {
            last--;
        }
        IASTStatement label = last < 0 ? null : statements[last];
        while (label instanceof IASTLabelStatement l) {
            if (l.getName().toString().equals(jump.getName().toString())) {
                return isEmpty(l.getNestedStatement());
            }
            label = l.getNestedStatement();
        }
        return false;
    }

    /** Whether nothing but labels is there. */
    private static boolean isEmpty(IASTStatement statement) {
        return statement instanceof IASTNullStatement
                || statement instanceof IASTLabelStatement l && isEmpty(l.getNestedStatement());
    }

    /** Whether a jump to the end of a block leaves a loop. */
    static boolean leavesLoop(IASTStatement jump, IASTStatement end) {
        for (IASTNode node = jump; node != null && node != end; node = node.getParent()) {
            if (isLoop(node)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLoop(@Nullable IASTNode node) {
        return node instanceof IASTForStatement
                || node instanceof IASTWhileStatement
                || node instanceof IASTDoStatement;
    }
}
