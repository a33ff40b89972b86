package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.locality.Analysed;
import tilewright.locality.FootprintCounter;
import tilewright.locality.FootprintFormulas;
import tilewright.locality.Theorem1Volumes;
import tilewright.locality.VolumeCounter;
import tilewright.locality.VolumeFormulas;
import tilewright.locality.Volumes;

class AnalysisTextTest {
    /** theory.md, section 4, in the paper's words. */
    @Test
    void floydWarshallReadsLikeThePaper() {
        assertShows("floyd-warshall", """
                   access  F               d          values from  rho  rho per fixed k,i,j
                1  a(i,j)  [0 1 0; 0 0 1]
                2  a(i,j)  [0 1 0; 0 0 1]  (1,0,0)    S1             3  3,3,3
                3  a(i,k)  [0 1 0; 1 0 0]  (1,0,j-k)  S1             2  2,2,3
                4  a(k,j)  [1 0 0; 0 0 1]  (1,i-k,0)  S1             2  2,3,2

                moved when a loop is cut into Q parts (Theorem 1)
                   access  k                        i                         j
                2  a(i,j)  Q1 n^2 reads and writes  none                      none
                3  a(i,k)  Q1 n reads and writes    none                      Q3 n^2 reads, n^2 writes
                4  a(k,j)  Q1 n reads and writes    Q2 n^2 reads, n^2 writes  none
            """);
        assertShows("floyd-warshall", """
                thread sizes (Theorem 2)
                   access  r12                     r22   r32   threads share
                1  a(i,j)  1 or r1, barrier per k  free  1     lines along j
                2  a(i,j)  1 or r1, barrier per k  free  1     lines along j
                3  a(i,k)  free (k sequential)     free  free  one element along j
                4  a(k,j)  free                    1     1     one element along i, lines along j
            """);
        assertShows("floyd-warshall", """
            Block sizes, the largest first (Theorem 1, section 2.2)
              k, then i and j equally

            Thread sizes (Theorem 2 and Lemma 1)
              k: r12 = 1 or r1 with a barrier per k  Lemma 1: k does not move a(i,j) (S1 accesses 1, 2)
              i: r22 = 1                             Lemma 1: i does not move a(k,j) (S1 access 4)
              j: r32 = 1                             spatial locality: parallel j shares lines of a(i,j) (S1
                                                     accesses 1, 2), a(k,j) (S1 access 4)
            """);
    }

