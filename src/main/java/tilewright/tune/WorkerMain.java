package tilewright.tune;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.SynchronousQueue;

/**
 * The worker process: requests on standard input, replies on standard output, one line each, until the input ends. It
 * exists to be killed; a program that hangs, crashes or loses the device takes only this process with it. It needs
 * nothing but its input: nest, machine code and sizes all come by it.
 */
public final class WorkerMain {
    private static final String END = "";

    private final PrintStream replies;
    private final SynchronousQueue<String> requests = new SynchronousQueue<>();
    /** Whether a request is being answered. */
    private volatile boolean busy;

    private WorkerMain(PrintStream replies) {
        this.replies = replies;
    }

    /** No arguments. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Whatever else prints must not break the protocol.
        System.setOut(System.err);
        new WorkerMain(replies).run();
    }

    private void run() throws InterruptedException {
        Thread.ofPlatform().daemon().name("requests").start(this::readRequests);
        Thread.ofPlatform().daemon().name("signs of life").start(this::giveSigns);
        try (Worker worker = new Worker()) {
            String line = requests.take();
            while (!line.equals(END)) {
                busy = true;
                Reply reply = worker.answer(Lines.readRequest(line));
                busy = false;
                replies.println(Lines.write(reply));
                if (reply instanceof Reply.Measured measured && measured.finished()) {
                    return;
                }
                line = requests.take();
            }
        }
    }

    /** Also while a program runs: one that hangs must not outlive the sweep, however and wherever that ended. */
    private void readRequests() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                requests.put(line);
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
