package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

class ElementOrderTest {
    private static final String CROUT = """
        param n
        double precision a(0:n-1, 0:n-1)
        do j = 0, n - 1
          do i = j, n - 1
            do k = 0, j - 1
              a(i,j) = a(i,j) - a(i,k) * a(k,j)
            enddo
          enddo
          do i = j + 1, n - 1
            do k = 0, j - 1
              a(j,i) = a(j,i) - a(j,k) * a(k,i)
            enddo
            a(j,i) = a(j,i) / a(j,j)
          enddo
        enddo
        """;

    @Test
    void rightLookingCholeskyRunsElementByElement() {
        assertEquals("""
            do i = 0, n - 1
              do j = 0, i
                do k = 0, j - 1
                  a(i,j) = a(i,j) - (a(i,k) * a(j,k))
                enddo
                if (j == i) then
                  a(i,j) = sqrt(a(i,j))
                endif
                if (i >= j + 1) then
                  a(i,j) = a(i,j) / a(j,j)
                endif
              enddo
            enddo\
            """, body("""
                param n
                double precision a(0:n-1, 0:n-1)
                do k = 0, n - 1
                  a(k,k) = sqrt(a(k,k))
                  do i = k + 1, n - 1
                    a(i,k) = a(i,k) / a(k,k)
                  enddo
                  do j = k + 1, n - 1
                    do i = j, n - 1
                      a(i,j) = a(i,j) - a(i,k) * a(j,k)
                    enddo
                  enddo
                enddo
                """));
    }

    /** An element and the temporary that it is made of stand at one place, though their subscripts are the other way round. */
    @Test
    void temporariesTurnRound() {
        assertEquals("""
            do j = 0, n - 2
              do i = j + 1, n - 1
                do k = 0, j - 1
                  t(j,i) = t(j,i) - (a(i,k) * a(j,k))
                enddo
                a(i,j) = t(j,i) / d(j)
              enddo
            enddo\
            """, body("""
                param n
                double precision a(0:n-1, 0:n-1), t(0:n-1, 0:n-1), d(0:n-1)
                do j = 0, n - 1
                  do i = j + 1, n - 1
                    do k = 0, j - 1
                      t(j,i) = t(j,i) - a(i,k) * a(j,k)
                    enddo
                    a(i,j) = t(j,i) / d(j)
                  enddo
                enddo
                """));
    }

    /** The factor of a row is made of an element whose last update needs it. */
    @Test
    void factorsAreMadeAmongTheUpdatesOfTheirElements() {
        String form = body("""
            param n
            double precision a(0:n-1, 0:n-1), f(0:n-1, 0:n-1)
            do k = 0, n - 2
              do i = k + 1, n - 1
                f(k,i) = a(i,k) / a(k,k)
                do j = k, n - 1
                  a(i,j) = a(i,j) - f(k,i) * a(k,j)
                enddo
              enddo
            enddo
            """);
        assertTrue(form.replaceAll("\\s+", " ").contains("""
            do k = 0, min(j, i - 1) \
            if (k == j) then f(j,i) = a(i,j) / a(j,j) endif \
            a(i,j) = a(i,j) - (f(k,i) * a(k,j)) enddo\
            """), form);
    }

    /** Arrays that are met first turn round, too, where others are oriented by more statements. */
    @Test
    void arraysTurnUntilStatementsFindWhatTheyRead() {
        String form = body("""
            param n
            double precision a(0:n-1, 0:n-1), t(0:n-1, 0:n-1), w(0:n-1, 0:n-1)
            do j = 0, n - 1
              do k = 0, j - 1
                w(j,k) = 2.0 * a(j,k)
              enddo
              do i = j + 1, n - 1
                t(j,i) = a(i,j)
                do k = 0, j - 1
                  t(j,i) = t(j,i) - a(i,k) * w(j,k)
                enddo
                a(i,j) = t(j,i)
              enddo
            enddo
            """);
        assertTrue(form.contains("w(i,j) = 2.0 * a(i,j)"), form);
    }