    @Test
    void gaussianEliminationReadsLikeThePaper() {
        assertShows("gaussian-elimination", """
                2  a(i,j)  Q1 n^2 reads and writes  none                      none
                3  a(i,k)  Q1 n reads and writes    none                      Q3 n^2 reads, n^2 writes
                4  a(k,k)  Q1 reads and writes      Q2 n reads, n writes      Q3 n reads, n writes
                5  a(k,j)  Q1 n reads and writes    Q2 n^2 reads, n^2 writes  none
            """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "floyd-warshall",
                "gaussian-elimination",
                "matmul",
                "jacobi-2d",
                "transitive-closure",
                "widest-path",
                "lu"
            })
    void everyNestFitsAHundredColumnsOfAscii(String nest) {
        for (String line : text(nest).lines().toList()) {
            assertTrue(line.length() <= 100, line);
            assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(line), line);
            assertEquals(line.stripTrailing(), line);
        }
    }

    @Test
    void volumesAreSummedUp() {
        try (Analysed analysed = Analysed.stored("matmul")) {
            Volumes volumes = new VolumeCounter(analysed.dependences(), Map.of("n", 8L)).count(List.of(4, 4, 8));
            String text = AnalysisText.of(analysed.dependences(), analysed.locality(), volumes);
            assertTrue(text.endsWith("""
                Values moved by blocks of 4 x 4 x 8
                  reads from outside  320
                  writes for outside   64
                  together            384
                """), text);
        }
    }

    @Test
    void theEstimateStandsBesideTheExactVolumes() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            Map<String, Long> sizes = Map.of("n", 4096L);
            List<Integer> block = List.of(64, 64, 64);
            Volumes volumes = new VolumeCounter(analysed.dependences(), sizes).count(block);
            Volumes estimate = Theorem1Volumes.of(analysed.dependences(), analysed.locality(), sizes, block);
            String text = AnalysisText.of(
                    analysed.dependences(), analysed.locality(), new AtSizes(volumes, estimate, null), null, null);
            assertTrue(text.endsWith("""
                Values moved by blocks of 64 x 64 x 64
                                           exact   Theorem 1
                  reads from outside  3187154944  3221749760
                  writes for outside  1106231680  1074266112
                  together            4293386624  4296015872
                  (Theorem 1: its terms with a factor Q, constants 1)
                """), text);
        }
    }

    @Test
    void aSubscriptThatIsNotLinearIsSaidToBeSo() {
        try (Analysed analysed = Analysed.text("param n", "do i = 1, n", "x(i) = y(i/2)", "enddo")) {
            String text = AnalysisText.of(analysed.dependences(), analysed.locality(), null);
            assertTrue(text.contains("not linear"), text);
        }
    }

    @Test
    void linesFitANarrowTerminal() {
        try (Analysed analysed = Analysed.stored("matmul")) {
            String text = AnalysisText.of(
                    analysed.dependences(), analysed.locality(), new AtSizes(null, null, null), null, null, 60);
            assertTrue(
                    text.lines()
                            .filter(line -> !line.startsWith("S1") && !line.startsWith("Anti"))
                            .allMatch(line -> line.length() <= 60),
                    text);
        }
    }

    /** Pages break lines themselves; lines of 100 characters were broken once more on small screens. */
    @Test
    void pagesGetASentenceInOneLine() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            String bands = AnalysisText.sections(analysed.dependences(), analysed.locality())
                    .bands();
            assertTrue(bands.contains("the blocks of a step run as diagonal, panels, rest (Venkataraman"), bands);
        }
    }

    @Test
    void formulasStandBesideTheoremOne() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            String text = AnalysisText.of(
                    analysed.dependences(),
                    analysed.locality(),
                    new AtSizes(null, null, null),
                    VolumeFormulas.of(analysed.dependences()),
                    FootprintFormulas.of(analysed.dependences()));
            assertTrue(text.contains("""
                    exactly, with one loop cut and the others whole; valid for r1 | n, r2 | n, r3 | n,
                      r1, r2, r3 >= 4
                       access  cut  Theorem 1   exactly
                    2  a(i,j)  k    Q1 n^2 r+w  n^3/r1 - n^2
                    3  a(i,k)  k    Q1 n r+w    n^2/r1 - n
                               j    Q3 n^2 r    n^3/r3 - n^2 - n^2/r3 + n
                                    n^2 w       n^2 - 2 n
                """), text);
            assertTrue(text.contains("""
                Values moved by blocks, exactly
                  One block inside the nest (I != K, J != K), sizes r1..r3, ranges of the loops apart
                    reads     r1 r2 + r1 r3 + r2 r3: r2 r3 at a(i,j), r1 r2 at a(i,k), r1 r3 at a(k,j)
                    writes    r2 r3
                    together  r1 r2 + r1 r3 + 2 r2 r3
                  All blocks, leading term: n^3 (2/r1 + 1/r2 + 1/r3)
                """), text);
            assertTrue(text.contains("""
                Elements that a block touches
                  a: r1 r2 + r1 r3 + r2 r3 elements of 4 bytes
                        access  elements  each used  along    carried by
                  S1 1  a(i,j)  r2 r3     r1         (1,0,0)  k
                """), text);
        }
    }

    @Test
    void aBlockAndItsThreadsAreToldInBytesAndRegisters() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            AtSizes at = new AtSizes(
                    null, null, FootprintCounter.of(analysed.dependences(), List.of(32, 32, 32), List.of(1, 4, 4)));
            String text = AnalysisText.of(analysed.dependences(), analysed.locality(), at, null, null);
            assertTrue(text.endsWith("""
                Shared memory of a block of 32 x 32 x 32, registers of a thread of 1 x 4 x 4
                           elements  bytes  per thread  registers
                  S1 1, 2      1024   4096          16         16  a(i,j)
                  S1 3         1024   4096           4          4  a(i,k)
                  S1 4         1024   4096           4          4  a(k,j)
                  Everything a block touches, each element once: 12288 bytes; a thread: 24 registers of 4 bytes.
                """), text);
        }
    }

    private static void assertShows(String nest, String part) {
        String text = text(nest);
        String flat = text.replaceAll("(?m)^ +", "");
        assertTrue(flat.contains(part.replaceAll("(?m)^ +", "")), text);
    }

    private static String text(String nest) {
        try (Analysed analysed = Analysed.stored(nest)) {
            return AnalysisText.of(
                    analysed.dependences(),
                    analysed.locality(),
                    new AtSizes(null, null, null),
                    VolumeFormulas.of(analysed.dependences()),
                    FootprintFormulas.of(analysed.dependences()));
        }
    }
}
