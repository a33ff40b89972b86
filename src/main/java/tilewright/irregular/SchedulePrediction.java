package tilewright.irregular;

import java.util.List;

/**
 * Predicted time of a schedule on a graph, the mean over its starts.
 *
 * @param inspectorSeconds before the first run, once; NaN where a step of it is not calibrated
 * @param seconds a lower estimate where something is not calibrated
 * @param terms what it is made of, seconds by name
 * @param uncalibrated constants that the device file has no value of, and that count as nothing here
 */
public record SchedulePrediction(
        Schedule schedule, double seconds, double inspectorSeconds, List<Term> terms, List<String> uncalibrated) {
    /** One part of the time, alone. */
    public record Term(String name, double seconds) {}

    public SchedulePrediction {
        terms = List.copyOf(terms);
        uncalibrated = List.copyOf(uncalibrated);
    }
}
