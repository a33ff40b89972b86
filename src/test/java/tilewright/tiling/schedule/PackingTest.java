package tilewright.tiling.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.codegen.Lowering;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.device.ProgramInstance;
import tilewright.device.ProgramResolver;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.rewrite.Copies;
import tilewright.tiling.rewrite.Substitution;
import tilewright.tiling.text.PlanRoundTrip;

/** Operands that are copied first: which, what the nest becomes, and what is proved of it. */
class PackingTest {
    private static final String PRODUCT = """
        param n, m
        real a(%s), b(%s), c(n, n)
        do i = 1, n
          do j = 1, n
            do k = 1, m
              c(i,j) = c(i,j) + a(%s) * b(%s)
            enddo
          enddo
        enddo
        """;

    @Test
    void operandsAreCopiedAlongTheResult() {
        try (Context context = new Context()) {
            CoalescedLoops loops = CoalescedLoops.ofContraction(analyzed(context, CoalescedLoopsTest.CONTRACTION))
                    .orElseThrow();
            assertEquals("""
                do e_f = 0, e_f_length - 1
                  do p_q = 0, p_q_length - 1
                    a_packed(e_f,p_q) = a(p_q,e_f)
                  enddo
                enddo
                do e_f = 0, e_f_length - 1
                  do s_r = 0, s_r_length - 1
                    b_packed(e_f,s_r) = b(e_f,s_r)
                  enddo
                enddo
                do p_q = 0, p_q_length - 1
                  do s_r = 0, s_r_length - 1
                    do e_f = 0, e_f_length - 1
                      c(p_q,s_r) = c(p_q,s_r) + (a_packed(e_f,p_q) * b_packed(e_f,s_r))
                    enddo
                  enddo
                enddo
                """, NestPrinter.print(loops.packed().orElseThrow().body()));
        }
    }

    /** Only what threads do not find side by side along the result is copied. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "n, m; m, n; i,k; k,j; a_packed",
                "m, n; n, m; k,i; j,k; b_packed",
                "n, m; n, m; i,k; j,k; a_packed b_packed",
                "m, n; m, n; k,i; k,j; ''"
            })
    void productsOfMatrices(String a, String b, String readA, String readB, String copies) {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, PRODUCT.formatted(a, b, readA, readB));
            Optional<LoopNest> packed = Packing.of(dependences.nest());
            assertEquals(
                    copies,
                    packed.map(p -> String.join(
                                    " ",
                                    p.arrays().subList(3, p.arrays().size()).stream()
                                            .map(x -> x.name())
                                            .toList()))
                            .orElse(""));
            if (packed.isEmpty()) {
                UserError error = assertThrows(UserError.class, () -> new Tiler(dependences, new Schedule.Packed()));
                assertTrue(error.getMessage().contains("leave --schedule out"), error.getMessage());
            } else {
                isProved(dependences);
            }
        }
    }

    @Test
    void plansAreProvedAndKeepTheirText() {
        try (Context context = new Context()) {
            isProved(analyzed(context, CoalescedLoopsTest.CONTRACTION));
        }
    }

    private static void isProved(Dependences dependences) {
        Plan plan = plan(dependences);
        assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        assertTrue(plan.rule().contains("operands are read from copies"), plan.rule());
        PlanRoundTrip.check(plan);
    }

    /** Windows hold parts of arrays as they are written; copies have none. */
    @Test
    void copiesHaveNoWindows() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, PRODUCT.formatted("n, m", "m, n", "i,k", "k,j"));
            Verdict.Illegal illegal = assertInstanceOf(
                    Verdict.Illegal.class,
                    new Tiler(dependences, new Schedule.Packed()).plan(CoalescedLoopsTest.CANDIDATE.withWindow(64)));
            assertEquals("operands that are copied first have no windows; leave the window out", illegal.reason());
        }
    }

    /** A copy of the wrong elements is found. */
    @Test
    void otherElementsAreWrong() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, PRODUCT.formatted("n, m", "m, n", "i,k", "k,j"));
            Plan plan = plan(dependences);
            List<Affine> other = List.of(Affine.variable("i"), Affine.constant(1));
            LoopNest wrong = plan.nest()
                    .with(
                            plan.nest().arrays(),
                            Substitution.ofAccesses(
                                    plan.nest().body(),
                                    (_, x) -> x.array().equals("a")
                                            ? Copies.access(x.index(), "a", other, x.position())
                                            : x));
            PlanCheck.Result.Violated violated = assertInstanceOf(
                    PlanCheck.Result.Violated.class,
                    new PlanCheck(dependences)
                            .check(new Plan(
                                    plan.written(), wrong, plan.candidate(), plan.family(), plan.rule(), plan.host())));
            assertTrue(violated.message().contains("gets another value"), violated.message());
        }
    }

    /** Copies are scratch memory, as long as the axes at the sizes. */
    @Test
    void copiesAreAsLongAsAxes() {
        try (Context context = new Context()) {
            Plan plan = plan(analyzed(context, CoalescedLoopsTest.CONTRACTION));
            ProgramInstance instance = new ProgramResolver(Lowering.lowerForDevice(plan)).at(Map.of("n", 5L));
            assertEquals(20L, instance.scratch().getFirst().rows());
            assertEquals(25L, instance.scratch().getFirst().columns());
        }
    }

    private static Dependences analyzed(Context context, String text) {
        return DependenceAnalysis.analyze(context, NestParser.parse("product.nest", text));
    }

    private static Plan plan(Dependences dependences) {
        return assertInstanceOf(
                        Verdict.Legal.class,
                        new Tiler(dependences, new Schedule.Packed()).plan(CoalescedLoopsTest.CANDIDATE))
                .plan();
    }
}
