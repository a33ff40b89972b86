package tilewright.tune;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The worker process: requests on standard input, replies on standard output, one line each, until the input ends. It
 * exists to be killed; a program that hangs, crashes or loses the device takes only this process with it.
 */
public final class WorkerMain {
    private WorkerMain() {}

    /** No arguments. */
    public static void main(String[] arguments) throws IOException {
        endWithParent();
        PrintStream replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Whatever else prints must not break the protocol.
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Worker worker = new Worker()) {
            String line = requests.readLine();
            while (line != null) {
                Reply reply = worker.answer(Lines.readRequest(line));
                replies.println(Lines.write(reply));
                if (reply instanceof Reply.Measured measured && measured.finished()) {
                    return;
                }
                line = requests.readLine();
            }
        }
    }

    /** A program that hangs must not outlive the sweep, however that ended. */
    private static void endWithParent() {
        ProcessHandle.current()
                .parent()
                .ifPresent(parent ->
                        parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    }
}
