package tilewright.tune.worker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tilewright.device.MachineInfo;
import tilewright.model.UserError;
import tilewright.tune.worker.WorkerSession.WorkerLostException;

/**
 * Workers that go where there is work. Each has a thread, which opens it, and takes it to the first work that wants one
 * more. A worker that is lost leaves; the others go on, and only when none is left does the work fail.
 */
public final class Crew implements AutoCloseable {
    private final Consumer<String> notes;
    private final List<Member> members = new ArrayList<>();
    private final CompletableFuture<MachineInfo> machine = new CompletableFuture<>();

    private final List<Enlistment> works = new ArrayList<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private @Nullable UserError nobodyLeft;
    private int living;
    /** Who waits for it waits elsewhere: workers that wait wake each other for work only. */
    private final Object idleness = new Object();

    private volatile int idle;
    private volatile boolean lost;
    private boolean closed;

    /** Something for workers to do. Its methods but {@link #with} return at once. */
    public interface Work {
        /** @param present how many workers are at it */
        boolean wants(int present);

        /**
         * Works with a worker until that is not needed any more.
         *
         * @throws InterruptedException when the work is over
         */
        void with(WorkerSession worker) throws InterruptedException, WorkerLostException;

        /** It cannot be done. */
        void fail(RuntimeException reason);
    }

    /** @param notes told of workers that were lost while others go on */
    public Crew(List<WorkerSession> sessions, Consumer<String> notes) {
        this.notes = notes;
        living = sessions.size();
        for (WorkerSession session : sessions) {
            members.add(new Member(session, members.size()));
        }
        members.forEach(member -> member.thread.start());
    }

    /**
     * The machine of the first worker that has opened one; those with another are sent home.
     *
     * @throws UserError when no worker can be had
     */
    public MachineInfo machine() throws InterruptedException {
        return await(machine);
    }

    /** How many workers there are at this moment, with those that are still starting. */
    public synchronized int size() {
        return living;
    }

    private synchronized Enlistment enlist(Work work, int turn) {
        Enlistment enlistment = new Enlistment(work, turn);
        if (nobodyLeft != null) {
            work.fail(nobodyLeft);
        } else {
            works.add(enlistment);
            works.sort(Comparator.comparingInt(each -> each.turn));
            notifyAll();
        }
        return enlistment;
    }

    /** Something that one worker does. */
    public interface Errand<T> {
        T run(WorkerSession worker) throws InterruptedException, WorkerLostException;
    }

    /** The crew as one who has work sees it. */
    public record Turn(Crew crew, int turn) {
        /** Offers work, until the result is closed. */
        public Enlistment enlist(Work work) {
            return crew.enlist(work, turn);
        }

        /** How many workers there are at this moment. */
        public int size() {
            return crew.size();
        }

        /** Has one worker run it, another one where the first is lost. */
        public <T> T call(Errand<T> errand) throws InterruptedException {
            CompletableFuture<T> result = new CompletableFuture<>();
            try (Enlistment _ = enlist(new Once<>(errand, result))) {
                return await(result);
            }
        }
    }

    /** Work of a smaller number gets workers first. */
    public Turn turn(int number) {
        return new Turn(this, number);
    }

    /**
     * An errand. Every worker that has nothing to do comes, and the first one that is up takes it: one that has to be started again may wait
     * for its machine for hours.
     */
    private static final class Once<T> implements Work {
        private final Errand<T> errand;
        private final CompletableFuture<T> result;
        private final AtomicBoolean taken = new AtomicBoolean();

        Once(Errand<T> errand, CompletableFuture<T> result) {
            this.errand = errand;
            this.result = result;
        }

        @Override
        public boolean wants(int present) {
            return !taken.get() && !result.isDone();
        }

        @Override
        public void with(WorkerSession worker) throws InterruptedException, WorkerLostException {
            try {
                worker.open();
            } catch (UserError e) {
                // The errand may be another one's by now.
                throw new WorkerLostException(String.valueOf(e.getMessage()));
            }
            if (taken.compareAndSet(false, true)) {
                try {
                    result.complete(errand.run(worker));
                } catch (RuntimeException e) {
                    result.completeExceptionally(e);
                } finally {
                    // Where it was lost with the errand, another one takes that.
                    taken.set(result.isDone());
                }
            }
        }

