package tilewright.parse.c.data;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IArrayType;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IFunction;
import org.eclipse.cdt.core.dom.ast.IParameter;
import org.eclipse.cdt.core.dom.ast.IVariable;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.Scop;
import tilewright.parse.c.unit.TranslationUnit;

/**
 * Which arrays and scalars of a scop nothing else uses: locals of a function that nothing reads behind the scop, and scalars that the source does not mention. Arrays
 * that the function mentions outside of the scop are not among them, as pointers may come to stand for them there.
 */
public final class LocalArrays {
    private final TranslationUnit unit;
    private final Scop scop;
    private final Variables variables;

    private LocalArrays(TranslationUnit unit, Scop scop, Variables variables) {
        this.unit = unit;
        this.scop = scop;
        this.variables = variables;
    }

    /** By their names in the nest. */
    public static Set<String> of(TranslationUnit unit, Scop scop, Variables variables) {
        return new LocalArrays(unit, scop, variables).names();
    }

    private Set<String> names() {
        Set<String> own = new HashSet<>();
        variables.data().added().forEach(a -> own.add(a.name()));
        for (Map.Entry<IBinding, CArray> array : variables.data().declared().entrySet()) {
            if (array.getKey() instanceof IVariable variable && isOwn(variable)) {
                own.add(array.getValue().name());
            }
        }
        return own;
    }

    private boolean isOwn(IVariable variable) {
        return variable.getOwner() instanceof IFunction
                && !variable.isStatic()
                && !variable.isExtern()
                && !(variable instanceof IParameter)
                && !CTypes.isPointer(variable.getType())
                && !variables.isReadAfterwards(variable)
                && !mayHaveOtherUses(variable);
    }

    /** Whether something outside of the scop may let a pointer stand for it, or the scop find in it what it has left there before. */
    private boolean mayHaveOtherUses(IVariable variable) {
        boolean isArray = variable.getType() instanceof IArrayType;
        if (isArray && variables.mayOutlive(variable)) {
            return true;
        }
        for (IASTName use : unit.tree().getReferences(variable)) {
            boolean inside = scop.statements().stream()
                    .anyMatch(s -> TranslationUnit.start(s) <= TranslationUnit.start(use)
                            && TranslationUnit.end(use) <= TranslationUnit.end(s));
            boolean address = use.getParent().getParent() instanceof IASTUnaryExpression u
                    && u.getOperator() == IASTUnaryExpression.op_amper;
            if (!inside && (isArray || address)) {
                return true;
            }
        }
        return false;
    }
}
