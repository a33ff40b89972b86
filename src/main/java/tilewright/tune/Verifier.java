package tilewright.tune;

import java.util.List;
import tilewright.device.GuardedArrays;
import tilewright.device.Machine;

/** Runs a program and the sequential nest on the same data and compares. */
final class Verifier {
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
            all = all.and(reference.with(each, (input, expected) -> check(loaded, each, input, expected)));
            if (!all.matches()) {
                return all;
            }
        }
        return all;
    }

    private Verification check(Machine.Loaded loaded, Case each, GuardedArrays input, GuardedArrays expected) {
        try (Machine.Workspace workspace = machine.workspace(input);
                Machine.Run run = loaded.prepare(each.instance(), workspace)) {
            run.stepwise();
            return Verification.of(each, expected, workspace.result());
        }
    }
}
