package tilewright.device;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Energy of one run. The meter moves in steps, each much longer than a short run: a program is run again and again, and what
 * lies between the first step and the last one is divided by the runs between them, so that no part of a step is counted.
 */
final class EnergyMeter {
    /** A step is a tenth of a second at most; fewer steps would be a poor mean, and a device that never steps has no meter. */
    private static final int LEAST_STEPS = 3;

    private static final double MOST_WINDOWS = 4;
    /** Asking takes some microseconds: so long, at least, run programs between two questions. */
    private static final double BETWEEN_QUESTIONS = 2e-3;

    private final Sensors sensors;
    private final LongSupplier nanoTime;

    /** @param nanoTime a clock */
    EnergyMeter(Sensors sensors, LongSupplier nanoTime) {
        this.sensors = sensors;
        this.nanoTime = nanoTime;
    }

    private record Step(double joules, long runs, double seconds) {}

    /**
     * Runs a program for a while.
     *
     * @param run runs it once and waits for its end
     * @param seconds for how long, or until there are some steps
     * @return empty where the meter does not move
     */
    Optional<Observed> observe(Runnable run, double seconds) {
        long start = nanoTime.getAsLong();
        List<Step> steps = new ArrayList<>();
        Set<String> throttled = new LinkedHashSet<>();
        long runs = 0;
        double last = sensors.joules();
        double asked = 0;
        double now = 0;
        while (now < seconds || steps.size() < LEAST_STEPS && now < MOST_WINDOWS * seconds) {
            run.run();
            runs++;
            now = (nanoTime.getAsLong() - start) * 1e-9;
            if (now - asked >= BETWEEN_QUESTIONS) {
                asked = now;
                double joules = sensors.joules();
                if (joules != last) {
                    steps.add(new Step(joules, runs, now));
                    last = joules;
                    throttled.addAll(sensors.throttled());
                }
            }
        }
        return steps.size() < 2 ? Optional.empty() : Optional.of(between(steps.getFirst(), steps.getLast(), throttled));
    }

    private Observed between(Step first, Step last, Set<String> throttled) {
        double joules = last.joules - first.joules;
        return new Observed(
                joules / (last.runs - first.runs),
                joules / (last.seconds - first.seconds),
                sensors.multiprocessorHertz(),
                sensors.memoryHertz(),
                sensors.celsius(),
                List.copyOf(throttled));
    }
}
