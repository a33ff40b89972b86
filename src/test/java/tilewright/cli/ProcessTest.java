package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.cli.argument.HostDevice;
import tilewright.device.HostCompiler;
import tilewright.device.JavaCommand;
import tilewright.model.UserError;

/** The tool as a process of its own: what Ctrl-C leaves, pipes that end early, and what the system does not give. */
@Execution(ExecutionMode.SAME_THREAD)
class ProcessTest {
    /** The shell's number of a process that SIGINT ended: 128 and the signal's. */
    private static final int INTERRUPTED = 130;

    private static final int LONGEST_SECONDS = 120;

    @TempDir
    Path folder;

    /** As a terminal does it, to the process and to the workers that it started. */
    @Test
    void aSweepThatIsStoppedSaysHowToGoOn() throws Exception {
        requireCompiler();
        Path results = folder.resolve("sweep");
        Process tune = start(
                "tune",
                "loopnests/matmul.nest",
                "--set",
                "n=64",
                "--target",
                "c",
                "--exhaustive",
                "-o",
                results.toString());
        try {
            Path lines = results.resolve("measurements.jsonl");
            waitFor(tune, () -> Files.exists(lines) && Files.readAllLines(lines).size() >= 2);
            interrupt(tune);
            assertTrue(tune.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS), "it does not end");
            String said = said();
            assertEquals(INTERRUPTED, tune.exitValue(), said);
            assertTrue(
                    said.contains(
                            "note: stopped; the same command with --resume goes on: results so far are in " + results),
                    said);
            assertTrue(!said.contains("\tat "), said);
            assertTrue(
                    Files.readAllLines(lines).stream().allMatch(line -> line.contains("\"status\":\"ok\"")),
                    Files.readString(lines));
            CommandLineRun report = CommandLineRun.of("report", results.toString());
            assertEquals(0, report.exitCode(), report.err());
        } finally {
            tune.destroyForcibly();
        }
    }

    /** What a shell makes of it: exit codes of the tool, and no trace of Java. */
    private void assertShell(int exitCode, String words, String commands) throws Exception {
        List<String> java = command();
        ProcessBuilder builder = new ProcessBuilder("bash", "-o", "pipefail", "-c", commands, "bash");
        builder.environment()
                .put("TW", java.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")));
        Process process =
                builder.redirectErrorStream(true).directory(folder.toFile()).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), output);
        assertTrue(output.contains(words) && !output.contains("\tat "), output);
    }

    /** It writes more than a pipe holds. */
    @Test
    void aReaderThatGoesAwayIsNoFault() throws Exception {
        assertShell(
                0,
                "{",
                "eval $TW rank '" + nest() + "' --set n=6400,steps=64 --device h200 --top 90000 --json - | head -c 1");
    }

    @Test
    void outputThatIsLostIsAFault() throws Exception {
        assertShell(UserError.BAD_INPUT, "standard output cannot be written", "eval $TW --help > /dev/full");
    }

    @Test
    void filesThatCannotBeOpenedAreSaid() throws Exception {
        assertShell(UserError.MISSING_TOOL, "cannot be loaded", "ulimit -n 20; eval $TW --help");
    }

    @Test
    void namesThatTheLocaleLacksAreSaid() throws Exception {
        assertShell(UserError.BAD_INPUT, "LC_ALL=C.UTF-8", "LC_ALL=C eval $TW analyze m\u00e4.nest");
    }

    private static Path nest() {
        return Path.of("loopnests/jacobi-1d.nest").toAbsolutePath();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private void waitFor(Process process, Condition condition) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!condition.holds()) {
            assertTrue(process.isAlive() && System.nanoTime() < end, said());
            Thread.sleep(50);
        }
    }

    private Path errors() {
        return folder.resolve("errors");
    }

    private String said() throws IOException {
        return Files.readString(errors());
    }

    /** In a group of its own; SIGINT ends it even where whoever runs the tests ignores that signal. */
    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT"));
        command.addAll(command());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(errors().toFile())
                .redirectOutput(folder.resolve("output").toFile())
                .start();
    }

    private static List<String> command() {
        return JavaCommand.of(List.of("-D" + HostDevice.FOLDER + "=" + HostDevice.NONE), Main.class);
    }

    private static void interrupt(Process process) throws IOException, InterruptedException {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-INT", "--", "-" + process.pid())
                        .start()
                        .waitFor());
    }

    private static void requireCompiler() throws IOException, InterruptedException {
        try {
            HostCompiler.find();
            assumeTrue(new ProcessBuilder("setsid", "env", "--default-signal=INT", "true")
                            .start()
                            .waitFor()
                    == 0);
        } catch (UserError | IOException e) {
            assumeTrue(false, String.valueOf(e.getMessage()));
        }
    }
}
