package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.cli.argument.BlockArguments;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.NestArguments;
import tilewright.cli.argument.Refusals;
import tilewright.cli.output.Progress;
import tilewright.model.UserError;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranking;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** The candidate that a command works on: the sizes the user gave, completed by the ranking. */
final class Choice {
    private Choice() {}

    /**
     * The plan of the best ranked candidate with the given sizes that is legal. Sizes that no candidate of the ranked space
     * has are taken as they stand, if they are legal.
     *
     * @param notes receives what was passed over
     * @throws UserError if the blocks are illegal, with the dependence that forbids them
     */
    static Plan of(Tiler tiler, NestArguments nest, Devices devices, BlockArguments given, PrintWriter notes) {
        Candidate complete = given.candidate();
        if (complete != null) {
            return Pipeline.plan(tiler, complete);
        }
        List<Integer> block = given.blockSizes();
        List<Integer> thread = given.threadSizes();
        if (block == null) {
            Ranking ranking = thread == null
                    ? Pipeline.rank(tiler, nest.sizes(), devices.described())
                    : Pipeline.choices(tiler, nest.sizes(), devices.described(), null, thread);
            return firstLegal(tiler, ranking, notes);
        }
        Candidate asGiven = asGiven(block, thread);
        Plan plan = thread == null ? null : Pipeline.plan(tiler, asGiven);
        Ranking ranking;
        try {
            ranking = Pipeline.choices(tiler, nest.sizes(), devices.described(), block, thread);
        } catch (UserError outsideTheSpace) {
            return plan == null ? Pipeline.plan(tiler, asGiven) : plan;
        }
        return Pipeline.plan(tiler, ranking.candidates().getFirst().candidate());
    }

    /** Some blocks turn out illegal only when they are planned: then the next ones are tried. */
    private static Plan firstLegal(Tiler tiler, Ranking ranking, PrintWriter notes) {
        @Nullable UserError first = null;
        Set<List<Integer>> illegal = new HashSet<>();
        for (RankedCandidate ranked : ranking.candidates()) {
            Candidate candidate = ranked.candidate();
            if (illegal.contains(candidate.block())) {
                continue;
            }
            Progress.enter("planning launches");
            switch (tiler.plan(candidate)) {
                case Verdict.Legal legal -> {
                    if (first != null) {
                        notes.println("note: passed over better ranked blocks: " + first.getMessage());
                    }
                    return legal.plan();
                }
                case Verdict.Illegal reason -> {
                    illegal.add(candidate.block());
                    first = first == null ? Refusals.of(candidate, reason) : first;
                }
            }
        }
        throw first == null ? new IllegalStateException("a ranking without candidates") : first;
    }

    private static Candidate asGiven(List<Integer> block, @Nullable List<Integer> thread) {
        List<Integer> threads = thread == null ? Collections.nCopies(block.size(), 1) : thread;
        int kTile = Math.min(BlockArguments.K_TILE, Math.max(1, Collections.max(block)));
        return new Candidate(block, threads, new Candidate.Options(kTile, 1));
    }
}
