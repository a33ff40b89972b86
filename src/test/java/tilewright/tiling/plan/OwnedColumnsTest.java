package tilewright.tiling.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.space.Candidate;

class OwnedColumnsTest {
    private static final String ORTHOGONAL = """
        param m, n
        assume associative(+)
        double precision a(m, n), q(m, n), r(n, n), s(n)
        do k = 1, n
          do i = 1, m
            s(k) = s(k) + a(i,k) * a(i,k)
          enddo
          do i = 1, m
            q(i,k) = a(i,k) / sqrt(s(k))
          enddo
          do j = k + 1, n
            do i = 1, m
              r(k,j) = r(k,j) + q(i,k) * a(i,j)
            enddo
            do i = 1, m
              a(i,j) = a(i,j) - q(i,k) * r(k,j)
            enddo
          enddo
        enddo
        """;

    private static final String UPDATES =
            "S1 at k along i joined +, S2 at k along i, S3 at j along i joined +, S4 at j along i";

    private static Dependences analyze(Context context, String text) {
        return DependenceAnalysis.analyze(context, NestParser.parse("orthogonal", text), false);
    }

    private static String updates(String text) {
        try (Context context = new Context()) {
            Dependences dependences = analyze(context, text);
            return OwnedColumns.updates(
                            dependences,
                            dependences.nest().statements().getFirst().loops().getFirst(),
                            dependences.nest().statements().stream()
                                    .map(p -> p.statement().id())
                                    .collect(Collectors.toSet()))
                    .stream()
                    .map(u -> u.statement() + " at " + u.column()
                            + (u.along() == null ? "" : " along " + u.along())
                            + (u.joins() == null ? "" : " joined " + u.joins().notation()))
                    .collect(Collectors.joining(", "));
        }
    }

    @Test
    void whatAStepDoesBelongsToColumns() {
        assertEquals(UPDATES, updates(ORTHOGONAL));
    }

    /** Warps hand each other partial results in double precision, which does not hold integers of 64 bits. */
    @Test
    void sumsOfIntegersAreNotSharedOut() {
        String text = ORTHOGONAL.replace("/ sqrt(s(k))", "- s(k)");
        assertEquals(UPDATES, updates(text));
        assertEquals("", updates(text.replace("double precision", "integer*8")));
    }

    /** Each replaces one thing by another that no block could do alone. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        a(i,j) - q(i,k) * r(k,j) | a(i,j) - q(i,k) * r(k,j) + a(i,j-1)
        r(k,j) + q(i,k) * a(i,j) | r(k,j) + q(i,k) * a(i,n)
        assume associative(+)    | real t
        s(k) + a(i,k) * a(i,k)   | s(k) + a(i,k) * r(1,n)
        do j = k + 1, n          | do j = k, n
        """)
    void columnsThatReadOthersAreNone(String what, String instead) {
        assertEquals("", updates(ORTHOGONAL.replace(what, instead)));
    }

    @Test
    void planThatSaysOtherColumnsIsRefused() {
        try (Context context = new Context()) {
            Dependences dependences = analyze(context, ORTHOGONAL);
            Verdict verdict = new Tiler(dependences)
                    .plan(new Candidate(List.of(4, 64), List.of(4, 1), new Candidate.Options(1, 1)));
            Plan plan = assertInstanceOf(Verdict.Legal.class, verdict).plan();
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            HostStep.HostLoop loop =
                    assertInstanceOf(HostStep.HostLoop.class, plan.host().getFirst());
            OwnedColumns columns = Objects.requireNonNull(loop.columns());
            assertEquals(4, columns.size());
            assertEquals(64, columns.threads());
            OwnedColumns other = new OwnedColumns(4, 64, columns.updates().reversed());
            Plan broken = new Plan(
                    plan.nest(),
                    plan.candidate(),
                    plan.family(),
                    plan.rule(),
                    List.of(new HostStep.HostLoop(loop.variable(), loop.first(), loop.last(), loop.body(), other)));
            assertEquals(
                    "the instances of loop k do not belong to columns so",
                    assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(broken))
                            .message());
        }
    }
}
