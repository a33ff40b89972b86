package tilewright.tune.worker;

import java.time.Duration;

/** A worker as its owner sees it. */
public interface WorkerClient extends AutoCloseable {
    /**
     * Sends a request and waits for its reply. After an exception the worker is of no more use.
     *
     * @throws WorkerDiedException when the process ends instead of answering, or nothing is heard of it any more
     * @throws WorkerTimeoutException when there is no answer within the limit; the process is killed
     * @throws InterruptedException when the waiting thread is interrupted; the process is killed
     */
    Reply ask(Request request, Duration limit) throws WorkerDiedException, WorkerTimeoutException, InterruptedException;

    /** Ends the process. */
    @Override
    void close();

    /** Starts workers. */
    interface Launcher {
        WorkerClient launch();
    }

    /** The process ended instead of answering. */
    final class WorkerDiedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final Cause cause;

        /** Whose doing it was, as far as can be told. */
        public enum Cause {
            /** What it ran crashed it: a signal that only the process itself raises. */
            CRASH,
            /** Somebody asked it to end: Ctrl-C, or the end of an allocation. */
            ASKED_TO_END,
            /** A lost machine, a lack of memory, anything. */
            UNKNOWN
        }

        private WorkerDiedException(String message, Cause cause) {
            super(message);
            this.cause = cause;
        }

        /**
         * It ended.
         *
         * @param crashed whether its last words tell of a crash
         */
        public static WorkerDiedException ended(int exitCode, String lastWords, boolean crashed) {
            return new WorkerDiedException(
                    "the process that ran it died, " + describe(exitCode)
                            + (lastWords.isEmpty() ? "" : ": " + lastWords),
                    crashed ? Cause.CRASH : cause(exitCode));
        }

        /** It has given no sign of life. */
        static WorkerDiedException silent(Duration since) {
            return new WorkerDiedException(
                    "nothing was heard of the worker for " + since.toSeconds() + " s", Cause.UNKNOWN);
        }

        public Cause cause() {
            return cause;
        }

        private static Cause cause(int exitCode) {
            return switch (exitCode) {
                case 128 + 2, 128 + 15 -> Cause.ASKED_TO_END;
                case 128 + 4, 128 + 6, 128 + 7, 128 + 8, 128 + 11 -> Cause.CRASH;
                default -> Cause.UNKNOWN;
            };
        }

        private static String describe(int exitCode) {
            return switch (exitCode) {
                case 128 + 4 -> "illegal instruction";
                case 128 + 6 -> "aborted (a crash in compiled code)";
                case 128 + 7 -> "bus error";
                case 128 + 8 -> "arithmetic error";
                case 128 + 9 -> "killed (out of memory?)";
                case 128 + 11 -> "segmentation fault";
                default -> "exit code " + exitCode;
            };
        }
    }

    /** There was no answer in time. */
    final class WorkerTimeoutException extends Exception {
        private static final long serialVersionUID = 1L;

        WorkerTimeoutException(Duration limit) {
            super("no answer within " + limit.toSeconds() + " s");
        }
    }
}
