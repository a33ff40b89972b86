package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.c.PolyBench;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

class AlignmentTest {
    @Test
    void diagonalOfCholeskyComesWhereItsColumnIs() throws IOException {
        LoopNest aligned = aligned(PolyBench.nest("cholesky")).orElseThrow().nest();

        String text = aligned.toString().replaceAll("\\s+", " ");
        assertTrue(text.contains("do j = i, i do k = 0, i - 1 A(i,j) = A(i,j) - (A(i,k) * A(i,k)) enddo enddo"), text);
    }

    @Test
    void choleskyRunsInThreePhases() throws IOException {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, PolyBench.nest("cholesky")));
            Family family = tiler.families().getFirst();

            assertEquals(List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.HOST_BLOCKS), family.roles());
            assertEquals(3, family.levels().size());
            assertTrue(
                    family.constraints().containsAll(List.of(new Family.Divides(0, 1), new Family.Divides(1, 0))),
                    family::toString);
        }
    }

    /** What the next step needs early goes ahead in the nest as written too, whose order is proved. */
    @Test
    void panelsOfCholeskyRunAhead() throws IOException {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, PolyBench.nest("cholesky"));
            Candidate candidate = new Candidate(List.of(16, 16, 16), List.of(1, 1, 1), new Candidate.Options(8, 1, 8));
            Verdict verdict = new Tiler(dependences).plan(candidate);
            Plan plan = assertInstanceOf(Verdict.Legal.class, verdict).plan();

            assertEquals(
                    List.of(true, true, true, true, false),
                    plan.launches().stream().map(l -> l.lane().ahead()).toList());
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }

    @Test
    void nothingMovesWhereStatementsShareTheirPoints() {
        assertEquals(Optional.empty(), aligned(NestParser.parse(java.nio.file.Path.of("loopnests/lu.nest"))));
    }

    @Test
    void statementsThatShareALoopStay() {
        assertEquals(Optional.empty(), aligned(NestParser.parse("shared", """
            param n
            do i = 1, n
              do j = 1, i
                do k = 1, j
                  a(i,j) = a(i,j) + b(i,k)
                enddo
              enddo
              do k = 1, i
                a(i,i) = a(i,i) + b(i,k)
                b(i,k) = 2.0 * b(i,k)
              enddo
            enddo
            """)));
    }

    /** Each array has deepest statements of its own: one that comes first and writes another array is in nobody's way. */
    @Test
    void everyDeepestStatementPlacesThoseOfItsArray() {
        String text = aligned(NestParser.parse("two", """
            param n
            do k = 1, n
              do j = 1, n
                a(k,j) = 2.0 * a(k,j)
              enddo
              do j = 1, n
                b(k,j) = 3.0 * b(k,j)
              enddo
              do i = 1, n
                do j = 1, n
                  b(i,j) = b(i,j) + b(k,j)
                  a(i,j) = a(i,j) + a(k,j)
                enddo
              enddo
            enddo
            """))
                .orElseThrow()
                .nest()
                .toString()
                .replaceAll("\\s+", " ");
        assertTrue(text.contains("do i = k, k do j = 1, n a(i,j) = 2.0 * a(i,j) enddo enddo"), text);
        assertTrue(text.contains("do i = k, k do j = 1, n b(i,j) = 3.0 * b(i,j) enddo enddo"), text);
    }

    /** A factor stands where the element is that it is made of, and a vector's on the diagonal of its matrix. */
    @Test
    void whatIsWrittenBesideAMatrixStandsAtItsElements() {
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse("factors", """
                param n
                real a(n,n), d(n,n), f(n,n)
                do k = 1, n
                  d(k,k) = 1.0 / a(k,k)
                  do i = 1, n
                    f(k,i) = a(i,k) * d(k,k)
                    do j = 1, n
                      a(i,j) = a(i,j) - f(k,i)
                    enddo
                  enddo
                enddo
                """);
            String text = Alignment.byReads(DependenceAnalysis.analyze(context, nest))
                    .orElseThrow()
                    .nest()
                    .toString()
                    .replaceAll("\\s+", " ");
            assertTrue(text.contains("do i = k, k do j = k, k d(i,j) = 1.0 / a(i,j) enddo enddo"), text);
            assertTrue(text.contains("do j = k, k f(j,i) = a(i,j) * d(k,k) enddo"), text);
        }
    }

    @Test
    void loopsThatRunDownHaveTheirPlacesToo() {
        String text = aligned(NestParser.parse("down", """
            param n
            do k = 1 - n, 0
              do j = 1, n
                b(-k,j) = 2.0 * b(-k,j)
              enddo
              do i = k + 1, 0
                do j = 1, n
                  b(-i,j) = b(-i,j) - b(-k,j)
                enddo
              enddo
            enddo
            """))
                .orElseThrow()
                .nest()
                .toString()
                .replaceAll("\\s+", " ");
        assertTrue(text.contains("do i = k, k do j = 1, n b(-i,j) = 2.0 * b(-i,j) enddo enddo"), text);
    }

    private static Optional<Rewriting> aligned(LoopNest nest) {
        try (Context context = new Context()) {
            return Alignment.of(DependenceAnalysis.analyze(context, nest));
        }
    }
}
