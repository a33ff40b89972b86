package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.tiling.Candidate;
import tilewright.tiling.Family;

/** A candidate that does not fit is refused with the limit and by how much. */
class FeasibilityTest {
    private static final GpuDescription H200 = (GpuDescription) DeviceCatalog.find("h200");
    private static final Family ELIMINATION = Problems.elimination("S1");
    private static final CandidateSpace SPACE = new CandidateSpace(Problems.floydWarshall(4096), ELIMINATION, H200);

    private static Candidate candidate(List<Integer> block, List<Integer> thread, int chunk, int stages) {
        return new Candidate(block, thread, new Candidate.Options(chunk, stages));
    }

    private static void refused(String why, Candidate candidate) {
        assertEquals(Optional.of(why), SPACE.refusal(candidate));
    }

    @Test
    void aRefusalNamesTheLimitAndTheExcess() {
        refused(
                "4096 threads per block; there must be a multiple of 32, at most 1024",
                candidate(List.of(64, 64, 64), List.of(1, 1, 1), 16, 1));
        refused(
                "9 threads per block; there must be a multiple of 32, at most 1024",
                candidate(List.of(3, 3, 3), List.of(1, 1, 1), 3, 1));
        refused(
                "a thread needs about 1176 registers of 255, 921 too many",
                candidate(List.of(32, 256, 128), List.of(1, 32, 32), 16, 1));
        refused("r1 = 48 does not divide r2 = 64", candidate(List.of(48, 64, 48), List.of(1, 8, 4), 16, 1));
        refused("thread size 5 does not divide r2 = 64", candidate(List.of(32, 64, 64), List.of(1, 5, 4), 16, 1));
        refused(
                "thread size 2 of r1 is not possible here: it must be 1, as no threads share that loop out",
                candidate(List.of(32, 64, 64), List.of(2, 8, 4), 16, 1));
        refused(
                "the host would run single iterations, which is another way of cutting these loops",
                candidate(List.of(1, 64, 64), List.of(1, 8, 4), 1, 1));
        refused("there are 3 loops", candidate(List.of(64, 64), List.of(8, 4), 16, 1));
    }

    @Test
    void registersOfABlockAreThoseOfWholeWarps() {
        assertEquals(
                "512 threads of about 129 registers need 69632 registers of a multiprocessor of 65536, 4096 too many",
                Feasibility.tooManyRegisters(Resources.of(512, 0, 129, H200.limits()), H200.limits()));
    }

    @Test
    void whatFitsIsNotRefused() {
        assertEquals(Optional.empty(), SPACE.refusal(candidate(List.of(32, 64, 64), List.of(1, 8, 4), 16, 1)));
    }

    /** A block of few threads starts, though no such block is ranked. */
    @Test
    void onlyWhatCannotStartIsInExcess() {
        assertEquals(Optional.empty(), SPACE.excess(candidate(List.of(3, 3, 3), List.of(1, 1, 1), 3, 1)));
        assertEquals(
                Optional.of("a block has 4096 threads of 1024, 3072 too many"),
                SPACE.excess(candidate(List.of(64, 64, 64), List.of(1, 1, 1), 16, 1)));
        CandidateSpace products = new CandidateSpace(Problems.matmul(4096), Problems.inner(), H200);
        assertEquals(
                Optional.of("a block needs 526336 bytes of shared memory of 232448, 293888 too many"),
                products.excess(candidate(List.of(128, 128, 512), List.of(8, 8, 1), 512, 1)));
    }
}
