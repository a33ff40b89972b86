package tilewright.algebra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Schemes of plans, run in both orders of blocks and points, against the nest as written. */
class PlanSchemesTest {
    @ParameterizedTest
    @CsvSource({
        "floyd-warshall-integer, 4 4 4, a",
        "gaussian-elimination, 4 4 4, a",
        "matmul, 4 3 5, c",
        "lu, 4 4 4, a",
    })
    void plansKeepTheResult(String name, String sizes, String array) {
        LoopNest nest = NestParser.parse(Path.of("loopnests", name + ".nest"));
        List<Integer> block =
                java.util.Arrays.stream(sizes.split(" ")).map(Integer::valueOf).toList();
        Derivation derivation;
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Candidate candidate = new Candidate(block, List.of(1, 1, 1), new Candidate.Options(1, 1));
            derivation = PlanSchemes.of(((Verdict.Legal) new Tiler(dependences).plan(candidate)).plan());
        }
        SchemeProgram program = derivation.steps().get(0).program();
        assertEquals(program, SchemeBuilder.parse("plan", program.toString()));
        double[] expected = run(nest, array);
        for (SchemeNest.Order order : SchemeNest.Order.values()) {
            assertArrayEquals(expected, run(SchemeNest.of(program, order), array), order.toString());
        }
    }

    private static double[] run(LoopNest nest, String array) {
        Map<String, Long> sizes = Map.of("n", 9L);
        Data data = DataInitializer.fill(nest, sizes, 1);
        new Interpreter(nest, sizes, data).run();
        double[] values = new double[data.array(array).size()];
        java.util.Arrays.setAll(values, data.array(array)::valueAt);
        return values;
    }
}
