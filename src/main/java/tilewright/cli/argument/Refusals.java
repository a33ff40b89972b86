package tilewright.cli.argument;

import tilewright.dependence.Dependence;
import tilewright.model.UserError;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Words for a cut that is not legal. */
public final class Refusals {
    private Refusals() {}

    /** The reason, which names the dependence that forbids the cut, behind its place in the source. */
    public static UserError of(Candidate candidate, Verdict.Illegal verdict) {
        Dependence dependence = verdict.dependence();
        String place = dependence == null ? "" : dependence.position() + ": ";
        return new UserError(
                UserError.ANSWER_IS_NO, place + "error: blocks " + candidate + " are illegal: " + verdict.reason());
    }
}
