package tilewright.tune.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;
import tilewright.model.UserError;
import tools.jackson.core.JacksonException;

/**
 * The worker process: requests on standard input, replies on standard output, one line each, until the input ends. It
 * exists to be killed; a program that hangs, crashes or loses the device takes only this process with it. It needs
 * nothing but its input: nest, machine code and sizes all come by it.
 */
public final class WorkerMain {
    private static final Next END = new Next(Optional.empty(), 0);

    private final InputStream input;
    private final PrintStream replies;
    private final SynchronousQueue<Next> requests = new SynchronousQueue<>();
    /** Whether a request is being answered. */
    private volatile boolean busy;

    /** A request, or none and the exit code. */
    private record Next(Optional<Request> request, int code) {}

    WorkerMain(InputStream input, PrintStream replies) {
        this.input = input;
        this.replies = replies;
    }

    /** No arguments. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Whatever else prints must not break the protocol.
        System.setOut(System.err);
        int code = new WorkerMain(System.in, replies).run();
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Answers until the input ends; gives the exit code. */
    int run() throws InterruptedException {
        Thread.ofPlatform().daemon().name("requests").start(this::readRequests);
        Thread.ofPlatform().daemon().name("signs of life").start(this::giveSigns);
        try (Worker worker = new Worker()) {
            Next next = requests.take();
            while (next.request().isPresent()) {
                busy = true;
                Reply reply = worker.answer(next.request().get());
                busy = false;
                replies.println(Lines.write(reply));
                if (reply instanceof Reply.Measured measured && measured.finished()) {
                    return 0;
                }
                next = requests.take();
            }
            return next.code();
        }
    }

    private static Next next(String line) {
        try {
            return line.isEmpty() ? END : new Next(Optional.of(Lines.readRequest(line)), 0);
        } catch (JacksonException e) {
            System.err.println("error: standard input holds no request of 'tune --workers', which starts this command: "
                    + e.getOriginalMessage().lines().findFirst().orElse(""));
            return new Next(Optional.empty(), UserError.BAD_INPUT);
        }
    }

    /** Also while a program runs: one that hangs must not outlive the sweep, however and wherever that ended. */
    private void readRequests() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                requests.put(next(line));
            }
        } catch (IOException e) {
            // The same as the end of the input.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (busy) {
            Runtime.getRuntime().halt(1);
        }
        try {
            requests.put(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void giveSigns() {
        try {
            while (true) {
                replies.println(Lines.ALIVE);
                Thread.sleep(WorkerProcess.SIGN_OF_LIFE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
