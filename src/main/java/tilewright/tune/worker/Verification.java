package tilewright.tune.worker;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.device.Allowance;
import tilewright.device.Comparison;
import tilewright.device.Growth;
import tilewright.device.GuardedArrays;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;

/**
 * What comparing programs' results with the reference found.
 *
 * @param comparison over all elements
 * @param message the first thing that went wrong: at which sizes, where; null when all is well
 * @param allowed the largest relative error that was allowed because the nest amplifies rounding; 0 where none does
 * @param passedOver sizes that were not asked for, at which the nest itself leaves its arrays or its numbers
 */
public record Verification(Comparison comparison, @Nullable String message, double allowed, int passedOver) {
    /** Nothing compared, nothing wrong. */
    public static final Verification NOTHING = new Verification(Comparison.EQUAL, null, 0, 0);

    /** Sizes that the nest has no use for. */
    public static final Verification PASSED_OVER = new Verification(Comparison.EQUAL, null, 0, 1);

    /** What is allowed where a nest amplifies rounding less than this needs no word. */
    private static final double AMPLIFIES = 10;

    /** Compares one result, guard zones included. */
    public static Verification of(Case each, GuardedArrays expected, GuardedArrays actual, Growth growth) {
        Allowance allowance = new Allowance(each.reductionLength(), growth, each.tolerance());
        Comparison comparison = Comparison.of(expected, actual, allowance);
        String damage = actual.damage(each.instance().padded()).orElse(null);
        String wrong = damage != null ? damage : comparison.first();
        double allowed = growth.largest() > AMPLIFIES ? largest(expected, allowance) : 0;
        return new Verification(
                comparison,
                wrong == null
                        ? null
                        : "at " + each.instance().sizes() + ", seed "
                                + each.seed() + ": " + wrong
                                + (damage == null && comparison.mismatches() > 1
                                        ? " (and " + (comparison.mismatches() - 1) + " more)"
                                        : ""),
                allowed,
                0);
    }

    /** The largest relative error that any array may have. */
    static double largest(GuardedArrays arrays, Allowance allowance) {
        return IntStream.range(0, arrays.shapes().size())
                .mapToDouble(a -> allowance.largest(a, arrays.shapes().get(a).type()))
                .max()
                .orElse(0);
    }

    public boolean matches() {
        return message == null;
    }

    /** Both together. */
    public Verification and(Verification other) {
        return new Verification(
                comparison.and(other.comparison),
                message != null ? message : other.message,
                Math.max(allowed, other.allowed),
                passedOver + other.passedOver);
    }

    /** The largest relative error, or -1 where an element is not a number. */
    public double finiteError() {
        double error = comparison.maxRelativeError();
        return Double.isFinite(error) ? error : -1;
    }

    /** The outcome of a candidate that failed. */
    Outcome failure() {
        return new Outcome(Status.WRONG, message, java.util.List.of(), java.util.List.of(), finiteError(), null);
    }
}
