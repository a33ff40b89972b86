package tilewright.parse.c.expression;

import java.util.function.Consumer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.affine.CAffine;
import tilewright.parse.c.affine.CElements;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Location;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.unit.ForParts;
import tilewright.parse.c.unit.TranslationUnit;

/**
 * Pointers that are set outside of loops and branches, as parameters are by a call: they stand for the place that they point to. One that
 * is stepped is so many elements farther, a number that is followed as an integer is.
 */
public final class Pointers {
    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;

    public Pointers(TranslationUnit unit, Variables variables, Diagnostics diagnostics, Known known) {
        this.unit = unit;
        this.variables = variables;
        this.diagnostics = diagnostics;
        this.known = known;
    }

    /**
     * The scope in which a pointer points to a place; null where a fault was reported, or an integer turned out to be data.
     *
     * @param refused reports why the pointer cannot stand for the place
     */
    @Nullable
    public Scope set(IVariable pointer, IASTExpression value, Scope scope, Consumer<String> refused) {
        if (variables.isTracked(pointer)) {
            known.put(pointer, Affine.constant(0));
        } else if (variables.isAssigned(pointer)) {
            variables.want(pointer);
            refused.accept("the pointer '" + pointer.getName() + "' is changed; use subscripts");
            return null;
        }
        if (becomesData(value)) {
            return null;
        }
        Scope here = scope.knowing(known.copy());
        CAffine affine = new CAffine(unit, diagnostics, variables.in(here), here);
        Location place = new CElements(unit, diagnostics, variables.in(here), affine).pointee(value);
        if (place == null) {
            return null;
        }
        String mismatch = place.mismatch(pointer, affine::buildIfAffine);
        if (mismatch != null) {
            refused.accept(mismatch);
            return null;
        }
        return scope.pointing(pointer, place);
    }

    /** Whether a pointer is made to an integer whose value was followed so far. */
    private boolean becomesData(IASTExpression pointer) {
        if (ForParts.plain(pointer) instanceof IASTUnaryExpression u
                && u.getOperator() == IASTUnaryExpression.op_amper
                && ForParts.plain(u.getOperand()) instanceof IASTIdExpression id
                && id.getName().resolveBinding() instanceof IVariable variable
                && variables.isTracked(variable)) {
            known.forget(variable);
            variables.fail(variable);
            return true;
        }
        return false;
    }
}
