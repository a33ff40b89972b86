package tilewright.tune.worker;

import tilewright.device.ProgramInstance;

/**
 * One run to be verified or timed.
 *
 * @param instance the program at some sizes
 * @param seed of the initial data
 * @param reductionLength of {@link tilewright.device.Tolerance}
 * @param asked whether the user asked for these sizes; others are passed over where the nest itself has no use for them
 * @param tolerance the relative error that the user allows, 0 for the formula
 */
public record Case(ProgramInstance instance, long seed, long reductionLength, boolean asked, double tolerance) {
    /** At sizes that the user asked for, with the tolerance of the formula. */
    public Case(ProgramInstance instance, long seed, long reductionLength) {
        this(instance, seed, reductionLength, true, 0);
    }

    /** The same with other data. */
    public Case withSeed(long other) {
        return new Case(instance, other, reductionLength, asked, tolerance);
    }
}
