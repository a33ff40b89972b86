package tilewright.tune;

import java.time.Duration;

/** A worker as its owner sees it. */
interface WorkerClient extends AutoCloseable {
    /**
     * Sends a request and waits for its reply. After an exception the worker is of no more use.
     *
     * @throws WorkerDiedException when the process ends instead of answering
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

        private final int exitCode;

        WorkerDiedException(int exitCode, String lastWords) {
            super("the process that ran it died, " + describe(exitCode)
                    + (lastWords.isEmpty() ? "" : ": " + lastWords));
            this.exitCode = exitCode;
        }

        /** Whether somebody asked it to end: SIGINT and SIGTERM reach all processes of a terminal. */
        boolean wasInterrupted() {
            return exitCode == 128 + 2 || exitCode == 128 + 15;
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
