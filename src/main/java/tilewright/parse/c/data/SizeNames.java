package tilewright.parse.c.data;

import java.util.Arrays;
import java.util.stream.Stream;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.affine.Meaning;
import tilewright.parse.c.affine.Names;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.TranslationUnit;

/** What names mean in the extents that a pragma gives: integers of the function or file, which the scop does not change. */
public final class SizeNames implements Names {
    private final TranslationUnit unit;
    private final TranslationUnit pragma;
    private final Variables variables;
    private final Diagnostics diagnostics;

    /** @param pragma holds the names */
    public SizeNames(TranslationUnit unit, TranslationUnit pragma, Variables variables, Diagnostics diagnostics) {
        this.unit = unit;
        this.pragma = pragma;
        this.variables = variables;
        this.diagnostics = diagnostics;
    }

    @Override
    public Meaning of(IASTIdExpression use) {
        String name = use.getName().toString();
        IBinding binding = Stream.concat(
                        variables.arguments().stream(),
                        Arrays.stream(unit.tree().getScope().find(name, unit.tree())))
                .filter(b -> b.getName().equals(name))
                .findFirst()
                .orElse(null);
        if (binding instanceof IVariable v && CTypes.isInteger(v.getType()) && !variables.isAssigned(v)) {
            return variables.variable(v, use);
        }
        diagnostics.error(
                pragma.position(use),
                "'" + name
                        + "' is no size here; give an integer of the function or file that the scop does not change");
        return new Meaning.Faulty();
    }
}
