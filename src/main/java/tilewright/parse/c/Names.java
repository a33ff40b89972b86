package tilewright.parse.c;

import org.eclipse.cdt.core.dom.ast.IASTIdExpression;

/** Resolves the names of expressions; what means nothing is reported there. */
@FunctionalInterface
interface Names {
    Meaning of(IASTIdExpression use);

    /** Notes that an affine value is asked for where there is data. */
    default void want(IASTIdExpression use) {}
}
