package tilewright.tune.worker;

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
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.device.Binary;
import tilewright.device.Code;
import tilewright.device.MachineInfo;
import tilewright.model.UserError;
import tilewright.tune.Halving;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.WorkerClient.WorkerDiedException;

/** A session with a process that behaves badly on command. */
@Execution(ExecutionMode.SAME_THREAD)
class WorkerSessionTest {
    private static final Binary REFUSE = Binary.of(new byte[] {1});
    private static final Binary DIE = Binary.of(new byte[] {2});
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
                    case Request.Open _ ->
                        say(new Reply.Opened(new MachineInfo("Scripted", "none", "", 1, ""), "here"));
                    case Request.Load load -> {
                        if (load.reference().equals(REFUSE)) {
                            say(new Reply.Refused(UserError.BAD_INPUT, "no such nest"));
                        } else if (load.reference().equals(DIE)) {
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
                case "crash" -> System.exit(139);
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
    void aDeadWorkerIsReplacedAndTheNextCandidateIsMeasured() throws Exception {
        try (WorkerSession session = session()) {
            WorkerDiedException died =
                    assertThrows(WorkerDiedException.class, () -> session.measure(measure("exit"), LIMIT));
            assertEquals("the process that ran it died, exit code 3: the last words", died.getMessage());
            assertEquals(WorkerDiedException.Cause.UNKNOWN, died.cause());
            assertEquals("fine", session.measure(measure("fine"), LIMIT).message());
        }
    }

    @Test
    void aCrashIsTheCandidatesDoing() throws Exception {
        try (WorkerSession session = session()) {
            Outcome crashed = session.measure(measure("crash"), LIMIT);
            assertEquals(Status.LAUNCH_ERROR, crashed.status());
            assertEquals(
                    "the process that ran it died, segmentation fault: some library says hello", crashed.message());
        }
    }

    @Test
    void aWorkerThatHangsIsKilledAndReplaced() throws Exception {
        try (WorkerSession session = session()) {
            Outcome late = session.measure(measure("hang"), Duration.ofMillis(300));
            assertEquals(Status.TIMEOUT, late.status());
            assertEquals("fine", session.measure(measure("fine"), LIMIT).message());
        }
    }

    @Test
    void aWorkerThatLostItsDeviceIsReplaced() throws Exception {
        try (WorkerSession session = session()) {
            assertEquals("lost", session.measure(measure("lost"), LIMIT).message());
            assertEquals("fine", session.measure(measure("fine"), LIMIT).message());
        }
    }

    @Test
    void aWorkerThatWasAskedToEndSaysNothingOfItsCandidate() throws Exception {
        try (WorkerSession session = session()) {
            assertEquals(
                    WorkerDiedException.Cause.ASKED_TO_END,
                    assertThrows(WorkerDiedException.class, () -> session.measure(measure("interrupted"), LIMIT))
                            .cause());
        }
    }

    @Test
    void whatTheWorkerRefusesIsTheUsersToPutRight() throws Exception {
        try (WorkerSession session = session()) {
            UserError error =
                    assertThrows(UserError.class, () -> session.setUp(List.of(new Request.Load(Halving.NEST, REFUSE))));
            assertEquals("no such nest", error.getMessage());
            assertEquals(UserError.BAD_INPUT, error.exitCode());
        }
    }

    @Test
    void aWorkerThatDiesWithoutAnyCandidateIsNotStartedForEver() throws Exception {
        try (WorkerSession session = session()) {
            WorkerSession.WorkerLostException lost = assertThrows(
                    WorkerSession.WorkerLostException.class,
                    () -> session.setUp(List.of(new Request.Load(Halving.NEST, DIE))));
            assertTrue(
                    String.valueOf(lost.getMessage())
                            .startsWith("the worker process does not work: the process that ran it died, exit code 9"),
                    lost.getMessage());
        }
    }

    private WorkerSession session() throws Exception {
        WorkerSession session =
                new WorkerSession(Launchers.here(ScriptedWorker.class, folder), new Request.Open(Target.C, 0), 0);
        assertEquals("Scripted", session.open().device());
        return session;
    }

    private static Request.Measure measure(String label) {
        Case full =
                new Case(new tilewright.device.ProgramInstance(Halving.sizes(1), Halving.arrays(1), List.of()), 1, 1);
        return new Request.Measure(
                new Code(label, Binary.of(new byte[0]), List.of()), List.of(), full, RunPolicy.DEFAULT, 1.0);
    }
}
