package tilewright.parse.c.flow;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTContinueStatement;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.jspecify.annotations.Nullable;

/**
 * Jumps to the end of a block around them: {@code continue} to that of the loop's body, {@code return} to that of the function's. {@code goto} to a label
 * of a block around it is no jump any more ({@link ForwardJumps}).
 */
public final class Jumps {
    private Jumps() {}

    /** The block to whose end a statement jumps; null where it does not. */
    public static @Nullable IASTStatement end(IASTStatement jump) {
        return switch (jump) {
            case IASTContinueStatement _ -> body(jump);
            case IASTReturnStatement _ -> {
                IASTFunctionDefinition function = Definitions.around(jump);
                yield function == null ? null : function.getBody();
            }
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

    /** Whether a {@code goto} leaves the innermost loop for the label directly behind it, as {@code break} does. */
    public static boolean isBreak(IASTGotoStatement jump) {
        IASTNode loop = jump;
        while (loop != null && !isLoop(loop)) {
            loop = loop.getParent();
        }
        IASTNode whole = loop;
        while (whole != null && whole.getParent() instanceof IASTLabelStatement) {
            whole = whole.getParent();
        }
        if (whole == null || !(whole.getParent() instanceof IASTCompoundStatement block)) {
            return false;
        }
        List<IASTStatement> statements = List.of(block.getStatements());
        int next = statements.indexOf(whole) + 1;
        return next < statements.size()
                && ForwardJumps.labels(statements.get(next))
                        .contains(jump.getName().toString());
    }

    /** Whether a jump to the end of a block leaves a loop. */
    public static boolean leavesLoop(IASTStatement jump, IASTStatement end) {
        for (IASTNode node = jump; node != null && node != end; node = node.getParent()) {
            if (isLoop(node)) {
                return true;
            }
        }
        return false;
    }

    public static boolean isLoop(@Nullable IASTNode node) {
        return node instanceof IASTForStatement
                || node instanceof IASTWhileStatement
                || node instanceof IASTDoStatement;
    }
}
