package tilewright.ranking.candidates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.parse.NestParser;
import tilewright.ranking.Problems;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Resources;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** A candidate that does not fit is refused with the limit and by how much. */
class FeasibilityTest {
    private static final GpuDescription H200 = (GpuDescription) DeviceCatalog.find("h200");
    private static final Family ELIMINATION = Problems.elimination(Problems.floydWarshall(64), "S1");
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

    /** With a panel size some launches have twice the threads: 256 of these blocks' own are within the registers, 512 are not. */
    @Test
    void blocksOfEveryLaunchOfAVisitFit() {
        Problem problem = Problems.of(NestParser.parse("test.nest", """
            param n
            double precision a(n, n)
            do k = 1, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = min(a(i,j), a(i,k) + a(k,j))
                enddo
              enddo
            enddo
            """), List.of("k", "i", "j"), Map.of("n", 4096L));
        CandidateSpace wide = new CandidateSpace(problem, ELIMINATION, H200);
        Candidate candidate = new Candidate(List.of(128, 128, 128), List.of(1, 8, 8), new Candidate.Options(16, 2, 32));
        assertEquals(
                Optional.of("512 threads of about 136 registers need 69632 registers of a multiprocessor of 65536, 4096"
                        + " too many"),
                wide.refusal(candidate));
    }

    /** Threads that run along lines of their own need nothing of one another; those of a product could be multiplied by warps. */
    @Test
    void recurrencesAlongLinesMayHaveHalfAWarp() {
        CandidateSpace lines = lines("x(i,j) = f(i,j) - x(i,j - 1) / 2");
        assertEquals(Optional.empty(), lines.refusal(candidate(List.of(16, 16), List.of(1, 1), 16, 2)));
        assertTrue(lines.all().contains(candidate(List.of(16, 16), List.of(1, 1), 16, 2)));
        assertEquals(
                Optional.of("8 threads per block; there must be 16 or a multiple of 32, at most 1024"),
                lines.refusal(candidate(List.of(8, 16), List.of(1, 1), 16, 2)));

        Optional<String> whole = Optional.of("16 threads per block; there must be a multiple of 32, at most 1024");
        Candidate half = candidate(List.of(16, 16), List.of(1, 1), 16, 2);
        assertEquals(whole, lines("x(i,1) = x(i,1) + f(i,j)").refusal(half), "each thread has one sum");
        CandidateSpace products = new CandidateSpace(Problems.matmul(4096), Problems.inner(Problems.matmul(64)), H200);
        assertEquals(whole, products.refusal(candidate(List.of(8, 8, 16), List.of(2, 2, 1), 16, 2)));
    }

    private static CandidateSpace lines(String statement) {
        Problem problem = Problems.of(
                NestParser.parse("test.nest", """
                    param n
                    double precision f(1:n, 1:n), x(1:n, 1:n)
                    do i = 1, n
                      do j = 2, n
                        %s
                      enddo
                    enddo
                    """.formatted(statement)), List.of("i", "j"), Map.of("n", 1000L));
        List<LoopRole> roles = List.of(LoopRole.PARALLEL, LoopRole.KERNEL);
        return new CandidateSpace(
                problem,
                new Family(
                        "1D blocks",
                        roles,
                        List.of(new Family.Level(
                                "all blocks", List.of(Problems.piece(problem, roles, List.of(0), false, "S1")))),
                        List.of(),
                        "by hand"),
                H200);
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
        CandidateSpace products = new CandidateSpace(Problems.matmul(4096), Problems.inner(Problems.matmul(64)), H200);
        assertEquals(
                Optional.of("a block needs 526336 bytes of shared memory of 232448, 293888 too many"),
                products.excess(candidate(List.of(128, 128, 512), List.of(8, 8, 1), 512, 1)));
    }
}
