package tilewright.parse;

import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.Refusal;
import tilewright.model.Statement;

/** A bound on what one statement reads: every access is compared with every other one of its array. */
public final class StatementSizes {
    private static final int MOST_READS = 4000;

    private StatementSizes() {}

    /** Reports the statements that read too much. */
    public static void check(LoopNest nest, Diagnostics diagnostics) {
        for (PlacedStatement placed : nest.statements()) {
            Statement statement = placed.statement();
            int reads = statement.value().reads().size();
            if (reads > MOST_READS) {
                diagnostics.error(
                        statement.position(),
                        Refusal.NOT_SUPPORTED,
                        "this statement reads " + reads
                                + " elements once its macros and calls are replaced, and at most " + MOST_READS
                                + " are analysed; split it, or write its terms as a loop");
            }
        }
    }
}
