package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RankerTest {
    private static final DeviceDescription H200 = DeviceCatalog.find("h200");
    private static final List<Family> FAMILIES = families(Problems.floydWarshall(4096));
    private static final Ranking RANKING = Ranker.rank(Problems.floydWarshall(4096), FAMILIES, H200);

    private static List<Family> families(Problem problem) {
        return List.of(Problems.elimination(problem, "S1"), Problems.flat(problem, "S1"));
    }

    @Test
    void candidatesAreInOrderAndNumberedFromOne() {
        double before = 0;
        int rank = 0;
        for (RankedCandidate each : RANKING.candidates()) {
            assertEquals(++rank, each.rank());
            assertTrue(each.prediction().seconds() >= before);
            before = each.prediction().seconds();
        }
        assertEquals(20, RANKING.top(20).size());
        assertEquals(RANKING.candidates(), RANKING.top(Integer.MAX_VALUE));
    }

    @Test
    void loopsThatAreTooLongToBeWrittenOutRunOnTheHost() {
        LoopNest nest = NestParser.parse("nest", """
            double precision t(20,20,20,20), a(20,20,20,20), c(20,20)
            do i = 1, 20
              do j = 1, 20
                do k = 1, 20
                  do l = 1, 20
                    do m = 1, 20
                      t(i,j,k,l) = t(i,j,k,l) + a(m,j,k,l) * c(m,i)
                    enddo
                  enddo
                enddo
              enddo
            enddo
            """);
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);

            Ranking ranking =
                    Ranker.rank(dependences, new Tiler(dependences).families(), Map.of(), DeviceCatalog.host());

            assertEquals(
                    LoopRole.HOST,
                    ranking.candidates().getFirst().family().roles().getLast());
        }
    }

    @Test
    void shapesDifferInMoreThanTheirOptions() {
        List<RankedCandidate> shapes = RANKING.topShapes(20);
        assertEquals(20, shapes.size());
        assertEquals(RANKING.candidates().getFirst(), shapes.getFirst());
        long different = shapes.stream()
                .map(c -> List.of(c.candidate().block(), c.candidate().thread()))
                .distinct()
                .count();
        assertEquals(20, different);
        assertTrue(shapes.getLast().rank() > 20);
    }

    @Test
    void whatIsNotRankedGetsAPlaceAmongTheOthers() {
        RankedCandidate first = RANKING.candidates().getFirst();
        RankedCandidate last = RANKING.candidates().getLast();
        assertEquals(
                1,
                RANKING.placed(first.family(), first.candidate(), first.prediction())
                        .rank());
        int place = RANKING.placed(last.family(), last.candidate(), last.prediction())
                .rank();
        assertTrue(place > 1 && place <= RANKING.candidates().size(), "place " + place);
    }

    @Test
    void sampleHoldsTheFirstShapesFixedBlocksAndSomeOfEveryPartOfTheOrder() {
        List<RankedCandidate> sample = RANKING.sample(100, 1);
        assertEquals(100, sample.stream().distinct().count());
        assertTrue(sample.containsAll(RANKING.topShapes(25)));
        assertTrue(sample.stream().anyMatch(c -> c.candidate().block().equals(List.of(32, 32, 32))));
        int all = RANKING.candidates().size();
        for (int tenth = 0; tenth < 10; tenth++) {
            int from = tenth * all / 10;
            int to = (tenth + 1) * all / 10;
            assertTrue(
                    sample.stream()
                                    .filter(c -> c.rank() > from && c.rank() <= to)
                                    .count()
                            >= 6,
                    "candidates ranked " + from + " to " + to);
        }
        assertEquals(sample, RANKING.sample(100, 1));
        assertNotEquals(sample, RANKING.sample(100, 2));
        assertEquals(RANKING.candidates(), RANKING.sample(all, 1));
    }

    @Test
    void storedRankingHoldsTheFirstInFullAndFurtherOnesInBrief() {
        JsonNode stored =
                JsonMapper.shared().readTree(RankingJson.of(RANKING, c -> c.rank() <= 3, c -> c.rank() % 1000 == 0));
        JsonNode list = stored.get("ranking");
        assertEquals(3 + RANKING.candidates().size() / 1000, list.size());
        assertTrue(list.get(2).get("reasons").size() > 0);
        assertEquals(1000, list.get(3).get("rank").asInt());
        assertTrue(list.get(3).has("predictedSeconds"));
        assertEquals(0, list.get(3).get("reasons").size());
        assertTrue(!list.get(3).has("levels"), "brief");
    }

    @Test
    void theSameProblemGivesTheSameOrder() {
        Ranking again = Ranker.rank(Problems.floydWarshall(4096), FAMILIES, H200);
        assertEquals(
                RANKING.top(500).stream().map(RankedCandidate::candidate).toList(),
                again.top(500).stream().map(RankedCandidate::candidate).toList());
    }

    @Test
    void blocksOverTheSequentialLoopBeatOneLaunchPerStepByFar() {
        double best = RANKING.candidates().getFirst().prediction().seconds();
        assertTrue(RANKING.baseline().prediction().seconds() > 10 * best);
        assertEquals(List.of(1, 8, 32), RANKING.baseline().candidate().block());
        assertEquals(List.of(1, 1, 1), RANKING.baseline().candidate().thread());
    }

    @Test
    void theBaselineOfANestWithoutHostLoopsKeepsItsLoopInTheKernel() {
        Ranking ranking = Ranker.rank(Problems.matmul(1024), List.of(Problems.inner(Problems.matmul(64))), H200);
        assertEquals(List.of(8, 32, 8), ranking.baseline().candidate().block());
        assertTrue(ranking.baseline().prediction().seconds()
                > 2 * ranking.candidates().getFirst().prediction().seconds());
    }

    @Test
    void givenBlockSizesAreCompletedByTheBestThreadSizes() {
        Ranking ranking = Ranker.rank(Problems.floydWarshall(4096), FAMILIES, H200, List.of(40, 80, 160), null);
        assertTrue(ranking.candidates().stream()
                .allMatch(c -> c.candidate().block().equals(List.of(40, 80, 160))));
        assertTrue(ranking.candidates().size() > 1);
    }

    @Test
    void aGivenBlockOfOneIterationIsTheFamilyWithHostLoops() {
        Ranking ranking =
                Ranker.rank(Problems.floydWarshall(4096), FAMILIES, H200, List.of(1, 16, 64), List.of(1, 4, 4));
        assertEquals("2D blocks", ranking.candidates().getFirst().family().name());
    }

    @Test
    void sizesThatFitNothingAreRefusedWithTheReason() {
        UserError error = assertThrows(
                UserError.class,
                () -> Ranker.rank(Problems.floydWarshall(4096), FAMILIES, H200, List.of(48, 64, 96), List.of(1, 4, 4)));
        assertEquals(
                "no candidate has block sizes [48, 64, 96] and thread sizes [1, 4, 4] on NVIDIA H200: "
                        + "r1 = 48 does not divide r2 = 64",
                error.getMessage());
        UserError count = assertThrows(
                UserError.class,
                () -> Ranker.rank(Problems.floydWarshall(4096), FAMILIES, H200, List.of(64, 64), null));
        assertEquals("this nest has 3 loops (k, i, j): give 3 block sizes, got 2", count.getMessage());
    }

    @Test
    void aMissingParameterIsAskedFor() {
        UserError error = assertThrows(
                UserError.class, () -> Problems.of("floyd-warshall", List.of("k", "i", "j"), Map.of("m", 4L)));
        assertEquals("parameter n has no value; give --set n=...", error.getMessage());
    }

    @Test
    void reasonsNameWhatBindsWhatIsSavedAndWhatLimits() {
        RankedCandidate candidate = ranked(List.of(64, 128, 128), List.of(1, 8, 8), 16);
        List<String> reasons = RANKING.reasons(candidate);
        assertTrue(
                reasons.get(0).matches("arithmetic binds: alone it would take \\d+ % of the time"), reasons::toString);
        assertTrue(
                reasons.get(1)
                        .matches("r1 = 64 halves the writes of a against r1 = 32 \\(1\\.0\\d G values\\); with the"
                                + " smaller size it would take \\d+ % longer"),
                reasons::toString);
        assertTrue(reasons.get(2).startsWith("r1 = 128 would take "), reasons::toString);
        assertTrue(
                reasons.contains(
                        "8 x 8 points per thread: in each iteration 16 values from shared memory serve 64 updates"),
                reasons::toString);
        assertEquals(
                "a multiprocessor holds 2 blocks of 256 threads, limited by registers (about 120 registers per thread, "
                        + "18432 bytes of shared memory per block)",
                reasons.getLast());
    }

    @Test
    void reasonsSayWhyABlockIsNotLarger() {
        RankedCandidate candidate = ranked(List.of(64, 64, 64), List.of(1, 8, 4), 16);
        assertTrue(
                RANKING.reasons(candidate).contains("r1 = 128 is not possible here: r1 = 128 does not divide r2 = 64"));
    }

    @Test
    void slowerPanelsAreTheReasonAgainstALargerBlock() {
        Ranking gauss = Ranker.rank(Problems.gauss(1024), families(Problems.gauss(1024)), H200);
        RankedCandidate candidate = gauss.find(Problems.candidate(List.of(32, 64, 64), List.of(1, 4, 4), 16))
                .orElseThrow();
        List<String> reasons = gauss.reasons(candidate);
        assertTrue(
                reasons.stream().anyMatch(r -> r.startsWith("latency binds: ")),
                "at n = 1024 nothing fills the machine: " + reasons);
        assertNotEquals(candidate, gauss.candidates().getFirst());
    }

    @Test
    void textShowsTheTableTheBaselineAndTheFirstReasons() {
        List<String> lines =
                RankingText.of(RANKING, 5, Integer.MAX_VALUE).lines().toList();
        assertEquals(
                "floyd-warshall, n = 4096, NVIDIA H200: " + RANKING.candidates().size()
                        + " candidates; sizes of loops k, i, j",
                lines.getFirst());
        assertTrue(
                lines.get(2)
                        .matches(" *rank +block +thread +k-tile +stages +(panel +)?predicted +likely +speed-up  bound"
                                + " by +reads +writes +resident"),
                lines.get(2));
        assertTrue(lines.get(3).strip().startsWith("1 "), lines.get(3));
        assertTrue(lines.get(8).strip().startsWith("plain "), lines.get(8));
        assertTrue(lines.contains("Rank 1, " + RANKING.candidates().getFirst().candidate() + ":"), lines.toString());
    }

    @Test
    void jsonHasTheDocumentedForm() {
        JsonNode json = new JsonMapper().readTree(RankingJson.of(RANKING, 2));
        assertEquals("tilewright/ranking/1", json.path("schema").asString());
        assertEquals("floyd-warshall", json.path("nest").asString());
        assertEquals(4096, json.path("sizes").path("n").asInt());
        assertEquals("NVIDIA H200", json.path("device").asString());
        assertEquals("[\"k\",\"i\",\"j\"]", json.path("loops").toString());
        assertEquals(RANKING.candidates().size(), json.path("candidates").asInt());
        assertEquals(2, json.path("ranking").size());
        JsonNode first = json.path("ranking").get(0);
        List<String> names = new ArrayList<>(first.propertyNames());
        // Where held-out sweeps say how far off such predictions are.
        names.remove("likelySeconds");
        assertEquals(
                "[rank, family, block, thread, options, predictedSeconds, boundBy, seconds, volumes, moved, bytes,"
                        + " levels, limits, reasons]",
                names.toString());
        assertEquals(1, first.path("rank").asInt());
        assertEquals(3, first.path("block").size());
        assertEquals(
                "[kTile, stages, panel]", first.path("options").propertyNames().toString());
        assertEquals(
                "[arithmetic, sharedMemory, cache, globalMemory, latency]",
                first.path("seconds").propertyNames().toString());
        assertTrue(first.path("volumes").path("reads").isIntegralNumber());
        assertTrue(first.path("reasons").size() >= 3);
        assertEquals("2D blocks", json.path("baseline").path("family").asString());
    }

    @Test
    void aCpuIsRankedWithItsOwnWords() {
        Ranking ranking = Ranker.rank(Problems.floydWarshall(512), FAMILIES, DeviceCatalog.host());
        String text = RankingText.of(ranking, 3, Integer.MAX_VALUE);
        assertTrue(text.contains("this machine"), text);
        assertTrue(!text.contains("shared memory") && !text.contains("multiprocessor"), text);
        assertTrue(ranking.baseline().prediction().seconds()
                > ranking.candidates().getFirst().prediction().seconds());
        JsonNode first = RankingJson.tree(ranking, 1).path("ranking").get(0);
        assertTrue(first.path("limits").isMissingNode());
    }

    private static RankedCandidate ranked(List<Integer> block, List<Integer> thread, int chunk) {
        Candidate candidate = Problems.candidate(block, thread, chunk);
        return RANKING.find(candidate).orElseThrow();
    }

    /** The plain candidate of lanes along rows had 8 x 256 threads. */
    @Test
    void thePlainCandidateOfSharedReductionsFitsTheDevice() {
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse("chain.nest", """
                param n
                integer p(0:n), m(n,n)
                do l = 1, n-1
                  do i = 1, n-l
                    do k = max(i, i+l-20), i+l-1
                      m(i,i+l) = min(m(i,i+l), m(i,k) + m(k+1,i+l) + p(i-1)*p(k)*p(i+l))
                    enddo
                  enddo
                enddo
                """);
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Tiler tiler = new Tiler(dependences);
            Ranking ranking =
                    Ranker.rank(tiler.ranked(), tiler.families(), tiler.rankedSizes(Map.of("n", 2000L)), H200);

            assertTrue(ranking.baseline().family().roles().contains(LoopRole.REDUCTION));
        }
    }
}
