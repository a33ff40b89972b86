package tilewright.ranking.cost;

import java.util.List;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** Predicts how long candidates take. Not for use by several threads at once: it remembers what sizes share. */
public interface CostModel {
    /**
     * @param family the family that the candidate belongs to
     * @throws IllegalArgumentException if a block does not fit the device
     */
    Prediction predict(Family family, Candidate candidate);

    /** The model for a device. */
    static CostModel of(Problem problem, List<Family> families, DeviceDescription device) {
        return switch (device) {
            case GpuDescription gpu -> new GpuCostModel(problem, families, gpu);
            case HostDescription host -> new HostCostModel(problem, families, host);
        };
    }
}
