package tilewright.tune.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.space.Candidate;

class HostileSizesTest {
    private static final LoopNest GAUSS = NestParser.parse("gauss.nest", """
        param n
        real a(n, n+1)
        do k = 1, n-1
          do i = k+1, n
            do j = k+1, n+1
              a(i,j) = a(i,j) - (a(i,k) / a(k,k)) * a(k,j)
            enddo
          enddo
        enddo
        """);
    private static final LoopNest STENCIL = NestParser.parse("stencil.nest", """
        param t, n
        real a(n), b(n)
        do s = 1, t
          do i = 2, n-1
            b(i) = a(i-1) + a(i) + a(i+1)
          enddo
          do i = 2, n-1
            a(i) = b(i)
          enddo
        enddo
        """);

    @Test
    void sizesStandAroundEveryBlockSize() {
        List<Long> values = new HostileSizes(GAUSS)
                .of(candidate(16, 32, 64)).stream().map(sizes -> sizes.get("n")).toList();
        assertEquals(List.of(1L, 2L, 7L, 15L, 17L, 31L, 33L, 63L, 65L, 131L), values);
    }

    @Test
    void severalParametersAlsoGetSizesOfTheirOwn() {
        List<Map<String, Long>> all = new HostileSizes(STENCIL)
                .of(candidate(1, 8)).stream().map(Map::copyOf).toList();
        assertTrue(all.contains(Map.of("t", 9L, "n", 17L)), all.toString());
        assertTrue(all.contains(Map.of("t", 1L, "n", 1L)), all.toString());
    }

    @Test
    void sizesThatTakeTheSequentialNestTooLongAreLeftOut() {
        List<Long> values = new HostileSizes(GAUSS)
                .of(candidate(16, 16, 2048)).stream()
                        .map(sizes -> sizes.get("n"))
                        .toList();
        assertEquals(List.of(1L, 2L, 7L, 15L, 17L), values);
    }

    @Test
    void operationsAreCountedFromAbove() {
        assertEquals(9 * 9 * 10, new LoopExtents(GAUSS, Map.of("n", 10L)).operations());
        assertEquals(2 * 5 * 8, new LoopExtents(STENCIL, Map.of("t", 5L, "n", 10L)).operations());
        assertEquals(Long.MAX_VALUE, new LoopExtents(GAUSS, Map.of("n", 1L << 30)).operations());
    }

    @Test
    void theReductionLengthCountsTheTermsThatAnElementCombines() {
        assertEquals(9 * 4, new LoopExtents(GAUSS, Map.of("n", 10L)).reductionLength());
        assertEquals(5 * 4, new LoopExtents(STENCIL, Map.of("t", 5L, "n", 10L)).reductionLength());
    }

    private static Candidate candidate(Integer... block) {
        return new Candidate(
                List.of(block), java.util.Collections.nCopies(block.length, 1), new Candidate.Options(1, 1));
    }
}
