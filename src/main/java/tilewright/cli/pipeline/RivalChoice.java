package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import tilewright.dependence.Dependences;
import tilewright.model.UserError;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
import tilewright.tiling.Tiler;
import tilewright.tiling.rewrite.SlidingChunks;
import tilewright.tiling.schedule.PlannedNest;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.LoopRole;

/**
 * Whether another schedule is predicted to take so much less than the planner's own that the model can tell ({@link ModelErrors#closest}).
 *
 * <p>Rows: statements that reduce along rows, and others that use the results along the same rows, in one launch whose blocks own rows. Few rows leave
 * multiprocessors without a block; many long ones are read once instead of in every launch. Steps: problems of a batch that take each step together. Problems: each problem of a batch by a block of its own,
 * for which steps are barriers. Sweeps: each sweep over three dimensions by itself, where several at a time need more planes than registers hold. Chunks: of long sums over neighbours, written out,
 * where the loop as written has each point read all of its neighbours itself; at sizes that leave nothing beside chunks.
 */
final class RivalChoice {
    private final Dependences dependences;
    private final SequencedMap<String, Long> sizes;
    private final GpuDescription device;

    RivalChoice(Dependences dependences, SequencedMap<String, Long> sizes, GpuDescription device) {
        this.dependences = dependences;
        this.sizes = sizes;
        this.device = device;
    }

    /**
     * The schedule that is predicted to take least.
     *
     * @param first what others have to be better than
     * @param notes receives the predictions that decided for another one
     */
    Schedule best(Schedule first, PrintWriter notes) {
        Schedule best = first;
        double margin = ModelErrors.shipped().closest(device).orElse(1.0);
        if (Tiler.mayOwnRows(dependences)) {
            best = better(best, new Schedule.Rows(), margin, "blocks own rows", notes);
        }
        if (Tiler.mayBeBatch(dependences) && Pipeline.tiler(dependences, first).inSteps()) {
            best = better(best, new Schedule.Steps(), margin, "problems of the batch take each step together", notes);
            long axes = axesOfFronts(new Schedule.Problems());
            if (axes < 2) {
                // Launches of small blocks take 1.6 times what is predicted or more, as blocks without fronts do
                // (nvidia-h200-problems-in-blocks.txt, part 7): no margin between them.
                best = better(
                        best,
                        new Schedule.Problems(),
                        axes == 0 ? 1 : margin,
                        "a block runs each problem of the batch",
                        notes);
            }
        }
        if (Tiler.mayBeSweeps(dependences)) {
            best = better(best, new Schedule.Sweeps(), margin, "each sweep goes plane by plane by itself", notes);
        }
        if (SlidingChunks.of(PlannedNest.start(dependences).nest())
                .filter(chunks -> chunks.fill(sizes))
                .isPresent()) {
            best = better(
                    best, new Schedule.Chunks(), margin, "long loops along which points slide run in chunks", notes);
        }
        return best;
    }

    /**
     * In how many parallel loops fronts of blocks lie; 0 where there are none. One block that runs those in two loops took six times its prediction (sweeps over 64 x 64 points in
     * reports/experiments/nvidia-h200-batches-of-problems.txt).
     */
    private long axesOfFronts(Schedule schedule) {
        try {
            List<LoopRole> roles =
                    Pipeline.tiler(dependences, schedule).families().getFirst().roles();
            return roles.contains(LoopRole.FRONTS)
                    ? roles.stream().filter(r -> r == LoopRole.PARALLEL).count()
                    : 0;
        } catch (UserError none) {
            return 0;
        }
    }

    /** @param margin how many times as long the first one has to be predicted */
    private Schedule better(Schedule first, Schedule rival, double margin, String words, PrintWriter notes) {
        OptionalDouble seconds = seconds(rival);
        if (seconds.isEmpty()) {
            return first;
        }
        OptionalDouble others = seconds(first);
        if (others.isPresent() && seconds.getAsDouble() * margin >= others.getAsDouble()) {
            return first;
        }
        notes.println("note: " + words + ", --schedule " + rival.text() + ": predicted "
                + Quantity.seconds(seconds.getAsDouble()) + ", otherwise "
                + (others.isPresent() ? Quantity.seconds(others.getAsDouble()) : "nothing fits the device"));
        return rival;
    }

    /** Nothing where there are no such plans, or none that fits the device. */
    private OptionalDouble seconds(Schedule schedule) {
        try {
            return OptionalDouble.of(Pipeline.rank(Pipeline.tiler(dependences, schedule), sizes, device)
                    .leastProgramSeconds());
        } catch (UserError none) {
            return OptionalDouble.empty();
        }
    }
}
