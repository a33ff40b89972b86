package tilewright.parse.c.flow;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IBasicType;
import org.eclipse.cdt.core.dom.ast.IFunction;
import org.eclipse.cdt.core.dom.ast.IParameter;
import org.jspecify.annotations.Nullable;

/** The functions that calls call, and their definitions in the file. */
public final class Definitions {
    private Definitions() {}

    /** The function that a call names; null where it names none that is declared. */
    public static @Nullable IFunction called(IASTFunctionCallExpression call) {
        return call.getFunctionNameExpression() instanceof IASTIdExpression id
                        && id.getName().resolveBinding() instanceof IFunction function
                ? function
                : null;
    }

    /** The definition of the function that a call names; null where the file has none. */
    public static @Nullable IASTFunctionDefinition of(IASTFunctionCallExpression call) {
        IFunction function = called(call);
        return function == null
                ? null
                : Arrays.stream(call.getTranslationUnit().getDefinitionsInAST(function))
                        .map(Definitions::around)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    /** Another definition of the same name, as two files may have one; null where there is none. */
    public static @Nullable IASTFunctionDefinition another(IASTFunctionDefinition definition) {
        String name = definition.getDeclarator().getName().toString();
        return Arrays.stream(definition.getTranslationUnit().getDeclarations())
                .filter(d -> d != definition)
                .filter(IASTFunctionDefinition.class::isInstance)
                .map(IASTFunctionDefinition.class::cast)
                .filter(d -> d.getDeclarator().getName().toString().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Whether a function comes to call itself, by others too. */
    public static boolean isRecursive(IASTFunctionDefinition definition) {
        Set<IASTFunctionDefinition> entered = new HashSet<>();
        boolean[] again = {false};
        definition.getBody().accept(new ASTVisitor() {
            {
                shouldVisitExpressions = true;
            }

            @Override
            public int visit(IASTExpression expression) {
                if (expression instanceof IASTFunctionCallExpression call
                        && of(call) instanceof IASTFunctionDefinition other) {
                    again[0] |= other == definition;
                    if (!again[0] && entered.add(other)) {
                        other.getBody().accept(this);
                    }
                }
                return again[0] ? PROCESS_ABORT : PROCESS_CONTINUE;
            }
        });
        return again[0];
    }

    /** Whether a call of a function of the system ends the program. */
    public static boolean endsProgram(IASTFunctionCallExpression call) {
        return call.getFunctionNameExpression() instanceof IASTIdExpression id
                && Set.of("exit", "abort", "_Exit", "_exit", "quick_exit")
                        .contains(id.getName().toString());
    }

    /** A function's parameters; none of {@code f(void)}. */
    public static List<IParameter> parameters(IFunction function) {
        return Arrays.stream(function.getParameters())
                .filter(p -> !(p.getType() instanceof IBasicType b && b.getKind() == IBasicType.Kind.eVoid))
                .toList();
    }

    /** The definition that a node is part of; null where there is none. */
    public static @Nullable IASTFunctionDefinition around(IASTNode part) {
        IASTNode node = part;
        while (node != null && !(node instanceof IASTFunctionDefinition)) {
            node = node.getParent();
        }
        return (IASTFunctionDefinition) node;
    }
}
