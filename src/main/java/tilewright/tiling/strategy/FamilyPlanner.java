package tilewright.tiling.strategy;

import java.util.List;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Makes plans of one family, where they are legal. */
public interface FamilyPlanner {
    /** What becomes of each loop. */
    List<LoopRole> roles();

    /** Whether the candidate's block sizes are of this family's form. */
    boolean accepts(Candidate candidate);

    /** Whether there is a plan for sizes that are accepted, and of which family, or what forbids it. */
    Outline outline(Candidate candidate);

    /** The plan for sizes that are accepted, or what forbids it. */
    default Verdict plan(Candidate candidate) {
        return outline(candidate).verdict();
    }

    /** Whether every HOST loop has block size one. */
    static boolean hostSizesAreOne(List<LoopRole> roles, Candidate candidate) {
        for (int z = 0; z < roles.size(); z++) {
            if (roles.get(z) == LoopRole.HOST && candidate.block().get(z) != 1) {
                return false;
            }
        }
        return true;
    }
}
