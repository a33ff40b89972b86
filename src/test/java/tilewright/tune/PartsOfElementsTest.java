package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.space.LoopRole;

/** Where iterations write several neighbours each, in loops of their own, as interpolation to a finer grid does, a thread writes all of them: blocks had one of each. */
class PartsOfElementsTest {
    private static final String TWICE_AS_FINE = """
        param n
        double precision c(0:n, 0:n), f(0:2*n - 1, 0:2*n - 1)
        do i = 0, n - 1
          do j = 0, n - 1
            do p = 0, 1
              do q = 0, 1
                f(2*i + p,2*j + q) = 0.25 * (c(i,j) + c(i + p,j) + c(i,j + q) + c(i + p,j + q))
              enddo
            enddo
          enddo
        enddo
        """;

    /** The loops in another order: one over parts stands around one over elements. */
    private static final String IN_TURN =
            TWICE_AS_FINE.replaceFirst("do j = 0, n - 1\\s+do p = 0, 1", "do p = 0, 1\n    do j = 0, n - 1");

    /** A tile of many rows is no part of an element. */
    private static final String TILES = """
        param n
        real c(0:64*n - 1, n)
        do b = 0, n - 1
          do i = 0, 63
            do j = 1, n
              c(64*b + i,j) = 2.0 * c(64*b + i,j)
            enddo
          enddo
        enddo
        """;

    /** With a loop over channels around, along which threads could lie. */
    private static final String CHANNELS = """
        param n
        real x(n, n), y(n, 0:3*n - 1)
        do c = 1, n
          do i = 0, n - 1
            do p = 0, 2
              y(c,3*i + p) = x(c,i + 1)
            enddo
          enddo
        enddo
        """;

    @ParameterizedTest
    @CsvSource({"0, 2", "1, 2", "2, 0", "3, 1"})
    void threadsWriteAllParts(int which, int written) {
        LoopNest nest = NestParser.parse(
                "parts.nest", List.of(TWICE_AS_FINE, IN_TURN, TILES, CHANNELS).get(which));
        try (Context context = new Context()) {
            List<LoopRole> roles = new Tiler(DependenceAnalysis.analyze(context, nest))
                    .families()
                    .getFirst()
                    .roles();
            assertEquals(
                    written, roles.stream().filter(r -> r == LoopRole.UNROLLED).count(), roles.toString());
        }
        EmulatedPrograms programs = EmulatedPrograms.of(nest).getFirst();
        for (long n : new long[] {1, 2, 9, 20}) {
            SequencedMap<String, Long> sizes = new LinkedHashMap<>();
            sizes.put("n", n);
            assertTrue(programs.run(sizes, n).ok(), () -> programs + " n=" + n);
        }
    }
}