    @Test
    void eliminationByCroutRunsInBlocksOfItsUpdates() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("crout", CROUT));
            Tiler tiler = new Tiler(dependences);

            assertEquals(
                    List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.HOST_BLOCKS),
                    tiler.families().getFirst().roles());
            Candidate candidate = new Candidate(List.of(4, 4, 4), List.of(1, 1, 1), new Candidate.Options(4, 1));
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }

    /** Every element of the product is a sum of its own, in the order that was written. */
    @Test
    void sumsThatAreScatteredRunByTheirElements() {
        assertEquals("""
            do t1 = 0, 2*n - 2
              do i = max(0, -n + t1 + 1), min(n - 1, t1)
                c(t1) = c(t1) + (a(i) * b(t1 - i))
              enddo
            enddo\
            """, body("""
                param n
                double precision a(0:n-1), b(0:n-1), c(0:2*n-2)
                do i = 0, n - 1
                  do j = 0, n - 1
                    c(i+j) = c(i+j) + a(i)*b(j)
                  enddo
                enddo
                """));
    }

    /** A filter of a constant number of coefficients keeps their loop, as one that is written by results has. */
    @Test
    void scatteredFiltersKeepTheirLoopOfConstantLength() {
        assertEquals("""
            do t1 = 0, n + 1
              do t3 = -2, 0
                if (n >= t1 + t3 + 1 .and. t1 + t3 >= 0) then
                  y(t1) = y(t1) + (x(t1 + t3) * w(-t3))
                endif
              enddo
            enddo\
            """, body("""
                param n
                double precision x(0:n-1), y(0:n+1), w(0:2)
                do i = 0, n - 1
                  do r = 0, 2
                    y(i+r) = y(i+r) + x(i)*w(r)
                  enddo
                enddo
                """));
    }

    /** Loops that are counted from a pivot are loops over elements all the same. */
    @Test
    void loopsFromThePivotOnAreLoopsOverElements() {
        assertEquals("""
            do t1 = 1, n - 1
              do k = 0, n - 1
                do t4 = 0, min(t1 - 1, k - 1)
                  a(t1,k) = a(t1,k) - (a(t1,t4) * a(t4,k))
                enddo
                if (t1 >= k + 1) then
                  a(t1,k) = a(t1,k) / a(k,k)
                endif
              enddo
            enddo\
            """, body("""
                param n
                double precision a(0:n-1, 0:n-1)
                do k = 0, n - 1
                  do i = 1, n - 1 - k
                    a(k+i,k) = a(k+i,k) / a(k,k)
                  enddo
                  do i = 1, n - 1 - k
                    do j = 1, n - 1 - k
                      a(k+i,k+j) = a(k+i,k+j) - a(k+i,k)*a(k,k+j)
                    enddo
                  enddo
                enddo
                """));
    }

    /** Fronts of blocks would wait for each other. */
    @Test
    void scatteredSumsAreParallel() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("diagonals", """
                param n
                double precision a(0:n-1,0:n-1), s(1-n:n-1)
                do i = 0, n - 1
                  do j = 0, n - 1
                    s(i-j) = s(i-j) + a(i,j)
                  enddo
                enddo
                """));
            Tiler tiler = new Tiler(dependences);
            assertEquals(
                    List.of(LoopRole.PARALLEL, LoopRole.KERNEL),
                    tiler.families().getFirst().roles());
            Candidate candidate = new Candidate(List.of(8, 4), List.of(1, 1), new Candidate.Options(4, 1));
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }

    /** Sweeps read what all points had before them. */
    @Test
    void sweepsStayAsTheyAre() {
        assertEquals("", body("""
            param n, m
            do t = 1, m
              do i = 2, n - 1
                b(i) = a(i-1) + a(i+1)
              enddo
              do i = 2, n - 1
                a(i) = b(i)
              enddo
            enddo
            """));
    }

    /** The loops of the nest element by element, without declarations; empty where it stays as it is. */
    private static String body(String text) {
        try (Context context = new Context()) {
            Optional<Rewriting> form =
                    ElementOrder.of(DependenceAnalysis.analyze(context, NestParser.parse("t", text)));
            return form.map(f -> f.nest()
                            .toString()
                            .lines()
                            .filter(l -> !l.matches("(param|double|real|!).*") && !l.isBlank())
                            .reduce((a, b) -> a + "\n" + b)
                            .orElseThrow())
                    .orElse("");
        }
    }
}
