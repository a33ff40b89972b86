package tilewright.parse.c.affine;

import org.eclipse.cdt.core.dom.ast.IASTExpression;
import tilewright.model.Affine;
import tilewright.parse.c.unit.Abbreviations;

/** What a name stands for where it is used. */
public sealed interface Meaning {
    /** A loop variable, a parameter, a constant, or an affine combination of them. */
    record Index(Affine value) implements Meaning {}

    /** An array or scalar. */
    record Data(CArray array) implements Meaning {}

    /** A pointer to a place in an array, as a function's parameter is one. */
    record Pointer(Location place) implements Meaning {}

    /** Infinity of floating-point numbers; only what {@code init} says knows it. */
    record Infinity() implements Meaning {}

    /** A local that {@linkplain Abbreviations stands for an expression}. */
    record Abbreviated(IASTExpression value) implements Meaning {}

    /** Nothing that can be used here; reported. */
    record Faulty() implements Meaning {}
}
