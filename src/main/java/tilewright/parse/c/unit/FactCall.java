package tilewright.parse.c.unit;

import java.util.Arrays;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.jspecify.annotations.Nullable;

/**
 * A statement that computes nothing: {@code assert(n > 0)}, {@code __builtin_assume(n % 4 == 0)}, PENCIL's
 * {@code __pencil_assume} and {@code __pencil_kill}.
 *
 * @param condition what holds where it stands; null where it says nothing that is used
 */
public record FactCall(@Nullable IASTExpression condition) {
    private static final Set<String> CONDITIONS = Set.of("assert", "__builtin_assume", "__pencil_assume");
    private static final Set<String> OTHERS = Set.of("__pencil_kill", "__pencil_use", "__pencil_def");

    /** The fact that a statement states; null for any other statement. */
    public static @Nullable FactCall of(IASTExpressionStatement statement) {
        if (!(ForParts.plain(statement.getExpression()) instanceof IASTFunctionCallExpression call)
                || !(call.getFunctionNameExpression() instanceof IASTIdExpression id)) {
            return null;
        }
        String name = id.getName().toString();
        if (OTHERS.contains(name)) {
            return new FactCall(null);
        }
        IASTInitializerClause[] arguments = call.getArguments();
        return CONDITIONS.contains(name) && arguments.length == 1
                ? new FactCall(Arrays.stream(arguments)
                        .filter(IASTExpression.class::isInstance)
                        .map(IASTExpression.class::cast)
                        .findFirst()
                        .orElse(null))
                : null;
    }
}
