package tilewright.parse.c.unit;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.jspecify.annotations.Nullable;

/** Names that an expression mentions, by their place. */
public final class UsedNames extends ASTVisitor {
    private final Set<String> arrays = new LinkedHashSet<>();
    private final Set<String> others = new LinkedHashSet<>();
    private final Set<IBinding> bindings = new LinkedHashSet<>();

    private UsedNames() {
        shouldVisitExpressions = true;
    }

    /** Names with subscripts. */
    public static Set<String> arrays(IASTExpression expression) {
        return of(expression).arrays;
    }

    /** Names without subscripts. */
    public static Set<String> plain(IASTExpression expression) {
        return of(expression).others;
    }

    /** What the names stand for, those without a declaration left out. */
    public static Set<IBinding> bindings(IASTExpression expression) {
        return of(expression).bindings;
    }

    private static UsedNames of(IASTExpression expression) {
        UsedNames names = new UsedNames();
        expression.accept(names);
        return names;
    }

    /** Whether an expression mentions one of these variables. */
    public static boolean mentions(IASTExpression expression, Predicate<IBinding> variables) {
        boolean[] found = {false};
        expression.accept(new ASTVisitor() {
            {
                shouldVisitExpressions = true;
            }

            @Override
            public int visit(IASTExpression part) {
                found[0] |= part instanceof IASTIdExpression id
                        && id.getName().resolveBinding() instanceof IBinding binding
                        && variables.test(binding);
                return found[0] ? PROCESS_ABORT : PROCESS_CONTINUE;
            }
        });
        return found[0];
    }

    /** The name that the subscripts belong to; null where there is none. */
    public static @Nullable String base(IASTExpression expression) {
        return switch (expression) {
            case IASTIdExpression id -> id.getName().toString();
            case IASTArraySubscriptExpression a -> base(a.getArrayExpression());
            default -> null;
        };
    }

    @Override
    public int visit(IASTExpression expression) {
        if (expression instanceof IASTIdExpression id) {
            String name = id.getName().toString();
            if (id.getName().resolveBinding() instanceof IBinding binding) {
                bindings.add(binding);
            }
            boolean subscripted =
                    id.getParent() instanceof IASTArraySubscriptExpression a && a.getArrayExpression() == id;
            boolean called =
                    id.getParent() instanceof IASTFunctionCallExpression f && f.getFunctionNameExpression() == id;
            if (subscripted) {
                arrays.add(name);
            } else if (!called) {
                others.add(name);
            }
        }
        return PROCESS_CONTINUE;
    }
}
