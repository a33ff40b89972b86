package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.NestForm;
import tilewright.tiling.NestForms;
import tilewright.tiling.check.ExpansionCheck;
import tilewright.tiling.schedule.Schedule;

class EagerUpdatesTest {
    private static final String CLASSICAL_GRAM_SCHMIDT = """
        param n, m
        double precision a(0:m-1, 0:n-1), q(0:m-1, 0:n-1), r(0:n-1, 0:n-1), s
        assume associative(+)
        do j = 0, n - 1
          do k = 0, j - 1
            r(k,j) = 0.0
            do i = 0, m - 1
              r(k,j) = r(k,j) + q(i,k) * a(i,j)
            enddo
          enddo
          do i = 0, m - 1
            q(i,j) = a(i,j)
          enddo
          do k = 0, j - 1
            do i = 0, m - 1
              q(i,j) = q(i,j) - q(i,k) * r(k,j)
            enddo
          enddo
          s = 0.0
          do i = 0, m - 1
            s = s + q(i,j) * q(i,j)
          enddo
          do i = 0, m - 1
            q(i,j) = q(i,j) / s
          enddo
        enddo
        """;

    @Test
    void classicalGramSchmidtUpdatesWhatIsBehindAColumn() {
        try (Context context = new Context()) {
            Dependences lazy = analyze(context, CLASSICAL_GRAM_SCHMIDT);
            LoopNest eager = EagerUpdates.of(lazy).orElseThrow();

            String text = eager.toString().replaceAll("\\s+", " ");
            assertTrue(
                    text.contains("do k_2 = 0, n - 1 s = 0.0 do i = 0, m - 1 s = s + (q(i,k_2) * q(i,k_2)) enddo do i"
                        + " = 0, m - 1 q(i,k_2) = q(i,k_2) / s enddo do j = k_2 + 1, n - 1 do i = 0, m - 1 r(k_2,j) ="
                        + " r(k_2,j) + (q(i,k_2) * a(i,j)) enddo enddo do j = k_2 + 1, n - 1 do i = 0, m - 1 q(i,j) ="
                        + " q(i,j) - (q(i,k_2) * r(k_2,j)) enddo enddo enddo"),
                    text);
            Dependences own = DependenceAnalysis.withSilent(DependenceAnalysis.analyze(context, eager));
            assertEquals(Optional.empty(), new ExpansionCheck(DependenceAnalysis.withSilent(lazy), own).difference());
        }
    }

    /** Columns then stay in a block, as those of modified Gram-Schmidt do. */
    @Test
    void blocksKeepItsColumns() {
        try (Context context = new Context()) {
            NestForm form = new NestForms(context, new Schedule.Auto()).best(analyze(context, CLASSICAL_GRAM_SCHMIDT));

            assertFalse(form.columns().isEmpty(), form.nest()::toString);
        }
    }

    @Test
    void anotherOrderOfWhatEndsInAnElementIsFound() {
        try (Context context = new Context()) {
            Dependences lazy = analyze(context, CLASSICAL_GRAM_SCHMIDT);
            String eager = EagerUpdates.of(lazy).orElseThrow().toString();
            String wrong =
                    eager.replace("q(i,j) = q(i,j) - (q(i,k_2) * r(k_2,j))", "q(i,j) = q(i,j) - (q(i,k_2) * r(j,j))");
            Dependences own = DependenceAnalysis.withSilent(analyze(context, wrong));

            assertTrue(new ExpansionCheck(DependenceAnalysis.withSilent(lazy), own)
                    .difference()
                    .isPresent());
        }
    }

    /** Values of a step that later steps change again must be fetched when they are. */
    @Test
    void whatChangesAgainIsFetchedLate() {
        try (Context context = new Context()) {
            assertEquals(Optional.empty(), EagerUpdates.of(analyze(context, """
                param n
                do j = 1, n
                  do k = 1, j - 1
                    y(j) = y(j) + z(k) * l(j,k)
                  enddo
                  do k = 1, j - 1
                    z(k) = z(k) + y(j)
                  enddo
                enddo
                """)));
        }
    }

    private static Dependences analyze(Context context, String text) {
        return DependenceAnalysis.analyze(context, NestParser.parse("t", text));
    }
}
