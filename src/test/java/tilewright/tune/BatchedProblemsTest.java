package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Strategies for one problem hold for a batch of them, and for several problems in the same loops. */
class BatchedProblemsTest {
    private static final String PATHS = """
        param g, n
        real a(g, n, n)
        assume a(b,k,k) >= 0
        init a(b,i,j) = merge(0.0, 100.0 * rnd(), i == j)
        do b = 1, g
          do k = 1, n
            do i = 1, n
              do j = 1, n
                a(b,i,j) = min(a(b,i,j), a(b,i,k) + a(b,k,j))
              enddo
            enddo
          enddo
        enddo
        """;

    private static final String FACTORS = """
        param g, n
        real a(g, n, n)
        init a(b,i,j) = merge(n + rnd(), rnd(), i == j)
        do b = 1, g
          do k = 1, n - 1
            do i = k + 1, n
              a(b,i,k) = a(b,i,k) / a(b,k,k)
              do j = k + 1, n
                a(b,i,j) = a(b,i,j) - a(b,i,k) * a(b,k,j)
              enddo
            enddo
          enddo
        enddo
        """;

    private static final String ALIGNMENTS = """
        param g, n
        integer s(g, n, n), x(g, n), y(g, n)
        do p = 1, g
          do i = 2, n
            do j = 2, n
              s(p,i,j) = max(s(p,i-1,j-1) + merge(2, -1, x(p,i) == y(p,j)), s(p,i-1,j) - 1)
              s(p,i,j) = max(s(p,i,j), s(p,i,j-1) - 1)
            enddo
          enddo
        enddo
        """;

    private static final String SWEEPS = """
        param g, n
        real u(g, n, n)
        init u(b,i,j) = rnd()
        do b = 1, g
          do t = 1, 3
            do i = 2, n - 1
              do j = 2, n - 1
                u(b,i,j) = 0.25 * (u(b,i-1,j) + u(b,i+1,j) + u(b,i,j-1) + u(b,i,j+1))
              enddo
            enddo
          enddo
        enddo
        """;

    /** What a batch is cut into, outermost loop first. */
    private record Case(String name, String text, String roles, List<Integer> block, int size) {}

    private static final List<Case> CASES = List.of(
            new Case("paths", PATHS, "[PARALLEL, HOST_BLOCKS, PARALLEL, PARALLEL]", List.of(1, 4, 8, 8), 11),
            new Case("factors", FACTORS, "[PARALLEL, HOST_BLOCKS, PARALLEL, PARALLEL]", List.of(2, 4, 8, 8), 11),
            new Case("alignments", ALIGNMENTS, "[PARALLEL, FRONTS, PARALLEL]", List.of(1, 4, 8), 11),
            new Case("sweeps", SWEEPS, "[PARALLEL, FRONTS, PARALLEL, PARALLEL]", List.of(1, 4, 8, 8), 10));

    @TestFactory
    Stream<DynamicTest> eachProblemOfABatchIsCutAsIfItWereAlone() {
        return CASES.stream()
                .map(c -> DynamicTest.dynamicTest(c.name(), () -> {
                    LoopNest nest = NestParser.parse(c.name() + ".nest", c.text());
                    try (Context context = new Context()) {
                        Dependences dependences = DependenceAnalysis.analyze(context, nest);
                        Tiler tiler = new Tiler(dependences);
                        assertEquals(
                                c.roles(), tiler.families().getFirst().roles().toString());
                        List<Integer> thread = c.block().stream().map(_ -> 1).toList();
                        EmulatedPrograms program = EmulatedPrograms.of(
                                nest, new Candidate(c.block(), thread, new Candidate.Options(4, 1)));
                        assertEquals(
                                new PlanCheck.Result.Proved(),
                                new PlanCheck(dependences).check(program.plan()),
                                c.name());
                        EmulatedCase.Result result = program.run(sizes(3, c.size()), 7);
                        assertTrue(result.ok(), () -> result.verification().message());
                    }
                }));
    }

    private static SequencedMap<String, Long> sizes(long problems, long size) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("g", problems);
        sizes.put("n", size);
        return sizes;
    }
}
