package tilewright.parse.c.expression;

import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.jspecify.annotations.Nullable;

/**
 * How much one expression may grow by inlining. A function that calls another one twice, which calls a third one twice, and so on, doubles
 * the calls with each of them.
 */
final class InliningBudget {
    /** Calls that one expression may lead to. */
    private static final int MOST_CALLS = 2000;

    private @Nullable IASTFunctionCallExpression outermost;
    private int calls;
    private boolean spent;

    /**
     * Counts a call.
     *
     * @param depth calls around it
     * @return why it is not inlined; null where it is
     */
    @Nullable
    String count(IASTFunctionCallExpression call, int depth) {
        if (depth == 0) {
            outermost = call;
            calls = 0;
            spent = false;
        }
        return ++calls > MOST_CALLS ? "it leads to more than " + MOST_CALLS + " calls; write loops" : null;
    }

    /** The call that the user wrote. */
    IASTFunctionCallExpression outermost(IASTFunctionCallExpression inner) {
        return outermost == null ? inner : outermost;
    }

    /** Nothing more is inlined for this call, as a fault was reported. */
    void spend() {
        spent = true;
    }

    boolean isSpent() {
        return spent;
    }
}
