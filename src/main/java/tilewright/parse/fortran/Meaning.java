package tilewright.parse.fortran;

import tilewright.model.Affine;
import tilewright.parse.fortran.FortranStatementParser.ExprContext;

/** What a name stands for where it is used. */
sealed interface Meaning {
    /** A loop variable, a parameter, an integer constant, or an affine combination of them. */
    record Index(Affine value) implements Meaning {}

    /** A named constant that is no integer. */
    record Constant(ExprContext value, FortranType type) implements Meaning {}

    /** An array or scalar. */
    record Data(FortranArray array) implements Meaning {}

    /** Nothing that can be used here; reported. */
    record Faulty() implements Meaning {}
}
