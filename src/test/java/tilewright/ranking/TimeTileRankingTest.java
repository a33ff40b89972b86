package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.ranking.candidates.CandidateSpace;
import tilewright.ranking.cost.CostModel;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.cost.TimeTileGeometry;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Time tiles among the candidates of a stencil. */
class TimeTileRankingTest {
    private static final DeviceDescription H200 = DeviceCatalog.find("h200");
    private static final Map<String, Long> SIZES = Map.of("n", 8192L, "steps", 100L);

    @Test
    void severalIterationsPerLoadComeBeforeOneLaunchPerSweep() {
        try (Context context = new Context()) {
            Dependences dependences = jacobi(context);
            Tiler tiler = new Tiler(dependences);

            Ranking ranking = Ranker.rank(dependences, tiler.families(), SIZES, H200);

            RankedCandidate first = ranking.candidates().getFirst();
            assertEquals("time tiles", first.family().name());
            assertInstanceOf(Verdict.Legal.class, tiler.plan(first.candidate()));
            RankedCandidate plain = ranking.candidates().stream()
                    .filter(c -> c.family().time() == null)
                    .findFirst()
                    .orElseThrow();
            assertTrue(first.prediction().seconds() < plain.prediction().seconds() / 3);
        }
    }

    @Test
    void everyCandidateOfTheSpaceHasAPlan() {
        try (Context context = new Context()) {
            Dependences dependences = jacobi(context);
            Tiler tiler = new Tiler(dependences);
            Family family = tiler.families().getFirst();
            List<Candidate> space = CandidateSpace.of(Problem.of(dependences, SIZES), family, H200);

            assertTrue(space.size() >= 300, space.size() + " candidates");
            for (int c = 0; c < space.size(); c += 17) {
                assertInstanceOf(
                        Verdict.Legal.class,
                        tiler.plan(space.get(c)),
                        space.get(c).toString());
            }
        }
    }

    /** n = 400, two sweeps that read one point to each side: 9 boxes of 48 points, 44 of them own, end where the array does; with powers of two threads none does. */
    @Test
    void boxesByPlanesEndWithTheArrayWhereTheyCan() {
        try (Context context = new Context()) {
            Dependences dependences =
                    DependenceAnalysis.analyze(context, NestParser.parse(Path.of("loopnests/heat-3d.nest")));
            Family family = new Tiler(dependences).families().getFirst();

            List<Candidate> space =
                    CandidateSpace.of(Problem.of(dependences, Map.of("n", 400L, "steps", 20L)), family, H200);

            assertTrue(space.stream()
                    .anyMatch(c -> c.streams()
                            && c.block().getFirst() == 1
                            && c.block().get(2) == 44
                            && c.thread().get(2) == 4));
        }
    }

    /** Four sweeps in boxes of 64 x 64 points fit 255 registers; 512 threads that have 128 do not. */
    @Test
    void planesOfAllVersionsFitTheRegisters() {
        try (Context context = new Context()) {
            Dependences dependences =
                    DependenceAnalysis.analyze(context, NestParser.parse(Path.of("loopnests/heat-3d.nest")));
            Family family = new Tiler(dependences).families().getFirst();

            List<Candidate> space =
                    CandidateSpace.of(Problem.of(dependences, Map.of("n", 400L, "steps", 20L)), family, H200);

            assertTrue(space.contains(byPlanes(List.of(2, 80, 56, 56), List.of(1, 1, 4, 4))));
            assertTrue(!space.contains(byPlanes(List.of(2, 80, 56, 56), List.of(1, 1, 2, 4))));
        }
    }

    /** Two sweeps a launch: along rows the halo of two points is four wide, so that accesses are aligned, and 64 points of a box have room for 56 own ones; with 60 the box would have 128. */
    @Test
    void boxesHaveRoomForTheirWidenedHalo() {
        try (Context context = new Context()) {
            Dependences dependences =
                    DependenceAnalysis.analyze(context, NestParser.parse(Path.of("loopnests/heat-3d.nest")));
            Family family = new Tiler(dependences).families().getFirst();

            List<Candidate> space =
                    CandidateSpace.of(Problem.of(dependences, Map.of("n", 400L, "steps", 20L)), family, H200);

            assertTrue(space.contains(byPlanes(List.of(1, 80, 60, 56), List.of(1, 1, 4, 4))));
            assertTrue(!space.contains(byPlanes(List.of(1, 80, 28, 60), List.of(1, 1, 4, 4))));
            assertTrue(
                    space.contains(byPlanes(List.of(1, 80, 44, 56), List.of(1, 1, 4, 2))),
                    "64 points have room for 60 own ones, and with 56 as many boxes end with the array");
        }
    }

    private static Candidate byPlanes(List<Integer> block, List<Integer> thread) {
        return new Candidate(block, thread, new Candidate.Options(1, 1, 1));
    }

    /** 256 x 256 floats stay in the second cache, and 500 launches of a few blocks follow one another in a graph. */
    @Test
    void smallLaunchesFollowOneAnotherInAGraphAndInTheCache() {
        GpuDescription device = (GpuDescription) H200;
        try (Context context = new Context()) {
            Dependences dependences = jacobi(context);
            Family family = new Tiler(dependences).families().getFirst();
            Problem problem = Problem.of(dependences, Map.of("n", 256L, "steps", 1000L));
            Candidate candidate = new Candidate(List.of(2, 16, 32), List.of(1, 8, 4), new Candidate.Options(1, 1));

            Prediction small = CostModel.of(problem, List.of(family), H200).predict(family, candidate);

            double each = small.seconds() / 500;
            assertTrue(
                    each > device.latency().graphLaunch()
                            && each < device.latency().launch(),
                    each + " s");
            double bytes = small.term(Prediction.Term.MEMORY) * device.memory().globalBytesPerSecond();
            assertEquals(2 * 4 * 254 * 254, bytes, 4096, "loaded and stored in the first launch alone");
        }
    }

    /** The example of docs/equations.md. */
    @Test
    void blockOf48By112WithFourIterationsComputesTwoThirdsOfItsBoxForItself() {
        try (Context context = new Context()) {
            Family family = new Tiler(jacobi(context)).families().getFirst();
            Candidate candidate = new Candidate(List.of(4, 48, 112), List.of(1, 8, 4), new Candidate.Options(1, 1));

            TimeTileGeometry geometry = TimeTileGeometry.of(Objects.requireNonNull(family.time()), candidate);

            assertEquals(64 * 128, geometry.points());
            assertEquals(256, geometry.threads());
            assertEquals(0.656, geometry.efficiency(), 0.001);
            assertEquals(2, geometry.barriers());
            // Of 171 x 74 blocks of n = 8192 the first, and the last ones whose box ends beyond, check their points.
            assertEquals(169.0 / 171 * 72 / 74, geometry.inside(List.of(100L, 8192L, 8192L)), 1e-9);
        }
    }

    private static Dependences jacobi(Context context) {
        return DependenceAnalysis.analyze(context, NestParser.parse(Path.of("loopnests", "jacobi-2d.nest")));
    }
}
