package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IProblemBinding;
import tilewright.model.SourcePosition;

/**
 * Declarations of names that nothing declares, by their use: a name with subscripts is an array of doubles, one in a subscript or
 * in the header of a loop is an int, any other one a double.
 */
final class InferredDeclarations {
    /** What the uses of a name say. */
    private static final class Uses {
        private final SourcePosition first;
        private int subscripts;
        private boolean counts;

        Uses(SourcePosition first) {
            this.first = first;
        }

        String declaration(String name) {
            if (subscripts > 0) {
                return "double " + name + "[]".repeat(subscripts) + ";";
            }
            return (counts ? "int " : "double ") + name + ";";
        }

        String kind() {
            if (subscripts > 0) {
                return "an array of doubles with " + subscripts + (subscripts == 1 ? " dimension" : " dimensions");
            }
            return counts ? "an int" : "a double";
        }
    }

    private final Map<String, Uses> uses = new LinkedHashMap<>();

    private InferredDeclarations() {}

    /** Of all names in the unit that have no declaration. */
    static InferredDeclarations of(TranslationUnit unit) {
        InferredDeclarations inferred = new InferredDeclarations();
        unit.tree().accept(inferred.new Collector(unit));
        return inferred;
    }

    /** C declarations, each on a line of its own. */
    String text() {
        return uses.entrySet().stream()
                .map(e -> e.getValue().declaration(e.getKey()) + "\n")
                .collect(Collectors.joining());
    }

    /** What the user should know: one line for each name. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        uses.forEach((name, use) ->
                notes.add(use.first + ": note: '" + name + "' is not declared; it is taken as " + use.kind()));
        return notes;
    }

    /** Looks at every name. */
    private final class Collector extends ASTVisitor {
        private final TranslationUnit unit;

        Collector(TranslationUnit unit) {
            this.unit = unit;
            shouldVisitExpressions = true;
        }

        @Override
        public int visit(IASTExpression expression) {
            if (expression instanceof IASTIdExpression id
                    && !isCalled(id)
                    && unit.isInMainFile(id)
                    && id.getName().resolveBinding() instanceof IProblemBinding) {
                Uses use = uses.computeIfAbsent(id.getName().toString(), _ -> new Uses(unit.position(id)));
                use.subscripts = Math.max(use.subscripts, subscripts(id));
                use.counts |= counts(id);
            }
            return PROCESS_CONTINUE;
        }

        private static boolean isCalled(IASTIdExpression id) {
            return id.getParent() instanceof IASTFunctionCallExpression f && f.getFunctionNameExpression() == id;
        }

        private static int subscripts(IASTExpression array) {
            return array.getParent() instanceof IASTArraySubscriptExpression a && a.getArrayExpression() == array
                    ? 1 + subscripts(a)
                    : 0;
        }

        /** Whether it stands in a subscript or in the header of a loop. */
        private static boolean counts(IASTNode node) {
            IASTNode parent = node.getParent();
            return switch (parent) {
                case IASTArraySubscriptExpression a when a.getArgument() == node -> true;
                case IASTForStatement f -> f.getBody() != node;
                case IASTExpressionStatement s -> s.getParent() instanceof IASTForStatement f && f.getBody() != s;
                case IASTExpression e -> counts(e);
                case null, default -> false;
            };
        }
    }
}
