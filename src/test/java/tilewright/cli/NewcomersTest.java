package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tilewright.cli.argument.LongRuns;
import tilewright.cli.output.Faults;
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
                "unsigned char i = 0; i < n; i++",
                "short i = 0; i < n; i++",
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

    /** Sixteen parts of each of fourteen loops were looked at, all of their combinations one by one. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void manyLoopsOneInAnotherAreAnalysedInBoundedWork() throws IOException {
        StringBuilder text = new StringBuilder("param n\nreal a(n)\n");
        for (int z = 1; z <= 14; z++) {
            text.append("do i" + z + " = 1, n\n");
        }
        Path file = Files.writeString(
                folder.resolve("loops.nest"), text + "a(i14) = a(i14) + 1.0\n" + "enddo\n".repeat(14));
        CommandLineRun run = CommandLineRun.of("analyze", file.toString(), "--no-quick");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("the integer sets need too many operations"), run.out());
    }

    @Test
    void nothingIsGivenTwice() {
        for (List<String> given : List.of(
                List.of("--candidate", "8x8x8/1x1x1 k-tile 8, stages 1, stages 2"),
                List.of("--candidate", "8x8x8/1x1x1 k-tile 8, buffers 1, stages 2"),
                List.of("--block", "8,8,8", "--thread", "1,1,1", "--options", "stages=1,stages=2"))) {
            List<String> all =
                    new ArrayList<>(List.of("generate", "loopnests/matmul.nest", "--set", "n=16", "--target", "c"));
            all.addAll(given);
            CommandLineRun.of(all.toArray(String[]::new)).assertFails(UserError.BAD_INPUT, "stages is given twice");
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
                        "k-tile=1.5")
                .assertFails(UserError.BAD_INPUT, "--options k-tile=1.5: expected NAME=NUMBER");
    }

    @Test
    void optionsAreReadByTheirEarlierNames() {
        List<String> texts = Stream.of("k-tile=4,stages=2", "kTile=4,stages=2", "chunk=4,buffers=2")
                .map(options -> CommandLineRun.of(
                        "generate",
                        "loopnests/matmul.nest",
                        "--set",
                        "n=16",
                        "--block",
                        "8,8,8",
                        "--thread",
                        "1,1,1",
                        "--options",
                        options,
                        "--dump",
                        "plan"))
                .map(CommandLineRun::out)
                .toList();
        assertTrue(texts.getFirst().contains("\noptions k-tile 4 stages 2\n"), texts::getFirst);
        assertEquals(1, texts.stream().distinct().count(), texts::toString);
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
        CommandLineRun.of("analyze", "loopnests/matmul.nest", "--quick", "--html", "x/p", "--latex", "./x/../x/p")
                .assertFails(
                        UserError.BAD_INPUT,
                        "--html, --latex ./x/../x/p: each would write this file; give each a file");
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
    void numbersOfCandidatesAreReadWhole() {
        CommandLineRun.of(
                        "generate",
                        "loopnests/matmul.nest",
                        "--set",
                        "n=64",
                        "--candidate",
                        "16x16x16/1x1x1 window 1234567890123",
                        "-o",
                        folder.toString())
                .assertFails(UserError.BAD_INPUT, "window 1234567890123 has more than 9 digits");
    }

    @Test
    void numbersBeyondDoublePrecisionAreRefused() throws IOException {
        Path nest = Files.writeString(
                folder.resolve("large.nest"), "param n\nreal a(n)\ndo i = 1, n\na(i) = a(i) + 1e999\nenddo\n");
        CommandLineRun.of("analyze", "--quick", nest.toString())
                .assertFails(UserError.BAD_INPUT, "1e999 is beyond the numbers of double precision");
    }

    /** What takes minutes is said, and runs; what takes hours is asked for. */
    @Test
    void lengthOfWorkIsSaidBeforehand() {
        StringWriter said = new StringWriter();
        LongRuns runs = new LongRuns();
        runs.beforePredicted("x", 59, new PrintWriter(said));
        assertEquals("", said.toString());
        runs.beforePredicted("x", 600, new PrintWriter(said));
        assertEquals(
                "note: x: the run is predicted to take about 10 minutes",
                said.toString().strip());
        UserError refused =
                assertThrows(UserError.class, () -> runs.beforePredicted("x", 4 * 3600, new PrintWriter(said)));
        assertTrue(refused.getMessage().contains("about 4 hours; give smaller sizes, or --long"), refused.getMessage());
        runs.permitted = true;
        runs.beforePredicted("x", 4 * 3600, new PrintWriter(said));
        assertTrue(said.toString().contains("about 4 hours"), said.toString());
    }

    @Test
    void workOfDaysIsNotStarted() throws IOException {
        Path nest = Files.writeString(
                folder.resolve("sum.nest"),
                "param n\nreal a(n)\ndo i = 1, n\ndo j = 1, n\ndo k = 1, n\na(i) = a(i) + 1.0\nenddo\nenddo\nenddo\n");
        CommandLineRun.of("verify", nest.toString(), "--set", "n=100000", "--target", "c")
                .assertFails(
                        UserError.BAD_INPUT,
                        "1.0e+15 operations at {n=100000}, one after the other, take about 12 days");
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
                .assertFails(UserError.BAD_INPUT, "no C or Fortran file with a scop was found in ");
    }

    @Test
    void aSurveyOfAFileThatIsNoCFileSaysSo() throws IOException {
        for (String name : List.of("a.nest", "a.txt", "README")) {
            Path file = Files.writeString(folder.resolve(name), "param n\n");
            CommandLineRun.of("survey", file.toString())
                    .assertFails(
                            UserError.BAD_INPUT,
                            name + ": error: this is no C or Fortran file; survey reads files that end in .c");
        }
    }

    /** Minutes of measuring were lost to a name that could have been looked at before. */
    @Test
    void whatCannotBeWrittenIsSaidBeforeWork() throws IOException {
        Path inTheWay = Files.writeString(folder.resolve("file"), "");
        Path nest =
                Files.writeString(folder.resolve("mine.nest"), "param n\nreal a(n)\ndo i = 1, n\na(i) = 1.0\nenddo\n");
        String file = inTheWay + "/x.json";
        String said = file + ": error: cannot be written: " + inTheWay + " is not a directory";
        for (List<String> command : List.of(
                List.of("calibrate", "--target", "c", "-o", file),
                List.of("analyze", "gone.nest", "--json", file),
                List.of("analyze", "gone.nest", "--html", file),
                List.of("analyze", "gone.nest", "--latex", file),
                List.of("analyze", "gone.nest", "--dot", file),
                List.of("rank", "gone.nest", "--json", file),
                List.of("verify", "gone.nest", "--json", file),
                List.of("tune", "gone.nest", "--json", file),
                List.of("survey", "gone", "--json", file),
                List.of("evaluate", "gone", "--document", file),
                List.of("evaluate", "gone", "--errors", file),
                List.of("report", "gone", "gone", "--compare", "--html", file),
                List.of("generate", "gone.nest", "--dump", "model", "-o", file))) {
            CommandLineRun.of(command.toArray(String[]::new)).assertFails(UserError.BAD_INPUT, said);
        }
        CommandLineRun.of("generate", "gone.nest", "-o", inTheWay.toString())
                .assertFails(UserError.BAD_INPUT, inTheWay + ": error: cannot be written: " + inTheWay);
        CommandLineRun.of("run", nest.toString(), "--set", "n=3", "--write", "a=" + inTheWay + "/a.npy")
                .assertFails(UserError.BAD_INPUT, "a.npy: error: cannot be written: " + inTheWay);
        CommandLineRun.of("analyze", nest.toString(), "--json", folder.toString())
                .assertFails(
                        UserError.BAD_INPUT, folder + ": error: cannot be written: this is a directory; give a file");
        CommandLineRun.of("analyze", nest.toString(), "--json", nest.toString())
                .assertFails(
                        UserError.BAD_INPUT, "mine.nest: error: cannot be written: an input with that name is there");
        assertTrue(Files.readString(nest).startsWith("param n"));
        Files.writeString(folder.resolve("measurements.jsonl"), "");
        Path summary = Files.writeString(folder.resolve("summary.json"), "{}");
        CommandLineRun.of("analyze", nest.toString(), "--json", summary.toString())
                .assertFails(
                        UserError.BAD_INPUT,
                        summary + ": error: cannot be written: this is a file of a sweep's results; give another name");
    }

    /** Somebody's data were gone, replaced by a result. */
    @Test
    void arraysThatAreReadAreNotWrittenOver() throws IOException {
        Path text = Files.writeString(folder.resolve("a.txt"), "1 2\n3 4\n");
        CommandLineRun.of(
                        "run",
                        "loopnests/matmul.nest",
                        "--target",
                        "c",
                        "--data",
                        "a=" + text,
                        "--write",
                        "c=" + folder + "/./a.txt")
                .assertFails(UserError.BAD_INPUT, "a.txt is read, and what is read is not written over");
        Path graph = Files.writeString(folder.resolve("g.txt"), "0 1\n1 2\n");
        CommandLineRun.of(
                        "run",
                        "loopnests/irregular/bfs.nest",
                        "--target",
                        "c",
                        "--graph",
                        graph + ":symmetric",
                        "--write",
                        "level=" + graph)
                .assertFails(UserError.BAD_INPUT, "g.txt is read, and what is read is not written over");
        assertEquals("0 1\n1 2\n", Files.readString(graph));
    }

    /** Somebody's own Makefile was gone. */
    @Test
    void aProgramIsWrittenOverAProgramOnly() throws IOException {
        Path mine = Files.createDirectory(folder.resolve("mine"));
        Path makefile = Files.writeString(mine.resolve("Makefile"), "all:");
        String[] command = {"generate", "loopnests/matmul.nest", "--set", "n=16", "--target", "c", "-o", mine.toString()
        };
        CommandLineRun.of(command)
                .assertFails(
                        UserError.BAD_INPUT, makefile + ": error: exists, and is of no program that generate wrote");
        assertEquals("all:", Files.readString(makefile));
        Files.delete(makefile);
        for (int time = 0; time < 2; time++) {
            CommandLineRun run = CommandLineRun.of(command);
            assertEquals(0, run.exitCode(), run.err());
        }
    }

    /** All lines were line 1. */
    @Test
    void returnsAloneEndLinesToo() throws IOException {
        Path file = Files.writeString(folder.resolve("old.nest"), "param n\rreal a(n)\rdo i = 1, n\ra(i) = b\renddo\r");
        CommandLineRun.of("analyze", file.toString()).assertFails(UserError.BAD_INPUT, "old.nest:4:8: error: ");
    }

    /** The second one was measured, and the summary then refused. */
    @Test
    void aProgramThatTheDeviceCannotStartIsSaidToBeOne() {
        CommandLineRun run = CommandLineRun.of(
                "generate",
                "loopnests/matmul.nest",
                "--set",
                "n=4096",
                "--device",
                "h200",
                "--candidate",
                "64x64x16/1x1x1 k-tile 16",
                "-o",
                folder.resolve("large").toString());
        assertTrue(
                run.err()
                        .contains("note: NVIDIA H200 cannot start this program: a block has 4096 threads of 1024, 3072"
                                + " too many"),
                run.err());
    }

    /** What time tiles hand over is known when they are written. */
    @Test
    void tilesThatNeedMoreSharedMemoryThanADeviceHasAreNamed() throws IOException {
        String text = Files.readString(Path.of("src/main/resources/tilewright/ranking/description/devices/h200.json"))
                .replaceAll("\"sharedBytesPerBlock\" *: *\\d+", "\"sharedBytesPerBlock\": 1024");
        Path small = Files.writeString(folder.resolve("small.json"), text);
        CommandLineRun run = CommandLineRun.of(
                "generate",
                "loopnests/jacobi-2d.nest",
                "--set",
                "n=400,steps=20",
                "--device",
                small.toString(),
                "--candidate",
                "2x32x32/1x2x2 k-tile 1",
                "-o",
                folder.resolve("tiles").toString());
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(
                run.err()
                        .contains(
                                "note: NVIDIA H200 cannot start this program: a block of kernel jacobi_2d_time needs "),
                run.err());
    }

    @Test
    void aCandidateIsNotGivenTwice() {
        CommandLineRun.of(
                        "tune",
                        "loopnests/matmul.nest",
                        "--set",
                        "n=16",
                        "--target",
                        "c",
                        "--candidate",
                        "8x8x8/1x1x1 chunk 8",
                        "--candidate",
                        "8x8x8/1x1x1 chunk 8, buffers 1",
                        "-o",
                        folder.resolve("sweep").toString())
                .assertFails(UserError.BAD_INPUT, "--candidate '8x8x8/1x1x1 chunk 8, buffers 1' is given twice");
        CommandLineRun.of(
                        "tune",
                        "loopnests/irregular/sssp.nest",
                        "--graph",
                        "path:n=5,symmetric",
                        "--target",
                        "c",
                        "--candidate",
                        "host window 0",
                        "--candidate",
                        "host window 0",
                        "-o",
                        folder.resolve("graphs").toString())
                .assertFails(UserError.BAD_INPUT, "--candidate 'host window 0' is given twice");
    }

    @Test
    void anArrayFileIsWrittenByOneArray() {
        CommandLineRun.of(
                        "run",
                        "loopnests/matmul.nest",
                        "--target",
                        "c",
                        "--set",
                        "n=3",
                        "--write",
                        "c=" + folder.resolve("x.npy"),
                        "--write",
                        "a=" + folder.resolve("x.npy"))
                .assertFails(UserError.BAD_INPUT, "x.npy is given twice");
    }

    /** A start in a graph without vertices was accepted, as were no sources at all. */
    @Test
    void graphsHaveSomethingToStartFrom() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.el"), "");
        CommandLineRun.of(
                        "run",
                        "loopnests/irregular/bfs.nest",
                        "--graph",
                        empty.toString(),
                        "--set",
                        "root=1",
                        "--target",
                        "c")
                .assertFails(UserError.BAD_INPUT, "bfs: the graph has no vertex, so that none can be the start");
        for (String sources : List.of("0", "-3")) {
            CommandLineRun.of(
                            "tune",
                            "loopnests/irregular/bfs.nest",
                            "--graph",
                            "path:n=5,symmetric",
                            "--sources",
                            sources,
                            "--target",
                            "c",
                            "-o",
                            folder.resolve("none").toString())
                    .assertFails(
                            UserError.BAD_INPUT, "--sources " + sources + ": give a number of vertices, at least 1");
        }
    }

    @Test
    void aSurveySaysWhichFilesHoldNothing() throws IOException {
        Path file = Files.writeString(folder.resolve("empty.c"), "");
        CommandLineRun.of("survey", file.toString())
                .assertFails(UserError.BAD_INPUT, "note: " + file + " has no scop", "no C or Fortran file with a scop");
    }

    @Test
    void graphsThatAreNoneAreNamed() {
        CommandLineRun.of("run", "loopnests/irregular/bfs.nest", "--graph", folder.toString(), "--set", "root=1")
                .assertFails(UserError.BAD_INPUT, "--graph " + folder + ": '" + folder + "' is a directory");
        CommandLineRun.of("run", "loopnests/irregular/bfs.nest", "--graph", "tree:n=4", "--set", "root=1")
                .assertFails(UserError.BAD_INPUT, "--graph tree:n=4: 'tree' is no file, and no kind of graph");
        CommandLineRun.of("run", "loopnests/irregular/bfs.nest", "--graph", "path:n=4,n=5", "--set", "root=1")
                .assertFails(UserError.BAD_INPUT, "--graph path:n=4,n=5: 'n' is given twice");
    }

    /** A sweep of other sizes that was refused had written its ranking over that of the sweep that was there. */
    @Test
    void aRefusedSweepLeavesTheFolderAsItWas() throws IOException {
        Path results = folder.resolve("sweep");
        CommandLineRun first = CommandLineRun.of(
                "tune",
                "loopnests/matmul.nest",
                "--set",
                "n=8",
                "--target",
                "c",
                "--top",
                "1",
                "-o",
                results.toString());
        assertEquals(0, first.exitCode(), first.err());
        String ranking = Files.readString(results.resolve("ranking.json"));
        CommandLineRun.of(
                        "tune",
                        "loopnests/matmul.nest",
                        "--set",
                        "n=9",
                        "--target",
                        "c",
                        "--top",
                        "1",
                        "--resume",
                        "-o",
                        results.toString())
                .assertFails(UserError.BAD_INPUT, "holds measurements of matmul {n=8}");
        Path other =
                Files.writeString(folder.resolve("other.nest"), "param n\nreal a(n)\ndo i = 1, n\na(i) = 1.0\nenddo\n");
        CommandLineRun.of(
                        "tune",
                        other.toString(),
                        "--set",
                        "n=8",
                        "--target",
                        "c",
                        "--top",
                        "1",
                        "--resume",
                        "-o",
                        results.toString())
                .assertFails(UserError.BAD_INPUT, "holds measurements of matmul {n=8}");
        assertEquals(ranking, Files.readString(results.resolve("ranking.json")));
        assertFalse(Files.exists(results.resolve("other.nest")));
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
