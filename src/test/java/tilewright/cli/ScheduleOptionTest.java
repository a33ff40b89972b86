package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.UserError;
import tilewright.tiling.RowNests;

/** Schedules on the command line: where they are wrong, what is wrong, and which dependence they break. */
class ScheduleOptionTest {
    private static final String MATMUL = "loopnests/matmul.nest";
    private static final String JACOBI = "loopnests/jacobi-1d.nest";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        S1[i,j,k] -> [i,j,k]         | --schedule S1[i,j,k] -> [i,j,k]: expected auto, original, fused, coalesced, packed, split:N, rows, steps, problems, sweeps, chunks, best, a file, or text
        { S1[i,j,k] -> [i,j,k        | --schedule:1:22: error: expected ',', but the text ends
        { S1[i,j,k] - [i,j,k] }      | --schedule:1:13: error: expected '->', found '-'
        { S1[i,j,k] -> [i,,k] }      | --schedule:1:19: error: expected an expression
        { S1[i,j,k] -> [i,j,k] } }   | --schedule:1:26: error: nothing may follow the closing brace
        { S1[i,j,k] -> [i,j,k l] }   | --schedule:1:21: error: 'k l' is not an affine expression of S1[i, j, k]
        { S1[i,j,k] -> [i,j,j*k] }   | --schedule:1:21: error: 'j*k' is not an affine expression of S1[i, j, k]
        { S1[i,j,k] -> [i,j,k] : x } | --schedule:1:26: error: 'x' is not an affine condition on S1[i, j, k]
        { S1[i,j,2] -> [i,j] }       | --schedule:1:10: error: '2' is not a name for a loop variable
        { S7[i,j,k] -> [i,j,k] }     | --schedule:1:3: error: matmul has no statement S7; it has S1[i, j, k]
        { S1[i,j] -> [i,j] }         | --schedule:1:3: error: S1 has 3 loops, not 2; write S1[i, j, k]
        [m] -> { S1[i,j,k] -> [i,j,k] } | --schedule:1:2: error: matmul has no parameter m; it has n
        { }                          | --schedule: statement S1 (loopnests/matmul.nest:8:7) has no time; add e.g. S1[i, j, k] -> [..]
        { S1[i,j,k] -> [i,j,k]; S1[i,j,k] -> [i,j,k] } | --schedule:1:25: error: statement S1 has a time already
        { S1[i,j,k] -> [i,j] }       | --schedule:1:3: error: the schedule is not injective: iterations of S1 run at the same time
        { S1[i,j,k] -> [i,j,k] : i > 1 } | --schedule:1:3: error: the schedule is not total: S1[1, 1, 1] with n = 1 has no time
        """)
    void whatDoesNotFit(String order, String message) {
        CommandLineRun.of("verify", MATMUL, "--set", "n=4", "--target", "c", "--schedule", order)
                .assertFails(UserError.BAD_INPUT, message);
    }

    @Test
    void timesOfDifferentLength() {
        CommandLineRun.of("rank", JACOBI, "--set", "n=4,steps=2", "--schedule", "{ S1[t,i]->[t,0,i]; S2[t,i]->[t,1] }")
                .assertFails(
                        UserError.BAD_INPUT,
                        "--schedule:1:21: error: the time of S2 has 2 components, that of S1 3; fill up with"
                                + " constants");
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze", "rank", "generate", "verify", "tune"})
    void aBrokenDependenceIsNamedWithAnInstance(String command) {
        CommandLineRun.of(
                        command,
                        JACOBI,
                        "--set",
                        "n=9,steps=2",
                        "--schedule",
                        "{ S1[t,i] -> [t,i,0]; S2[t,i] -> [t,i,1] }")
                .assertFails(
                        UserError.ANSWER_IS_NO,
                        JACOBI + ":10:39: error: --schedule breaks the flow dependence",
                        "S1[1, 3] -> S2[1, 2] with steps = 1, n = 4",
                        "S1 (" + JACOBI + ":7:5) runs at [1, 3, 0] and S2 (" + JACOBI + ":10:5) at [1, 2, 1]");
    }

    private static final String CONTRACTION = """
        param n
        real a(n, n, n), b(n, n, n), c(n, n)
        do i = 1, n
          do j = 1, n
            do k = 1, n
              do l = 1, n
                c(i,j) = c(i,j) + a(i,k,l) * b(k,l,j)
              enddo
            enddo
          enddo
        enddo
        """;

    /** On a GPU, and where sizes are given for as many axes; on processors loops stay as they are. */
    @ParameterizedTest
    @CsvSource({"cuda, 32 32 16, coalesced", "cuda, 32 32 2 16, loops", "c, 32 32 2 16, loops"})
    void loopsOfAContractionAreOneAxisOnGpus(String target, String block, String planned) throws IOException {
        Path file = Files.writeString(directory.resolve("contraction.nest"), CONTRACTION);
        String plan = CommandLineRun.of(
                        "generate",
                        file.toString(),
                        "--set",
                        "n=40",
                        "--target",
                        target,
                        "--block",
                        block.replace(' ', ','),
                        "--dump",
                        "plan",
                        "-o",
                        "-")
                .out();
        assertEquals(planned.equals("coalesced"), plan.contains("axes (i), (j), (k, l)"), plan);
    }

    @Test
    void loopsOfWhatIsNoContractionAreNoAxis() {
        CommandLineRun.of("rank", MATMUL, "--set", "n=40", "--device", "h200", "--schedule", "coalesced")
                .assertFails(
                        UserError.BAD_INPUT,
                        "--schedule coalesced: matmul is no contraction with several loops of rows, of columns or of"
                                + " sums");
    }

    /** Operands that are looked up element by element, or copied so to shared memory, are copied first, by prediction (n = 48: 587 us, 750 where they stand); not where that takes longer than a small product. */
    @ParameterizedTest
    @CsvSource({"50, true", "48, true", "24, false"})
    void scatteredOperandsArePacked(int n, boolean packed) throws IOException {
        Path file = Files.writeString(directory.resolve("tensor.nest"), TENSORS);
        CommandLineRun plan = CommandLineRun.of(
                "generate", file.toString(), "--set", "n=" + n, "--device", "h200", "--dump", "plan", "-o", "-");
        assertTrue(plan.out().contains("axes (a, b), (d, c), (e, f)"), plan.out() + plan.err());
        assertEquals(packed, plan.out().contains("x_packed(e_f,a_b) = x(a_b,e_f)"), plan.out());
        assertEquals(packed, plan.err().contains("note: operands are copied first"), plan.err());
    }

    @Test
    void packedProductsComputeTheNest() throws IOException {
        Path file = Files.writeString(directory.resolve("tensor.nest"), TENSORS);
        CommandLineRun run = CommandLineRun.of(
                "verify", file.toString(), "--set", "n=5", "--target", "cuda", "--emulate", "--schedule", "packed");
        assertEquals(0, run.exitCode(), run.err() + run.out());
        assertTrue(run.out().contains("agree with the sequential nest"), run.out());
    }

    /** Columns that are one loop end in the padding of the operand's rows: copies of several elements stay aligned. */
    @ParameterizedTest
    @CsvSource({"coalesced", "packed"})
    void rowsOfAnOperandEndInTheirPadding(String schedule) throws IOException {
        Path file = Files.writeString(directory.resolve("columns.nest"), """
            param n, m
            real z(0:n-1, 0:n-1, 0:m-1), x(0:n-1, 0:n-1, 0:n-1, 0:n-1), y(0:n-1, 0:n-1, 0:m-1)
            do a = 0, n-1
              do b = 0, n-1
                do d = 0, m-1
                  do e = 0, n-1
                    do f = 0, n-1
                      z(a,b,d) = z(a,b,d) + x(e,a,f,b) * y(f,e,d)
                    enddo
                  enddo
                enddo
              enddo
            enddo
            """);
        CommandLineRun run = CommandLineRun.of(
                "verify",
                file.toString(),
                "--set",
                "n=7,m=39",
                "--target",
                "cuda",
                "--emulate",
                "--schedule",
                schedule,
                "--block",
                "128,32,32",
                "--thread",
                "8,4,1");
        assertEquals(0, run.exitCode(), run.err() + run.out());
    }

    private static final String TENSORS = """
        param n
        real z(n, n, n, n), x(n, n, n, n), y(n, n, n, n)
        do a = 1, n
          do b = 1, n
            do c = 1, n
              do d = 1, n
                do e = 1, n
                  do f = 1, n
                    z(a,b,c,d) = z(a,b,c,d) + x(a,e,b,f) * y(e,d,f,c)
                  enddo
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    private static final String LONG_SUMS = """
        param n, k
        real c(n, n), a(n, k), b(k, n)
        assume associative(+)
        do i = 1, n
          do j = 1, n
            do l = 1, k
              c(i,j) = c(i,j) + a(i,l) * b(l,j)
            enddo
          enddo
        enddo
        """;

    /** Few results and long sums are too few blocks for a device; many results are blocks enough. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"n=64,k=8192 | true", "n=4096,k=512 | false"})
    void longSumsAreInSharesWhereBlocksAreFew(String sizes, boolean split) throws IOException {
        Path file = Files.writeString(directory.resolve("sums.nest"), LONG_SUMS);
        String[] generate = {
            "generate",
            file.toString(),
            "--set",
            sizes,
            "--target",
            "cuda",
            "--device",
            "h100",
            "--dump",
            "plan",
            "-o",
            "-"
        };
        CommandLineRun run = CommandLineRun.of(generate);
        assertEquals(split, run.err().contains("note: sums are computed in shares, --schedule split:"), run.err());
        assertEquals(split, run.out().contains("c_shares(l_share,i,j)"), run.out());
    }

    /** Many rows are one launch; of a few long ones multiprocessors would have no block. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"m=4096,n=4096 | true", "m=8,n=1000000 | false"})
    void rowsAreOneLaunchWhereBlocksAreMany(String sizes, boolean rows) throws IOException {
        Path file = Files.writeString(directory.resolve("softmax.nest"), RowNests.SOFTMAX);
        String[] generate = {
            "generate",
            file.toString(),
            "--set",
            sizes,
            "--target",
            "cuda",
            "--device",
            "h200",
            "--dump",
            "plan",
            "-o",
            "-"
        };
        CommandLineRun run = CommandLineRun.of(generate);
        assertEquals(rows, run.err().contains("note: blocks own rows, --schedule rows: predicted"), run.err());
        assertEquals(rows, run.out().contains("launch softmax_level1 follows"), run.out());
    }

    private static final String STATISTICS = """
        param n
        double precision x(n), mean, spread
        real largest, y(n)
        assume associative(+)
        mean = 0
        do i = 1, n
          mean = mean + x(i)
        enddo
        mean = mean / n
        spread = 0
        do i = 1, n
          spread = spread + abs(x(i) - mean)
        enddo
        largest = y(1)
        do i = 2, n
          largest = max(largest, y(i))
        enddo
        """;

    /** One result is one block; the largest value is the same in any order. */
    @ParameterizedTest
    @ValueSource(strings = {"c", "cuda"})
    void reductionsWithoutLoopsAroundThemAreTheSameInShares(String target) throws IOException {
        Path file = Files.writeString(directory.resolve("statistics.nest"), STATISTICS);
        CommandLineRun verify = CommandLineRun.of(
                "verify",
                file.toString(),
                "--set",
                "n=301",
                "--target",
                target,
                "--device",
                target.equals("c") ? "host" : "h100",
                "--schedule",
                "split:16",
                "--block",
                "1,32",
                "--thread",
                "1,1");
        assertEquals(0, verify.exitCode(), verify.err());
        CommandLineRun rank =
                CommandLineRun.of("rank", file.toString(), "--set", "n=1000000", "--device", "h200", "--top", "1");
        assertTrue(rank.err().contains("note: sums are computed in shares, --schedule split:"), rank.err());
    }

    /** Of any schedule but auto: the candidate alone is another program. */
    @Test
    void aSweepKeepsItsScheduleAndGoesOnInIt() throws IOException {
        Path file = Files.writeString(directory.resolve("shares.nest"), """
            param n
            real x(n,n), y(n,n), s(n)
            assume associative(+)
            do i = 1, n
              s(i) = 0
              do j = 1, n
                s(i) = s(i) + x(i,j)
              enddo
              do j = 1, n
                y(i,j) = x(i,j) / s(i)
              enddo
            enddo
            """);
        Path sweep = directory.resolve("sweep");
        List<String> tune = List.of(
                "tune",
                file.toString(),
                "--set",
                "n=40",
                "--target",
                "c",
                "--schedule",
                "rows",
                "--top",
                "1",
                "-o",
                sweep.toString());
        assertEquals(0, CommandLineRun.of(tune.toArray(String[]::new)).exitCode());
        assertEquals("rows", Files.readString(sweep.resolve("schedule.txt")));
        List<String> again = new ArrayList<>(tune);
        again.add("--resume");
        CommandLineRun resumed = CommandLineRun.of(again.toArray(String[]::new));
        assertEquals(0, resumed.exitCode(), resumed.err());
        CommandLineRun generate = CommandLineRun.of(
                "generate",
                file.toString(),
                "--set",
                "n=40",
                "--target",
                "c",
                "--results",
                sweep.toString(),
                "-o",
                directory.resolve("program").toString());
        assertTrue(
                (generate.out() + generate.err()).contains("the same program, letter by letter"),
                generate.out() + generate.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "cuda"})
    void sumsInSharesAreTheSame(String target) throws IOException {
        Path file = Files.writeString(directory.resolve("sums.nest"), LONG_SUMS);
        CommandLineRun run = CommandLineRun.of(
                "verify",
                file.toString(),
                "--set",
                "n=9,k=40",
                "--target",
                target,
                "--device",
                target.equals("c") ? "host" : "h100",
                "--schedule",
                "split:16",
                "--block",
                "1,8,8,4",
                "--thread",
                "1,2,2,1");
        assertEquals(0, run.exitCode(), run.err());
    }

    @ParameterizedTest
    @CsvSource({
        "split:0, expected how many iterations a share of a sum or scan has",
        "split:x, expected how many iterations a share of a sum or scan has",
        "split:16, matmul has no sum"
    })
    void sharesOfWhatHasNoSums(String schedule, String message) {
        CommandLineRun.of("rank", MATMUL, "--set", "n=40", "--device", "h200", "--schedule", schedule)
                .assertFails(UserError.BAD_INPUT, message);
    }

    @Test
    void numbersThatNoLoopCountsToAreRefused() {
        CommandLineRun.of(
                        "rank",
                        MATMUL,
                        "--set",
                        "n=4",
                        "--target",
                        "c",
                        "--schedule",
                        "{ S1[i,j,k] -> [i, 99999999999999999999j, k] }")
                .assertFails(
                        UserError.BAD_INPUT,
                        "--schedule:1:20: error: '99999999999999999999j' has a number of more than 9 digits");
    }

    @Test
    void aFileHasPlacesOfItsOwn() throws IOException {
        Path file = directory.resolve("order.txt");
        Files.writeString(file, "# interchange\n{ S1[i,j,k] ->\n  [k,j,i*i] }\n");
        CommandLineRun.of("rank", MATMUL, "--set", "n=4", "--target", "c", "--schedule", file.toString())
                .assertFails(UserError.BAD_INPUT, file + ":3:8: error: 'i*i' is not an affine expression");
    }

    @Test
    void rankingSpeaksOfTheNewLoops() {
        CommandLineRun run = CommandLineRun.of(
                "rank", MATMUL, "--set", "n=64", "--target", "c", "--schedule", "{ S1[i,j,k] -> [k,j,i] }");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("sizes of loops k, j, i"), run.out());
    }

