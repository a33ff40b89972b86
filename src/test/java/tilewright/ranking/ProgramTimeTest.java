package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.ProgramPart;
import tilewright.tiling.space.Candidate;

class ProgramTimeTest {
    private static final DeviceDescription H200 = DeviceCatalog.find("h200");

    /** The second product needs all of the first; both have the same shape. */
    private static final String TWO_PRODUCTS = """
        param n
        do i = 1, n
          do j = 1, n
            do k = 1, n
              t(i,j) = t(i,j) + a(i,k) * b(k,j)
            enddo
          enddo
        enddo
        do i = 1, n
          do j = 1, n
            do k = 1, n
              d(i,j) = d(i,j) + t(i,k) * c(k,j)
            enddo
          enddo
        enddo
        """;

    /** A recurrence over t whose step is a whole row: the host runs t, and each step has two parts. */
    private static final String STEPS = """
        param n
        param m
        do t = 1, m
          do i = 1, n
            s(t) = s(t) + x(i)
          enddo
          do i = 1, n
            x(i) = x(i) + s(t) * y(n + 1 - i)
          enddo
        enddo
        """;

    @Test
    void aNestThatIsPlannedAsAWholeTakesItsOwnTime() {
        try (Context context = new Context()) {
            Tiler tiler = tiler(context, TWO_PRODUCTS.substring(0, TWO_PRODUCTS.indexOf("do i", 20)));
            assertTrue(tiler.ranksAll());
        }
    }

    @Test
    void partsOfTheSameShapeShareTheirSizesAndAddUp() {
        try (Context context = new Context()) {
            Tiler tiler = tiler(context, TWO_PRODUCTS);
            assertFalse(tiler.ranksAll());
            RankedCandidate best = best(tiler, Map.of("n", 512L));
            List<ProgramPart> parts = tiler.parts(best.candidate(), best.family(), Map.of("n", 512L));
            assertEquals(2, parts.size());
            parts.forEach(part -> assertEquals(best.candidate(), part.candidate()));
            double launches = best.prediction().seconds() - best.prediction().start();
            double program = seconds(tiler, best, Map.of("n", 512L));
            assertTrue(best.prediction().start() > 2e-6, "a run begins: " + best.prediction());
            assertTrue(program > 2 * launches, "both parts");
            assertTrue(program < 2 * best.prediction().seconds() - 1e-6, "that begin once");
        }
    }

    @Test
    void partsCountAsOftenAsTheHostRunsThem() {
        try (Context context = new Context()) {
            Tiler tiler = tiler(context, STEPS);
            Map<String, Long> sizes = Map.of("n", 100_000L, "m", 40L);
            RankedCandidate best = best(tiler, sizes);
            List<ProgramPart> parts = tiler.parts(best.candidate(), best.family(), sizes);
            assertEquals(
                    List.of(40.0, 40.0), parts.stream().map(ProgramPart::runs).toList());
            double few = seconds(tiler, best(tiler, sizes), sizes);
            Map<String, Long> more = Map.of("n", 100_000L, "m", 80L);
            assertEquals(2, seconds(tiler, best(tiler, more), more) / few, 0.05, "but that it begins once");
        }
    }

    @Test
    void sizesOfPartsOfAnotherShapeAreFoundOnceForAllCandidates() {
        try (Context context = new Context()) {
            Tiler tiler = tiler(context, """
                param n
                real c(n, n), a(n, n), b(n, n), x(n)
                do i = 1, n
                  x(i) = 2.0 * x(i)
                enddo
                do i = 1, n
                  do j = 1, n
                    do k = 1, n
                      c(i,j) = c(i,j) + x(i) * a(i,k) * b(k,j)
                    enddo
                  enddo
                enddo
                """);
            Family family = tiler.families().getFirst();
            var parts = tiler.parts(Map.of("n", 512L));
            List<Candidate> beside = Stream.of(16, 32)
                    .map(r -> new Candidate(List.of(r, r, r), List.of(2, 2, 1), new Candidate.Options(r, 1)))
                    .map(main -> parts.apply(main, family).getFirst().candidate())
                    .toList();
            assertEquals(1, beside.getFirst().block().size());
            assertSame(beside.getFirst(), beside.getLast());
        }
    }

    @Test
    void allPartsHaveTheBuffersOfTheMainOne() {
        Candidate sums = new Candidate(List.of(32, 128), List.of(1, 1), new Candidate.Options(128, 2));
        Candidate main = new Candidate(List.of(32, 32, 32), List.of(4, 4, 1), new Candidate.Options(32, 1));
        assertEquals("32x128/1x1 k-tile 128", ProgramTime.generated(sums, main).toString());
        assertEquals(sums, ProgramTime.generated(sums, sums));
    }

    private static Tiler tiler(Context context, String text) {
        return new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text)));
    }

    private static RankedCandidate best(Tiler tiler, Map<String, Long> sizes) {
        return Ranker.rank(tiler.ranked(), tiler.families(), tiler.rankedSizes(sizes), H200)
                .candidates()
                .getFirst();
    }

    private static double seconds(Tiler tiler, RankedCandidate best, Map<String, Long> sizes) {
        return new ProgramTime(each -> tiler.parts(each.candidate(), each.family(), sizes), H200).seconds(best);
    }
}
