package tilewright.tiling.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.c.PolyBench;
import tilewright.tiling.Eliminations;
import tilewright.tiling.PublishedNests;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.text.PlanRoundTrip;

/** What the tiler makes passes the check, whatever the sizes; and its text holds it. */
class PlanCheckTest {
    @Execution(ExecutionMode.CONCURRENT)
    @TestFactory
    Stream<DynamicTest> plansOfPublishedNestsAreProved() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(Path.of("loopnests"))) {
            files = found.filter(f -> f.toString().endsWith(".nest")).sorted().toList();
        }
        return files.stream()
                .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> check(NestParser.parse(f))));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @TestFactory
    Stream<DynamicTest> plansOfPolyBenchKernelsAreProved() throws IOException {
        return PolyBench.kernels().stream().map(k -> DynamicTest.dynamicTest(k, () -> check(PolyBench.nest(k))));
    }

    /** Updates of an element may change places, and launches of both lanes have some: they follow each other where the lanes meet between them. */
    @Test
    void updatesInTwoLanesThatMeetAreProved() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, Eliminations.predecessors());
            Candidate panels = new Candidate(List.of(16, 8, 8), List.of(1, 4, 4), new Candidate.Options(8, 2, 8));
            Plan plan = assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(panels))
                    .plan();
            assertTrue(plan.launches().stream().anyMatch(l -> l.lane().ahead()));
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
        }
    }

    /**
     * The paths alone would be a closed semiring, whose updates may change places; with a loop around them whose next iteration reads them they
     * are none. What the planner of the part and the check of the whole program excuse must be the same.
     */
    @Test
    void shortestPathsInALoopBesideASumAreProved() {
        LoopNest nest = NestParser.parse("paths-and-sums.nest", """
            param n, m
            real a(n, n), e(n, n)
            assume a(k,k) >= 0
            do t = 1, m
              do k = 1, n
                do i = 1, n
                  do j = 1, n
                    a(i,j) = min(a(i,j), a(i,k) + a(k,j))
                  enddo
                enddo
              enddo
              do i = 1, n
                do j = 1, n
                  e(i,j) = e(i,j) + a(i,j)
                enddo
              enddo
            enddo
            """);
        check(nest, loops -> List.of(candidate(loops, 0, 8, 8, 0), candidate(loops, 1, 1, 6, 0)));
    }

    /**
     * Times of the host by steps along a diagonal, of small blocks, have many pieces with integer divisions: to ask whether joined ones hold more took eight
     * times as many of isl's steps as the rest of the proof, in three dimensions minutes.
     */
    @Test
    void relaxationInPlaceIsProvedInFewSteps() {
        LoopNest nest = NestParser.parse("relaxation.nest", """
            param n, steps
            double precision a(n, n)
            do t = 1, steps
              do i = 2, n - 1
                do j = 2, n - 1
                  a(i,j) = (a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1)) / 4d0
                enddo
              enddo
            enddo
            """);
        PublishedNests.check(nest, analysed -> {
            Verdict verdict = analysed.tiler().plan(candidate(3, 1, 1, 4, 0));
            Plan plan = assertInstanceOf(Verdict.Legal.class, verdict).plan();
            Dependences dependences = analysed.dependences();
            Context context = dependences.domains().getFirst().iterations().context();
            PlanCheck check = new PlanCheck(dependences);
            expect(plan, context.withMaxOperations(500_000, () -> check.check(plan)));
        });
    }

    private static void check(LoopNest nest) {
        check(nest, loops -> candidates(nest, loops));
    }

    private static void check(LoopNest nest, IntFunction<List<Candidate>> candidates) {
        PublishedNests.check(nest, analysed -> {
            Tiler tiler = analysed.tiler();
            PlanCheck check = new PlanCheck(analysed.dependences());
            int plans = 0;
            for (Candidate candidate : candidates.apply(tiler.ranked().loops().size())) {
                if (tiler.plan(candidate) instanceof Verdict.Legal legal) {
                    plans++;
                    expect(legal.plan(), check.check(legal.plan()));
                    PlanRoundTrip.check(legal.plan());
                }
            }
            assertTrue(plans > 0, "no plan");
        });
    }

    private static void expect(Plan plan, PlanCheck.Result result) {
        switch (result) {
            case PlanCheck.Result.Proved _ -> {}
            case PlanCheck.Result.NotProved n -> fail(plan.candidate() + ": " + n.reason());
            case PlanCheck.Result.Violated v -> fail(plan.candidate() + ": " + v.message());
        }
    }

    /** Whole and ragged blocks, with and without steps; the outermost loops cut and not. */
    private static List<Candidate> candidates(LoopNest nest, int loops) {
        List<Candidate> candidates = new ArrayList<>();
        if (nest.name().equals("lu") || nest.name().equals("trisolv")) {
            candidates.add(candidate(loops, 0, 8, 8, 4));
        }
        candidates.add(candidate(loops, 0, 8, 8, 0));
        candidates.add(candidate(loops, 1, 1, 6, 0));
        if (candidates.size() < 3) {
            candidates.add(candidate(loops, loops, 1, 1, 0));
        }
        candidates.add(Candidate.AS_WRITTEN);
        return candidates;
    }

    static Candidate candidate(int loops, int ones, int first, int size, int step) {
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        for (int loop = 0; loop < loops; loop++) {
            int here = loop < ones ? 1 : loop == 0 ? first : size;
            block.add(here);
            thread.add(here % 2 == 0 ? 2 : 1);
        }
        return new Candidate(block, thread, new Candidate.Options(4, 1, step));
    }
}
