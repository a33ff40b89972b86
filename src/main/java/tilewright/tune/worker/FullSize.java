package tilewright.tune.worker;

import org.jspecify.annotations.Nullable;
import tilewright.device.Growth;
import tilewright.device.GuardedArrays;
import tilewright.device.Machine;

/**
 * The arrays of a sweep at the size it is about, and the result that all candidates must have. With the machine's own
 * copies there are at most three of each array in host memory: the input, the result at work, and what is expected; of small arrays a
 * fourth, what the nest makes of data that are a little different. Where the sequential nest takes too long, the baseline, which has been compared with it at small
 * sizes, says what is expected and how differences grow.
 */
final class FullSize implements AutoCloseable {
    private final Machine.Workspace workspace;
    private @Nullable GuardedArrays expected;
    private Growth growth = Growth.NONE;

    private FullSize(Machine.Workspace workspace) {
        this.workspace = workspace;
    }

    static FullSize open(Machine machine, Reference reference, Case full) {
        return new FullSize(machine.workspace(reference.input(full)));
    }

    /** The program on these arrays, which are restored first. */
    Machine.Run prepare(Machine.Loaded loaded, Case full) {
        workspace.restore();
        return loaded.prepare(full.instance(), workspace);
    }

    /**
     * Runs the baseline and keeps what candidates are compared with.
     *
     * @param sequential run the sequential nest too and keep its result
     */
    Verification learn(Machine.Run baseline, Reference reference, Case full, boolean sequential) {
        GuardedArrays kept = GuardedArrays.allocate(full.instance().arrays());
        expected = kept;
        if (sequential) {
            workspace.restore();
            kept.copyFrom(workspace.result());
            reference.run(kept, full.instance());
            growth = reference.growth(workspace.result(), kept, full.instance());
        }
        boolean grows = !sequential
                && full.instance().arrays().stream().anyMatch(a -> a.type().isFloating());
        if (grows) {
            workspace.restore();
            workspace.perturb(0);
            baseline.once();
            kept.copyFrom(workspace.result());
        }
        workspace.restore();
        baseline.once();
        GuardedArrays result = workspace.result();
        if (sequential) {
            return Verification.of(full, kept, result, growth);
        }
        reference.requireFinite(result, full.instance());
        growth = grows ? Growth.between(result, kept) : Growth.NONE;
        kept.copyFrom(result);
        return Verification.of(full, kept, result, growth);
    }

    /** Compares the arrays as they are now with what is expected. */
    Verification check(Case full) {
        if (expected == null) {
            throw new IllegalStateException("nothing was learnt");
        }
        return Verification.of(full, expected, workspace.result(), growth);
    }

    @Override
    public void close() {
        if (expected != null) {
            expected.close();
            expected = null;
        }
        growth.close();
        workspace.close();
    }
}
