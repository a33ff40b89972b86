package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.tiling.check.Reindexing;

/** Long loops along which points slide over an array, in chunks. */
class SlidingChunksTest {
    private static final String FILTER = """
        param n, m
        real x(n + m), y(n), h(m)
        do i = 1, n
          y(i) = 0
          do k = 1, m
            y(i) = y(i) + h(k) * x(i+k)
          enddo
        enddo
        """;

    private static Optional<SlidingChunks> of(String text) {
        return SlidingChunks.of(NestParser.parse("filter.nest", text));
    }

    @Test
    void aLongLoopIsChunksOfWhichTheLastOneAsks() {
        assertEquals("""
            do i = 1, n
              y(i) = 0
              do k_chunk = 0, (m - 1)/16
                do k_in_chunk = 0, 15
                  if (16*k_chunk + 1 + k_in_chunk <= m) then
                    y(i) = y(i) + (h(16*k_chunk + 1 + k_in_chunk) * x(i + 16*k_chunk + 1 + k_in_chunk))
                  endif
                enddo
              enddo
            enddo
            """, NestPrinter.print(of(FILTER).orElseThrow().nest().body()));
    }

    @Test
    void aLengthThatIsAMultipleAsksNothing() {
        String known = FILTER.replace("k = 1, m", "k = 1, 320").replace("h(m)", "h(320)");
        assertTrue(!NestPrinter.print(of(known).orElseThrow().nest().body()).contains("if"));
        assertTrue(of(known.replace("320", "200")).isEmpty(), "few iterations are written out anyway");
    }

    @Test
    void sumsMayStandInOtherSums() {
        String twice = FILTER.replace("  do k", "  do l = 1, m\n  do k") + "enddo\n";
        assertEquals(Set.of("k_in_chunk"), of(twice).orElseThrow().counters());
    }

    @ParameterizedTest
    @CsvSource({"5, false", "7, false", "8, true", "16, true", "17, true", "200, true"})
    void halfOfWhatIsWrittenOutHasToExist(long length, boolean fills) {
        assertEquals(fills, of(FILTER).orElseThrow().fill(Map.of("n", 100L, "m", length)));
    }

    /** @param with what stands instead of something that is asked for */
    @ParameterizedTest
    @CsvSource({
        // nothing slides
        "x(i+k), x(k)",
        "x(i+k), x(2*i+k)",
        // a place whose alignment is not known
        "x(i+k), x(i+k+m-1)",
        // what is read is written
        "x(i+k), y(i+k)",
        // steps
        "'k = 1, m', 'k = 1, m, 2'",
        // bounds that depend on the point
        "'k = 1, m', 'k = 1, i'",
        // another element in each iteration
        "'    y(i) = y(i)', '    y(k) = y(i)'"
    })
    void otherLoopsStay(String what, String with) {
        String text = FILTER.replace(what, with);
        assertTrue(!text.equals(FILTER) && of(text).isEmpty());
    }

    @Test
    void rowsMayLieAnywhere() {
        String columns = FILTER.replace("x(n + m), y(n)", "x(n + m,n), y(n)").replace("x(i+k)", "x(i+m-k,1)");
        assertTrue(of(columns).isPresent());
    }

    @Test
    void chunksComputeWhatTheLoopDoes() {
        try (Context context = new Context()) {
            Dependences written = DependenceAnalysis.withSilent(
                    DependenceAnalysis.analyze(context, NestParser.parse("filter.nest", FILTER)));
            SlidingChunks chunks = SlidingChunks.of(written.nest()).orElseThrow();
            assertEquals(Optional.empty(), Reindexing.difference(written, chunks.nest(), chunks.parts()));
            Map<String, Affine> late = Map.of(
                    "k_chunk",
                    Affine.variable("k").floorDiv(16),
                    "k_in_chunk",
                    new Affine.Mod(Affine.variable("k"), 16));
            Map<String, Reindexed> parts = new java.util.HashMap<>(chunks.parts());
            parts.put("S2", new Reindexed("S2", late));
            assertEquals(
                    Optional.of("S2 runs for other iterations"), Reindexing.difference(written, chunks.nest(), parts));
            String less = NestPrinter.print(chunks.nest()).replace("(m - 1)/16", "(m - 1)/16 - 1");
            assertEquals(
                    Optional.of("iterations of S2 do not run"),
                    Reindexing.difference(written, NestParser.parse("less.nest", less), chunks.parts()));
        }
    }
}
