package tilewright.cli;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.model.UserError;
import tilewright.tiling.Candidate;
import tilewright.tiling.Tiler;

/** The candidate that a command works on: the sizes the user gave, completed by the ranking. */
final class Choice {
    /** Iterations staged at a time where nothing else is known. */
    private static final int CHUNK = 16;

    private Choice() {}

    /**
     * The best ranked candidate with the given sizes. Sizes that no candidate of the ranked space has are taken as they
     * stand, if they are legal.
     *
     * @throws UserError if the blocks are illegal, with the dependence that forbids them
     */
    static Candidate of(
            Dependences dependences, Tiler tiler, NestArguments nest, Devices devices, BlockArguments given) {
        Candidate complete = given.candidate();
        if (complete != null) {
            Pipeline.plan(tiler, complete);
            return complete;
        }
        List<Integer> block = given.blockSizes();
        List<Integer> thread = given.threadSizes();
        if (block == null) {
            return Pipeline.choose(dependences, tiler, nest.sizes(), devices.described(), null, thread)
                    .candidate();
        }
        Candidate asGiven = asGiven(block, thread);
        if (thread != null) {
            Pipeline.plan(tiler, asGiven);
        }
        try {
            return Pipeline.choose(dependences, tiler, nest.sizes(), devices.described(), block, thread)
                    .candidate();
        } catch (UserError outsideTheSpace) {
            Pipeline.plan(tiler, asGiven);
            return asGiven;
        }
    }

    private static Candidate asGiven(List<Integer> block, @Nullable List<Integer> thread) {
        List<Integer> threads = thread == null ? Collections.nCopies(block.size(), 1) : thread;
        int chunk = Math.min(CHUNK, Math.max(1, Collections.max(block)));
        return new Candidate(block, threads, new Candidate.Options(chunk, 1));
    }
}
