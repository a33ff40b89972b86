package tilewright.tune;

import java.util.ArrayList;
import java.util.List;
import tilewright.device.Machine;

/**
 * Times a program.
 *
 * @param bestSeconds of the best candidate so far; infinite where there is none
 */
record Timing(RunPolicy policy, double bestSeconds) {
    /** Warm-up, then as many timed runs as the policy wants; of a candidate that is cut off, the last one before. */
    Outcome outcome(Machine.Run run, Machine.Loaded loaded, Verification verification) {
        double last = warmUp(run);
        List<Double> runs = new ArrayList<>();
        if (policy.isCutOff(last, bestSeconds)) {
            runs.add(last);
        }
        int wanted = runs.isEmpty() ? policy.runs(last, bestSeconds) : 0;
        if (wanted == 1) {
            // One of many seconds is as good as the next.
            return new Outcome(
                    Status.OK, null, List.of(last), loaded.resources(), verification.finiteError(), run.mode());
        }
        for (int i = 0; i < wanted; i++) {
            runs.add(run.time());
        }
        return new Outcome(Status.OK, null, runs, loaded.resources(), verification.finiteError(), run.mode());
    }

    /**
     * Returns the seconds of the last run: clocks have risen and code is loaded by then. The first run alone cuts nothing off, unless it takes long: it
     * may be slow because code is loaded, or because something came in between.
     */
    private double warmUp(Machine.Run run) {
        long start = System.nanoTime();
        double last = run.time();
        if (policy.isCutOff(last, bestSeconds) && last < policy.seconds()) {
            last = run.time();
        }
        while ((System.nanoTime() - start) * 1e-9 < policy.warmUpSeconds() && !policy.isCutOff(last, bestSeconds)) {
            last = run.time();
        }
        return last;
    }
}