    @Test
    void analysisSpeaksOfTheNewLoops() {
        CommandLineRun run =
                CommandLineRun.of("analyze", MATMUL, "--quick", "--schedule", "{ S1[i,j,k] -> [i+k,j,k] }");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().startsWith("matmul: 1 statement, loops t1, j, k"), run.out());
    }

    @Test
    void rankingKeepsTheOriginalOrder() {
        CommandLineRun run = CommandLineRun.of(
                "rank",
                "loopnests/polybench/seidel-2d.c",
                "--set",
                "n=40,tsteps=4",
                "--target",
                "c",
                "--schedule",
                "original");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("sizes of loops t, i, j"), run.out());
    }

    @Test
    void theFasterOfTwoOrdersIsChosen() throws IOException {
        Path file = directory.resolve("sweeps.nest");
        Files.writeString(file, """
            do i = 1, n
              do j = 1, n
                b(i,j) = 2.0 * a(i,j)
              enddo
            enddo
            do i = 1, n
              do j = 2, n
                c(i,j) = b(i,j-1) + a(i,j)
              enddo
            enddo
            """);
        assertChosen("fused", file.toString(), "n=4000");
        assertChosen("auto", "loopnests/polybench/gesummv.c", "n=1000");
    }

    /** A substitution whose right-hand side is one vector: updates of an element follow each other in another order than the written one. */
    @Test
    void theBetterWritingOfASolveIsNamed() throws IOException {
        Path file = directory.resolve("substitution.nest");
        Files.writeString(file, """
            param n
            real x(n), a(n,n)
            init a(i,j) = merge(n + rnd(), rnd(), i == j)
            do k = 1, n
              x(k) = x(k) / a(k,k)
              do i = k + 1, n
                x(i) = x(i) - a(i,k) * x(k)
              enddo
            enddo
            """);
        CommandLineRun run = CommandLineRun.of(
                "rank", file.toString(), "--set", "n=500", "--device", "h200", "--top", "1", "--schedule", "best");
        String order = "{ S1[k] -> [k,1,0]; S2[k,i] -> [i,0,k] }";
        assertTrue(run.err().contains("note: written in the order " + order + " the nest is predicted "), run.err());
    }

    /** Blocks over all loops are found where an element's updates follow each other, which these loops do not say: they are run in that order by themselves. */
    @Test
    void theBetterOrderOfASolveIsTaken() throws IOException {
        Path file = directory.resolve("solve.nest");
        Files.writeString(file, """
            param n
            real a(n,n), b(n,n)
            init a(i,j) = merge(n + rnd(), rnd(), i == j)
            do k = 1, n
              do j = 1, n
                b(k,j) = b(k,j) / a(k,k)
              enddo
              do i = k + 1, n
                do j = 1, n
                  b(i,j) = b(i,j) - a(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """);
        CommandLineRun run = CommandLineRun.of(
                "rank", file.toString(), "--set", "n=500", "--device", "h200", "--top", "1", "--schedule", "best");
        assertTrue(run.err().contains("note: --schedule best is auto: predicted "), run.err());
        assertFalse(run.err().contains("written in the order"), run.err());
        String order = "{ S1[k,j] -> [k,j,1,0]; S2[k,i,j] -> [i,j,0,k] }";
        CommandLineRun model =
                CommandLineRun.of("generate", file.toString(), "--dump", "model", "--schedule", order, "-o", "-");
        assertEquals("""
            param n
            real a(n, n)
            real b(n, n)
            init a(i,j) = merge(n + rnd(), rnd(), i == j)
            do i = 1, n
              do j = 1, n
                do k = 1, i - 1
                  b(i,j) = b(i,j) - (a(i,k) * b(k,j))
                enddo
                b(i,j) = b(i,j) / a(i,i)
              enddo
            enddo
            """, model.out());
    }

    private static void assertChosen(String schedule, String file, String sizes) {
        CommandLineRun run = CommandLineRun.of(
                "rank", file, "--set", sizes, "--device", "h200", "--target", "cuda", "--schedule", "best");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.err().contains("note: --schedule best is " + schedule + ": predicted "), run.err());
    }
}
