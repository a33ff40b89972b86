package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
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
    void aLongLoopIsChunksAndARest() {
        assertEquals("""
            do i = 1, n
              y(i) = 0
              do k_chunk = 0, m/16 - 1
                do k_in_chunk = 0, 15
                  y(i) = y(i) + (h(16*k_chunk + 1 + k_in_chunk) * x(i + 16*k_chunk + 1 + k_in_chunk))
                enddo
              enddo
              do k_rest = 0, 14
                if (16*(m/16) + 1 + k_rest >= 1 .and. 16*(m/16) + 1 + k_rest <= m) then
                  y(i) = y(i) + (h(16*(m/16) + 1 + k_rest) * x(i + 16*(m/16) + 1 + k_rest))
                endif
              enddo
            enddo
            """, NestPrinter.print(of(FILTER).orElseThrow().nest().body()));
    }

    @Test
    void aLengthThatIsAMultipleLeavesNoRest() {
        String known = FILTER.replace("k = 1, m", "k = 1, 320").replace("h(m)", "h(320)");
        assertEquals(1, of(known).orElseThrow().parts().size());
        assertTrue(of(known.replace("320", "200")).isEmpty(), "few iterations are written out anyway");
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
        "'    y(i) = y(i)', '    y(k) = y(i)'",
        // sums around it
        "'  do k', '  do l = 1, m\n  do k'"
    })
    void otherLoopsStay(String what, String with) {
        String text = FILTER.replace(what, with);
        String whole = with.contains("do l") ? text + "enddo\n" : text;
        assertTrue(!whole.equals(FILTER) && of(whole).isEmpty());
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
            String rest = chunks.nest().statements().getLast().statement().id();
            Map<String, Affine> twice = Map.of("k_rest", Affine.variable("k").plus(-1));
            Map<String, Reindexed> parts = new java.util.HashMap<>(chunks.parts());
            parts.put(rest, new Reindexed("S2", twice));
            assertEquals(
                    Optional.of(rest + " accesses another element than h(k)"),
                    Reindexing.difference(written, chunks.nest(), parts));
            String less = NestPrinter.print(chunks.nest()).replace("m/16 - 1", "m/16 - 2");
            assertEquals(
                    Optional.of("iterations of S2 do not run"),
                    Reindexing.difference(written, NestParser.parse("less.nest", less), chunks.parts()));
        }
    }
}
