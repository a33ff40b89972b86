package tilewright.parse.c;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import tilewright.model.Affine;
import tilewright.model.Load;

/** Resolves the names of expressions; what means nothing is reported there. */
@FunctionalInterface
interface Names {
    Meaning of(IASTIdExpression use);

    /** Notes that an affine value is asked for where there is data. */
    default void want(IASTIdExpression use) {}

    /** Notes that an index is read from an array; its variable stands for it from now on. */
    default void loaded(Load load) {}

    /** Those of its variables that stand for indices read from arrays. */
    default List<Load> loads(Affine form) {
        return List.of();
    }
}
