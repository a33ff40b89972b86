package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.parse.NestParser;
import tilewright.ranking.cost.FamilyCosts;
import tilewright.ranking.cost.PieceCost;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Blocks of fronts write back what they have written once, or every point stores at once: the model takes them for what generated kernels do. */
class FrontStoresTest {
    private static final GpuDescription H200 = DeviceCatalog.referenceGpu();

    @Test
    void pointsStoreAtOnceWhereTheirPlacesAreTooMany() {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(
                    context, NestParser.parse(Path.of("reports/h200/seidel-2d/seidel-2d.nest"))));
            Family family = tiler.families().getFirst();
            Problem problem = Problem.of(tiler.ranked(), Map.of("tsteps", 500L, "n", 2000L));
            PieceCost cost = new FamilyCosts(problem, family, H200.instructions())
                    .costs(0)
                    .getFirst();
            for (List<Integer> block :
                    List.of(List.of(64, 4, 32), List.of(64, 8, 16), List.of(64, 16, 24), List.of(32, 12, 64))) {
                Candidate candidate =
                        new Candidate(block, List.of(1, 1, 1), new Candidate.Options(block.getFirst(), 1));
                Geometry geometry = Geometry.of(family, candidate);
                boolean back = storesBoxes(((Verdict.Legal) tiler.plan(candidate)).plan());
                assertEquals(back, block.get(1) <= 8, "kernels of " + candidate);
                assertEquals(back ? 0 : 1, cost.piece().boxes(geometry).apart(), candidate.toString());
                assertEquals(
                        back ? 0 : 32,
                        cost.piece().boxes(geometry).atOnceBytes(32),
                        "a sector of its own: " + candidate);
            }
        }
    }

    /** A quotient by a number is a product with a reciprocal and two corrections, not a division of 63 ns. */
    @Test
    void quotientsByNumbersAreProducts() {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(
                    context, NestParser.parse(Path.of("reports/h200/seidel-2d/seidel-2d.nest"))));
            Problem problem = Problem.of(tiler.ranked(), Map.of("tsteps", 500L, "n", 2000L));
            double depth = new FamilyCosts(problem, tiler.families().getFirst(), H200.instructions())
                    .costs(0)
                    .getFirst()
                    .waits()
                    .dependent();
            assertEquals(8 * 4.16e-9 + 3 * 4.08e-9, depth, 0.1e-9, "eight additions and a quotient");
        }
    }

    private static boolean storesBoxes(Plan plan) {
        return Lowering.lowerForDevice(plan, Passes.of(H200.target())).kernels().stream()
                .flatMap(k -> k.pieces().stream())
                .anyMatch(p -> !Operations.ofKind(Objects.requireNonNull(p.interiorBody()), Operation.StoreWindow.class)
                        .isEmpty());
    }
}
