package tilewright.tiling.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.text.PlanRoundTrip;

/** Several loops as one axis: which, what the nest becomes, and what is proved of it. */
class CoalescedLoopsTest {
    /** Two loops of each factor and a sum over two loops, one of them with other bounds. */
    static final String CONTRACTION = """
        param n
        real a(n, n, n, n), b(n, n, n, n), c(n, n, n, n)
        do p = 1, n
          do q = 1, n
            do r = 1, n
              do s = 1, n
                do e = 2, n
                  do f = 1, n
                    c(p,q,r,s) = c(p,q,r,s) + a(p,e,q,f) * b(e,s,f,r)
                  enddo
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    static final Candidate CANDIDATE = new Candidate(List.of(4, 8, 4), List.of(2, 2, 1), new Candidate.Options(4, 2));

    @Test
    void loopsThatIndexTheSameOperandsAreOneAxis() {
        try (Context context = new Context()) {
            CoalescedLoops loops =
                    CoalescedLoops.ofContraction(analyzed(context, CONTRACTION)).orElseThrow();
            // r is last: along it threads find neighbours of b.
            assertEquals(List.of(List.of("p", "q"), List.of("s", "r"), List.of("e", "f")), loops.groups());
            assertEquals("""
                do p_q = 0, p_q_length - 1
                  do s_r = 0, s_r_length - 1
                    do e_f = 0, e_f_length - 1
                      c(p_q,s_r) = c(p_q,s_r) + (a(p_q,e_f) * b(e_f,s_r))
                    enddo
                  enddo
                enddo
                """, NestPrinter.print(loops.nest().body()));
            assertEquals(
                    Map.of("n", 7L, "p_q_length", 49L, "s_r_length", 49L, "e_f_length", 42L),
                    loops.sizes(Map.of("n", 7L)));
        }
    }

    @Test
    void plansOfItAreProvedAndKeepTheirText() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, CONTRACTION);
            Plan plan = plan(dependences);
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            PlanRoundTrip.check(plan);
        }
    }

    /** Sums in another order are other sums. */
    @Test
    void axesThatChangeTheOrderOfASumAreWrong() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, CONTRACTION);
            Plan plan = plan(dependences);
            CoalescedLoops turned = CoalescedLoops.of(
                            dependences.nest(), List.of(List.of("p", "q"), List.of("s", "r"), List.of("f", "e")))
                    .orElseThrow();
            Plan wrong = new Plan(
                    plan.written(), turned.nest(), plan.candidate(), plan.family(), plan.rule(), plan.host(), turned);
            PlanCheck.Result.Violated violated =
                    assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(wrong));
            assertTrue(
                    violated.message()
                            .startsWith("coalesced loops: flow dependence (0,0,0,0,1,f - n) on c from S1 to S1"),
                    violated.message());
        }
    }

    /** Bounds that change, an operand with two lists of subscripts, a result in which iterations meet: no axis stands for such loops. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "do p = 1, n;do q = 1, p;do s = 1, n;do e = 1, n;c(p,q,s,1) = c(p,q,s,1) + a(p,q,e,1) * b(e,s,1,1)",
                "do p = 1, n;do q = 1, n;do s = 1, n;do e = 1, n;c(p,q,s,1) = c(p,q,s,1) + a(p,q,e,1) * a(e,s,1,1)",
                "do p = 1, n;do q = 1, n;do s = 1, n;do e = 1, n;"
                        + "c(p + q - 1,s,1,1) = c(p + q - 1,s,1,1) + a(p,q,e,1) * b(e,s,1,1)",
            })
    void noAxisStandsForOtherLoops(String loops) {
        String body = loops.replace(";", "\n") + "\n" + "enddo\n".repeat(4);
        String text = "param n\nreal a(n, n, n, n), b(n, n, n, n), c(2*n, 2*n, n, n)\n" + body;
        try (Context context = new Context()) {
            assertEquals(Optional.empty(), CoalescedLoops.ofContraction(analyzed(context, text)));
        }
    }

    private static Dependences analyzed(Context context, String text) {
        LoopNest nest = NestParser.parse("contraction.nest", text);
        return DependenceAnalysis.analyze(context, nest);
    }

    private static Plan plan(Dependences dependences) {
        return assertInstanceOf(Verdict.Legal.class, new Tiler(dependences, new Schedule.Coalesced()).plan(CANDIDATE))
                .plan();
    }
}
