package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.device.Code;
import tilewright.device.MachineInfo;
import tilewright.model.UserError;

/** A session with a process that behaves badly on command. */
class WorkerSessionTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    /** Answers as told by the label of the code it gets. */
    static final class ScriptedWorker {
        private ScriptedWorker() {}

        /** No arguments. */
        public static void main(String[] arguments) throws IOException, InterruptedException {
            BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            System.out.println("some library says hello");
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                switch (Lines.readRequest(line)) {
                    case Request.Open _ -> say(new Reply.Opened(new MachineInfo("Scripted", "none", "", 1)));
                    case Request.Load load -> {
                        if (load.reference().equals("refuse")) {
                            say(new Reply.Refused(UserError.BAD_INPUT, "no such nest"));
                        } else if (load.reference().equals("die")) {
                            System.exit(9);
                        } else {
                            say(new Reply.Loaded());
                        }
                    }
                    case Request.Measure measure -> act(measure.code().label());
                    default -> throw new IllegalStateException("unexpected " + line);
                }
            }
        }

        private static void act(String label) throws InterruptedException {
            switch (label) {
                case "exit" -> {
                    System.err.println("the last words");
                    System.exit(3);
                }
                case "interrupted" -> System.exit(130);
                case "hang" -> Thread.sleep(1_000_000);
                case "lost" -> say(new Reply.Measured(Outcome.failure(Status.LAUNCH_ERROR, "lost"), true));
                default -> say(new Reply.Measured(Outcome.failure(Status.WRONG, label), false));
            }
        }

        private static void say(Reply reply) {
            System.out.println(Lines.write(reply));
        }
    }

    @Test
    void aDeadWorkerIsReplacedAndTheNextCandidateIsMeasured() throws InterruptedException {
        try (WorkerSession session = session()) {
            Outcome died = session.measure(measure("exit"), LIMIT);
            assertEquals(Status.LAUNCH_ERROR, died.status());
            assertEquals("the process that ran it died, exit code 3: the last words", died.message());
            assertEquals("fine", session.measure(measure("fine"), LIMIT).message());
        }
    }

    @Test
    void aWorkerThatHangsIsKilledAndReplaced() throws InterruptedException {
        try (WorkerSession session = session()) {
            Outcome late = session.measure(measure("hang"), Duration.ofMillis(300));
            assertEquals(Status.TIMEOUT, late.status());
            assertEquals("fine", session.measure(measure("fine"), LIMIT).message());
        }
    }

    @Test
    void aWorkerThatLostItsDeviceIsReplaced() throws InterruptedException {
        try (WorkerSession session = session()) {
            assertEquals("lost", session.measure(measure("lost"), LIMIT).message());
            assertEquals("fine", session.measure(measure("fine"), LIMIT).message());
        }
    }

    @Test
    void aWorkerThatWasInterruptedInterruptsTheSweep() throws InterruptedException {
        try (WorkerSession session = session()) {
            assertEquals(
                    "the worker was stopped",
                    assertThrows(InterruptedException.class, () -> session.measure(measure("interrupted"), LIMIT))
                            .getMessage());
        }
    }

    @Test
    void whatTheWorkerRefusesIsTheUsersToPutRight() throws InterruptedException {
        try (WorkerSession session = session()) {
            UserError error =
                    assertThrows(UserError.class, () -> session.load(new Request.Load(Halving.NEST, "refuse")));
            assertEquals("no such nest", error.getMessage());
            assertEquals(UserError.BAD_INPUT, error.exitCode());
        }
    }

    @Test
    void aWorkerThatDiesWithoutAnyCandidateIsNotStartedForEver() throws InterruptedException {
        try (WorkerSession session = session()) {
            UserError error = assertThrows(UserError.class, () -> session.load(new Request.Load(Halving.NEST, "die")));
            assertEquals(UserError.MISSING_TOOL, error.exitCode());
            assertTrue(
                    String.valueOf(error.getMessage())
                            .startsWith("the worker process does not work: the process that ran it died"),
                    error.getMessage());
        }
    }

    private WorkerSession session() throws InterruptedException {
        WorkerSession session = new WorkerSession(WorkerProcess.launcher(ScriptedWorker.class, folder));
        assertEquals("Scripted", session.open(new Request.Open(Target.C, 0)).device());
        return session;
    }

    private static Request.Measure measure(String label) {
        Case full =
                new Case(new tilewright.device.ProgramInstance(Halving.sizes(1), Halving.arrays(1), List.of()), 1, 1);
        return new Request.Measure(new Code(label, Path.of("x"), List.of()), List.of(), full, RunPolicy.DEFAULT, 1.0);
    }
}
