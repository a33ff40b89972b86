package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Statements that hand values on at one point share a launch; what another point reads waits for the next. */
class StatementsOfAPointTest {
    /** By launch the statements of its pieces. */
    private static List<String> launches(String text) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("nest", text)));
            List<LoopRole> roles = tiler.families().getFirst().roles();
            Candidate candidate = new Candidate(
                    roles.stream().map(role -> role == LoopRole.HOST ? 1 : 8).toList(),
                    Collections.nCopies(roles.size(), 1),
                    new Candidate.Options(8, 1));
            Verdict.Legal legal = assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate));
            return legal.plan().launches().stream()
                    .map(launch -> String.join(
                            " + ",
                            launch.blocks().stream()
                                    .map(Piece.class::cast)
                                    .map(StatementsOfAPointTest::statements)
                                    .toList()))
                    .toList();
        }
    }

    private static String statements(Piece piece) {
        return String.join(
                " ", piece.statements().stream().map(s -> s.statement().id()).toList());
    }

    @Test
    void aChainBehindAValueOfAnotherPoint() {
        assertEquals(List.of("S1 S2 S3", "S4 S5 S6"), launches("""
            param n, m
            real a(n), b(n), c(n), d(n), e(n), f(n)
            do t = 1, m
              do i = 1, n
                a(i) = 0.5 * f(i) + 1.0
                b(i) = 0.5 * a(i)
                c(i) = b(i) + a(i)
                d(i) = 0.5 * c((i + 1) / 2)
                e(i) = d(i) + 1.0
                f(i) = e(i) * d(i)
              enddo
            enddo
            """));
    }

    /** Loops of their own with the same bounds are one launch as well; independent statements keep pieces of their own. */
    @Test
    void loopsBehindOneAnother() {
        assertEquals(List.of("S1 S2 S3", "S4 + S5"), launches("""
            param n, m
            real a(n), b(n), c(n), d(n), e(n)
            do t = 1, m
              do i = 1, n
                a(i) = 0.5 * d(i)
              enddo
              do i = 1, n
                b(i) = 0.5 * a(i)
              enddo
              do i = 1, n
                c(i) = b(i) + a(i)
              enddo
              do i = 1, n
                d(i) = c(n + 1 - i)
              enddo
              do i = 1, n
                e(i) = b(n + 1 - i)
              enddo
            enddo
            """));
    }

    /**
     * Between two chains stands a sum over a loop of its own: they are parts, found by joining groups of statements by halves as far as one
     * launch runs them.
     */
    @Test
    void chainsBeforeAndBehindASum() {
        assertEquals(List.of("S1 S2 S3 S4 S5", "S6", "S7", "S8 S9 S10", "S11"), launches("""
            param n, m
            real a(n), b(n), c(n), d(n), e(n), f(n), g(n), h(n), s(n), q(n, n)
            do t = 1, m
              do i = 1, n
                a(i) = 0.5 * h(i) + 1.0
                b(i) = 0.5 * a(i)
                c(i) = b(i) + a(i)
                d(i) = 0.5 * c(i)
                e(i) = d(i) + c(i)
              enddo
              do i = 1, n
                s(i) = 0.0
                do j = 1, n
                  s(i) = s(i) + q(i,j) * e(j)
                enddo
              enddo
              do i = 1, n
                f(i) = 0.5 * s(i)
                g(i) = f(i) + 1.0
                a(i) = g(i) * f(i)
              enddo
              do i = 1, n
                h(i) = a(n + 1 - i)
              enddo
            enddo
            """));
    }

    /** Outside of the host's loops, too, a launch that reads an array reads it for all statements of the same points, which are one kind of blocks. */
    @Test
    void statementsThatShareAnArrayShareALaunch() {
        String text = """
            param n
            real a(n, n), b(n, n), c(n, n), d(n, n)
            do i = 1, n
              do j = 1, n
                a(i,j) = a(i,j) * b(i,j)
                c(i,j) = c(i,j) * d(i,j)
              enddo
            enddo
            """;
        assertEquals(List.of("S1 S2"), launches(text.replace("d(i,j)", "b(i,j)")));
        assertEquals(List.of("S1", "S2"), launches(text), "nothing is shared");
        assertEquals(
                List.of("S1", "S2"), launches(text.replace("c(i,j) = c(i,j) * d(i,j)", """
                    enddo
                    do j = 1, n
                      c(i,j) = c(i,j) * b(i,j)\
                    """)), "in loops of their own");
    }

    /** Each has a register of the point. */
    @Test
    void statementsThatWriteOtherElementsOfAnArrayShareALaunch() {
        assertEquals(List.of("S1 S2 S3"), launches("""
            param m
            real z(m), u(0:2*m), w(m)
            do i = 1, m - 1
              u(2*i) = u(2*i) + z(i)
              u(2*i + 1) = u(2*i + 1) + 0.5 * (z(i) + z(i+1))
              w(i) = z(i)
            enddo
            """));
    }
}
