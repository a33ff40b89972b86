package tilewright.tune.worker;

import java.util.ArrayList;
import java.util.List;
import tilewright.device.Machine;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;

/**
 * Times a program.
 *
 * @param bestSeconds of the best candidate so far; infinite where there is none
 */
record Timing(RunPolicy policy, double bestSeconds) {
    /** Warm-up, then as many timed runs as the policy wants; of a candidate that is cut off, the shortest one before. */
    Outcome outcome(Machine.Run run, Machine.Loaded loaded, Verification verification) {
        double shortest = warmUp(run);
        List<Double> runs = new ArrayList<>();
        if (policy.isCutOff(shortest, bestSeconds)) {
            runs.add(shortest);
        }
        int wanted = runs.isEmpty() ? policy.runs(shortest, bestSeconds) : 0;
        if (wanted == 1) {
            // One of many seconds is as good as the next.
            return new Outcome(
                    Status.OK, null, List.of(shortest), loaded.resources(), verification.finiteError(), run.mode());
        }
        for (int i = 0; i < wanted; i++) {
            runs.add(run.time());
        }
        return new Outcome(Status.OK, null, runs, loaded.resources(), verification.finiteError(), run.mode());
    }

    /**
     * Returns the seconds of the shortest run: by then clocks have risen and code is loaded. No run alone cuts anything off, unless it takes long: the
     * first may be slow because code is loaded, and any because something came in between.
     */
    private double warmUp(Machine.Run run) {
        long start = System.nanoTime();
        double shortest = run.time();
        if (policy.isCutOff(shortest, bestSeconds) && shortest < policy.seconds()) {
            shortest = Math.min(shortest, run.time());
        }
        while ((System.nanoTime() - start) * 1e-9 < policy.warmUpSeconds() && !policy.isCutOff(shortest, bestSeconds)) {
            shortest = Math.min(shortest, run.time());
        }
        return shortest;
    }
}
