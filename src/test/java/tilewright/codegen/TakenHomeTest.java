package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
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

/** Generated programs are called from other languages: the programs of docs/examples, and what they must refuse. */
@Execution(ExecutionMode.CONCURRENT)
class TakenHomeTest {
    private static final Plans.Sizes SIZES = new Plans.Sizes(16, 16, 16, 4, 4, 8, 2);
    private static final Path EXAMPLES = Path.of("docs/examples/embedding").toAbsolutePath();
    private static final Path SCRIPTS = Path.of("src/test/resources/embedding").toAbsolutePath();
    private static final String ANSWER = "from the first to the last place: 99\n";

    @TempDir
    Path folder;

    @Test
    void aPythonModuleRunsTheProgramOnBuffersAndArraysAndRefusesOthers() throws Exception {
        write(Plans.floydWarshall(SIZES), "floyd_warshall", false);
        Path sequential = library("sequential", folder.resolve("sequential.c"));
        String said = python(SCRIPTS.resolve("c_module.py"), sequential);
        assertTrue(said.startsWith("equal"), said);
        assertEquals(ANSWER, python(EXAMPLES.resolve("call.py")));
        if (!said.contains("without NumPy")) {
            assertEquals(ANSWER, python(EXAMPLES.resolve("call_numpy.py")));
        }
    }

    @Test
    void aPythonModulePassesArraysOfTheDeviceByAddress() throws Exception {
        write(TimeTiles.plan("jacobi-1d", "4x96", "1x4"), "stencil", true);
        Path stub = Files.writeString(folder.resolve("stub.c"), """
            unsigned long long recorded_addresses[4];
            int recorded_sizes[2];
            int recorded_error;

            int stencil_run(float *a, float *b, float *a_second, int steps, int n, void *stream)
            {
                recorded_addresses[0] = (unsigned long long)a;
                recorded_addresses[1] = (unsigned long long)b;
                recorded_addresses[2] = (unsigned long long)a_second;
                recorded_addresses[3] = (unsigned long long)stream;
                recorded_sizes[0] = steps;
                recorded_sizes[1] = n;
                return recorded_error;
            }
            """);
        assertEquals("recorded\n", python(SCRIPTS.resolve("cuda_module.py"), library("stub", stub)));
    }

    @Test
    void theProgramsOfTheDocumentAreThese() throws IOException {
        String document = Files.readString(Path.of("docs/embedding.md"));
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            for (Path file : files.filter(f -> String.valueOf(f.getFileName()).matches(".*\\.(c|cpp|py|java|txt)"))
                    .toList()) {
                assertTrue(document.contains("\n" + Files.readString(file) + "```\n"), file + " is shown as it is");
            }
        }
    }

    @Test
    void aProjectOfCMakeCallsTheProgramFromCAndFromCpp() throws Exception {
        assumeTrue(starts("cmake", "--version") && starts("g++", "--version"), "cmake and g++ are installed");
        write(Plans.floydWarshall(SIZES), "floyd_warshall", false);
        Path built = folder.resolve("built");
        HostCode.run(List.of("cmake", "-S", EXAMPLES.toString(), "-B", built.toString(), "-DTILED=" + folder));
        HostCode.run(List.of("cmake", "--build", built.toString()));
        assertEquals(ANSWER, HostCode.run(List.of(built.resolve("call_c").toString())));
        assertEquals(ANSWER, HostCode.run(List.of(built.resolve("call_cpp").toString())));
    }

    @Test
    void aFolderIsAProjectOfCMakeThatChecksItself() throws Exception {
        assumeTrue(starts("cmake", "--version"), "cmake is installed");
        write(Plans.floydWarshall(SIZES), "floyd_warshall", false);
        Path built = folder.resolve("built");
        HostCode.run(List.of("cmake", "-S", folder.toString(), "-B", built.toString()));
        HostCode.run(List.of("cmake", "--build", built.toString()));
        String said = HostCode.run(List.of("ctest", "--test-dir", built.toString()));
        assertTrue(said.contains("100% tests passed, 0 tests failed out of 1"), said);
    }

    @Test
    void namesOfTheNestEndNoStringOfTheModule() throws Exception {
        LoopNest nest = NestParser.parse(
                "a\"\"\"{n}\\", "param lambda\nreal in(lambda)\ndo i = 1, lambda\n  in(i) = 0.5\nenddo\n");
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            Verdict verdict = tiler.plan(new Candidate(List.of(8), List.of(1), new Candidate.Options(8, 1)));
            write(((Verdict.Legal) verdict).plan(), "odd", false);
        }
        Files.writeString(folder.resolve("odd.py"), """
            import array
            import tiled_odd
            zeros = array.array("f", [0, 0, 0])
            tiled_odd.run(zeros)
            print(list(zeros))
            """);
        assertEquals("[0.5, 0.5, 0.5]\n", python(folder.resolve("odd.py")));
    }

    /** Programs of processors have scratch memory of their own: here for sums that are read in another order. */
    @Test
    void modulesOfProcessorsAskForNoScratchMemory() throws Exception {
        LoopNest nest = NestParser.parse("reversed", """
            param n
            real x(n), y(n)
            local real t(n)
            do i = 1, n
              t(i) = 0.0
              do k = 1, i
                t(i) = t(i) + x(k)
              enddo
            enddo
            do i = 1, n
              y(i) = t(n+1-i) * t(i)
            enddo
            """);
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            Verdict verdict = tiler.plan(new Candidate(List.of(8, 8), List.of(1, 1), new Candidate.Options(1, 1)));
            write(((Verdict.Legal) verdict).plan(), "reversed", false);
        }
        Files.writeString(folder.resolve("calls.py"), """
            import array
            import tiled_reversed
            y = array.array("f", [0, 0, 0])
            tiled_reversed.run(array.array("f", [1, 1, 2]), y)
            print(list(y))
            """);
        assertEquals("[4.0, 4.0, 4.0]\n", python(folder.resolve("calls.py")));
        assertTrue(Files.readString(folder.resolve("reversed.c")).contains("malloc"), "there is scratch memory");
    }

    private void write(Plan plan, String file, boolean cuda) throws IOException {
        DriverFile.About about =
                new DriverFile.About(file, cuda ? Language.CUDA : Language.C, Map.of("n", 50L), List.of());
        Map<String, String> files =
                Standalone.files(Comparison.TEMPLATES, Comparison.H200, Passes.OF_DEVICES, Lowering.lower(plan), about);
        for (Map.Entry<String, String> entry : files.entrySet()) {
            Files.writeString(folder.resolve(entry.getKey()), entry.getValue());
        }
    }

    private Path library(String name, Path source) throws IOException, InterruptedException {
        Path library = folder.resolve("lib" + name + ".so");
        HostCode.run(List.of("gcc", "-O2", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-lm"));
        return library;
    }

    private String python(Path script, Path... arguments) throws IOException, InterruptedException {
        assumeTrue(starts("python3", "--version"), "python3 is installed");
        List<String> command = new ArrayList<>(
                List.of("env", "PYTHONPATH=" + folder, "PYTHONDONTWRITEBYTECODE=1", "python3", script.toString()));
        List.of(arguments).forEach(a -> command.add(a.toString()));
        return HostCode.run(command);
    }

    private static boolean starts(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
