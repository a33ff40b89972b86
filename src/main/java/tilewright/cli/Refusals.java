package tilewright.cli;

import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.model.UserError;
import tilewright.tiling.Candidate;
import tilewright.tiling.Verdict;

/** Words for a cut that is not legal. */
final class Refusals {
    private Refusals() {}

    /** The reason, and the dependence that forbids the cut with its place in the source. */
    static UserError of(Candidate candidate, Verdict.Illegal verdict) {
        Dependence dependence = verdict.dependence();
        String place = dependence == null ? "" : dependence.position() + ": ";
        return new UserError(
                UserError.ANSWER_IS_NO,
                place + "error: blocks " + candidate + " are illegal: " + verdict.reason() + describe(dependence));
    }

    private static String describe(@Nullable Dependence dependence) {
        return dependence == null
                ? ""
                : "\n  forbidden by the " + dependence.kind().jsonName() + " dependence " + dependence.source() + " -> "
                        + dependence.sink() + " on " + dependence.array() + ", access " + dependence.access()
                        + ", vector " + dependence.vector();
    }
}
