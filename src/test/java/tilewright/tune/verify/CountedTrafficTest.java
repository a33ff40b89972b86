package tilewright.tune.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.codegen.CPrinter;
import tilewright.codegen.Lowering;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.KernelProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.device.Code;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.property.PlannedTraffic;
import tilewright.tiling.space.Candidate;

/** Generated programs load and store exactly what their plans say. */
@Order(1)
class CountedTrafficTest {
    private static final List<Long> SIZES = List.of(2L, 32L, 45L);

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "floyd-warshall, 16 16 16, 1 4 4, 8, 0",
        "floyd-warshall, 8 16 32, 1 4 2, 8, 0",
        "floyd-warshall, 32 16 24, 1 4 4, 8, 8",
        "floyd-warshall, 1 16 16, 1 2 2, 1, 0",
        "transitive-closure, 16 16 32, 1 4 4, 16, 0",
        "widest-path, 16 32 16, 1 4 4, 8, 0",
        "gaussian-elimination, 16 16 16, 1 4 4, 8, 0",
        "gaussian-elimination, 8 16 24, 1 4 4, 8, 0",
        "gaussian-elimination, 32 16 16, 1 4 4, 8, 16",
        "lu, 16 16 16, 1 4 4, 8, 0",
        "lu, 8 24 16, 1 2 2, 8, 0",
        "lu, 32 16 16, 1 4 4, 8, 16",
        "matmul, 16 16 16, 4 4 1, 16, 0",
        "matmul, 32 16 24, 4 2 1, 24, 0",
        "jacobi-1d, 1 32, 1 2, 1, 0",
        "jacobi-2d, 1 16 16, 1 2 2, 1, 0",
        "jacobi-2d, 1 8 32, 1 1 4, 1, 0",
        "heat-3d, 1 4 8 16, 1 1 2 2, 1, 0",
        "fdtd-2d, 1 8 16, 1 2 2, 1, 0",
        "reduction-rows, 4 16, 2 2, 1, 0",
        "reduction-columns, 8 8, 2 1, 1, 0",
        "reduction-extremes, 4 16, 1 4, 1, 0",
        "reduction-products, 8 32, 1 1, 1, 0",
        "reduction-steps, 1 1, 1 1, 1, 0"
    })
    void countsAreWhatThePlanSays(String nest, String block, String thread, int chunk, int step) throws IOException {
        String folder = nest.startsWith("reduction-") ? "src/test/resources/codegen/nests" : "loopnests";
        LoopNest parsed = NestParser.parse(Path.of(folder, nest + ".nest"));
        Candidate candidate = new Candidate(numbers(block), numbers(thread), new Candidate.Options(chunk, 1, step));
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, parsed));
            Plan plan = switch (tiler.plan(candidate)) {
                case Verdict.Legal legal -> legal.plan();
                case Verdict.Illegal illegal -> throw new AssertionError(illegal.reason());
            };
            KernelProgram program = Lowering.lower(plan);
            String source = new CPrinter(Templates.packed()).printCounting(program, Code.HOST_FUNCTION);
            List<CountedTraffic.Run> runs = new ArrayList<>();
            for (long size : SIZES) {
                SequencedMap<String, Long> sizes = new LinkedHashMap<>();
                parsed.parameters().forEach(p -> sizes.put(p, p.equals("steps") ? 3L : size));
                runs.add(new CountedTraffic.Run(sizes, PlannedTraffic.of(context, plan, sizes)));
            }
            for (CountedTraffic counted : CountedTraffic.of(parsed, program, source, runs)) {
                boolean small = counted.sizes().values().stream().allMatch(s -> s <= 3);
                assertTrue(small || !counted.rows().isEmpty(), "nothing moved");
                for (CountedTraffic.Row row : counted.rows()) {
                    assertEquals(
                            row.predicted(),
                            row.counted(),
                            () -> nest + " " + candidate + " " + counted.sizes() + ": "
                                    + row.kind().words() + " of " + row.array());
                }
            }
        }
    }

    private static List<Integer> numbers(String text) {
        return List.of(text.strip().split(" ")).stream().map(Integer::valueOf).toList();
    }
}
