package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import tilewright.ranking.cost.CostModel;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** What must hold whatever the figures of a device are. */
class CostPropertiesTest {
    private static final DeviceDescription H200 = DeviceCatalog.find("h200");

    @Provide
    Arbitrary<Integer> doubled() {
        return Arbitraries.of(2, 4, 8, 16, 32);
    }

    @Property(tries = 200)
    void aLargerR1NeverMovesMoreData(
            @ForAll("doubled") int r1,
            @ForAll @IntRange(min = 1, max = 2) int times2,
            @ForAll @IntRange(min = 1, max = 2) int times3,
            @ForAll @IntRange(min = 100, max = 5000) int n) {
        int r2 = 2 * r1 * times2;
        int r3 = 2 * r1 * times3;
        Family family = Problems.elimination(Problems.floydWarshall(64), "S1");
        CostModel model = CostModel.of(Problems.floydWarshall(n), List.of(family), H200);
        Prediction small = model.predict(family, candidate(r1, r2, r3));
        Prediction large = model.predict(family, candidate(2 * r1, r2, r3));
        assertTrue(large.traffic().reads() <= small.traffic().reads() * (1 + 1e-9), "reads");
        assertTrue(large.traffic().writes() <= small.traffic().writes() * (1 + 1e-9), "writes");
        assertTrue(large.traffic().cacheBytes() <= small.traffic().cacheBytes() * (1 + 1e-9), "bytes to and from L2");
        assertTrue(large.traffic().memoryBytes() <= small.traffic().memoryBytes() * (1 + 1e-9), "bytes of memory");
    }

    /** Theory.md section 5: n^3 (2/r1 + 1/r2 + 1/r3), of which writes are n^3/r1. */
    @Test
    void volumesOfAllBlocksFollowTheorem1WithItsConstants() {
        Family family = new Family(
                "rest alone",
                Problems.elimination(Problems.floydWarshall(64), "S1").roles(),
                List.of(Problems.elimination(Problems.floydWarshall(64), "S1")
                        .levels()
                        .getLast()),
                List.of(),
                "by hand");
        double n = 1024;
        Prediction prediction = CostModel.of(Problems.floydWarshall(1024), List.of(family), H200)
                .predict(family, Problems.candidate(List.of(32, 64, 128), List.of(1, 4, 8), 16));
        assertEquals(
                n * n * n * (1.0 / 32 + 1.0 / 64 + 1.0 / 128),
                prediction.traffic().reads(),
                1);
        assertEquals(n * n * n / 32, prediction.traffic().writes(), 1);
    }

    @Property(tries = 50)
    void moreWorkTakesLonger(@ForAll @IntRange(min = 64, max = 4000) int n) {
        Family family = Problems.elimination(Problems.gauss(64), "S1");
        Candidate candidate = Problems.candidate(List.of(32, 64, 64), List.of(1, 4, 4), 16);
        double one = seconds(Problems.gauss(n), family, candidate);
        double two = seconds(Problems.gauss(2L * n), family, candidate);
        assertTrue(two > one, two + " after " + one);
    }

    @Test
    void eliminationDoesAboutAThirdOfTheWorkOfAFullUpdate() {
        Family family = Problems.elimination(Problems.floydWarshall(64), "S1");
        Candidate candidate = Problems.candidate(List.of(64, 64, 64), List.of(1, 8, 8), 16);
        double full = traffic(Problems.floydWarshall(4096), family, candidate);
        double third = traffic(Problems.gauss(4096), Problems.elimination(Problems.gauss(4096), "S1"), candidate);
        assertEquals(1.0 / 3, third / full, 0.02);
    }

    /** Sampled steps stand for all: 2 steps are counted exactly, 512 by 16 strata. */
    @Test
    void sampledStepsAddUpToTheExactNumberOfBlocks() {
        Family family = Problems.elimination(Problems.gauss(64), "S1");
        double exact = 0;
        int r = 8;
        int n = 4096;
        for (int k = 0; k < (n - 1 + r - 1) / r; k++) {
            double rows = Math.ceil(n / 8.0) - k;
            double columns = Math.ceil((n + 1) / 8.0) - k;
            exact += rows * columns * 64;
        }
        Prediction prediction = CostModel.of(Problems.gauss(n), List.of(family), H200)
                .predict(family, Problems.candidate(List.of(r, 8, 8), List.of(1, 2, 1), 8));
        assertEquals(1, prediction.traffic().writes() / exact, 0.01);
    }

    @Test
    void levelsAddUpToTheWhole() {
        Family family = Problems.elimination(Problems.gauss(64), "S1");
        Prediction prediction = CostModel.of(Problems.gauss(2048), List.of(family), H200)
                .predict(family, Problems.candidate(List.of(64, 64, 64), List.of(1, 8, 8), 16));
        double levels = prediction.levels().stream()
                .mapToDouble(Prediction.LevelTime::seconds)
                .sum();
        assertEquals(prediction.seconds(), prediction.start() + levels, 1e-12);
        double longest = 0;
        for (Prediction.Term term : Prediction.Term.values()) {
            assertTrue(prediction.term(term) <= prediction.seconds(), term + " alone takes longer than the whole");
            longest = Math.max(longest, prediction.term(term));
        }
        assertEquals(longest, prediction.term(prediction.binding()));
    }

    private static Candidate candidate(int r1, int r2, int r3) {
        int t2 = Math.min(8, r2);
        int t3 = Math.min(8, r3);
        return Problems.candidate(List.of(r1, r2, r3), List.of(1, t2, t3), Math.min(16, r1));
    }

    private static double traffic(Problem problem, Family family, Candidate candidate) {
        return CostModel.of(problem, List.of(family), H200)
                .predict(family, candidate)
                .traffic()
                .writes();
    }

    private static double seconds(Problem problem, Family family, Candidate candidate) {
        return CostModel.of(problem, List.of(family), H200)
                .predict(family, candidate)
                .seconds();
    }
}
