package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.Hipcc;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;

/**
 * What {@code generate --target hip} writes compiles for gfx90a: the program of the top-ranked candidate, with its host driver for some
 * nests. A few nests of all strategies; all of {@code loopnests/} with {@code -Dtilewright.hip=all}, minutes. Nothing has run on such a device.
 */
@Order(1)
@Tag("hip")
class HipCompileTest {
    private static final Path NESTS = Path.of("loopnests");
    private static final Path POLYBENCH = NESTS.resolve("polybench");

    @TempDir
    Path folder;

    static List<Path> nests() throws IOException {
        if (!"all".equals(System.getProperty("tilewright.hip"))) {
            return List.of(
                    NESTS.resolve("matmul.nest"),
                    NESTS.resolve("lu.nest"),
                    NESTS.resolve("jacobi-2d.nest"),
                    NESTS.resolve("floyd-warshall-short.nest"),
                    Path.of("src/test/resources/c/half/half-stencil.c"),
                    POLYBENCH.resolve("atax.c"));
        }
        try (Stream<Path> files = Stream.concat(Files.list(NESTS), Files.list(POLYBENCH))) {
            return files.filter(f -> f.toString().matches(".*\\.(nest|c)"))
                    .sorted()
                    .toList();
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("nests")
    void theProgramCompiles(Path file) throws Exception {
        Hipcc hipcc = Hipcc.orSkip();
        LoopNest nest = file.toString().endsWith(".c")
                ? CParser.parse(file, COptions.NONE).nest()
                : NestParser.parse(file);
        String sizes = nest.parameters().stream().map(p -> p + "=200").collect(Collectors.joining(","));
        CommandLineRun run = CommandLineRun.of(
                "generate", file.toString(), "--target", "hip", "--set", sizes, "-o", folder.toString());
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("not tried: nothing generated for HIP has run on such a device"), run.out());
        String program = nest.name().toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        hipcc.make(folder, file.endsWith("matmul.nest") ? "check_" + program : program + ".o");
    }
}
