package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.print.DriverFile;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** The folder that {@code generate} writes builds alone, checks itself, and can be called from a user's program. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class StandaloneTest {
    private static final Plans.Sizes SIZES = new Plans.Sizes(16, 16, 16, 4, 4, 8, 2);

    /** The Makefile's own options but for -O3, which takes compilers twice as long: {@link #theMakefileCompilesAsTuneDoesAndTheCheckTakesTheGivenSizes} has all of them. */
    private static final String QUICK =
            "CFLAGS=" + String.join(" ", CompilerOptions.FAST).replace("-O3", "-O1");

    @TempDir
    Path folder;

    @Test
    void aUsersProgramCallsTheGeneratedFunction() throws Exception {
        write(Plans.floydWarshall(SIZES), "floyd_warshall", false);
        Files.writeString(folder.resolve("user.c"), """
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include "floyd_warshall.h"

            void sequential(float *a, int n);

            int main(void)
            {
                for (int n = 1; n < 60; n += 9) {
                    const int pitch = floyd_warshall_a_pitch(n);
                    const size_t bytes = floyd_warshall_a_bytes(n);
                    if (pitch < n || bytes != sizeof(float) * pitch * n) {
                        return 2;
                    }
                    float *ours = calloc(1, bytes), *theirs = calloc(1, bytes);
                    for (int i = 0; i < n; ++i) {
                        for (int j = 0; j < n; ++j) {
                            ours[i * pitch + j] = i == j ? 0 : (i * 7 + j * 13) % 101;
                        }
                    }
                    memcpy(theirs, ours, bytes);
                    floyd_warshall_run(ours, n);
                    sequential(theirs, n);
                    if (memcmp(ours, theirs, bytes) != 0) {
                        return 1;
                    }
                }
                puts("equal");
                return 0;
            }
            """);
        build("floyd_warshall.o", "sequential.o");
        String program = folder.resolve("user").toString();
        HostCode.run(List.of(
                "gcc",
                "-std=c11",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-fopenmp",
                "-o",
                program,
                path("user.c"),
                path("floyd_warshall.o"),
                path("sequential.o"),
                "-lm"));
        assertEquals("equal\n", HostCode.run(List.of(program)));
    }

    static Stream<Plan> checked() {
        return Stream.of(
                Plans.lu(SIZES), TimeTiles.plan("heat-3d", "2x4x4x4", "1x2x2x4"), withTemporary(), withOwnNames());
    }

    /** Sizes and arrays that are called like things of the driver. */
    private static Plan withOwnNames() {
        return planned(NestParser.parse("names", """
            param rows
            real r(rows), RUNS(rows), SEED(rows), by_value(rows), run(rows)
            do i = 1, rows
              r(i) = RUNS(i) + SEED(i)
              run(i) = by_value(i) * r(i)
            enddo
            """), List.of(8), List.of(2));
    }

    @Test
    void runsOfDaysAreRefusedAndComparisonsLeftOutOnDemand() throws Exception {
        String loops =
                IntStream.range(1, 9).mapToObj(i -> "do i" + i + " = 1, n\n").collect(Collectors.joining());
        LoopNest nest = NestParser.parse(
                "deep", "param n\nreal a(n)\n" + loops + "a(i8) = a(i8) + 0.5\n" + "enddo\n".repeat(8));
        write(planned(nest, Collections.nCopies(8, 1), Collections.nCopies(8, 1)), "nest", false);
        build("check_nest");
        AssertionError refused =
                assertThrows(AssertionError.class, () -> HostCode.run(List.of(path("check_nest"), "1000")));
        assertTrue(refused.getMessage().contains("hours a run; give smaller sizes, or --long before them"));
        assertTrue(HostCode.run(List.of(path("check_nest"), "3")).contains(": equal"));
        String timed = HostCode.run(List.of(path("check_nest"), "--no-check", "3"));
        assertTrue(timed.contains("time  n=3"), timed);
        assertFalse(timed.contains("check "), timed);
    }

    /** An array has the name that a driver's loop would have; the temporary has memory of its own. */
    private static Plan withTemporary() {
        return planned(NestParser.parse("names", """
            param n
            real x1(n), x2(n, n), t
            do i = 1, n
              do j = 1, n
                t = 2.0 * x2(i,j)
                x2(i,j) = t + x1(j)
              enddo
            enddo
            """), List.of(8, 8), List.of(2, 1));
    }

    @ParameterizedTest
    @MethodSource("checked")
    void theFolderChecksItself(Plan plan) throws Exception {
        write(plan, "nest", false);
        build("check_nest");
        String output = HostCode.run(
                plan.nest().parameters().size() == 1
                        ? List.of(path("check_nest"), "37")
                        : List.of(path("check_nest"), "3", "21"));
        assertTrue(output.contains(": equal"), output);
    }

    static Stream<String> withoutParameters() {
        return Stream.of("constant-sizes.nest 8,8,5,5 2,4,1,1", "no-loops.nest  ");
    }

    @ParameterizedTest
    @MethodSource("withoutParameters")
    void nestsWithoutParametersBuildAndCheckThemselves(String example) throws Exception {
        String[] words = example.split(" ", -1);
        write(planned(words[0], sizes(words[1]), sizes(words[2])), "nest", false);
        build("check_nest");
        String output = HostCode.run(List.of(path("check_nest")));
        assertTrue(output.contains(": equal"), output);
    }

    private static List<Integer> sizes(String text) {
        return text.isEmpty()
                ? List.of()
                : Stream.of(text.split(",")).map(Integer::valueOf).toList();
    }

    private static Plan planned(String file, List<Integer> block, List<Integer> thread) {
        return planned(NestParser.parse(Path.of("src/test/resources/codegen/nests", file)), block, thread);
    }

    private static Plan planned(LoopNest nest, List<Integer> block, List<Integer> thread) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            Verdict verdict = tiler.plan(new Candidate(block, thread, new Candidate.Options(8, 1)));
            return ((Verdict.Legal) verdict).plan();
        }
    }

    @Test
    void namesThatBeginWithADigitAreNotFunctions() throws IOException {
        write(Plans.matmul(SIZES), "2mm", false);
        assertTrue(Files.readString(folder.resolve("2mm.h"))
                .contains("void nest_2mm_run(float *a, float *b, float *c, int n);"));
    }

    @Test
    void theDescriptionSaysWhatWasGenerated() throws IOException {
        write(Plans.lu(SIZES), "lu", true);
        String text = Files.readString(folder.resolve("README.md"));
        for (String part : List.of(
                "| block sizes | 16 x 16 x 16 |",
                "| legal because | the test says so |",
                "do k = 1, n",
                "- for `",
                "threads and ",
                "- time: 1 ms",
                "cudaError_t error = lu_run(a, n, stream);",
                "- `a(i1,i2), i1 = 1..n, i2 = 1..n: a[(long long)(i1 - 1) * a_pitch + i2 - 1]`")) {
            assertTrue(text.contains(part), () -> "expected '" + part + "' in:\n" + text);
        }
    }

    static Stream<Plan> launched() {
        return Stream.of(Plans.floydWarshall(SIZES), TimeTiles.plan("jacobi-1d", "4x96", "1x4"), withTemporary());
    }

    @Tag("nvcc")
    @ParameterizedTest
    @MethodSource("launched")
    void theCudaFolderBuilds(Plan plan) throws Exception {
        Nvcc.orSkip(folder);
        write(plan, "nest", true);
        Files.writeString(folder.resolve("user.cpp"), "#include \"nest.h\"\nauto function = nest_run;\n");
        build("ARCH=sm_90", "check_nest");
        HostCode.run(List.of("nvcc", "-c", "-o", path("user.o"), path("user.cpp")));
    }

    private void write(Plan plan, String file, boolean cuda) throws IOException {
        DriverFile.About about = new DriverFile.About(
                file, cuda ? Language.CUDA : Language.C, Map.of("n", 50L), List.of("- time: 1 ms"));
        Map<String, String> files =
                Standalone.files(Comparison.TEMPLATES, Comparison.H200, Passes.OF_DEVICES, Lowering.lower(plan), about);
        for (Map.Entry<String, String> entry : files.entrySet()) {
            Files.writeString(folder.resolve(entry.getKey()), entry.getValue());
        }
    }

    private void build(String... targets) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of("make", "-C", folder.toString(), QUICK), Stream.of(targets))
                .toList();
        HostCode.run(command);
    }

    private String path(String file) {
        return folder.resolve(file).toString();
    }

    @Test
    void theMakefileCompilesAsTuneDoesAndTheCheckTakesTheGivenSizes() throws Exception {
        write(Plans.floydWarshall(SIZES), "floyd_warshall", false);
        String makefile = Files.readString(folder.resolve("Makefile"));
        assertTrue(makefile.contains("CFLAGS ?= " + String.join(" ", CompilerOptions.FAST)), makefile);
        assertTrue(makefile.contains(String.join(" ", CompilerOptions.EXACT)), makefile);
        String output = HostCode.run(List.of("make", "-s", "-C", folder.toString(), "check"));
        assertTrue(output.contains("check n="), output);
        assertTrue(output.contains("the nest as written, same compiler options, one thread"), output);
        String empty =
                HostCode.run(List.of(folder.resolve("check_floyd_warshall").toString(), "0"));
        assertTrue(empty.contains("check n=0 : equal"), empty);
        for (String none : List.of("n=64", "", "1e3", "99999999999")) {
            Process check = new ProcessBuilder(
                            folder.resolve("check_floyd_warshall").toString(), none)
                    .redirectErrorStream(true)
                    .start();
            String refusal = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(2, check.waitFor(), none);
            assertTrue(refusal.contains("'" + none + "' is no value for n"), refusal);
        }
    }
}
