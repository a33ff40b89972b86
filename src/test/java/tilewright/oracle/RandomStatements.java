package tilewright.oracle;

import java.util.List;

/** What the statements of {@link RandomNests} compute, and on what. */
interface RandomStatements {
    /** An assignment in the scope of loop variables, outermost first. */
    String statement(List<String> scope);

    /** The parameter that a bound is made of. */
    String size();

    /** The lines that stand before the loops, each with its end. */
    String declarations(String loops);
}
