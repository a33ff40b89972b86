package tilewright.tune;

import tilewright.device.ProgramInstance;

/**
 * One run to be verified or timed.
 *
 * @param instance the program at some sizes
 * @param seed of the initial data
 * @param reductionLength of {@link tilewright.device.Tolerance}
 */
public record Case(ProgramInstance instance, long seed, long reductionLength) {}
