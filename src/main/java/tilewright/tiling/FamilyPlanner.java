package tilewright.tiling;

import java.util.List;

/** Makes plans of one family. */
interface FamilyPlanner {
    /** The family's shape, as found with the sample sizes. */
    Family family();

    /** Whether the candidate's block sizes are of this family's form. */
    boolean accepts(Candidate candidate);

    /** Plans with a sample candidate and remembers the family's shape. */
    Verdict tryOut(Candidate sample);

    Verdict plan(Candidate candidate);

    default boolean hasHostLoops() {
        return family().roles().contains(LoopRole.HOST);
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
