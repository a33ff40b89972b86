package tilewright.tune.worker;

import java.util.List;
import tilewright.device.Allowance;
import tilewright.device.Growth;
import tilewright.device.GuardedArrays;
import tilewright.device.Machine;
import tilewright.model.UserError;

/** Runs a program and the sequential nest on the same data and compares. */
final class Verifier {
    /** A result that may differ by so much of itself says nothing. */
    private static final double MEANINGLESS = 0.1;

    private final Machine machine;
    private final Reference reference;

    Verifier(Machine machine, Reference reference) {
        this.machine = machine;
        this.reference = reference;
    }

    /** Stops at the first case that goes wrong. */
    Verification check(Machine.Loaded loaded, List<Case> cases) {
        Verification all = Verification.NOTHING;
        for (Case each : cases) {
            all = all.and(check(loaded, each));
            if (!all.matches()) {
                return all;
            }
        }
        return all;
    }

    /** Sizes that nobody asked for are passed over where the sequential nest itself does not compute anything there. */
    private Verification check(Machine.Loaded loaded, Case each) {
        try {
            return reference.with(
                    each,
                    (input, expected, growth) -> each.asked() || isJudged(each, expected, growth)
                            ? check(loaded, each, input, expected, growth)
                            : passedOver(input));
        } catch (UserError e) {
            if (each.asked()) {
                throw e;
            }
            return Verification.PASSED_OVER;
        }
    }

    /** Whether a comparison says anything. */
    private static boolean isJudged(Case each, GuardedArrays expected, Growth growth) {
        return Verification.largest(expected, new Allowance(each.reductionLength(), growth, each.tolerance()))
                < MEANINGLESS;
    }

    private static Verification passedOver(GuardedArrays input) {
        input.close();
        return Verification.PASSED_OVER;
    }

    private Verification check(
            Machine.Loaded loaded, Case each, GuardedArrays input, GuardedArrays expected, Growth growth) {
        try (Machine.Workspace workspace = machine.workspace(input);
                Machine.Run run = loaded.prepare(each.instance(), workspace)) {
            run.stepwise();
            return Verification.of(each, expected, workspace.result(), growth);
        }
    }
}
