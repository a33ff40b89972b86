package tilewright.tune.stored;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.device.LaunchMode;
import tilewright.tiling.space.Candidate;

class StoredSweepTest {
    private static final SweepIdentity SWEEP = new SweepIdentity(
            "gauss", "00ff", new LinkedHashMap<>(Map.of("n", 8L)), Target.CUDA, "Some GPU", "CUDA 13.0", "nvrtc 13.0");

    private static Measurement measured(int block, List<Double> runs, List<Double> kernels) {
        Candidate candidate = new Candidate(List.of(block), List.of(1), new Candidate.Options(1, 1));
        Contender contender = new Contender(1, candidate, new Predicted(1, new LinkedHashMap<>()));
        Outcome outcome = new Outcome(Status.OK, null, runs, List.of(), 0.0, LaunchMode.GRAPH);
        return new Measurement(SWEEP, contender, outcome.withKernelSeconds(kernels), Measurement.Phase.SWEEP);
    }

    @Test
    void aSingleRunThatItsKernelsContradictIsLeftOut() {
        StoredSweep sweep = new StoredSweep(
                SWEEP,
                List.of(
                        measured(8, List.of(4.1), List.of(0.02, 0.04)),
                        measured(16, List.of(0.5), List.of(0.2, 0.1)),
                        measured(32, List.of(4.0, 4.2), List.of(0.1)),
                        measured(64, List.of(7.0), List.of())));
        assertEquals(List.of(0.5, 4.1, 7.0), List.copyOf(sweep.seconds().values()));
    }
}
