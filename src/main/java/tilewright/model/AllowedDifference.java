package tilewright.model;

/**
 * By which numbers results are compared with what the nest as written computes; the tool and generated drivers go by the same ones. What they mean
 * stands with {@link tilewright.device.Tolerance} and {@link tilewright.device.Growth}.
 */
public final class AllowedDifference {
    /** Rounding units of a single operation that are allowed. */
    public static final int ROUNDINGS = 8;

    /**
     * Terms that are alike are rounded alike: from the square of this length on, errors that conspire count for more than errors that do not. Sums of 10^4 to 10^7
     * equal terms in single precision are off by up to epsilon L / 12, which 8 epsilon L / 64 covers.
     */
    public static final int ALIKE = 64;

    /** How much changed data differ, in units of the last place. */
    public static final int CHANGED_UNITS = 16;

    /** The part of an array's elements that stands for all of them. */
    public static final double QUANTILE = 0.95;

    /** How much more than on changed data a single element may differ. */
    public static final int OWN_GROWTH = 4;

    /** How many runs on changed data there are where differences grow and results are kept: an element may differ little there by chance. */
    public static final int CHANGED_RUNS = 3;

    /** The most elements of an array of which growth is sampled. */
    public static final int SAMPLE = 200_000;

    private AllowedDifference() {}

    /** {@link #CHANGED_UNITS}; numbers of half precision, which are computed with in single precision, differ by one. */
    public static int changedUnits(DataType type) {
        return type == DataType.HALF ? 1 : CHANGED_UNITS;
    }

    /**
     * By which part of {@link #changedUnits} changes of elements differ from each other, half of it to either side: changes of one size cancel each other in sums of few terms.
     * None where they are one unit, of which a part may be rounded away.
     */
    public static double changedSpread(DataType type) {
        return changedUnits(type) > 1 ? 1 : 0;
    }

    /** Whether sums may be added up in another order: those of half precision are rounded step by step and never regrouped. */
    public static boolean regroups(DataType type) {
        return type != DataType.HALF;
    }
}
