package tilewright.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Energy of one run. The meter moves in steps, each much longer than a short run: a program is run again and again, and what
 * lies between the first step and the last one is divided by the runs between them, so that no part of a step is counted. To
 * ask takes the driver milliseconds: another thread does, so that the device never waits for the answer.
 */
final class EnergyMeter {
    /** A step is a tenth of a second at most; fewer steps would be a poor mean, and a device that never steps has no meter. */
    private static final int LEAST_STEPS = 3;

    private static final double MOST_WINDOWS = 4;

    private final Sensors sensors;

    EnergyMeter(Sensors sensors) {
        this.sensors = sensors;
    }

    /** The meter has moved: what it says then, and when. */
    record Step(double joules, double seconds) {}

    /**
     * Runs a program for a while.
     *
     * @param run runs it once and waits for its end
     * @param seconds for how long, or until there are some steps
     * @return empty where the meter does not move
     */
    Optional<Observed> observe(Runnable run, double seconds) {
        long start = System.nanoTime();
        List<Double> ends = new ArrayList<>();
        try (Sampler sampler = new Sampler(start)) {
            double now = 0;
            while (now < seconds || sampler.steps.size() < LEAST_STEPS && now < MOST_WINDOWS * seconds) {
                run.run();
                now = (System.nanoTime() - start) * 1e-9;
                ends.add(now);
            }
            return between(List.copyOf(sampler.steps), ends, sampler.throttled);
        }
    }

    /** Reads the meter all the time, on a thread of its own. */
    private final class Sampler implements AutoCloseable {
        private final List<Step> steps = Collections.synchronizedList(new ArrayList<>());
        private final Set<String> throttled = Collections.synchronizedSet(new LinkedHashSet<>());
        private final Thread thread = Thread.ofPlatform().daemon().name("meter").unstarted(this::read);
        private final long start;
        private volatile boolean over;

        Sampler(long start) {
            this.start = start;
            thread.start();
        }

        private void read() {
            double last = sensors.joules();
            while (!over) {
                double joules = sensors.joules();
                if (joules != last) {
                    steps.add(new Step(joules, (System.nanoTime() - start) * 1e-9));
                    last = joules;
                    throttled.addAll(sensors.throttled());
                }
            }
        }

        /** Nobody else may ask before it has stopped. */
        @Override
        public void close() {
            over = true;
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Optional<Observed> between(List<Step> steps, List<Double> ends, Set<String> throttled) {
        if (steps.size() < 2) {
            return Optional.empty();
        }
        double watts = watts(steps);
        double runs = runs(steps, ends);
        if (runs < 1) {
            return Optional.empty();
        }
        double joules = watts * (steps.getLast().seconds() - steps.getFirst().seconds()) / runs;
        return Optional.of(new Observed(
                joules,
                watts,
                sensors.multiprocessorHertz(),
                sensors.memoryHertz(),
                sensors.celsius(),
                List.copyOf(throttled)));
    }

    /** Mean power between the first step and the last one. */
    static double watts(List<Step> steps) {
        return (steps.getLast().joules() - steps.getFirst().joules())
                / (steps.getLast().seconds() - steps.getFirst().seconds());
    }

    /**
     * Runs, and parts of them, between the first step and the last one.
     *
     * @param ends of all runs, in seconds from the start of the first
     */
    static double runs(List<Step> steps, List<Double> ends) {
        return done(ends, steps.getLast().seconds())
                - done(ends, steps.getFirst().seconds());
    }

    private static double done(List<Double> ends, double time) {
        int found = Collections.binarySearch(ends, time);
        int whole = found >= 0 ? found + 1 : -found - 1;
        if (whole == ends.size()) {
            return whole;
        }
        double before = whole == 0 ? 0 : ends.get(whole - 1);
        return whole + (time - before) / (ends.get(whole) - before);
    }
}
