package tilewright.codegen;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Which statements of a block become one. */
class MergedStatementsTest {
    /** Both triangles have one update; in the diagonal block, besides the quotient. */
    @Test
    void updatesBelowAndAboveTheDiagonalAreOne() {
        List<BlockProgram> diagonal = pieces("""
            param n
            real a(n, n)
            init a(i,j) = merge(2.0 * n, 0.5, i == j)
            do i = 1, n
              do j = 1, i - 1
                do k = 1, j - 1
                  a(i,j) = a(i,j) - a(i,k) * a(k,j)
                enddo
                a(i,j) = a(i,j) / a(j,j)
              enddo
              do j = i, n
                do k = 1, i - 1
                  a(i,j) = a(i,j) - a(i,k) * a(k,j)
                enddo
              enddo
            enddo
            """, 0);
        assertEquals(
                Set.of("i >= k + 1 .and. n >= i .and. j == k", "n >= i .and. j >= k + 1 .and. i >= k + 1 .and. n >= j"),
                Set.copyOf(guards(diagonal)));
    }

    /** The update of a diagonal element is the one below the diagonal, where both factors are the same element. */
    @Test
    void theUpdateOfTheDiagonalIsACaseOfTheOneBelow() {
        List<BlockProgram> rest = pieces("""
            param n
            real a(n, n)
            init a(i,j) = merge(2.0 * n, 0.5, i == j)
            do i = 1, n
              do j = 1, i - 1
                do k = 1, j - 1
                  a(i,j) = a(i,j) - a(i,k) * a(j,k)
                enddo
                a(i,j) = a(i,j) / a(j,j)
              enddo
              do k = 1, i - 1
                a(i,i) = a(i,i) - a(i,k) * a(i,k)
              enddo
              a(i,i) = sqrt(a(i,i))
            enddo
            """, 2);
        // What is left, n >= i and i >= j, the store asks.
        assertEquals(Set.of(".true."), Set.copyOf(guards(rest)));
    }

    /** The same update twice is no update once. */
    @Test
    void statementsThatRunAtTheSamePointsStayTwo() {
        List<BlockProgram> rest = pieces("""
            param n
            real a(n, n)
            init a(i,j) = merge(4.0 * n, 0.5, i == j)
            do k = 1, n - 1
              do i = k + 1, n
                do j = k + 1, n
                  a(i,j) = a(i,j) - a(i,k) * a(k,j)
                enddo
              enddo
              do i = k + 1, n
                do j = k + 1, n
                  a(i,j) = a(i,j) - a(i,k) * a(k,j)
                enddo
              enddo
            enddo
            """, 0);
        assertEquals(2, guards(rest).size());
    }

    /** What the statements of the first piece of a launch ask in a block at the boundary. */
    private static List<String> guards(List<BlockProgram> pieces) {
        return Operations.ofKind(requireNonNull(pieces.getFirst().guardedBody()), Operation.Assign.class).stream()
                .filter(a -> a.target() instanceof Operation.Target.TileTarget)
                .map(a -> a.guard().toString())
                .toList();
    }

    private static List<BlockProgram> pieces(String nest, int launch) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", nest));
            Candidate candidate = new Candidate(List.of(16, 16, 16), List.of(2, 2, 1), new Candidate.Options(8, 1));
            return Lowering.lower(((Verdict.Legal) new Tiler(dependences).plan(candidate)).plan())
                    .kernels()
                    .get(launch)
                    .pieces();
        }
    }
}
