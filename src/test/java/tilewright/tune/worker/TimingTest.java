package tilewright.tune.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.device.KernelResources;
import tilewright.device.LaunchMode;
import tilewright.device.Machine;
import tilewright.device.ProgramInstance;

class TimingTest {
    private static final RunPolicy POLICY = new RunPolicy(5, 10, 1, 0);

    /** A program whose runs take these times, then the last one for ever. */
    private record Runs(Deque<Double> seconds) implements Machine.Run {
        @Override
        public void stepwise() {}

        @Override
        public void once() {}

        @Override
        public double time() {
            return seconds.size() > 1 ? seconds.removeFirst() : seconds.getFirst();
        }

        @Override
        public LaunchMode mode() {
            return LaunchMode.CALL;
        }

        @Override
        public void close() {}
    }

    private record Program() implements Machine.Loaded {
        @Override
        public List<KernelResources> resources() {
            return List.of();
        }

        @Override
        public Machine.Run prepare(ProgramInstance instance, Machine.Workspace workspace) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private static List<Double> runs(Double... seconds) {
        return runs(POLICY, seconds);
    }

    private static List<Double> runs(RunPolicy policy, Double... seconds) {
        Runs run = new Runs(new ArrayDeque<>(List.of(seconds)));
        return new Timing(policy, 0.001)
                .outcome(run, new Program(), Verification.NOTHING)
                .runs();
    }

    @Test
    void aSlowFirstRunAloneCutsNothingOff() {
        assertEquals(10, runs(0.4, 0.001).size(), "code was loaded, or something came in between");
    }

    @Test
    void aSlowRunBetweenOthersCutsNothingOff() {
        RunPolicy warming = new RunPolicy(5, 10, 1, 0.005);
        assertEquals(10, runs(warming, 0.0012, 0.0012, 0.02, 0.0012).size());
    }

    @Test
    void aCandidateThatIsSlowTwiceKeepsTheSecondRun() {
        assertEquals(List.of(0.02), runs(0.4, 0.02));
    }

    @Test
    void whatTakesLongIsNotRunAgain() {
        assertEquals(List.of(2.0), runs(2.0, 0.001));
    }
}
