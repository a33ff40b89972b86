package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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
import tilewright.tune.EmulatedExecution;

/** Nests with the blocks at which random nests once went wrong ({@link RandomProgramsTest}): proved, and run by both executions. */
class GivenBlocksTest {
    /** Sizes on all sides of small blocks. */
    private static final List<Long> SIZES = List.of(0L, 1L, 2L, 3L, 5L, 9L);

    @TempDir
    Path folder;

    /**
     * @param why what once went wrong
     * @param family name of the plan's shape
     */
    private record Case(String why, String family, Candidate candidate, String nest) {
        @Override
        public String toString() {
            return why;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "a coordinate of blocks that follows from the front is no column",
                        "fronts of blocks",
                        new Candidate(List.of(6, 3), List.of(1, 1), new Candidate.Options(8, 2)),
                        """
                        param n
                        real a(2), b(n,n)
                        do i1 = 1, n
                          do i2 = i1, i1
                            a(2) = b(i2,i2) + a(2)
                          enddo
                        enddo
                        """),
                new Case(
                        "lanes run through what lies between the strides of the loop around them",
                        "0D blocks with lanes along rows",
                        new Candidate(List.of(3, 1), List.of(1, 1), new Candidate.Options(4, 2)),
                        """
                        param n
                        real a(0:1)
                        do i1 = 1, n, 3
                          do i2 = i1, i1
                            a(0) = min(a(0), a(1))
                          enddo
                        enddo
                        """),
                new Case(
                        "a loop of fewer iterations than a chunk has no first chunk to stage",
                        "1D blocks",
                        new Candidate(List.of(6, 8, 8), List.of(1, 4, 1), new Candidate.Options(8, 2)),
                        """
                        param n
                        real a(n), b(-1:0,n)
                        do i1 = 1, n
                          do i2 = i1, n
                            do i4 = -1, i2
                              if (i4 <= 0) then
                                a(i2) = a(i2) + b(i4,i2)
                              endif
                            enddo
                          enddo
                        enddo
                        """),
                new Case(
                        "the element that a point keeps is updated where its axis has one value, which the update"
                                + " names",
                        "fronts of blocks",
                        new Candidate(List.of(3, 1), List.of(1, 1), new Candidate.Options(1, 1)),
                        """
                        param n
                        do i1 = 0, n
                          do i2 = 1, n - 1
                            if (i2 /= i1 + 1) then
                              b(i1 + 1,i1) = b(i2,2)
                            else
                              a(0) = 0.1 * atan2(a(i1 - 1), 1.0) + a(2*i2)
                            endif
                          enddo
                        enddo
                        """),
                new Case(
                        "an element that several points of a block write is in no register of theirs",
                        "fronts of blocks",
                        new Candidate(List.of(8, 8), List.of(1, 4), new Candidate.Options(2, 1)),
                        """
                        param n
                        real f(0:1), t
                        do i1 = 0, n
                          do i2 = i1, i1
                            f(mod(i2 + 1, 2)) = t * f(mod(i2 + 1, 2))
                          enddo
                        enddo
                        """));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void programsComputeWhatTheInterpreterComputes(Case given) throws Exception {
        LoopNest nest = NestParser.parse("given.nest", given.nest());
        Plan plan;
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Tiler tiler = new Tiler(dependences);
            plan = assertInstanceOf(Verdict.Legal.class, tiler.plan(given.candidate()))
                    .plan();
            assertEquals(given.family(), plan.family().name());
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
        }
        List<Map<String, Long>> sizes = SIZES.stream().map(n -> Map.of("n", n)).toList();
        List<PlannedNest> planned = List.of(new PlannedNest(1, nest, List.of(plan), sizes));
        for (Execution execution : List.of(new CExecution(), new EmulatedExecution())) {
            assertEquals(
                    List.of(),
                    execution.failures(planned, folder).stream()
                            .map(Execution.Failure::what)
                            .toList());
        }
    }
}
