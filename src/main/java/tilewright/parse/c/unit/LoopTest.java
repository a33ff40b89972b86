package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTContinueStatement;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.jspecify.annotations.Nullable;

/**
 * What ends a loop: its condition, or where that always holds a {@code break} that an iteration begins or ends with, {@code for (;;) { if
 * (i >= n) break; .. }}.
 *
 * @param holds whether the loop goes on where the condition holds, else where it does not
 * @param atEnd whether it is looked at behind an iteration
 * @param statement the statement that is this test; null where the loop's own condition is
 */
public record LoopTest(
        IASTExpression condition,
        boolean holds,
        boolean atEnd,
        @Nullable IASTStatement statement) {
    /** The test of a loop; null where it has none, as {@code for (;;)} may. */
    public static @Nullable LoopTest of(IASTStatement loop) {
        IASTExpression own = condition(loop);
        if (own != null && !isAlways(own)) {
            return new LoopTest(own, true, loop instanceof IASTDoStatement, null);
        }
        List<IASTStatement> body = body(loop);
        if (!body.isEmpty() && exit(body.getFirst()) instanceof IASTExpression exit) {
            return new LoopTest(exit, false, false, body.getFirst());
        }
        boolean steps = loop instanceof IASTForStatement f && f.getIterationExpression() != null;
        if (!body.isEmpty() && !steps && !continues(loop) && exit(body.getLast()) instanceof IASTExpression exit) {
            return new LoopTest(exit, false, true, body.getLast());
        }
        return own == null ? null : new LoopTest(own, true, loop instanceof IASTDoStatement, null);
    }

    private static @Nullable IASTExpression condition(IASTStatement loop) {
        return switch (loop) {
            case IASTForStatement f -> f.getConditionExpression();
            case IASTWhileStatement w -> w.getCondition();
            case IASTDoStatement d -> d.getCondition();
            default -> null;
        };
    }

    private static List<IASTStatement> body(IASTStatement loop) {
        IASTStatement body = switch (loop) {
            case IASTForStatement f -> f.getBody();
            case IASTWhileStatement w -> w.getBody();
            case IASTDoStatement d -> d.getBody();
            default -> loop;
        };
        return body instanceof IASTCompoundStatement c ? List.of(c.getStatements()) : List.of(body);
    }

    private static boolean isAlways(IASTExpression condition) {
        return ForParts.plain(condition) instanceof IASTLiteralExpression l
                && CLiterals.integer(l) instanceof Long value
                && value != 0;
    }

    /** The condition of {@code if (c) break;}; null for any other statement. */
    private static @Nullable IASTExpression exit(IASTStatement statement) {
        if (!(statement instanceof IASTIfStatement branch) || branch.getElseClause() != null) {
            return null;
        }
        IASTStatement then = branch.getThenClause();
        boolean leaves = then instanceof IASTBreakStatement
                || then instanceof IASTCompoundStatement c
                        && c.getStatements().length == 1
                        && c.getStatements()[0] instanceof IASTBreakStatement;
        return leaves ? branch.getConditionExpression() : null;
    }

    /** Whether a {@code continue} of a loop, or of one inside it, may pass over the end of an iteration. */
    private static boolean continues(IASTStatement loop) {
        boolean[] found = {false};
        loop.accept(new ASTVisitor() {
            {
                shouldVisitStatements = true;
            }

            @Override
            public int visit(IASTStatement statement) {
                found[0] |= statement instanceof IASTContinueStatement;
                return found[0] ? PROCESS_ABORT : PROCESS_CONTINUE;
            }
        });
        return found[0];
    }

    /** What looking at the condition changes, {@code while (n-- > 0)}, whatever the rest of it says. */
    public List<IASTUnaryExpression> steps() {
        List<IASTUnaryExpression> steps = new ArrayList<>();
        condition.accept(new ASTVisitor() {
            {
                shouldVisitExpressions = true;
            }

            @Override
            public int visit(IASTExpression expression) {
                if (expression instanceof IASTUnaryExpression u && ScopNames.isStep(u.getOperator())) {
                    steps.add(u);
                }
                return PROCESS_CONTINUE;
            }
        });
        return steps;
    }

    /** A step that not every look at the condition makes; null where there is none. */
    @Nullable
    public IASTUnaryExpression stepUnderCondition() {
        return steps().stream()
                .filter(step -> Hoisting.isOptional(step, condition))
                .findFirst()
                .orElse(null);
    }
}
