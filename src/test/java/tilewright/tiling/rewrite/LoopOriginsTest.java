package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

class LoopOriginsTest {
    /** A product of matrices whose loops are counted from one another. */
    private static final String PRODUCT = """
        param n
        real a(0:n-1,0:n-1), b(0:n-1,0:n-1), c(0:n-1,0:n-1)
        do i = 0, n - 1
          do j = i, i + n - 1
            do k = j, j + n - 1
              c(i,j-i) = c(i,j-i) + a(i,k-j)*b(k-j,j-i)
            enddo
          enddo
        enddo
        """;

    @Test
    void loopsAreCountedAsSubscriptsSeeThem() {
        assertEquals("""
            do i = 0, n - 1
              do j_own = 0, n - 1
                do k_own = 0, n - 1
                  c(i,j_own) = c(i,j_own) + (a(i,k_own) * b(k_own,j_own))
                enddo
              enddo
            enddo\
            """, body(PRODUCT));
        assertEquals("""
            do t = 0, m
              do i_up = -n + 2, -1
                a(-i_up) = a(-i_up - 1) + a(-i_up + 1)
              enddo
            enddo\
            """, body("""
                param n, m
                real a(0:n-1)
                do t = 0, m
                  do i = n - 2 + t, 1 + t, -1
                    a(i-t) = a(i-t-1) + a(i-t+1)
                  enddo
                enddo
                """));
    }

    /** A loop inside is none to be counted from, and what one subscript would lose another one would get. */
    @Test
    void otherLoopsStayAsTheyAre() {
        for (String update :
                List.of("m(i,i+l) = m(i,i+l) + 1", "m(l-i,0) = m(l-i,0) + v(i)", "m(l,0) = m(l,0) + v(i)")) {
            LoopNest nest = NestParser.parse("t.nest", """
                param n
                real m(-n:n,-n:n), v(0:n)
                do l = 0, n - 1
                  do i = 0, n - 1 - l
                    UPDATE
                  enddo
                enddo
                """.replace("UPDATE", update));
            assertSame(nest, UnitSteps.of(nest, Set.of(), Set.of()).nest(), update);
        }
    }

    @Test
    void plansAreThoseOfTheProductAndProvedOfTheNestAsWritten() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("t.nest", PRODUCT));
            Tiler tiler = new Tiler(dependences);
            Candidate candidate = new Candidate(List.of(8, 8, 8), List.of(2, 2, 1), new Candidate.Options(8, 1));
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }

    private static String body(String text) {
        return UnitSteps.of(NestParser.parse("t.nest", text), Set.of(), Set.of())
                .nest()
                .toString()
                .lines()
                .filter(l -> !l.matches("(param|real|!).*") && !l.isBlank())
                .reduce((a, b) -> a + "\n" + b)
                .orElseThrow();
    }
}
