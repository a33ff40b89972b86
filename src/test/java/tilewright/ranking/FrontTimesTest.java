package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.ranking.cost.FamilyCosts;
import tilewright.ranking.cost.GpuCostModel;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.FrontBoxes;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.StepWork;
import tilewright.ranking.work.Workload;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** What the model takes fronts of blocks for: how many blocks have work, what they copy, how long they take. */
class FrontTimesTest {
    private static final GpuDescription H100 = (GpuDescription) DeviceCatalog.find("h100");
    private static final Path SEIDEL = Path.of("reports/h200/seidel-2d/seidel-2d.nest");
    private static final Path ALIGNMENT = Path.of("src/test/resources/codegen/nests/sequence-alignment.nest");

    private record Fronts(Problem problem, Family family, FamilyCosts costs) {
        Geometry geometry(Candidate candidate) {
            return Geometry.of(family, candidate);
        }

        double seconds(Candidate candidate) {
            return new GpuCostModel(problem, List.of(family), H100)
                    .predict(family, candidate)
                    .seconds();
        }
    }

    /** Counted one by one: 263,685 of them; the box of the loops has four times as many. */
    @Test
    void blocksOfFrontsAreThoseThatHaveWork() {
        ask(SEIDEL, Map.of("tsteps", 500L, "n", 2000L), fronts -> {
            Candidate candidate = candidate(List.of(64, 4, 32));
            Geometry geometry = fronts.geometry(candidate);
            Workload.Piece piece =
                    fronts.costs.workload().levels().getFirst().pieces().getFirst();
            List<StepWork> steps = fronts.costs.steps(candidate.block());
            double blocks = steps.stream()
                    .mapToDouble(s -> s.weight() * s.started(piece, 0, 0, geometry))
                    .sum();
            assertEquals(263_685, blocks, 0.02 * 263_685);
            double count = steps.stream().mapToDouble(StepWork::weight).sum();
            assertEquals(327, count * fronts.costs.spread(geometry, count), 1e-6, "fronts");
            assertFalse(geometry.hasColumns(), "blocks depend on each other along t and i");
        });
    }

    /** Of an alignment's box one row and two columns are loaded, and all other elements stored without a question. */
    @Test
    void whatABlockWritesFirstIsNotLoaded() {
        ask(ALIGNMENT, Map.of("n", 4096L, "m", 4096L), fronts -> {
            Geometry geometry = fronts.geometry(candidate(List.of(64, 128)));
            FrontBoxes.Boxes boxes = fronts.costs.costs(0).getFirst().piece().boxes(geometry);
            FrontBoxes.Copy table = boxes.copies().stream()
                    .filter(c -> c.stored() > 0)
                    .findFirst()
                    .orElseThrow();
            assertEquals(128 * 64, table.stored());
            assertEquals(129 * 66 - 128 * 64, table.loaded());
            assertFalse(table.asked());
            assertEquals(3 + 64, table.elements(128), "elements of a thread, in and out");
            assertEquals(1, boxes.waits(128), "all that is loaded is on its way together");
            assertTrue(geometry.hasColumns(), "one launch");
        });
    }

    @Test
    void everyElementOfABlockOfSeveralStepsIsAskedFor() {
        ask(SEIDEL, Map.of("tsteps", 500L, "n", 2000L), fronts -> {
            Geometry geometry = fronts.geometry(candidate(List.of(64, 4, 32)));
            FrontBoxes.Boxes boxes = fronts.costs.costs(0).getFirst().piece().boxes(geometry);
            FrontBoxes.Copy box = boxes.copies().getFirst();
            assertEquals(37 * 82, box.loaded());
            assertTrue(box.asked());
            assertEquals(2 * 30, box.elements(128), "10 rows of 3 elements by each of 4 warps, in and out");
            assertEquals(3, boxes.waits(128), "batches of 12");
            KernelCosts costs = KernelCosts.measured();
            double row = costs.loadedRowSlots() + costs.storedRowSlots() + 2 * 3 * costs.rowElementSlots();
            assertEquals(10 * row, boxes.slots(128, true), 1e-9, "instructions of a thread");
        });
    }

    /** Medians of reports/h100/alignment, in milliseconds. */
    @Test
    void alignmentsTakeWhatIsMeasured() {
        ask(ALIGNMENT, Map.of("n", 4096L, "m", 4096L), fronts -> {
            Map<List<Integer>, Double> measured = Map.of(
                    List.of(64, 128), 0.708,
                    List.of(64, 64), 0.817,
                    List.of(32, 64), 0.959,
                    List.of(16, 128), 1.295);
            takes(fronts, measured);
        });
    }

    /** Fortieth parts of the times of 20 sweeps back and forth in reports/experiments/nvidia-other-forms.txt, in milliseconds; blocks of 64 x 256 find no room for boxes. */
    @Test
    void sweepsInPlaceTakeWhatIsMeasured() {
        LoopNest sweep = NestParser.parse("sweep.nest", """
            param n
            real*8 u(n,n)
            do i = 2, n - 1
              do j = 2, n - 1
                u(i,j) = 0.25 * (((u(i-1,j) + u(i+1,j)) + u(i,j-1)) + u(i,j+1))
              enddo
            enddo
            """);
        ask(sweep, Map.of("n", 2000L), fronts -> {
            Map<List<Integer>, Double> measured = Map.of(
                    List.of(64, 128), 0.786,
                    List.of(32, 96), 0.825,
                    List.of(32, 64), 0.905,
                    List.of(32, 256), 0.909);
            takes(fronts, measured);
            assertTrue(fronts.seconds(candidate(List.of(64, 256))) > 1.8e-3, "2.1 ms and more");
        });
    }

    /** @param measured milliseconds by block */
    private static void takes(Fronts fronts, Map<List<Integer>, Double> measured) {
        measured.forEach((block, milliseconds) -> {
            double ratio = 1e3 * fronts.seconds(candidate(block)) / milliseconds;
            assertTrue(ratio > 0.75 && ratio < 1.33, block + ": " + ratio);
        });
    }

    private static Candidate candidate(List<Integer> block) {
        return new Candidate(block, block.stream().map(_ -> 1).toList(), new Candidate.Options(block.getFirst(), 1));
    }

    private static void ask(Path nest, Map<String, Long> sizes, Consumer<Fronts> question) {
        ask(NestParser.parse(nest), sizes, question);
    }

    private static void ask(LoopNest nest, Map<String, Long> sizes, Consumer<Fronts> question) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            Problem problem = Problem.of(tiler.ranked(), sizes);
            Family family = tiler.families().getFirst();
            question.accept(new Fronts(problem, family, new FamilyCosts(problem, family, H100.instructions())));
        }
    }
}
