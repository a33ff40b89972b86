package tilewright.tune.stored;

import java.util.Locale;

/** What the winner has least of. */
public enum Objective {
    /** Seconds of a run. */
    TIME,
    /** Joules of a run. */
    ENERGY,
    /** Their product: what makes a program slow counts as much as what makes it hungry. */
    ENERGY_DELAY;

    /** As on the command line and in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Of a measurement that is OK; infinite where it was not observed. */
    public double of(Measurement measurement) {
        var observed = measurement.outcome().observed();
        double joules = observed == null ? Double.POSITIVE_INFINITY : observed.joules();
        return switch (this) {
            case TIME -> measurement.seconds();
            case ENERGY -> joules;
            case ENERGY_DELAY -> joules * measurement.seconds();
        };
    }
}
