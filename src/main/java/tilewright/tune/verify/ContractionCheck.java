package tilewright.tune.verify;

import java.util.List;
import java.util.Optional;
import tilewright.device.Binary;
import tilewright.device.Code;
import tilewright.device.CompileException;
import tilewright.tune.build.Build;
import tilewright.tune.build.Toolchain;
import tilewright.tune.stored.Status;
import tilewright.tune.worker.Case;
import tilewright.tune.worker.Reply;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.WorkerSession;

/**
 * Whether a result that differs from the sequential nest's differs by contraction alone, that is, by multiplications
 * and additions that the compiler fused and rounded once.
 */
final class ContractionCheck {
    static final String NOTE = "that is the program built without contraction (-ffp-contract=off), as the sequential"
        + " nest is: equal bit by bit; with fused multiplications and additions it differs by more than the tolerance,"
        + " and by nothing else";

    private ContractionCheck() {}

    /** What a build without contraction gives, where that is equal bit by bit; empty where it is not, or cannot be built. */
    static Optional<Reply.Verified> of(WorkerSession session, Toolchain toolchain, Build.Ready ready, List<Case> cases)
            throws InterruptedException, WorkerSession.WorkerLostException {
        try {
            Optional<Binary> exact =
                    toolchain.compileExact("exact-" + ready.contender().fileName(), ready.source());
            if (exact.isEmpty()) {
                return Optional.empty();
            }
            Code code = new Code(ready.code().label(), exact.get(), ready.code().kernels());
            Reply.Verified verified = session.verify(new Request.Verify(code, cases));
            boolean equal = verified.status() == Status.OK && verified.maxRelativeError() == 0;
            return equal ? Optional.of(verified) : Optional.empty();
        } catch (CompileException e) {
            return Optional.empty();
        }
    }
}
