package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.Sizes;
import tilewright.cli.output.Faults;
import tilewright.cli.output.ShellWord;
import tilewright.device.Gpus;
import tilewright.device.JavaCommand;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;

/** What users get wrong, through the same entry point that they use: a clear message and the right exit code. */
class BadInputTest {
    private static final String MATMUL = "loopnests/matmul.nest";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"analyze", "rank", "generate", "verify", "tune"})
    void missingFile(String command) {
        CommandLineRun.of(command, "nowhere.nest", "--set", "n=4")
                .assertFails(UserError.BAD_INPUT, "nowhere.nest: error: no such file");
    }

    /** Such amounts were answered behind a whole ranking, and 999999999TB was a negative one. */
    @ParameterizedTest
    @CsvSource({"0, leaves no memory at all", "0.0GB, leaves no memory at all", "1XB, give an amount such as 1GB"})
    void memoryThatIsNone(String amount, String words) {
        CommandLineRun.of("rank", MATMUL, "--set", "n=4", "--memory-limit", amount)
                .assertFails(UserError.BAD_INPUT, "'--memory-limit'", "'" + amount + "'", words);
    }

    /** No block is illegal: it is the limit that cannot be kept. */
    @Test
    void aLimitThatNeedsWindowsWhereThereAreNone() throws IOException {
        Path nest =
                Files.writeString(directory.resolve("row.nest"), "param n\nreal a(n)\ndo i = 1, n\na(i) = 1\nenddo\n");
        CommandLineRun.of("rank", nest.toString(), "--set", "n=64", "--device", "h200", "--memory-limit", "1")
                .assertFails(
                        UserError.BAD_INPUT,
                        "error: --memory-limit 1: the arrays of row take 256B, and there are no windows of them:"
                                + " windows of arrays are for programs");
    }

    /** They were passed over without a word. */
    @ParameterizedTest
    @CsvSource({"--memory-limit, 1GB", "--schedule, fused", "--target, c"})
    void optionsThatSchedulesOverGraphsHaveNot(String option, String value) {
        CommandLineRun.of("rank", "loopnests/irregular/bfs.nest", "--graph", "rmat:scale=6", option, value)
                .assertFails(UserError.BAD_INPUT, option);
    }

    /** It was opened, and nobody wrote to it. */
    @Test
    void namedPipesAreNotWaitedFor() throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe.nest");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        CommandLineRun.of("analyze", pipe.toString())
                .assertFails(UserError.BAD_INPUT, "pipe.nest: error: this is a named pipe", "/dev/stdin");
    }

    /** Its analysis took minutes. */
    @Test
    void nestsOfMoreLoopsThanAnyArrayHasDimensionsAreRefused() throws IOException {
        StringBuilder text = new StringBuilder("param n\nreal a(n)\n");
        for (int z = 1; z <= 17; z++) {
            text.append("do i" + z + " = 1, n\n");
        }
        Path nest = Files.writeString(
                directory.resolve("deep.nest"), text + "a(i1) = a(i1) + 1.0\n" + "enddo\n".repeat(17));
        CommandLineRun.of("analyze", nest.toString())
                .assertFails(
                        UserError.BAD_INPUT,
                        "deep.nest:20:1: error: S1 stands in 17 loops; up to 16 are analysed: join loops, or leave"
                                + " the outer ones out of the nest");
    }

    @Test
    void commandsToCopyQuoteWhatAShellWouldTakeApart() {
        assertEquals("reports/a-b_1", ShellWord.of("reports/a-b_1"));
        assertEquals("'it'\\''s/a folder'", ShellWord.of("it's/a folder"));
    }

    @Test
    void directoryInsteadOfFile() {
        CommandLineRun.of("analyze", directory.toString())
                .assertFails(UserError.BAD_INPUT, directory + ": error: this is a directory");
    }

    @Test
    void emptyFile() throws IOException {
        Path file = write("empty.nest", "");
        CommandLineRun.of("analyze", file.toString()).assertFails(UserError.BAD_INPUT, file + ":1:1: error: ");
    }

    @Test
    void nestWithoutStatements() throws IOException {
        Path file = write("idle.nest", "do k = 1, n\nenddo\n");
        CommandLineRun.of("analyze", file.toString()).assertFails(UserError.BAD_INPUT, file + ":1:1: error: ");
    }

    @Test
    void binaryFile() throws IOException {
        Path file = directory.resolve("binary.nest");
        Files.write(file, new byte[] {0x7f, 'E', 'L', 'F', 0, 0, 1});
        CommandLineRun.of("analyze", file.toString())
                .assertFails(UserError.BAD_INPUT, file + ": error: this is a binary file");
    }

    @Test
    void textThatIsNotUtf8() throws IOException {
        Path file = directory.resolve("latin1.nest");
        Files.write(file, new byte[] {'!', ' ', (byte) 0xe9, '\n'});
        CommandLineRun.of("analyze", file.toString())
                .assertFails(UserError.BAD_INPUT, file + ": error: this is not UTF-8");
    }

    @Test
    void cFileWithoutScop() throws IOException {
        Path file = write("sum.c", "int main(void) { return 0; }\n");
        CommandLineRun.of("analyze", file.toString())
                .assertFails(UserError.BAD_INPUT, file + ":1:1: error: there is no scop here; put '#pragma scop'");
    }

    @Test
    void severalErrorsInOneRun() throws IOException {
        Path file = write("wrong.nest", """
            do i = 1, n
              a(i*i) = 1.0
            enddo
            do i = 1, n, 0
              a(i) = b
            enddo
            """);
        CommandLineRun.of("analyze", file.toString())
                .assertFails(UserError.BAD_INPUT, file + ":2:5: error: ", file + ":4:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rank", "generate", "verify", "tune"})
    void missingParameter(String command) {
        CommandLineRun.of(command, MATMUL)
                .assertFails(UserError.BAD_INPUT, "matmul: no value for parameter n; add --set n=...");
    }

    /** They passed, with the value that Java gives them. */
    @Test
    void shiftsThatHaveNoValue() throws IOException {
        Path file = write("shift.c", """
            void f(int n, int a[n]) {
            #pragma scop
              for (int i = 0; i < n; i++) {
                a[i] = a[i] << 40;
                a[i] <<= 33;
                a[i] = a[i] >> -1;
              }
            #pragma endscop
            }
            """);
        CommandLineRun.of("analyze", file.toString())
                .assertFails(
                        UserError.BAD_INPUT,
                        file + ":4:12: error: 'a[i] << 40' shifts by as many bits as the number has",
                        file + ":5:5: error: 'a[i] <<= 33' shifts by as many bits",
                        file + ":6:12: error: 'a[i] >> -1' shifts by as many bits");
    }

    @Test
    void optionsOfOtherSweeps() {
        CommandLineRun.of("tune", MATMUL, "--set", "n=9", "--target", "c", "--runs", "3")
                .assertFails(UserError.BAD_INPUT, "--runs: add --graph SPEC, and a nest with a graph line");
        CommandLineRun.of(
                        "tune",
                        "loopnests/irregular/sssp.nest",
                        "--graph",
                        "path:n=9",
                        "--set",
                        "root=1",
                        "--target",
                        "c",
                        "--top",
                        "3")
                .assertFails(UserError.BAD_INPUT, "--top is for affine nests: over a graph all schedules are measured");
    }

    @Test
    void noScheduleWhereResultsAreAskedFor() {
        CommandLineRun.of("best", MATMUL, "--results", directory.toString(), "--schedule", "sideways")
                .assertFails(
                        UserError.BAD_INPUT,
                        "--schedule sideways: expected auto, original, fused, coalesced, packed, split:N, rows, steps,"
                                + " problems, sweeps, chunks, best");
    }

    @Test
    void negativeParameter() {
        CommandLineRun.of("tune", MATMUL, "--set", "n=-5")
                .assertFails(
                        UserError.BAD_INPUT,
                        "--set n=-5: a size is 0 or more; n stands in bounds of loops, extents or subscripts");
    }

    @Test
    void unknownParameter() {
        CommandLineRun.of("analyze", MATMUL, "--set", "n=5,size=3")
                .assertFails(UserError.BAD_INPUT, "matmul has no parameter size; its parameters are n");
    }

    @Test
    void blocksOfProcessorsDoNotStay() {
        CommandLineRun.of(
                        "generate",
                        "loopnests/jacobi-1d.nest",
                        "--set",
                        "n=200,steps=4",
                        "--target",
                        "c",
                        "--candidate",
                        "1x64/1x1 resident")
                .assertFails(
                        UserError.BAD_INPUT, "blocks stay on a GPU alone; leave 'resident' out, or add --target cuda");
    }

    @Test
    void volumesWithoutSizes() {
        CommandLineRun.of("analyze", MATMUL, "--block", "4,4,4")
                .assertFails(UserError.BAD_INPUT, "no value for parameter n");
    }

    @Test
    void threadsOfAnalyzeBelongToABlock() {
        CommandLineRun.of("analyze", MATMUL, "--thread", "1,4,4")
                .assertFails(UserError.BAD_INPUT, "--thread: a thread is a part of a block; give --block too");
        CommandLineRun.of("analyze", MATMUL, "--set", "n=64", "--block", "8,8,8", "--thread", "1,4")
                .assertFails(UserError.BAD_INPUT, "--thread 1,4: give as many sizes as --block 8,8,8");
        CommandLineRun.of("analyze", MATMUL, "--set", "n=64", "--block", "8,8,8", "--thread", "1,16,4")
                .assertFails(
                        UserError.BAD_INPUT,
                        "--thread 1,16,4: a thread of 16 iterations does not fit into a block of 8 (size 2)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        analyze  | --block: 2 sizes for a nest of 3 loops (i, j, k); give one per loop
        generate | this nest has 3 loops (i, j, k): give 3 block sizes, got 2
        verify   | this nest has 3 loops (i, j, k): give 3 block sizes, got 2
        """)
    void wrongNumberOfBlockSizes(String command, String message) {
        CommandLineRun.of(command, MATMUL, "--set", "n=64", "--block", "4,4").assertFails(UserError.BAD_INPUT, message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify", "tune"})
    void arraysBeyondMemory(String command) {
        CommandLineRun.of(command, MATMUL, "--set", "n=2000000", "--target", "c")
                .assertFails(UserError.BAD_INPUT, "matmul: the arrays need ", "use smaller sizes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"generate", "verify", "tune"})
    void elementsBeyondTheirArray(String command) throws IOException {
        Path file = write("shift.nest", "real a(n)\ndo i = 1, n\n  a(i+1) = a(i)\nenddo\n");
        CommandLineRun.of(command, file.toString(), "--set", "n=9", "--target", "c")
                .assertFails(
                        UserError.BAD_INPUT,
                        file + ":3:3: error: a(i + 1) is outside of real a(n) at {n=9} for i = 9; change the loops, or"
                                + " declare the array with larger bounds");
    }

    @Test
    void sizesThatVerificationChoosesLeaveNoArray() throws IOException {
        String nest = "real a(n)\ndo i = 1, n\n  a(i) = 1.0\nenddo\na(3) = 2.0\n";
        CommandLineRun chosen =
                CommandLineRun.of("verify", write("third.nest", nest).toString(), "--set", "n=9", "--target", "c");
        assertEquals(0, chosen.exitCode(), chosen.err());
        CommandLineRun meant = CommandLineRun.of(
                "verify", write("meant.nest", "assume n >= 3\n" + nest).toString(), "--set", "n=9", "--target", "c");
        assertEquals(0, meant.exitCode(), meant.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rank", "tune"})
    void sizesAtWhichNothingRuns(String command) {
        CommandLineRun.of(command, MATMUL, "--set", "n=0", "--target", "c")
                .assertFails(UserError.BAD_INPUT, "matmul: no statement runs at {n=0}; use larger sizes");
    }

    @Test
    void countsBeyondSixtyFourBits() {
        CommandLineRun.of("rank", MATMUL, "--set", "n=2147418111", "--device", "h200")
                .assertFails(UserError.BAD_INPUT, "beyond 64 bits; use smaller sizes");
    }

    /** Counters have 32 bits: such a program would stop too early, or never. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1, 100*n            | 30000000   | 1 comes to 3000000000
        1, min(100*n, 7)    | 30000000   | 1 comes to 3000000000
        n, -100*n, -1       | 30000000   | 1 comes to -3000000000
        -n, n               | 2000000000 | 1 comes to 4000000001
        1, n                | 2147483647 | 1 comes to 2147483647
        """)
    void loopsBeyondWhatProgramsCountTo(String bounds, long n, String words, @TempDir Path folder) throws IOException {
        Path nest = Files.writeString(
                folder.resolve("far.nest"), "real a(1)\ndo l1 = " + bounds + "\n  a(1) = a(1) + 1\nenddo\n");
        CommandLineRun.of("rank", nest.toString(), "--set", "n=" + n, "--target", "c")
                .assertFails(
                        UserError.BAD_INPUT,
                        "far.nest:2:1: error: loop l" + words + " at {n=" + n
                                + "}, and loops of generated programs count to 2147418111; use smaller sizes or"
                                + " bounds");
    }

    /** Programs took the other side of such a condition, where the language's own 64 bits do not overflow. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        if (100000000*i > 5) a(i) = 1                   | 4000000000
        a(mod(100000000*i, 7)) = 1                      | 4000000000
        a(i) = 0; do j = 1, 100000000*i/100000000; a(j) = 1; enddo | 4000000000
        """)
    void indicesBeyondWhatProgramsComputeIn(String statement, long value, @TempDir Path folder) throws IOException {
        String body = statement.startsWith("if") ? "if (100000000*i > 5) then; a(i) = 1; endif" : statement;
        Path nest = Files.writeString(
                folder.resolve("wide.nest"),
                "param n\nreal a(0:n)\ndo i = 1, n\n" + body.replace("; ", "\n") + "\nenddo\n");
        CommandLineRun.of("rank", nest.toString(), "--set", "n=40", "--target", "c")
                .assertFails(
                        UserError.BAD_INPUT, "in a bound, condition or subscript comes to " + value + " at {n=40}");
    }

    @Test
    void memoryIsCheckedForAllCopies() {
        LoopNest nest = NestParser.parse("vector.nest", "real a(n)\ndo i = 1, n\n  a(i) = 1.0\nenddo\n");
        SequencedMap<String, Long> sizes = Sizes.parameters(List.of("n=1000000000"));
        Inputs.requireMemory(nest, sizes, 12_000_000_000L);
        UserError error = assertThrows(UserError.class, () -> Inputs.requireMemory(nest, sizes, 11_900_000_000L));
        assertEquals(
                "vector: the arrays need 12.0 GB (3 copies of 4.0 GB) and this machine has 11.9 GB; use smaller sizes",
                error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"generate", "verify"})
    void illegalBlockNamesTheDependenceThatForbidsItAndItsSourceLine(String command) throws IOException {
        Path file = write("unassumed.nest", """
            do k = 1, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = min(a(i,j), a(i,k) + a(k,j))
                enddo
              enddo
            enddo
            """);
        CommandLineRun.of(command, file.toString(), "--set", "n=64", "--block", "8,8,8", "--target", "c")
                .assertFails(
                        UserError.ANSWER_IS_NO,
                        file + ":4:",
                        "illegal",
                        "flow dependence (0,0,j - k) on a from S1 to S1");
    }

    @Test
    void sizesThatAnAssumptionExcludes() throws IOException {
        Path file = write("small.nest", """
            param n
            real a(0:n)
            assume n > 5
            do i = 1, n
              a(i) = 1.0
            enddo
            """);
        CommandLineRun.of("rank", file.toString(), "--set", "n=4", "--target", "c")
                .assertFails(UserError.BAD_INPUT, file + ":3:1: error: 'n > 5' is assumed, which {n=4} is not");
    }

    @Test
    void thereIsNoGpuForTheCudaTarget() {
        assumeFalse(Gpus.available(), "this machine has a GPU");
        CommandLineRun.of("tune", MATMUL, "--set", "n=64", "--target", "cuda", "-o", directory.toString())
                .assertFails(UserError.MISSING_TOOL, "no NVIDIA driver", "--target c");
        CommandLineRun.of("tune", MATMUL, "--set", "n=64", "--target", "cuda", "--ablate", "-o", directory.toString())
                .assertFails(UserError.MISSING_TOOL, "the emulator", "measures nothing", "--without PASS");
    }

    @Test
    void unknownDeviceListsTheKnownOnes() {
        CommandLineRun.of("rank", MATMUL, "--set", "n=64", "--device", "gpu-of-dreams")
                .assertFails(UserError.BAD_INPUT, "gpu-of-dreams", "h200");
    }

    @Test
    void lengthOfTimeThatIsNone() {
        CommandLineRun.of("tune", MATMUL, "--set", "n=64", "--target", "c", "--budget", "soon")
                .assertFails(UserError.BAD_INPUT, "--budget soon: expected a length of time such as 90s, 10m or 2h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify " + MATMUL + " --set n=9 --target c", "survey --verify loopnests/polybench/gemm.c"})
    void thereIsNoCompiler(String command) throws Exception {
        List<String> process = JavaCommand.of(List.of(), Main.class);
        process.addAll(List.of(command.split(" ")));
        ProcessBuilder builder = new ProcessBuilder(process);
        builder.environment().put("PATH", directory.toString());
        builder.redirectErrorStream(true);
        Process started = builder.start();
        String output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(UserError.MISSING_TOOL, started.waitFor(), output);
        assertTrue(output.contains("gcc"), output);
        assertTrue(!output.contains("\tat "), output);
    }

    @Test
    void reportOfAFile() {
        CommandLineRun.of("report", MATMUL)
                .assertFails(UserError.BAD_INPUT, MATMUL + ": error: not a directory; give one that tune wrote");
    }

    @Test
    void reportOfADirectoryWithoutResults() {
        CommandLineRun.of("report", directory.toString())
                .assertFails(UserError.BAD_INPUT, directory.toString(), "tune");
    }

    @Test
    void faultsOfTilewrightItselfAreSaidToBeThat() {
        Faults.Verdict verdict = Faults.verdict(new IllegalStateException("index 3 of 2"));
        assertTrue(verdict.message().contains("This is a fault of Tilewright"), verdict::message);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
