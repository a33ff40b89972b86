package tilewright.ranking.candidates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tilewright.ranking.Problems;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

class CandidateSpaceTest {
    private static final GpuDescription H200 = (GpuDescription) DeviceCatalog.find("h200");
    private static final Family ELIMINATION = Problems.elimination(Problems.floydWarshall(64), "S1");

    private record Case(String name, Problem problem, Family family) {}

    private static Stream<Case> cases(long n) {
        return Stream.of(
                new Case("floyd-warshall", Problems.floydWarshall(n), ELIMINATION),
                new Case("gaussian-elimination", Problems.gauss(n), Problems.elimination(Problems.gauss(n), "S1")),
                new Case("lu", Problems.lu(n), Problems.elimination(Problems.lu(n), "S1", "S2")),
                new Case("matmul", Problems.matmul(n), Problems.inner(Problems.matmul(64))));
    }

    @TestFactory
    Stream<DynamicTest> aLargeProblemHasAtLeast300Candidates() {
        return cases(4096)
                .map(c -> DynamicTest.dynamicTest(c.name(), () -> {
                    List<Candidate> candidates = CandidateSpace.of(c.problem(), c.family(), H200);
                    assertTrue(candidates.size() >= 300, "only " + candidates.size());
                    assertEquals(candidates.size(), new HashSet<>(candidates).size(), "no candidate twice");
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyCandidateKeepsEveryLimit() {
        return cases(4096)
                .map(c -> DynamicTest.dynamicTest(c.name(), () -> {
                    CandidateSpace space = new CandidateSpace(c.problem(), c.family(), H200);
                    for (Candidate candidate : space.all()) {
                        checkLimits(c.family(), candidate);
                        assertTrue(
                                space.objection(candidate).isEmpty(),
                                () -> candidate + ": " + space.objection(candidate));
                    }
                }));
    }

    private static void checkLimits(Family family, Candidate candidate) {
        int threads = 1;
        for (int z = 0; z < candidate.block().size(); z++) {
            int r = candidate.block().get(z);
            int t = candidate.thread().get(z);
            assertEquals(0, r % t, candidate::toString);
            assertTrue(isOnLadder(r) && r <= (candidate.options().panel() > 0 ? 512 : 256), candidate::toString);
            assertTrue(t <= 16, candidate::toString);
            threads *= family.roles().get(z) == LoopRole.PARALLEL ? r / t : 1;
        }
        assertTrue(threads >= 32 && threads <= 1024 && threads % 32 == 0, candidate::toString);
        int step = candidate.options().panel();
        if (step > 0) {
            // Late blocks are visited once for several steps: only the step divides them.
            candidate.block().forEach(r -> assertEquals(0, r % step, candidate::toString));
            return;
        }
        for (Family.Divides constraint : family.constraints()) {
            assertEquals(
                    0,
                    candidate.block().get(constraint.multiple())
                            % candidate.block().get(constraint.divisor()),
                    candidate::toString);
        }
        int sequential = family.roles().contains(LoopRole.KERNEL)
                ? candidate.block().getLast()
                : candidate.block().getFirst();
        assertEquals(0, sequential % candidate.options().kTile(), candidate::toString);
        assertTrue(List.of(1, 2).contains(candidate.options().stages()), candidate::toString);
    }

    private static boolean isOnLadder(int size) {
        int odd = size >> Integer.numberOfTrailingZeros(size);
        return odd == 1 || odd == 3;
    }

    @TestFactory
    Stream<DynamicTest> smallProblemsHaveCandidatesToo() {
        return Stream.of(1L, 2L, 3L, 17L, 45L)
                .flatMap(n -> cases(n).map(c -> DynamicTest.dynamicTest(c.name() + " " + n, () -> {
                    List<Candidate> candidates = CandidateSpace.of(c.problem(), c.family(), H200);
                    assertFalse(candidates.isEmpty());
                    int largest = candidates.stream()
                            .flatMap(x -> x.block().stream())
                            .mapToInt(Integer::intValue)
                            .max()
                            .orElseThrow();
                    assertTrue(largest <= 64, "blocks of " + largest + " for n = " + n);
                })));
    }

    @Test
    void theFamilyWithHostLoopsHasBlocksOfOneIteration() {
        List<Candidate> candidates =
                CandidateSpace.of(Problems.floydWarshall(512), Problems.flat(Problems.floydWarshall(64), "S1"), H200);
        assertTrue(candidates.stream().allMatch(c -> c.block().getFirst() == 1));
        assertTrue(candidates.stream().allMatch(c -> c.options().equals(new Candidate.Options(1, 1))));
    }

    @Test
    void aCpuHasASmallerSpaceWithoutThreadLimits() {
        HostDescription host = DeviceCatalog.host();
        List<Candidate> candidates = CandidateSpace.of(Problems.floydWarshall(512), ELIMINATION, host);
        int gpu = CandidateSpace.of(Problems.floydWarshall(512), ELIMINATION, H200)
                .size();
        assertTrue(candidates.size() >= 100 && candidates.size() < gpu, candidates.size() + " and " + gpu);
    }

    @Test
    void objectionsSayWhatIsWrong() {
        CandidateSpace space = new CandidateSpace(Problems.floydWarshall(4096), ELIMINATION, H200);
        assertEquals("r1 = 48 does not divide r2 = 64", objection(space, List.of(48, 64, 96), List.of(1, 4, 4)));
        assertEquals("thread size 5 does not divide r3 = 64", objection(space, List.of(32, 64, 64), List.of(1, 4, 5)));
        assertEquals(
                "4096 threads per block; there must be a multiple of 32, at most 1024",
                objection(space, List.of(64, 64, 64), List.of(1, 1, 1)));
        assertEquals(
                "a thread needs about 344 registers of 255, 89 too many",
                objection(space, List.of(64, 128, 128), List.of(1, 16, 16)));
    }

    @Test
    void tooMuchSharedMemoryIsRefused() {
        CandidateSpace space = new CandidateSpace(Problems.matmul(4096), Problems.inner(Problems.matmul(64)), H200);
        Candidate candidate = Problems.candidate(List.of(128, 128, 512), List.of(8, 8, 1), 512);
        assertEquals(
                "a block needs 526336 bytes of shared memory of 232448, 293888 too many",
                space.objection(candidate).orElseThrow());
    }

    private static String objection(CandidateSpace space, List<Integer> block, List<Integer> thread) {
        return space.objection(Problems.candidate(block, thread, 16)).orElse("none");
    }
}
