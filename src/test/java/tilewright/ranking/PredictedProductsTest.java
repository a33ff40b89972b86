package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.model.LoopNest;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.InstructionRates;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Products;
import tilewright.ranking.work.Workload;
import tilewright.ranking.work.WorkloadBuilder;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.ProgramPart;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** The model supposes products of matrices where the final program has them, and nowhere else. */
class PredictedProductsTest {
    private static final InstructionRates RATES = ((GpuDescription) DeviceCatalog.find("h200")).instructions();

    /** Kernels that multiply matrices in some family of plans. */
    private static final Set<String> PRODUCTS = Set.of("2mm", "3mm", "gemm", "syrk", "trmm");

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2mm",
                "3mm",
                "cholesky",
                "correlation",
                "covariance",
                "doitgen",
                "floyd-warshall",
                "gemm",
                "gemver",
                "jacobi-2d",
                "lu",
                "ludcmp",
                "symm",
                "syr2k",
                "syrk",
                "trmm"
            })
    void productsArePredictedWhereProgramsHaveThem(String kernel) {
        LoopNest nest = CParser.parse(Path.of("loopnests/polybench", kernel + ".c"), COptions.NONE)
                .nest();
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, 500L));
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            int plans = 0;
            boolean some = false;
            for (Family family : tiler.families()) {
                for (boolean fitting : List.of(true, false)) {
                    Candidate candidate = candidate(family, fitting);
                    if (family.time() == null
                            && tiler.plan(candidate) instanceof Verdict.Legal(Plan plan)
                            && plan.family().roles().equals(family.roles())) {
                        plans++;
                        boolean predicted = tiler.parts(candidate, family, sizes).stream()
                                .anyMatch(PredictedProductsTest::predicts);
                        Program program = DeviceProgram.of(Lowering.lowerForDevice(plan));
                        some |= predicted;
                        assertEquals(multiplies(program), predicted, kernel + " " + family.name() + " " + candidate);
                    }
                }
            }
            assertTrue(some || !PRODUCTS.contains(kernel), "no products");
            assertTrue(plans > 0 || tiler.families().getFirst().time() != null, "no legal plan");
        }
    }

    /** Blocks of 16 x 8 points along the last parallel loops, as warps want them; or of twice as many points a thread, too few threads. */
    private static Candidate candidate(Family family, boolean fitting) {
        int last = family.roles().lastIndexOf(LoopRole.PARALLEL);
        int next = last < 0 ? -1 : family.roles().subList(0, last).lastIndexOf(LoopRole.PARALLEL);
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        for (int z = 0; z < family.roles().size(); z++) {
            boolean parallel = family.roles().get(z) == LoopRole.PARALLEL;
            block.add(z == next ? 16 : z == last ? 8 : parallel ? 1 : 8);
            thread.add(!parallel || z != next && z != last ? 1 : fitting ? 2 : 4);
        }
        return new Candidate(block, thread, new Candidate.Options(4, 1));
    }

    private static boolean predicts(ProgramPart part) {
        Workload workload = WorkloadBuilder.of(Problem.of(part.dependences(), part.sizes()), part.family(), RATES);
        Geometry geometry = Geometry.of(part.family(), part.candidate());
        return workload.levels().stream().flatMap(l -> l.pieces().stream()).anyMatch(p -> Products.areIn(p, geometry));
    }

    private static boolean multiplies(Program program) {
        boolean[] found = {false};
        program.functions().forEach(f -> Statements.visit(f.body(), s -> found[0] |= s instanceof Statement.Multiply));
        return found[0];
    }
}
