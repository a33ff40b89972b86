package tilewright.tiling.space;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CandidateTest {
    private static final List<LoopRole> ELIMINATION =
            List.of(LoopRole.HOST_BLOCKS, LoopRole.PARALLEL, LoopRole.PARALLEL);

    @Test
    void fewUrgentBlocksHaveTwiceTheThreads() {
        assertEquals(List.of(1, 4, 8), urgent(128).thread());
        assertEquals(List.of(1, 4, 8), urgent(256).thread());
    }

    @Test
    void urgentBlocksOfLongVisitsAreManyAndHaveTheThreadsOfOthers() {
        assertEquals(List.of(1, 8, 8), urgent(512).thread());
    }

    private static Candidate urgent(int visit) {
        return new Candidate(List.of(visit, 64, 128), List.of(1, 8, 8), new Candidate.Options(16, 2, 64))
                .urgent(ELIMINATION);
    }
}