        @Override
        public void fail(RuntimeException reason) {
            result.completeExceptionally(reason);
        }
    }

    /** Waits until some worker has nothing to do, or none is left. */
    public void awaitIdle() throws InterruptedException {
        synchronized (idleness) {
            while (idle == 0 && !lost) {
                idleness.wait();
            }
        }
    }

    private void tellIdleness() {
        synchronized (idleness) {
            idleness.notifyAll();
        }
    }

    /** The result; what went wrong as it was thrown there. */
    public static <T> T await(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case InterruptedException cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /** Work on offer. */
    public final class Enlistment implements AutoCloseable {
        private final Work work;
        private final int turn;
        private final Set<Thread> present = new HashSet<>();

        private Enlistment(Work work, int turn) {
            this.work = work;
            this.turn = turn;
        }

        /** Takes the offer back and waits until no worker is at it; what they were at is interrupted. */
        @Override
        public void close() {
            boolean interrupted = false;
            synchronized (Crew.this) {
                works.remove(this);
                present.forEach(Thread::interrupt);
                while (!present.isEmpty()) {
                    try {
                        Crew.this.wait();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized Enlistment next() throws InterruptedException {
        while (true) {
            if (closed) {
                throw new InterruptedException("closed");
            }
            for (Enlistment each : works) {
                if (each.work.wants(each.present.size())) {
                    each.present.add(Thread.currentThread());
                    return each;
                }
            }
            idle++;
            tellIdleness();
            try {
                wait();
            } finally {
                idle--;
            }
        }
    }

    /** From here on the work's end does not interrupt this thread. */
    private synchronized void leave(Enlistment enlistment) {
        enlistment.present.remove(Thread.currentThread());
        boolean _ = Thread.interrupted();
        notifyAll();
    }

    private final class Member {
        private final WorkerSession session;
        private final int number;
        private final Thread thread;

        Member(WorkerSession session, int number) {
            this.session = session;
            this.number = number;
            thread = Thread.ofPlatform().daemon().name("worker-" + number).unstarted(this::serve);
        }

        private void serve() {
            try (session) {
                join();
                while (true) {
                    Enlistment work = next();
                    try {
                        work.work.with(session);
                    } catch (InterruptedException e) {
                        // The work is over, or everything is: the next question tells.
                    } catch (RuntimeException e) {
                        work.work.fail(e);
                    } catch (Error e) {
                        work.work.fail(new IllegalStateException(e));
                    } finally {
                        leave(work);
                    }
                }
            } catch (InterruptedException e) {
                // Closed.
            } catch (WorkerLostException e) {
                lost(number, e.asUserError());
            } catch (UserError e) {
                lost(number, e);
            } catch (RuntimeException | Error e) {
                machine.completeExceptionally(e);
                lost(number, new UserError(UserError.MISSING_TOOL, e.toString(), e));
            }
        }

        private void join() throws InterruptedException, WorkerLostException {
            MachineInfo mine = session.open();
            machine.complete(mine);
            MachineInfo all = machine.join();
            if (!all.device().equals(mine.device())) {
                throw new WorkerLostException("it is a " + mine.device() + " at " + session.place()
                        + ", and the others are " + all.device() + ": their times cannot be compared");
            }
        }
    }

    private synchronized void lost(int number, UserError reason) {
        if (closed) {
            return;
        }
        living--;
        problems.add(String.valueOf(reason.getMessage()));
        if (living > 0) {
            notes.accept("worker " + number + " is lost, " + living + " left: " + reason.getMessage());
            return;
        }
        UserError all = members.size() == 1
                ? reason
                : new UserError(
                        UserError.MISSING_TOOL,
                        "no worker is left; what was measured is kept, and the same command with --resume goes on\n  "
                                + String.join("\n  ", problems));
        nobodyLeft = all;
        machine.completeExceptionally(all);
        works.forEach(each -> each.work.fail(all));
        works.clear();
        lost = true;
        tellIdleness();
    }

    /** Ends all workers. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            members.forEach(member -> member.thread.interrupt());
        }
        boolean interrupted = false;
        for (Member member : members) {
            try {
                member.thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
