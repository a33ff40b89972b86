package tilewright.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.device.MachineInfo;
import tilewright.device.VendorTimes;
import tilewright.model.UserError;
import tilewright.tune.WorkerClient.WorkerDiedException;
import tilewright.tune.WorkerClient.WorkerTimeoutException;

/** A worker that is replaced, and brought to where the last one was, when a candidate has killed it. */
final class WorkerSession implements AutoCloseable {
    /** Opening a device, parsing a nest, and a baseline of which nothing is known yet. */
    private static final Duration LONG = Duration.ofHours(2);
    /** A vendor's routine. */
    private static final Duration PEER = Duration.ofMinutes(5);
    /** More deaths in a row without any candidate are not a candidate's fault. */
    private static final int MOST_FAILED_STARTS = 2;

    private final WorkerClient.Launcher launcher;
    /** What every new worker is told first. */
    private final List<Request> setUp = new ArrayList<>();

    private @Nullable WorkerClient worker;

    WorkerSession(WorkerClient.Launcher launcher) {
        this.launcher = launcher;
    }

    /** Opens the machine. */
    MachineInfo open(Request.Open request) throws InterruptedException {
        return ((Reply.Opened) establish(request)).machine();
    }

    /** Makes the nest known. */
    void load(Request.Load request) throws InterruptedException {
        establish(request);
    }

    /** Runs the baseline. */
    Outcome prepare(Request.Prepare request) throws InterruptedException {
        return ((Reply.Measured) establish(request)).outcome();
    }

    /** Verifies and times a candidate; whatever happens to the worker becomes the outcome. */
    Outcome measure(Request.Measure request, Duration limit) throws InterruptedException {
        try {
            Reply.Measured reply = (Reply.Measured) ask(request, limit);
            if (reply.finished()) {
                discard();
            }
            return reply.outcome();
        } catch (WorkerTimeoutException e) {
            discard();
            return Outcome.failure(Status.TIMEOUT, e.getMessage());
        } catch (WorkerDiedException e) {
            discard();
            return died(e);
        }
    }

    /** Verifies without timing. */
    Reply.Verified verify(Request.Verify request) throws InterruptedException {
        try {
            return (Reply.Verified) ask(request, LONG);
        } catch (WorkerTimeoutException e) {
            discard();
            return Reply.Verified.failed(Status.TIMEOUT, e.getMessage());
        } catch (WorkerDiedException e) {
            discard();
            return Reply.Verified.failed(Status.LAUNCH_ERROR, died(e).message());
        }
    }

    /** Times a vendor's routine; nothing that happens there ends the sweep. */
    VendorTimes time(Peer peer) throws InterruptedException {
        try {
            return ((Reply.PeerTimed) ask(new Request.TimePeer(peer), PEER)).times();
        } catch (WorkerTimeoutException e) {
            discard();
            return new VendorTimes(List.of(), e.getMessage());
        } catch (WorkerDiedException e) {
            discard();
            return new VendorTimes(List.of(), died(e).message());
        }
    }

    /** Times programs in turn; empty when that killed the worker. */
    List<List<Double>> compete(Request.Compete request, Duration limit) throws InterruptedException {
        try {
            return ((Reply.Competed) ask(request, limit)).runs();
        } catch (WorkerTimeoutException e) {
            discard();
            return List.of();
        } catch (WorkerDiedException e) {
            discard();
            died(e);
            return List.of();
        }
    }

    /** A process that was asked to end is no result: the whole program is being stopped. */
    private static Outcome died(WorkerDiedException e) throws InterruptedException {
        if (e.wasInterrupted()) {
            throw new InterruptedException("the worker was stopped");
        }
        return Outcome.failure(Status.LAUNCH_ERROR, e.getMessage());
    }

    private Reply ask(Request request, Duration limit)
            throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
        if (worker == null) {
            retrying(this::bringUp);
        }
        return refused(running().ask(request, limit));
    }

    /** A request that must succeed now, and that every later worker gets too. */
    private Reply establish(Request request) throws InterruptedException {
        setUp.add(request);
        return retrying(() -> worker == null ? bringUp() : refused(running().ask(request, LONG)));
    }

    private Reply bringUp() throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
        worker = launcher.launch();
        Reply last = new Reply.Loaded();
        for (Request request : setUp) {
            last = refused(running().ask(request, LONG));
        }
        return last;
    }

    private interface Attempt {
        Reply run() throws WorkerDiedException, WorkerTimeoutException, InterruptedException;
    }

    private Reply retrying(Attempt attempt) throws InterruptedException {
        String problem = "";
        for (int i = 0; i < MOST_FAILED_STARTS; i++) {
            try {
                return attempt.run();
            } catch (WorkerTimeoutException e) {
                discard();
                problem = String.valueOf(e.getMessage());
            } catch (WorkerDiedException e) {
                discard();
                problem = String.valueOf(died(e).message());
            }
        }
        throw new UserError(
                UserError.MISSING_TOOL,
                "the worker process does not work: " + problem + "; run 'tilewright doctor' to see what was found");
    }

    private static Reply refused(Reply reply) {
        if (reply instanceof Reply.Refused refused) {
            throw new UserError(refused.exitCode(), refused.message());
        }
        return reply;
    }

    private WorkerClient running() {
        if (worker == null) {
            throw new IllegalStateException("no worker");
        }
        return worker;
    }

    private void discard() {
        if (worker != null) {
            worker.close();
            worker = null;
        }
    }

    @Override
    public void close() {
        discard();
    }
}
