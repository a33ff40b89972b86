package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.dependence.Embedding;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Filters one after another, each of which begins its sums itself. */
class FiltersTest {
    private static final String SEPARABLE = """
        param n
        real x(n, n), t(n, n), y(n, n), g(9)
        do i = 1, n
          do j = 5, n-4
            t(i,j) = 0.0
            do p = 1, 9
              t(i,j) = t(i,j) + x(i,j+p-5) * g(p)
            enddo
          enddo
        enddo
        do i = 5, n-4
          do j = 5, n-4
            y(i,j) = 0.0
            do p = 1, 9
              y(i,j) = y(i,j) + t(i+p-5,j) * g(p)
            enddo
          enddo
        enddo
        """;

    @Test
    void eachFilterIsOneLaunchWithTheZerosOfItsSums() {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(analyzed(context, SEPARABLE));
            Candidate candidate = new Candidate(List.of(8, 64, 9), List.of(4, 2, 1), new Candidate.Options(1, 1));
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
            List<List<String>> launches = plan.host().stream()
                    .map(s ->
                            assertInstanceOf(HostStep.Launch.class, s).pieces().getFirst())
                    .map(p -> p.leaves().stream().map(l -> l.statement().id()).toList())
                    .toList();
            assertEquals(List.of(List.of("S1", "S2"), List.of("S3", "S4")), launches);
        }
    }

    /** Rows that nobody else reads, as of shares of prefix sums, are read along by the lanes of warps, where they are long enough for one. */
    @Test
    void longSumsOfRowsOfTheirOwnAreSharedOutThoughTheyMayBeWrittenOut() {
        assertEquals(List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.REDUCTION), rolesOfSumsOfRows(127));
        assertEquals(List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.UNROLLED), rolesOfSumsOfRows(16));
    }

    private static List<LoopRole> rolesOfSumsOfRows(int length) {
        try (Context context = new Context()) {
            return new Tiler(analyzed(context, """
                param n, m
                assume associative(+)
                real a(n,m,%1$d), s(n,m)
                do i = 1, n
                  do k = 1, m
                    do j = 1, %1$d
                      s(i,k) = s(i,k) + a(i,k,j)
                    enddo
                  enddo
                enddo
                """.formatted(length)))
                    .families()
                    .getFirst()
                    .roles();
        }
    }

    /** Threads would share out a long sum of that kind; a short one of known length has no iterations to spare, and points enough. */
    @Test
    void aFilterWhoseOrderMayChangeIsWrittenOutAsAnyOther() {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(analyzed(context, """
                param n
                assume associative(+)
                real x(n+63), y(n), h(64)
                do i = 1, n
                  do k = 1, 64
                    y(i) = y(i) + h(k) * x(i+k-1)
                  enddo
                enddo
                """));
            assertEquals(
                    List.of(LoopRole.PARALLEL, LoopRole.UNROLLED),
                    tiler.families().getFirst().roles());
        }
    }

    /** A statement that has nothing to do with the others stands at an end of the loop that it misses, not at its own loop's iteration. */
    @Test
    void aStatementByItselfStandsWhereItRuns() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, """
                param n
                real a(n), b(n, n), y(n, n)
                do i = 1, n
                  do j = 1, n
                    do p = 1, 9
                      b(i,j) = b(i,j) + a(p)
                    enddo
                  enddo
                enddo
                do i = 1, n
                  do j = 1, n
                    y(i,j) = 0.0
                  enddo
                enddo
                """);
            Embedding alone = dependences.embeddings().getLast();
            assertEquals(
                    List.of("i", "j", "9"),
                    alone.coordinates().stream().map(Object::toString).toList());
        }
    }

    private static Dependences analyzed(Context context, String text) {
        return DependenceAnalysis.analyze(context, NestParser.parse("filters.nest", text));
    }
}
