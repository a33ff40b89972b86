package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.report.stored.ResultsReader;

/** Names and comments of the input never become part of a program, and nothing is written outside the folders that were named. */
class HostileInputTest {
    private static final String NEST = """
        ! */ #include "/etc/passwd" </script><script>alert(1)</script> $(touch pwned) `touch pwned` \\input{/etc/passwd}
        param n
        real a(n), b(n)
        do i = 1, n
          a(i) = a(i) + b(i) ! */ system("touch pwned");
        enddo
        """;
    private static final Path STORED = Path.of("src/test/resources/report/floyd-warshall");

    @TempDir
    Path folder;

    private Path inputs;
    private Path outputs;

    @BeforeEach
    void folders() throws IOException {
        inputs = Files.createDirectory(folder.resolve("in"));
        outputs = Files.createDirectory(folder.resolve("out"));
    }

    private String nest(String name) throws IOException {
        return Files.writeString(inputs.resolve(name), NEST).toString();
    }

    private List<String> written() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !Files.isDirectory(file) && !file.startsWith(inputs))
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x*.nest",
                "x\nint evil;\n.nest",
                "$(touch pwned).nest",
                "`touch pwned`.nest",
                "</script><script>alert(1).nest",
                "x\\input{y}%.nest",
                "x\" ] evil [ label=\".nest",
                "-x;touch pwned;.nest",
                "...nest",
                "'''\"\"\".nest",
                "\u001b]0;title\u0007.nest"
            })
    void aFileNameStaysOneWordEverywhere(String name) throws IOException {
        // A name holds no slash: that of the closing tag is one of a folder.
        Path file = inputs.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, NEST);
        CommandLineRun generated = CommandLineRun.of(
                "generate",
                file.toString(),
                "--set",
                "n=64",
                "--target",
                "c",
                "-o",
                outputs.resolve("c").toString());
        assertEquals(0, generated.exitCode(), generated.err());
        CommandLineRun cuda = CommandLineRun.of(
                "generate",
                file.toString(),
                "--set",
                "n=64",
                "--target",
                "cuda",
                "-o",
                outputs.resolve("cu").toString());
        assertEquals(0, cuda.exitCode(), cuda.err());
        CommandLineRun dumped = CommandLineRun.of(
                "generate",
                file.toString(),
                "--set",
                "n=64",
                "--target",
                "c",
                "--dump",
                "all",
                "-o",
                outputs.toString());
        assertEquals(0, dumped.exitCode(), dumped.err());
        CommandLineRun analyzed = CommandLineRun.of(
                "analyze",
                file.toString(),
                "--quick",
                "--html",
                outputs.resolve("a.html").toString(),
                "--latex",
                outputs.resolve("a.tex").toString(),
                "--dot",
                outputs.resolve("a.dot").toString(),
                "--json",
                outputs.resolve("a.json").toString());
        assertEquals(0, analyzed.exitCode(), analyzed.err());
        for (String each : written()) {
            assertTrue(each.startsWith("out/"), each);
            String text = Files.readString(folder.resolve(each), StandardCharsets.UTF_8);
            for (String part : List.of(
                    "$(touch",
                    "`touch pwned",
                    ";touch",
                    "<script>alert",
                    "\nint evil",
                    "\" ] evil",
                    "\\input",
                    "\u001b",
                    "x*",
                    "'''")) {
                assertFalse(text.contains(part), each + " has " + part);
            }
        }
    }

    @Test
    void commentsOfTheInputAreNotCarriedOver() throws IOException {
        String file = nest("x.nest");
        assertEquals(
                0,
                CommandLineRun.of("generate", file, "--set", "n=64", "--target", "c", "-o", outputs.toString())
                        .exitCode());
        for (String each : written()) {
            String text = Files.readString(folder.resolve(each));
            assertFalse(text.contains("pwned") || text.contains("passwd"), each);
        }
    }

    @Test
    void aStoredNameLeadsToNoOtherFolder() throws IOException {
        Path results = stored();
        Path summary = results.resolve(ResultsReader.SUMMARY);
        Files.writeString(inputs.resolve("secret.nest"), "secret");
        for (String name : List.of("../in/secret", "/etc/passwd", "a\\u0000b", "..", "")) {
            Files.writeString(
                    summary,
                    Files.readString(STORED.resolve(ResultsReader.SUMMARY))
                            .replace("\"floyd-warshall\"", "\"" + name + "\""));
            CommandLineRun.of("report", results.toString()).assertFails(2, "error: ");
        }
    }

    /** Results that came from elsewhere may hold links. */
    @Test
    void whatALinkPointsToStaysAsItIs() throws IOException {
        Path results = stored();
        Path precious = Files.writeString(inputs.resolve("precious"), "precious");
        Files.createSymbolicLink(results.resolve("report.html"), precious);
        Files.createSymbolicLink(results.resolve("report.html.part"), precious);
        CommandLineRun report = CommandLineRun.of("report", results.toString());
        assertEquals(0, report.exitCode(), report.err());
        assertFalse(Files.isSymbolicLink(results.resolve("report.html")));
        Path program = outputs.resolve("c");
        Files.createDirectory(program);
        for (String name : List.of("Makefile", "driver.c", "x.c", "x.h", "sequential.c", "README.md")) {
            Files.createSymbolicLink(program.resolve(name), precious);
        }
        CommandLineRun generated = CommandLineRun.of(
                "generate", nest("x.nest"), "--set", "n=64", "--target", "c", "-o", program.toString());
        assertEquals(0, generated.exitCode(), generated.err());
        assertEquals("precious", Files.readString(precious));
        Path sweep = Files.createDirectory(outputs.resolve("sweep"));
        Files.createSymbolicLink(sweep.resolve("tune.lock"), precious);
        CommandLineRun.of(
                        "tune", nest("x.nest"), "--set", "n=64", "--target", "c", "--top", "1", "-o", sweep.toString())
                .assertFails(2, "tune.lock: error: this is a symbolic link");
        assertEquals("precious", Files.readString(precious));
    }

    @Test
    void namesOfFunctionsAndMacrosStayIdentifiers() throws IOException {
        Path file = Files.writeString(inputs.resolve("x.c"), """
            #define n 100
            void f(double a$b[n]) {
            #pragma scop
              for (int i = 0; i < n; i++)
                a$b[i] = a$b[i] + 1;
            #pragma endscop
            }
            """);
        CommandLineRun run = CommandLineRun.of("generate", file.toString(), "--target", "c", "-o", outputs.toString());
        assertTrue(run.exitCode() == 0 || run.exitCode() == 2, run.err());
        if (run.exitCode() == 0) {
            String makefile = Files.readString(outputs.resolve("Makefile"));
            assertFalse(makefile.contains("$b"), makefile);
        }
        assertEquals(
                new TreeSet<>(written()),
                new TreeSet<>(
                        written().stream().filter(f -> f.startsWith("out/")).toList()));
    }

    private Path stored() throws IOException {
        Path results = Files.createDirectory(outputs.resolve("results"));
        try (Stream<Path> files = Files.list(STORED)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, results.resolve(file.getFileName()));
            }
        }
        return results;
    }
}
