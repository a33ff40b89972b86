package tilewright.parse.c.affine;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Load;
import tilewright.parse.c.unit.Hoisting;

/** Resolves the names of expressions; what means nothing is reported there. */
@FunctionalInterface
public interface Names {
    Meaning of(IASTIdExpression use);

    /** Notes that an affine value is asked for where there is data. */
    default void want(IASTIdExpression use) {}

    /** An integer member of a structure that the scop does not change; null where it is data. */
    default @Nullable Affine member(IASTFieldReference member) {
        return null;
    }

    /** What a member of a structure of several types is, as an array or scalar of its own; null where it lies in an array of structures. */
    default @Nullable CArray separate(IASTFieldReference member) {
        return null;
    }

    /** The scalar that has the value of a call already; null where the call is an expression. */
    default @Nullable CArray valueOf(IASTFunctionCallExpression call) {
        return null;
    }

    /** Whether a step is done before or after the expression that it stands in ({@link Hoisting}). */
    default boolean isDoneApart(IASTUnaryExpression step) {
        return false;
    }

    /** Notes that an index is read from an array; its variable stands for it from now on. */
    default void loaded(Load load) {}

    /** Those of its variables that stand for indices read from arrays. */
    default List<Load> loads(Affine form) {
        return List.of();
    }
}
