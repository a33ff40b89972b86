package tilewright.tune.worker;

import org.jspecify.annotations.Nullable;
import tilewright.device.Growth;
import tilewright.device.GuardedArrays;
import tilewright.device.Machine;

/**
 * The arrays of a sweep at the size it is about, and the result that all candidates must have. With the machine's own
 * copies there are three of each array in host memory: the input, the result at work, and what is expected; a fourth is what the nest makes of data that are a little
 * different, which stays where arrays are not large ({@link Growth}). Where the sequential nest takes too long, the baseline, which has been compared with it at small
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
        workspace.restore();
        baseline.once();
        if (sequential) {
            return Verification.of(full, kept, workspace.result(), growth);
        }
        reference.requireFinite(workspace.result(), full.instance());
        kept.copyFrom(workspace.result());
        boolean grows = full.instance().arrays().stream().anyMatch(a -> a.type().isFloating());
        growth = grows ? Growth.of(kept, time -> changed(baseline, time)) : Growth.NONE;
        return Verification.of(full, kept, kept, growth);
    }

    private GuardedArrays changed(Machine.Run baseline, int time) {
        workspace.restore();
        workspace.perturb(time);
        baseline.once();
        return workspace.result().copy();
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
