package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.util.SequencedMap;
import tilewright.dependence.Dependences;
import tilewright.model.UserError;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
import tilewright.tiling.Tiler;
import tilewright.tiling.schedule.Schedule;

/**
 * Whether statements that reduce along rows, and others that use the results along the same rows, are predicted to take less in one launch whose blocks own rows than each in a launch of its own. Few rows leave
 * multiprocessors without a block; many long ones are read once instead of in every launch.
 */
final class RowChoice {
    private final Dependences dependences;
    private final SequencedMap<String, Long> sizes;
    private final GpuDescription device;

    RowChoice(Dependences dependences, SequencedMap<String, Long> sizes, GpuDescription device) {
        this.dependences = dependences;
        this.sizes = sizes;
        this.device = device;
    }

    /**
     * The schedule with blocks that own rows, where it is predicted to take so much less than another one that the model can tell ({@link ModelErrors#closest}); else the other one.
     *
     * @param notes receives the predictions that decided for rows
     */
    Schedule best(Schedule apart, PrintWriter notes) {
        if (!Tiler.mayOwnRows(dependences)) {
            return apart;
        }
        double together;
        try {
            together = seconds(Pipeline.tiler(dependences, new Schedule.Rows()));
        } catch (UserError none) {
            // No blocks can own rows, or none that fit the device.
            return apart;
        }
        double others = seconds(Pipeline.tiler(dependences, apart));
        if (together * ModelErrors.shipped().closest(device).orElse(1.0) >= others) {
            return apart;
        }
        notes.println("note: blocks own rows, --schedule " + new Schedule.Rows().text() + ": predicted "
                + Quantity.seconds(together) + ", launches apart " + Quantity.seconds(others));
        return new Schedule.Rows();
    }

    private double seconds(Tiler tiler) {
        return Pipeline.rank(tiler, sizes, device).leastProgramSeconds();
    }
}
