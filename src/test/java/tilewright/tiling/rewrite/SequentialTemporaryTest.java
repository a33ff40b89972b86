package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

class SequentialTemporaryTest {
    private static boolean isIn(String body) {
        String declarations = "param n\nreal a(n, n), b(n), s, v(1)\n";
        try (Context context = new Context()) {
            return SequentialTemporary.isIn(
                    DependenceAnalysis.analyze(context, NestParser.parse("nest", declarations + body), false));
        }
    }

    @Test
    void aScalarThatEveryIterationSets() {
        assertTrue(isIn("do i = 1, n\n do j = 1, n\n s = b(j)\n a(i,j) = s\n enddo\nenddo\n"));
        assertTrue(isIn("do i = 1, n\n s = b(i)\n b(i) = 2 * s\nenddo\n"));
    }

    /** Sums may be shared out, and a scalar of an outer loop leaves the inner one parallel. */
    @Test
    void othersLeaveSomethingParallel() {
        assertFalse(isIn("do i = 1, n\n s = s + b(i)\nenddo\n"));
        assertFalse(isIn("do i = 1, n\n s = b(i)\n do j = 1, n\n a(i,j) = s\n enddo\nenddo\n"));
        assertFalse(isIn("s = b(1)\nb(2) = s\n"));
    }

    /** The plan is the one that taking the nest apart as written leads to as well: one launch for all statements of a step. */
    @Test
    void statementsOfAPointShareALaunch() {
        StringBuilder point = new StringBuilder();
        StringBuilder names = new StringBuilder();
        for (int k = 1; k <= 8; k++) {
            names.append(", x").append(k);
            point.append("x" + k + " = a(mod(t,2),i,j - 1) * " + k + ".0 + " + (k == 1 ? "1.0" : "x" + (k - 1)) + "\n");
        }
        String text = "param n, m\nreal a(0:1, 0:n, 0:n)" + names + "\ndo t = 1, m\n do i = 1, n\n do j = 1, n\n"
                + point + "a(mod(t + 1,2),i,j) = x8\nenddo\nenddo\nenddo\n";
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("nest", text)));
            Candidate candidate = new Candidate(
                    Collections.nCopies(tiler.ranked().loops().size(), 8),
                    Collections.nCopies(tiler.ranked().loops().size(), 1),
                    new Candidate.Options(0, 1));
            Verdict.Legal legal = assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate));
            List<HostStep.Launch> launches = legal.plan().launches();
            assertEquals(9, launches.size(), "one, and what leaves the last values in the 8 scalars");
            Piece piece =
                    assertInstanceOf(Piece.class, launches.getFirst().blocks().getFirst());
            assertEquals(9, piece.statements().size());
        }
    }
}
