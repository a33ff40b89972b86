package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;

/** What new users try first, and get wrong: nothing is ignored, every message says what to do. */
class NewcomersTest {
    /** Steps of isl, a second or two. */
    private static final long DEEP = 2_000_000;

    @TempDir
    Path folder;

    @Test
    void helpOfACommandIsThere() {
        CommandLineRun run = CommandLineRun.of("help", "rank");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("tilewright rank"), run.out());
    }

    @Test
    void completionRefusesWhatItDoesNotKnow() {
        CommandLineRun run = CommandLineRun.of("generate-completion");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("complete -F _complete_tilewright"), run.out());
        CommandLineRun.of("generate-completion", "--bad").assertFails(UserError.BAD_INPUT, "--bad");
        CommandLineRun.of("generate-completion", "zsh").assertFails(UserError.BAD_INPUT, "zsh");
    }

    @Test
    void aFunctionThatIsNoneIsNamed() throws IOException {
        Path nest = Files.writeString(
                folder.resolve("sine.nest"), "param n\nreal a(n)\ndo i = 1, n\n  a(i) = sine(a(i))\nenddo\n");
        CommandLineRun.of("analyze", nest.toString(), "--quick")
                .assertFails(
                        UserError.BAD_INPUT,
                        "sine.nest:4:10: error: 'sine' is no declared array, and no function known here; known are"
                                + " abs,",
                        " sin, ");
    }

    @Test
    void aFileIsNotWrittenTwice() {
        CommandLineRun.of(
                        "run",
                        "loopnests/matmul.nest",
                        "--target",
                        "c",
                        "--set",
                        "n=3",
                        "--write",
                        "c=a.npy",
                        "--write",
                        "c=b.npy")
                .assertFails(UserError.BAD_INPUT, "--write c=b.npy: 'c' is given twice");
    }

    @Test
    void aWalkStartsAtAVertex() {
        for (String command : List.of("run", "analyze", "rank")) {
            for (String root : List.of("0", "10")) {
                CommandLineRun.of(
                                command,
                                "loopnests/irregular/sssp.nest",
                                "--graph",
                                "path:n=9,symmetric",
                                "--set",
                                "root=" + root)
                        .assertFails(
                                UserError.BAD_INPUT,
                                "--set root=" + root
                                        + ": 'dist' has the indices 1 to 9, so that no vertex would be the");
            }
        }
        CommandLineRun last = CommandLineRun.of(
                "analyze", "loopnests/irregular/sssp.nest", "--graph", "path:n=9,symmetric", "--set", "root=9");
        assertEquals(0, last.exitCode(), last.err());
    }

    @Test
    void loopsDoNotPassWhatTheirVariableHolds() throws IOException {
        for (String loop : List.of(
                "unsigned i = 8; i >= 0; i--",
                "size_t i = n; i >= 0; i -= 1",
                "unsigned i = n; i > 0; i -= 2",
                "signed char i = 0; i < 128; i++",
                "unsigned char i = 9; i > 0; i -= 2")) {
            CommandLineRun.of("analyze", loop(loop), "--quick")
                    .assertFails(UserError.BAD_INPUT, "loops.c:4:", "may not have the value that ends this loop");
        }
        for (String loop : List.of(
                "unsigned i = 8; i > 0; i--",
                "size_t i = n; i >= 1; i -= 1",
                "unsigned i = 8; i > 0; i -= 2",
                "signed char i = 0; i < 127; i++",
                "int i = n - 1; i >= 0; i--",
                "unsigned i = 0; i < n; i++")) {
            CommandLineRun run = CommandLineRun.of("analyze", loop(loop), "--quick");
            assertEquals(0, run.exitCode(), run.err());
        }
    }

    /** Casts and variables of few bits change the value: such a subscript is none, such a value is computed as C does. */
    @Test
    void conversionsToFewBitsAreNotPassedOver() throws IOException {
        Path file = folder.resolve("narrow.c");
        String text = "void f(int n, int a[n]) {\n#pragma scop\n  for (int i = 0; i < n; i++) {\n    %s\n  }\n"
                + "#pragma endscop\n}\n";
        Files.writeString(file, text.formatted("a[(unsigned char)i] = 1;"));
        CommandLineRun.of("analyze", file.toString(), "--quick")
                .assertFails(
                        UserError.BAD_INPUT, "narrow.c:4:", "'unsigned char', in which 'i' may have another value");
        for (String body : List.of("signed char k = i; a[i] = k;", "a[i] = (signed char)i;")) {
            Files.writeString(file, text.formatted(body));
            Path result = folder.resolve("a.txt");
            CommandLineRun run = CommandLineRun.of(
                    "run", file.toString(), "--target", "c", "--set", "n=300", "--write", "a=" + result);
            assertEquals(0, run.exitCode(), run.err());
            List<String> values = List.of(Files.readString(result).strip().split("\\s+"));
            assertEquals(List.of("127", "-128", "43"), List.of(values.get(127), values.get(128), values.get(299)));
        }
    }

    private String loop(String header) throws IOException {
        return Files.writeString(
                        folder.resolve("loops.c"),
                        "#include <stddef.h>\nvoid f(int n, double a[n + 9]) {\n#pragma scop\n  for (" + header
                                + ")\n    a[i] = 2 * a[i];\n#pragma endscop\n}\n")
                .toString();
    }

    /** With a set of differences made of each dependence these took minutes and gigabytes. */
    @Test
    void deepNestsAreAnalysedInBoundedWork() {
        StringBuilder text = new StringBuilder("param n\nreal a(n)\n");
        for (int z = 1; z <= 6; z++) {
            text.append("do i" + z + " = 1, n\na(i" + z + ") = a(i" + z + ") + 1.0\n");
        }
        LoopNest nest = NestParser.parse("nested.nest", text + "enddo\n".repeat(6));
        try (Context context = new Context()) {
            Dependences found = context.withMaxOperations(DEEP, () -> DependenceAnalysis.analyze(context, nest));
            assertEquals(6, found.bands().size());
        }
    }

    /** Statements of that many depths took three gigabytes and did not end. */
    @Test
    void nestsTooDeepToPlanAreRefusedBeforeWork() throws IOException {
        StringBuilder text = new StringBuilder("param n\nreal a(n)\n");
        for (int z = 1; z <= 14; z++) {
            text.append("do i" + z + " = 1, n\na(i" + z + ") = a(i" + z + ") + 1.0\n");
        }
        Path nest = Files.writeString(folder.resolve("deep.nest"), text + "enddo\n".repeat(14));
        for (String command : List.of("rank", "generate", "verify", "tune")) {
            CommandLineRun.of(command, nest.toString(), "--set", "n=2", "--target", "c")
                    .assertFails(
                            UserError.BAD_INPUT,
                            "deep.nest:20:1: error: statements stand at 9 depths of the loops around this one, and"
                                + " plans are made for at most 8; put the innermost loops into a file of their own");
        }
    }

    /** Every choice of loops for the host was tried, 2^14, and its relations were kept. */
    @Test
    void manyLoopsOneInAnotherArePlannedInBoundedWork() {
        StringBuilder text = new StringBuilder("param n\nreal a(n)\n");
        for (int z = 1; z <= 14; z++) {
            text.append("do i" + z + " = 1, n\n");
        }
        LoopNest nest = NestParser.parse("loops.nest", text + "a(i14) = a(i14) + 1.0\n" + "enddo\n".repeat(14));
        try (Context context = new Context()) {
            Tiler tiler =
                    context.withMaxOperations(5 * DEEP, () -> new Tiler(DependenceAnalysis.analyze(context, nest)));
            assertEquals(14, tiler.families().getFirst().roles().size());
        }
    }

    @Test
    void nothingIsGivenTwice() {
        for (List<String> given : List.of(
                List.of("--candidate", "8x8x8/1x1x1 chunk 8, buffers 1, buffers 2"),
                List.of("--block", "8,8,8", "--thread", "1,1,1", "--options", "buffers=1,buffers=2"))) {
            List<String> all =
                    new ArrayList<>(List.of("generate", "loopnests/matmul.nest", "--set", "n=16", "--target", "c"));
            all.addAll(given);
            CommandLineRun.of(all.toArray(String[]::new)).assertFails(UserError.BAD_INPUT, "buffers is given twice");
        }
        CommandLineRun.of(
                        "generate",
                        "loopnests/matmul.nest",
                        "--set",
                        "n=16",
                        "--block",
                        "8,8,8",
                        "--thread",
                        "1,1,1",
                        "--options",
                        "chunk=1.5")
                .assertFails(UserError.BAD_INPUT, "--options chunk=1.5: expected NAME=NUMBER");
    }

    /** As {@code -o "$FOLDER"} gives it where the variable is not set; the files went to the folder one was in. */
    @Test
    void anEmptyNameIsNoFolder() {
        CommandLineRun.of("generate", "loopnests/matmul.nest", "--set", "n=16", "--target", "c", "-o", "")
                .assertFails(UserError.BAD_INPUT, "an empty text names no file or folder");
        CommandLineRun.of("rank", "", "--set", "n=16").assertFails(UserError.BAD_INPUT, "an empty text names no file");
    }

    @Test
    void everyExitCodeIsInTheHelp() {
        assertTrue(CommandLineRun.of("--help").out().contains("70"));
    }

    @Test
    void aMessageSaysErrorOnce() {
        CommandLineRun run =
                CommandLineRun.of("tune", "loopnests/matmul.nest", "--set", "n=9", "--top", "3", "--exhaustive");
        assertEquals(UserError.BAD_INPUT, run.exitCode());
        assertFalse(run.err().contains("error: Error:"), run.err());
    }

    @Test
    void optionsThatContradictEachOtherAreRefused() {
        CommandLineRun.of("rank", "loopnests/matmul.nest", "--set", "n=9", "--device", "h200", "--target", "c")
                .assertFails(UserError.BAD_INPUT, "--device h200 runs programs of target cuda, not of --target c");
        CommandLineRun.of("analyze", "loopnests/matmul.nest", "--set", "n=4", "--enumerate", "--quick")
                .assertFails(UserError.BAD_INPUT, "add --json PATH");
        CommandLineRun.of("analyze", "loopnests/matmul.nest", "--quick", "--json", "-", "--html", "-")
                .assertFails(UserError.BAD_INPUT, "--json -, --html -: each would go to standard output");
        CommandLineRun.of(
                        "tune",
                        "loopnests/matmul.nest",
                        "--set",
                        "n=9",
                        "--target",
                        "c",
                        "--peer",
                        "sgemm:n,n,n",
                        "-o",
                        folder.toString())
                .assertFails(UserError.BAD_INPUT, "a vendor's routine runs on a GPU");
    }

    @Test
    void workOfDaysIsNotStarted() throws IOException {
        Path nest = Files.writeString(
                folder.resolve("sum.nest"),
                "param n\nreal a(n)\ndo i = 1, n\ndo j = 1, n\ndo k = 1, n\na(i) = a(i) + 1.0\nenddo\nenddo\nenddo\n");
        CommandLineRun.of("verify", nest.toString(), "--set", "n=100000", "--target", "c")
                .assertFails(
                        UserError.BAD_INPUT, "1.0e+15 operations at {n=100000}, one after the other, would take days");
    }

    @Test
    void arraysBeyondADevicesMemoryAreSaid() {
        CommandLineRun run = CommandLineRun.of(
                "rank", "loopnests/matmul.nest", "--set", "n=200000", "--device", "h200", "--top", "1");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.err().contains("the arrays need 480.0 GB, and NVIDIA H200 has "), run.err());
    }

    @Test
    void aFolderThatIsNotThereIsNoEmptySurvey() {
        CommandLineRun.of("survey", folder.resolve("gone").toString())
                .assertFails(UserError.BAD_INPUT, "gone: error: no such file or directory");
        CommandLineRun.of("survey", folder.toString())
                .assertFails(UserError.BAD_INPUT, "no C file with '#pragma scop' was found in ");
    }

    @Test
    void aFileIsWrittenWholeOrLeftAsItWas() throws IOException {
        Path file = Files.writeString(folder.resolve("a.json"), "before");
        Files.createDirectory(folder.resolve("a.json.part"));
        Files.writeString(folder.resolve("a.json.part").resolve("in the way"), "");
        CommandLineRun.of("analyze", "loopnests/matmul.nest", "--quick", "--json", file.toString())
                .assertFails(UserError.BAD_INPUT, "a.json: error: cannot be written");
        assertEquals("before", Files.readString(file));
    }

    @Test
    void schedulesOverAGraphHaveAPage() throws IOException {
        CommandLineRun run = CommandLineRun.of(
                "tune",
                "loopnests/irregular/sssp.nest",
                "--graph",
                "path:n=20,symmetric",
                "--sources",
                "1",
                "--target",
                "c",
                "--runs",
                "1000",
                "-o",
                folder.toString());
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("  over 1000 runs "), run.out());
        String page = Files.readString(folder.resolve("report.html"));
        assertTrue(page.contains("host window 0") && page.contains("path:n=20,symmetric"), page);
        assertTrue(page.contains("<th>over 1000 runs, ms</th>"), page);
        CommandLineRun.of("tune", "loopnests/irregular/sssp.nest", "--graph", "path:n=20,symmetric", "--runs", "0")
                .assertFails(UserError.BAD_INPUT, "--runs 0: preprocessing is shared over at least one run");
    }

    @Test
    void otherLanguagesAreNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("loops.cpp"), "int main() {}");
        CommandLineRun.of("analyze", file.toString()).assertFails(UserError.BAD_INPUT, "C++ and CUDA are not read");
    }

    @Test
    void dataParametersMayBeNegative() throws IOException {
        Path nest = Files.writeString(
                folder.resolve("scaled.nest"),
                "param n, factor, limit\n"
                        + "real a(n)\n"
                        + "do i = 1, n\n"
                        + "  if (i >= limit) then\n"
                        + "    a(i) = factor*a(i)\n"
                        + "  endif\n"
                        + "enddo\n");
        CommandLineRun verified = CommandLineRun.of(
                "verify", nest.toString(), "--target", "c", "--only", "--set", "n=9,factor=-3,limit=-2");
        assertEquals(0, verified.exitCode(), verified.err());
        assertTrue(verified.out().contains("factor=-3"), verified.out());
        CommandLineRun.of("verify", nest.toString(), "--target", "c", "--set", "n=-9,factor=-3,limit=0")
                .assertFails(UserError.BAD_INPUT, "--set n=-9: a size is 0 or more");
    }

    @Test
    void aDivisionByZeroHasAPlace() throws IOException {
        Path nest = Files.writeString(
                folder.resolve("share.nest"),
                "param n\ninteger a(n), b(n)\ninit a(i) = i - 4\ndo i = 1, n\n  b(i) = 7/a(i)\nenddo\n");
        String fault = "share.nest:5:3: error: an integer is divided by zero in S1 at i = 4";
        for (String command : new String[] {"verify", "run"}) {
            CommandLineRun.of(command, nest.toString(), "--target", "c", "--set", "n=9")
                    .assertFails(UserError.BAD_INPUT, fault);
        }
        CommandLineRun.of(
                        "tune",
                        nest.toString(),
                        "--target",
                        "c",
                        "--set",
                        "n=9",
                        "-o",
                        folder.resolve("sweep").toString())
                .assertFails(UserError.BAD_INPUT, fault);
        CommandLineRun small = CommandLineRun.of(
                "verify", nest.toString(), "--target", "c", "--set", "n=3", "--block", "8", "--thread", "4");
        assertEquals(0, small.exitCode(), small.err());
    }

    @Test
    void subscriptsOutOfBoundsAreSaidBeforeAnythingRuns() throws IOException {
        Path nest = Files.writeString(
                folder.resolve("beyond.nest"), "param n\nreal a(n), b(n)\ndo i = 1, n\n  a(i) = b(i+1)\nenddo\n");
        CommandLineRun.of("rank", nest.toString(), "--set", "n=9")
                .assertFails(UserError.BAD_INPUT, "b(i + 1)", "outside");
        CommandLineRun analysed = CommandLineRun.of("analyze", nest.toString(), "--set", "n=9", "--quick");
        assertEquals(0, analysed.exitCode());
        assertTrue(analysed.err().contains(": warning: "), analysed.err());
        CommandLineRun general = CommandLineRun.of("analyze", nest.toString(), "--quick");
        assertEquals(0, general.exitCode());
        assertTrue(
                general.err()
                        .contains("beyond.nest:4:10: warning: b(i + 1) is outside of real b(n) at all sizes, e.g. {n="),
                general.err());
        assertTrue(general.err().contains("} for i = "), general.err());
    }

    @Test
    void subscriptsThatLeaveAtSomeSizesAloneAreNoWarning() throws IOException {
        Path nest = Files.writeString(
                folder.resolve("edge.nest"),
                "param n, m\nreal a(n), b(m)\ndo i = 1, n\n  a(i) = a(i) + b(i) + a(3)\nenddo\n");
        CommandLineRun run = CommandLineRun.of("analyze", nest.toString(), "--quick");
        assertEquals(0, run.exitCode());
        assertEquals("", run.err());
    }

    @Test
    void aFullDiskIsNoFaultOfTheProgram() {
        IOException full = new IOException("No space left on device");
        assertEquals(UserError.BAD_INPUT, Faults.verdict(full).exitCode());
        assertEquals(
                UserError.BAD_INPUT,
                Faults.verdict(new UncheckedIOException(full)).exitCode());
        assertTrue(Faults.verdict(full).message().contains("make room"));
        FileSystemException file = new FileSystemException("x/y", null, "No space left on device");
        assertEquals(
                UserError.BAD_INPUT,
                Faults.verdict(new UncheckedIOException(file)).exitCode());
    }
}
