package tilewright.ranking.candidates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranker;
import tilewright.ranking.Ranking;
import tilewright.ranking.cost.StayingGeometry;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.property.Surfaces;
import tilewright.tiling.space.Candidate;

/** Blocks that stay with their boxes, among the candidates of a stencil. */
class StayingSpaceTest {
    private static final GpuDescription H100 = (GpuDescription) DeviceCatalog.find("h100");

    private static final String THREE = """
        param steps, n
        double precision a(n, n, n), b(n, n, n)
        do t = 1, steps
          do i = 2, n - 1
            do j = 2, n - 1
              do k = 2, n - 1
                b(i,j,k) = a(i,j,k) + 0.1 * (a(i-1,j,k) + a(i+1,j,k) + a(i,j-1,k) + a(i,j+1,k) + a(i,j,k-1) + a(i,j,k+1) - 6.0 * a(i,j,k))
              enddo
            enddo
          enddo
          do i = 2, n - 1
            do j = 2, n - 1
              do k = 2, n - 1
                a(i,j,k) = b(i,j,k) + 0.1 * (b(i-1,j,k) + b(i+1,j,k) + b(i,j-1,k) + b(i,j+1,k) + b(i,j,k-1) + b(i,j,k+1) - 6.0 * b(i,j,k))
              enddo
            enddo
          enddo
        enddo
        """;

    private static final String TWO = """
        param steps, n
        double precision a(n, n), b(n, n)
        do t = 1, steps
          do i = 2, n - 1
            do j = 2, n - 1
              b(i,j) = 0.2 * (a(i,j) + a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))
            enddo
          enddo
          do i = 2, n - 1
            do j = 2, n - 1
              a(i,j) = 0.2 * (b(i,j) + b(i-1,j) + b(i+1,j) + b(i,j-1) + b(i,j+1))
            enddo
          enddo
        enddo
        """;

    private static boolean stays(RankedCandidate candidate) {
        return candidate.candidate().options().resident();
    }

    private static Ranking rank(Dependences dependences, Tiler tiler, long n) {
        return Ranker.rank(dependences, tiler.families(), Map.of("n", n, "steps", 500L), H100);
    }

    /** In three dimensions a sweep loads much beside what it computes, and its rows are told whole. Arrays of 400 x 400 x 400 doubles do not fit the multiprocessors. */
    @Test
    void blocksThatStayComeFirstInThreeDimensionsWhereArraysFit() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("stencil", THREE));
            Tiler tiler = new Tiler(dependences);

            Ranking ranking = rank(dependences, tiler, 120);

            assertTrue(
                    stays(ranking.candidates().getFirst()), ranking.candidates().getFirst()::toString);
            Family family = tiler.families().stream()
                    .filter(f -> f.time() != null)
                    .findFirst()
                    .orElseThrow();
            Surfaces surfaces = Surfaces.of(Objects.requireNonNull(family.time()));
            assertEquals(List.of(), new StayingSpace(surfaces, H100, List.of(500L, 400L, 400L, 400L)).all());
            List<Long> extents = List.of(500L, 118L, 118L, 118L);
            List<Candidate> space = new StayingSpace(surfaces, H100, extents).all();
            assertTrue(
                    space.contains(new Candidate(List.of(1, 15, 8, 120), List.of(1, 15, 2, 1), StayingSpace.STAYING)));
            for (Candidate candidate : space) {
                StayingGeometry geometry = StayingGeometry.of(surfaces, candidate);
                assertTrue(geometry.blocks(extents) <= H100.processors(), candidate::toString);
                assertEquals(0, geometry.threads() % H100.limits().warp(), candidate::toString);
            }
            assertInstanceOf(Verdict.Legal.class, tiler.plan(space.getFirst()));
        }
    }

    private static int registers(String text, List<Integer> block, List<Integer> thread) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("stencil", text)));
            Surfaces surfaces = tiler.families().stream()
                    .filter(f -> f.time() != null)
                    .map(f -> Surfaces.of(Objects.requireNonNull(f.time())))
                    .findFirst()
                    .orElseThrow();
            return StayingGeometry.of(surfaces, new Candidate(block, thread, StayingSpace.STAYING))
                    .resources(H100.limits())
                    .registers();
        }
    }

    /** The second statement reads what the first one read: a value of both is held for each of 16 points; else the first one's result takes the place of what it is made of. */
    @Test
    void whatLaterStatementsReadTakesRegisters() {
        String text = """
            param steps, n
            integer g(n, n), h(n, n), s(n, n)
            do t = 1, steps
              do i = 2, n - 1
                do j = 2, n - 1
                  s(i,j) = g(i-1,j) + g(i+1,j) + g(i,j-1) + g(i,j+1)
                enddo
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  h(i,j) = s(i,j) - $
                enddo
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  g(i,j) = h(i,j)
                enddo
              enddo
            enddo
            """;
        List<Integer> block = List.of(1, 32, 64);
        List<Integer> thread = List.of(1, 4, 4);
        int alone = registers(text.replace("$", "4"), block, thread);
        assertEquals(alone + 16, registers(text.replace("$", "g(i,j)"), block, thread));
    }

    /** In two dimensions time tiles load little, and blocks that stay wait for each other as often. */
    @Test
    void timeTilesComeFirstInTwoDimensions() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("stencil", TWO));

            Ranking ranking = rank(dependences, new Tiler(dependences), 1300);

            assertTrue(ranking.candidates().stream().anyMatch(StayingSpaceTest::stays));
            assertFalse(
                    stays(ranking.candidates().getFirst()), ranking.candidates().getFirst()::toString);
        }
    }
}
