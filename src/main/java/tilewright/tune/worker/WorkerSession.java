package tilewright.tune.worker;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.device.MachineInfo;
import tilewright.device.VendorTimes;
import tilewright.model.UserError;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Place;
import tilewright.tune.stored.Status;
import tilewright.tune.worker.WorkerClient.WorkerDiedException;
import tilewright.tune.worker.WorkerClient.WorkerTimeoutException;

/** A worker that is replaced, and brought to where the last one was, when it has died. Used by one thread at a time. */
public final class WorkerSession implements AutoCloseable {
    /** Waiting for an allocation, opening a device, parsing a nest, and a baseline of which nothing is known yet. */
    private static final Duration LONG = Duration.ofHours(2);
    /** A vendor's routine. */
    private static final Duration PEER = Duration.ofMinutes(5);
    /** More deaths in a row without any candidate are not a candidate's fault. */
    private static final int MOST_FAILED_STARTS = 2;

    private final WorkerClient.Launcher launcher;
    private final Request.Open open;
    private final int number;

    private @Nullable WorkerClient worker;
    private Reply.@Nullable Opened opened;
    /** What every new worker is told after it has opened its machine. */
    private List<Request> setUp = List.of();

    private Reply lastOfSetUp = new Reply.Loaded();

    /** @param number of this worker among others */
    public WorkerSession(WorkerClient.Launcher launcher, Request.Open open, int number) {
        this.number = number;
        this.launcher = launcher;
        this.open = open;
    }

    /** This worker cannot be had, or not any more. */
    public static final class WorkerLostException extends Exception {
        private static final long serialVersionUID = 1L;

        public WorkerLostException(String message) {
            super(message);
        }

        /** Where it was the only one. */
        public UserError asUserError() {
            return new UserError(UserError.MISSING_TOOL, String.valueOf(getMessage()));
        }
    }

    /** Starts a worker and opens its machine, where that is not done. */
    public MachineInfo open() throws InterruptedException, WorkerLostException {
        return running().machine();
    }

    /** Where the worker is; it has been opened. */
    public Place place() {
        Reply.Opened now = opened;
        if (now == null) {
            throw new IllegalStateException("not opened");
        }
        return new Place(now.host(), now.machine().unit(), number);
    }

    /** Whether a worker is there that has done these requests. */
    public boolean isSetUp(List<Request> requests) {
        return worker != null && setUp == requests;
    }

    /**
     * Requests that must succeed, and that every later worker gets too, in place of what was set up before. Nothing
     * happens where just these were.
     *
     * @return the reply to the last one
     * @throws UserError when the worker refuses one
     */
    public Reply setUp(List<Request> requests) throws InterruptedException, WorkerLostException {
        if (!isSetUp(requests)) {
            setUp = requests;
            retrying(() -> {
                if (worker == null) {
                    bringUp();
                } else {
                    tell();
                }
            });
        }
        return lastOfSetUp;
    }

    /**
     * Verifies and times a candidate.
     *
     * @throws WorkerDiedException when the worker is gone, and not by the candidate's doing as far as can be told
     */
    public Outcome measure(Request.Measure request, Duration limit)
            throws InterruptedException, WorkerLostException, WorkerDiedException {
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
            if (e.cause() == WorkerDiedException.Cause.CRASH) {
                return Outcome.failure(Status.LAUNCH_ERROR, e.getMessage());
            }
            throw e;
        }
    }

    /** Verifies without timing. */
    public Reply.Verified verify(Request.Verify request) throws InterruptedException, WorkerLostException {
        try {
            return (Reply.Verified) ask(request, LONG);
        } catch (WorkerTimeoutException e) {
            discard();
            return Reply.Verified.failed(Status.TIMEOUT, e.getMessage());
        } catch (WorkerDiedException e) {
            discard();
            if (e.cause() == WorkerDiedException.Cause.ASKED_TO_END) {
                throw new InterruptedException("the worker was stopped");
            }
            return Reply.Verified.failed(Status.LAUNCH_ERROR, e.getMessage());
        }
    }

    /** Times a vendor's routine; nothing that happens there ends the sweep. */
    public VendorTimes time(Peer peer) throws InterruptedException, WorkerLostException {
        try {
            return ((Reply.PeerTimed) ask(new Request.TimePeer(peer), PEER)).times();
        } catch (WorkerTimeoutException | WorkerDiedException e) {
            discard();
            return new VendorTimes(List.of(), e.getMessage());
        }
    }

    /** Times programs in turn; empty when that killed the worker. */
    public List<List<Double>> compete(Request.Compete request, Duration limit)
            throws InterruptedException, WorkerLostException {
        try {
            return ((Reply.Competed) ask(request, limit)).runs();
        } catch (WorkerTimeoutException | WorkerDiedException e) {
            discard();
            return List.of();
        }
    }

    private Reply ask(Request request, Duration limit)
            throws WorkerDiedException, WorkerTimeoutException, InterruptedException, WorkerLostException {
        running();
        return refused(exchange(request, limit));
    }

    private Reply exchange(Request request, Duration limit)
            throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
        if (worker == null) {
            throw new IllegalStateException("no worker");
        }
        try {
            return worker.ask(request, limit);
        } catch (InterruptedException e) {
            discard();
            throw e;
        }
    }

    private Reply.Opened running() throws InterruptedException, WorkerLostException {
        if (worker == null) {
            retrying(this::bringUp);
        }
        Reply.Opened now = opened;
        if (now == null) {
            throw new IllegalStateException("not opened");
        }
        return now;
    }

    private void bringUp() throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
        worker = launcher.launch();
        opened = (Reply.Opened) refused(exchange(open, LONG));
        tell();
    }

    private void tell() throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
        for (Request request : setUp) {
            lastOfSetUp = refused(exchange(request, LONG));
        }
    }

    private interface Attempt {
        void run() throws WorkerDiedException, WorkerTimeoutException, InterruptedException;
    }

    private void retrying(Attempt attempt) throws InterruptedException, WorkerLostException {
        String problem = "";
        for (int i = 0; i < MOST_FAILED_STARTS; i++) {
            try {
                attempt.run();
                return;
            } catch (WorkerTimeoutException | WorkerDiedException e) {
                discard();
                problem = String.valueOf(e.getMessage());
            }
        }
        throw new WorkerLostException("the worker process does not work: " + problem
                + "; run 'tilewright doctor' where it should run to see what is found there");
    }

    private static Reply refused(Reply reply) {
        if (reply instanceof Reply.Refused refused) {
            throw new UserError(refused.exitCode(), refused.message());
        }
        return reply;
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
