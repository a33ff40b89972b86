package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Node;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Loops that may run either way, inside of loops that run down. */
class TurnedLoopsTest {
    /** Back substitution, column by column. */
    private static final String SOLVE = """
        param n, m
        real a(n,n), b(n,m)
        do k = n, 1, -1
          do j = 1, m
            b(k,j) = b(k,j) / a(k,k)
          enddo
          do i = 1, k - 1
            do j = 1, m
              b(i,j) = b(i,j) - a(i,k) * b(k,j)
            enddo
          enddo
        enddo
        """;

    /** Cholesky from the last column on. */
    private static final String CHOLESKY = """
        param n
        double precision a(n,n)
        do k = n, 1, -1
          a(k,k) = sqrt(a(k,k))
          do i = 1, k - 1
            a(i,k) = a(i,k) / a(k,k)
          enddo
          do i = 1, k - 1
            do j = 1, i
              a(i,j) = a(i,j) - a(i,k) * a(j,k)
            enddo
          enddo
        enddo
        """;

    private static List<String> turned(String text) {
        try (Context context = new Context()) {
            return TurnedLoops.of(DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text))).stream()
                    .map(Node.Loop::variable)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void rowsAreWalkedTheWayOfTheLoopAround() {
        assertEquals(List.of("i"), turned(SOLVE));
        assertEquals(List.of("i", "i", "j"), turned(CHOLESKY));
        assertEquals(List.of(), turned(SOLVE.replace("k = n, 1, -1", "k = 1, n")));
        assertEquals(
                List.of("i"),
                turned(SOLVE.replace("k = n, 1, -1", "k = 1, n").replace("i = 1, k - 1", "i = n, k + 1, -1")));
    }

    /** A loop of one iteration walks as the loop does that gives it its value. */
    @Test
    void copiesOfAColumnWalkItsRows() {
        assertEquals(List.of("j"), turned("""
            param n
            real a(n,n), c(n,n)
            do k = 1, n
              do i = 1, n
                do l = k, k
                  c(k,i) = a(i,l)
                enddo
              enddo
              do j = n, k, -1
                a(k,j) = c(k,1) * a(k,j)
              enddo
            enddo
            """));
    }

    @Test
    void loopsThatDependOnTheirOrderStay() {
        assertEquals(List.of(), turned("""
            param n
            real x(n)
            do k = n, 1, -1
              do i = 2, n
                x(i) = x(i-1) + x(k)
              enddo
            enddo
            """));
    }

    @ParameterizedTest
    @ValueSource(strings = {SOLVE, CHOLESKY})
    void eliminationsFromTheEndHaveBlocks(String text) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text));
            Tiler tiler = new Tiler(dependences);
            assertEquals(
                    List.of(LoopRole.HOST_BLOCKS, LoopRole.PARALLEL, LoopRole.PARALLEL),
                    tiler.families().getFirst().roles());
            Candidate candidate = new Candidate(List.of(4, 8, 8), List.of(1, 2, 2), new Candidate.Options(4, 1));
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }
}
