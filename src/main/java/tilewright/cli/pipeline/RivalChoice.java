package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import tilewright.dependence.Dependences;
import tilewright.model.UserError;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
import tilewright.tiling.Tiler;
import tilewright.tiling.schedule.Schedule;

/**
 * Whether another schedule is predicted to take so much less than the planner's own that the model can tell ({@link ModelErrors#closest}).
 *
 * <p>Rows: statements that reduce along rows, and others that use the results along the same rows, in one launch whose blocks own rows. Few rows leave
 * multiprocessors without a block; many long ones are read once instead of in every launch. Steps: problems of a batch that take each step together. Problems: each problem of a batch by a block of its own,
 * for which steps are barriers.
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
        if (Tiler.mayOwnRows(dependences)) {
            best = better(best, new Schedule.Rows(), "blocks own rows", notes);
        }
        if (Tiler.mayBeBatch(dependences) && Pipeline.tiler(dependences, first).inSteps()) {
            best = better(best, new Schedule.Steps(), "problems of the batch take each step together", notes);
            best = better(best, new Schedule.Problems(), "a block runs each problem of the batch", notes);
        }
        return best;
    }

    private Schedule better(Schedule first, Schedule rival, String words, PrintWriter notes) {
        OptionalDouble seconds = seconds(rival);
        if (seconds.isEmpty()) {
            return first;
        }
        OptionalDouble others = seconds(first);
        double margin = ModelErrors.shipped().closest(device).orElse(1.0);
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
