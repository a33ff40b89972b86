package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Loops in longer steps over elements of a row: stencils whose time tiles hold whole rows, and whose statements ask for their elements. */
class RedBlackTest {
    /** Every other element of a row, those beside in the next sweep; every other row; two of every three elements. */
    @ParameterizedTest
    @ValueSource(strings = {"""
        param n, steps
        real u(0:n+1, 0:n+1), f(0:n+1, 0:n+1)
        do t = 1, steps
          do i = 1, n
            do j = 1 + mod(i,2), n, 2
              u(i,j) = 0.25*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - f(i,j))
            enddo
          enddo
          do i = 1, n
            do j = 2 - mod(i,2), n, 2
              u(i,j) = 0.25*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - f(i,j))
            enddo
          enddo
        enddo
        """, """
            param n, steps
            real u(0:n+1, 0:n+1)
            do t = 1, steps
              do i = 1, n, 2
                do j = 1, n
                  u(i,j) = 0.5*(u(i-1,j) + u(i+1,j))
                enddo
              enddo
              do i = 2, n, 2
                do j = 1, n
                  u(i,j) = 0.5*(u(i-1,j) + u(i+1,j))
                enddo
              enddo
            enddo
            """, """
                param n, steps
                real u(0:n+1, 0:n+1)
                do t = 1, steps
                  do i = 1, n
                    do j = 1, n, 3
                      u(i,j) = 0.5*(u(i-1,j+1) + u(i+1,j-1))
                    enddo
                  enddo
                  do i = 1, n
                    do j = 2, n, 3
                      u(i,j) = 0.5*(u(i-1,j-1) + u(i+1,j+1))
                    enddo
                  enddo
                enddo
                """})
    void elementsInLongerStepsHaveTimeTiles(String text) {
        LoopNest nest = NestParser.parse("colours.nest", text);
        Candidate candidate = new Candidate(List.of(2, 4, 8), List.of(1, 1, 2), new Candidate.Options(1, 1));
        EmulatedPrograms program = EmulatedPrograms.of(nest, candidate);
        assertTrue(
                program.plan().launches().stream()
                        .flatMap(l -> l.blocks().stream())
                        .anyMatch(TimeTile.class::isInstance),
                () -> program.plan().family().name());
        try (Context context = new Context()) {
            assertInstanceOf(
                    PlanCheck.Result.Proved.class,
                    new PlanCheck(DependenceAnalysis.analyze(context, nest)).check(program.plan()));
        }
        program.sizes().forEach(s -> {
            EmulatedCase.Result result = program.run(s, 5);
            assertTrue(result.ok(), () -> program + " " + result.verification().message());
        });
    }
}
