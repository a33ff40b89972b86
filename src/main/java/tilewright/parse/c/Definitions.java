package tilewright.parse.c;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IBasicType;
import org.eclipse.cdt.core.dom.ast.IFunction;
import org.eclipse.cdt.core.dom.ast.IParameter;
import org.jspecify.annotations.Nullable;
import tilewright.parse.Diagnostics;

/** The functions that calls call, and their definitions in the file. */
final class Definitions {
    private Definitions() {}

    /** The function that a call names; null where it names none that is declared. */
    static @Nullable IFunction called(IASTFunctionCallExpression call) {
        return call.getFunctionNameExpression() instanceof IASTIdExpression id
                        && id.getName().resolveBinding() instanceof IFunction function
                ? function
                : null;
    }

    /** The definition of the function that a call names; null where the file has none. */
    static @Nullable IASTFunctionDefinition of(IASTFunctionCallExpression call) {
        IFunction function = called(call);
        return function == null
                ? null
                : Arrays.stream(call.getTranslationUnit().getDefinitionsInAST(function))
                        .map(Definitions::around)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    /** Reports functions that are defined twice: files that are programs of their own in C, with functions of one name each, are read as one. */
    static void reportTwice(TranslationUnit unit, Diagnostics diagnostics) {
        Map<String, IASTFunctionDefinition> all = new HashMap<>();
        for (IASTDeclaration declaration : unit.tree().getDeclarations()) {
            if (declaration instanceof IASTFunctionDefinition definition) {
                String name = definition.getDeclarator().getName().toString();
                IASTFunctionDefinition other = name.isEmpty() ? null : all.putIfAbsent(name, definition);
                if (other != null) {
                    diagnostics.error(
                            unit.position(definition),
                            Refusal.INVALID,
                            "'" + name + "' is defined at " + unit.position(other)
                                    + ", too; leave one file out, or give one of the two another name");
                }
            }
        }
    }

    /** Whether a call of a function of the system ends the program. */
    static boolean endsProgram(IASTFunctionCallExpression call) {
        return call.getFunctionNameExpression() instanceof IASTIdExpression id
                && Set.of("exit", "abort", "_Exit", "_exit", "quick_exit")
                        .contains(id.getName().toString());
    }

    /** A function's parameters; none of {@code f(void)}. */
    static List<IParameter> parameters(IFunction function) {
        return Arrays.stream(function.getParameters())
                .filter(p -> !(p.getType() instanceof IBasicType b && b.getKind() == IBasicType.Kind.eVoid))
                .toList();
    }

    /** The definition that a node is part of; null where there is none. */
    static @Nullable IASTFunctionDefinition around(IASTNode part) {
        IASTNode node = part;
        while (node != null && !(node instanceof IASTFunctionDefinition)) {
            node = node.getParent();
        }
        return (IASTFunctionDefinition) node;
    }
}
