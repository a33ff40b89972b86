package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;

class CFilesTest {
    private static final String GEMM = "loopnests/polybench/gemm.c";

    @TempDir
    Path directory;

    private String write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, text);
        return file.toString();
    }

    private static CommandLineRun analyze(String... more) {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "analyze";
        arguments[1] = "--quick";
        System.arraycopy(more, 0, arguments, 2, more.length);
        return CommandLineRun.of(arguments);
    }

    private static void prints(CommandLineRun run, String... words) {
        assertEquals(0, run.exitCode(), run.err());
        for (String word : words) {
            assertTrue(run.out().contains(word), run.out());
        }
    }

    @Test
    void cFileIsAnalysed() {
        prints(analyze(GEMM), "gemm: 2 statements, loops i, k, j, parameters ni, nj, nk", "S2  line 20");
    }

    @Test
    void severalFilesInOneRun() throws IOException {
        String nest = "loopnests/matmul.nest";
        prints(analyze(GEMM, nest), "gemm: 2 statements", "matmul: ");
        CommandLineRun json = analyze("--json", "-", GEMM, nest);
        assertEquals(
                2,
                new tools.jackson.databind.ObjectMapper().readTree(json.out()).size());
        CommandLineRun faulty = analyze(GEMM, directory.resolve("no-such.c").toString(), nest);
        faulty.assertFails(UserError.BAD_INPUT, "no-such.c: error: no such file");
        assertTrue(faulty.out().contains("matmul: "), faulty.out());
    }

    @Test
    void anotherFileEndsOutsideOfItsFunctions() throws IOException {
        String file = write("calls.c", """
            void f(int n, double a[n]) {
            #pragma scop
              for (int i = 0; i < n; i++) a[i] = twice(a[i]);
            #pragma endscop
            }
            """);
        String whole = "double twice(double x) { return 2 * x; }\n";
        prints(analyze(file, "--with", write("whole.c", whole)), "calls: 1 statement");
        String cut = write("cut.c", whole + "double same(double x) { return x;\n");
        analyze(file, "--with", cut)
                .assertFails(UserError.BAD_INPUT, cut + ": error: the file ends inside of a function");
        analyze(file, "--with", write("first.c", whole), "--with", cut)
                .assertFails(UserError.BAD_INPUT, cut + ": error: the file ends inside of a function");
        analyze(file, "--with", cut, "--with", write("last.c", "double other(double x) { return x; }\n"))
                .assertFails(UserError.BAD_INPUT, cut + ": error: the file ends inside of a function");
    }

    /** The parameter is gone from the nest, and what {@code --set} says of it is no fault. */
    @Test
    void parameterOfAStepIsSetAndGone() throws IOException {
        String file = write("step.c", """
            void f(int n, int inc, double a[n]) {
            #pragma scop
              for (int i = inc; i < n; i += inc) a[i] = a[i - inc] + 1;
            #pragma endscop
            }
            """);
        CommandLineRun set = analyze(file, "--set", "n=50,INC=3");
        prints(set, "step: 1 statement, loops i, parameter n");
        assertTrue(set.err().contains("step.c:3:28: note: the nest is made for inc = 3"), set.err());
        analyze(file, "--set", "n=50").assertFails(UserError.BAD_INPUT, "give --set inc=VALUE, or");
    }

    @Test
    void datasetGivesTheSizes() {
        assertEquals(volumes("--set", "ni=20,nj=25,nk=30"), volumes("--dataset", "mini"));
        assertEquals(volumes("--set", "ni=8,nj=25,nk=30"), volumes("--dataset", "MINI", "--set", "ni=8"));
        analyze(GEMM, "--dataset", "HUGE").assertFails(UserError.BAD_INPUT, "MINI, SMALL, MEDIUM, LARGE, EXTRALARGE");
    }

    private static String volumes(String... sizes) {
        String[] arguments = java.util.Arrays.copyOf(new String[] {GEMM, "--block", "4,4,4"}, sizes.length + 3);
        System.arraycopy(sizes, 0, arguments, 3, sizes.length);
        CommandLineRun run = analyze(arguments);
        assertEquals(0, run.exitCode(), run.err());
        return run.out();
    }

    @Test
    void includesMacrosAndScopAreOptions() throws IOException {
        Files.createDirectories(directory.resolve("include"));
        write("include/size.h", "#define COUNT (LIMIT - 1)\n");
        String file = write("two.c", """
            #include <size.h>
            void first(int n, double b[n]) {
            #pragma scop
            for (int i = 0; i < n; i++) b[i] = 0;
            #pragma endscop
            }
            void second(double b[LIMIT]) {
            #pragma scop
            for (int i = 0; i < COUNT; i++) b[i] = 0;
            #pragma endscop
            }
            """);
        String include = directory.resolve("include").toString();
        prints(
                analyze(file, "-I", include, "-D", "LIMIT=9", "--scop", "second"),
                "two-second: 1 statement",
                "i = 0 .. 7");
        prints(analyze(file, "-I" + include, "-DLIMIT=9", "--scop", "1"), "two-first: 1 statement");
        analyze(file, "-I" + include).assertFails(UserError.BAD_INPUT, "choose one by --scop: 1 (first, line 3)");
        analyze(file, "--scop", "second", "-D", "LIMIT=9")
                .assertFails(UserError.BAD_INPUT, "'COUNT' is not declared; it may come from 'size.h'", "-I DIRECTORY");
    }

    /** One of the two was taken without a word. */
    @Test
    void aFunctionThatTwoFilesDefineIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("calls.c"), """
            double g(double x);
            void f(int n, double a[n]) {
            #pragma scop
              for (int i = 0; i < n; i++) a[i] = g(a[i]);
            #pragma endscop
            }
            """);
        Path twice = Files.writeString(directory.resolve("twice.c"), "double g(double x) { return 2 * x; }\n");
        Path thrice = Files.writeString(directory.resolve("thrice.c"), "double g(double x) { return 3 * x; }\n");
        CommandLineRun.of(
                        "analyze", file.toString(), "--quick", "--with", twice.toString(), "--with", thrice.toString())
                .assertFails(
                        UserError.BAD_INPUT,
                        "calls.c:4:38: error: 'g(a[i])' cannot be inlined: 'g' is defined twice, at ",
                        "twice.c:1:1 and ",
                        "thrice.c:1:1; leave one of them out");
        CommandLineRun one = CommandLineRun.of("analyze", file.toString(), "--quick", "--with", twice.toString());
        assertEquals(0, one.exitCode(), one.err());
        CommandLineRun.of("analyze", file.toString(), "--with", "loopnests/matmul.nest")
                .assertFails(UserError.BAD_INPUT, "matmul.nest: error: this is a nest; --with takes a C file");
    }

    /** A name that was mistyped was passed over. */
    @Test
    void macrosThatAreNotThereCannotBeRedefined() throws IOException {
        String file = write(
                "sizes.c",
                "#define N 10\n#define M \\\n 20\nvoid f(double a[N][M]) {\n#pragma scop\n"
                        + "for (int i = 0; i < N; i++) a[i][0] = 1;\n#pragma endscop\n}\n");
        prints(analyze(file, "--redefine", "N=12"), "i = 0 .. 11");
        String guarded = write(
                "guarded.c",
                "#ifndef N\n#define N 100 // at first\n#endif\ndouble a[N];\nvoid f(void) {\n#pragma scop\n"
                        + "for (int i = 0; i < N; i++) a[i] = 2 * a[i];\n#pragma endscop\n}\n");
        prints(analyze(guarded, "--redefine", "N=12"), "i = 0 .. 11");
        analyze(file, "--redefine", "NN=12")
                .assertFails(UserError.BAD_INPUT, "--redefine NN=12: " + file + " defines no macro NN", "-D");
        analyze(file, "--redefine", "M=12")
                .assertFails(UserError.BAD_INPUT, "the definition of M has several lines, and stays 20");
    }

    @Test
    void optionsOfCFilesAreRefusedForOthers() {
        analyze("loopnests/matmul.nest", "--dataset", "LARGE")
                .assertFails(
                        UserError.BAD_INPUT,
                        "-I, -D, --with, --redefine, --scop and --dataset are for C and Fortran files");
        for (String macro : List.of("=3", "a b", "3x=1", "")) {
            analyze(GEMM, "-D", macro).assertFails(UserError.BAD_INPUT, "expected NAME or NAME=VALUE");
        }
        analyze(GEMM, "-I", "no-such-folder")
                .assertFails(UserError.BAD_INPUT, "-I no-such-folder: no such folder; check the path");
    }

    @Test
    void cFileIsRanked() {
        CommandLineRun run = CommandLineRun.of("rank", GEMM, "--dataset", "SMALL", "--device", "h200", "--top", "2");
        assertEquals(0, run.exitCode(), run.err());
    }

    @Test
    void cFileIsGenerated() {
        Path out = directory.resolve("out");
        CommandLineRun run =
                CommandLineRun.of("generate", GEMM, "--dataset", "MINI", "--target", "c", "-o", out.toString());
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(Files.exists(out.resolve("gemm.c")), run.out());
    }

    @Test
    void verifyRunsOnTheDataOfTheFile() throws IOException {
        String file = write("own.c", """
            double a[40], b[40];
            void fill(void) { for (int i = 0; i < 40; i++) { a[i] = i; b[i] = b[39 - i] + 1; } }
            int main()
            {
                fill();
            #pragma scop
                for (int i = 0; i < 40; i++) a[i] += b[i];
            #pragma endscop
                return 0;
            }
            """);

        CommandLineRun run = CommandLineRun.of("verify", file, "--target", "c");

        assertEquals(0, run.exitCode(), run.err());
        assertEquals(
                "own.c:2:19: note: initial data of 'a' are those that the file sets here\n"
                        + "own.c:2:60: note: initial data of 'b' are generated: it reads 'b', which its loop sets\n",
                run.err().replace(directory + "/", ""));
    }
}
