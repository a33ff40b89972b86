package tilewright.ranking;

import java.util.List;
import tilewright.ranking.cost.CostModel;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.plan.ProgramPart;

/** What the model of times supposes that a program loads and stores. */
public final class PredictedBytes {
    private PredictedBytes() {}

    /** Of all parts of a program whose arrays have elements of so many bytes. */
    public static double of(List<ProgramPart> parts, GpuDescription device, int bytes) {
        double values = 0;
        for (ProgramPart part : parts) {
            if (part.joined()) {
                continue;
            }
            Problem problem = Problem.of(part.dependences(), part.sizes());
            Prediction.Traffic traffic = CostModel.of(problem, part.families(), device)
                    .predict(part.family(), part.candidate())
                    .traffic();
            values += part.runs() * (traffic.reads() + traffic.writes());
        }
        return values * bytes + ProgramTime.bytesOfJoined(parts);
    }
}
