package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.ranking.candidates.CandidateSpace;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.ExpressionCost;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Workload;
import tilewright.ranking.work.WorkloadBuilder;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** What it costs to update 16-bit integers in pairs. */
class PairCostTest {
    private static final GpuDescription H200 = (GpuDescription) DeviceCatalog.find("h200");
    private static final Family BLOCKS = Problems.elimination(Problems.floydWarshall(64), "S1");

    @Test
    void twoUpdatesAreOneInstruction() {
        ExpressionCost pairs = cost("floyd-warshall-short");
        assertEquals(1, pairs.operations().size());
        assertEquals(3.31e13, pairs.operations().getFirst().rate().perSecond(), 1e11);
        assertEquals(0.5, pairs.operations().getFirst().rate().issueSlots());
        ExpressionCost single = cost("floyd-warshall-integer");
        assertEquals(1, single.operations().size());
        assertEquals(1.66e13, single.operations().getFirst().rate().perSecond(), 1e11);
    }

    @Test
    void whatIsTheSameForBothStandsTwiceInSharedMemory() {
        Map<String, Integer> bytes = Map.of("a(i,k)", 4, "a(k,j)", 2);
        for (ExpressionCost.Operand operand : cost("floyd-warshall-short").operands()) {
            assertEquals(bytes.get(operand.text()), operand.bytes());
            assertEquals(operand.bytes() == 2, operand.plain());
        }
    }

    @Test
    void threadsMayOwnTwiceAsManyPoints() {
        List<Candidate> pairs = CandidateSpace.of(problem("floyd-warshall-short"), BLOCKS, H200);
        List<Candidate> single = CandidateSpace.of(problem("floyd-warshall-integer"), BLOCKS, H200);
        assertTrue(pairs.stream().anyMatch(PairCostTest::isWideWithStep));
        assertTrue(single.stream().noneMatch(PairCostTest::isWideWithStep));
    }

    private static boolean isWideWithStep(Candidate candidate) {
        return candidate.options().panel() == 64
                && candidate.block().equals(List.of(256, 128, 256))
                && candidate.thread().equals(List.of(1, 8, 16));
    }

    private static ExpressionCost cost(String nest) {
        Workload workload = WorkloadBuilder.of(problem(nest), BLOCKS, H200.instructions());
        return workload.levels()
                .getLast()
                .pieces()
                .getFirst()
                .computations()
                .getFirst()
                .cost();
    }

    private static Problem problem(String nest) {
        return Problems.of(nest, List.of("k", "i", "j"), Map.of("n", 8192L));
    }
}
