package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.cli.argument.HostDevice;
import tilewright.model.UserError;

/**
 * The launcher of a package, unpacked where names have spaces, in an environment that holds nothing: the script itself, with a jar that
 * leads to the classes under test. {@code .ci/package} runs the same commands on a package that was built.
 */
@Execution(ExecutionMode.SAME_THREAD)
class LauncherTest {
    @TempDir
    Path folder;

    private Path home;

    /** What a command said and how it ended. */
    private record Run(int exitCode, String output) {}

    @BeforeEach
    void aPackage() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/env")) && Files.isExecutable(Path.of("/bin/bash")));
        home = Files.createDirectories(folder.resolve("a folder/tile wright 1"));
        Files.copy(Path.of("tilewright"), home.resolve("tilewright"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createSymbolicLink(home.resolve("runtime"), Path.of(System.getProperty("java.home")));
        Path jar = Files.createDirectory(home.resolve("lib")).resolve("tilewright.jar");
        Manifest manifest = new Manifest();
        Attributes lines = manifest.getMainAttributes();
        lines.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        lines.put(Attributes.Name.MAIN_CLASS, Main.class.getName());
        lines.put(
                Attributes.Name.CLASS_PATH,
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toUri().toString())
                        .collect(Collectors.joining(" ")));
        try (OutputStream file = Files.newOutputStream(jar)) {
            new JarOutputStream(file, manifest).close();
        }
        // There is no class cache, and none is made: that takes longer than the test.
        Path stamp = Files.writeString(
                home.resolve("tilewright.aot.stamp"),
                jar.toRealPath() + " " + home.toRealPath().resolve("runtime"));
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(60)));
    }

    private Run run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("tilewright").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    @Test
    void itRunsFromAPathWithSpacesAndWithoutAHome() throws Exception {
        Run version = run(Map.of(), "--version");
        assertEquals(0, version.exitCode, version.output);
        assertTrue(version.output.startsWith("tilewright "), version.output);
        Path nest = Files.copy(Path.of("loopnests/matmul.nest"), folder.resolve("a folder/my nest.nest"));
        Run analysed = run(Map.of(), "analyze", nest.toString(), "--quick");
        assertEquals(0, analysed.exitCode, analysed.output);
        assertTrue(analysed.output.contains("c(i,j) = c(i,j) + (a(i,k) * b(k,j))"), analysed.output);
        // Programs are compiled and run in other processes, which are started from the same path.
        Run verified = run(
                Map.of("TILEWRIGHT_JAVA_OPTIONS", "-D" + HostDevice.FOLDER + "=" + HostDevice.NONE),
                "verify",
                nest.toString(),
                "--set",
                "n=9",
                "--target",
                "c");
        assertEquals(0, verified.exitCode, verified.output);
        assertTrue(verified.output.contains("agree with the sequential nest"), verified.output);
    }

    /** The launcher asked a pipe for its width, and nothing ever heeded that of a terminal; sentences ran over its edge. */
    @Test
    void tablesAndSentencesFitTheTerminal() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")) && Files.isExecutable(Path.of("/usr/bin/stty")));
        Process process = new ProcessBuilder(
                        "script",
                        "-qec",
                        "stty cols 60 && '" + home.resolve("tilewright") + "' rank '"
                                + Path.of("loopnests/matmul.nest").toAbsolutePath()
                                + "' --set n=64 --device h200 --top 1",
                        "/dev/null")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        List<String> lines = output.lines().map(String::stripTrailing).toList();
        long table = lines.stream()
                .filter(line -> line.strip().matches("(rank|1) .*"))
                .count();
        assertTrue(table > 2 && lines.stream().allMatch(line -> line.length() <= 60), output);
    }

    @Test
    void exitCodesAreThoseOfTheTool() throws Exception {
        Run bad = run(Map.of("TILEWRIGHT_JAVA_OPTIONS", "-Xbad"), "--version");
        assertEquals(UserError.BAD_INPUT, bad.exitCode, bad.output);
        assertTrue(bad.output.contains("TILEWRIGHT_JAVA_OPTIONS: "), bad.output);
        Run javas = run(Map.of("JAVA_TOOL_OPTIONS", "-XX:Nope"), "--version");
        assertEquals(UserError.BAD_INPUT, javas.exitCode, javas.output);
        assertTrue(javas.output.contains("JAVA_TOOL_OPTIONS: Unrecognized VM option 'Nope'"), javas.output);
        Run gone = run(Map.of(), "analyze", "gone.nest");
        assertEquals(UserError.BAD_INPUT, gone.exitCode, gone.output);
    }

    /** The search for a JDK ended at the missing name of a home, with the exit code of an answer. */
    @Test
    void withoutItsRuntimeAJdkIsFoundWithoutAHome() throws Exception {
        Files.delete(home.resolve("runtime"));
        Path java = Path.of(System.getProperty("java.home"));
        Path jar = home.toRealPath().resolve("lib/tilewright.jar");
        Path stamp = Files.writeString(home.resolve("tilewright.aot.stamp"), jar + " " + java);
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(60)));
        Run version = run(Map.of("JAVA_HOME", java.toString()), "--version");
        assertEquals(0, version.exitCode, version.output);
    }

    @Test
    void aFolderThatIsGoneIsSaid() throws Exception {
        assertRefused("mkdir gone && cd gone && rmdir ../gone", "the folder that this was called in is gone");
    }

    /** Java printed its own trace and ended with 1, the answer no. */
    @Test
    void tooFewFilesAreSaid() throws Exception {
        assertRefused("ulimit -n 15", "this process may open 15 files only");
    }

    private void assertRefused(String before, String words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        "bash",
                        "-c",
                        before + " && \"$0\" --version",
                        home.resolve("tilewright").toString())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(UserError.MISSING_TOOL, process.waitFor(), output);
        assertTrue(output.contains(words), output);
    }
}
