package tilewright.tune;

import org.jspecify.annotations.Nullable;
import tilewright.device.Comparison;
import tilewright.device.GuardedArrays;

/**
 * What comparing programs' results with the reference found.
 *
 * @param comparison over all elements
 * @param message the first thing that went wrong: at which sizes, where; null when all is well
 */
record Verification(Comparison comparison, @Nullable String message) {
    /** Nothing compared, nothing wrong. */
    static final Verification NOTHING = new Verification(Comparison.EQUAL, null);

    /** Compares one result, guard zones included. */
    static Verification of(Case each, GuardedArrays expected, GuardedArrays actual) {
        Comparison comparison = Comparison.of(expected, actual, each.reductionLength());
        String damage = actual.damage(each.instance().padded()).orElse(null);
        String wrong = damage != null ? damage : comparison.first();
        return new Verification(
                comparison,
                wrong == null
                        ? null
                        : "at " + each.instance().sizes() + ", seed "
                                + each.seed() + ": " + wrong
                                + (damage == null && comparison.mismatches() > 1
                                        ? " (and " + (comparison.mismatches() - 1) + " more)"
                                        : ""));
    }

    boolean matches() {
        return message == null;
    }

    /** Both together. */
    Verification and(Verification other) {
        return new Verification(comparison.and(other.comparison), message != null ? message : other.message);
    }

    /** The largest relative error, or -1 where an element is not a number. */
    double finiteError() {
        double error = comparison.maxRelativeError();
        return Double.isFinite(error) ? error : -1;
    }

    /** The outcome of a candidate that failed. */
    Outcome failure() {
        return new Outcome(Status.WRONG, message, java.util.List.of(), java.util.List.of(), finiteError(), null);
    }
}
