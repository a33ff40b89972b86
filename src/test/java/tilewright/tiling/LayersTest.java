package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.ranking.Ranker;
import tilewright.ranking.Ranking;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.work.Problem;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.rewrite.AlignedLoops;
import tilewright.tiling.space.Candidate;

/** Layers of a grid, some statements for one of them and some for all, as in lattice Boltzmann methods: rows are rows in all of them, and values of a point stay in registers. */
class LayersTest {
    private static final String LATTICE = """
        param t, n
        real f(0:1, 0:n+1, 0:n+1), g(0:1, 0:n+1, 0:n+1)
        local real sum, speed
        do s = 1, t
          do i = 1, n
            do j = 1, n
              sum = f(0,i,j-1) + f(1,i-1,j)
              speed = (f(0,i,j-1) - f(1,i-1,j)) / sum
              g(0,i,j) = 0.5 * sum + speed * speed
              g(1,i,j) = 0.5 * sum - speed * speed
            enddo
          enddo
          do q = 0, 1
            do i = 1, n
              do j = 1, n
                f(q,i,j) = g(q,i,j)
              enddo
            enddo
          enddo
        enddo
        """;

    private static Dependences analyzed(Context context, String text) {
        return DependenceAnalysis.analyze(context, NestParser.parse("layers.nest", text));
    }

    private static Plan plan(Dependences dependences) {
        Candidate candidate = new Candidate(List.of(1, 1, 8, 32), List.of(1, 1, 2, 1), new Candidate.Options(1, 1));
        return assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(candidate))
                .plan();
    }

    @Test
    void loopsOverRowsAndColumnsStandInTheSamePlaces() {
        LoopNest nest = NestParser.parse("layers.nest", LATTICE);
        String text = AlignedLoops.of(nest).orElseThrow().nest().toString().replaceAll("\\s+", " ");
        assertTrue(text.contains("do s = 1, t do q = 0, 0 do i = 1, n do j = 1, n sum = "), text);
        assertTrue(text.contains("do q = 0, 1 do i = 1, n do j = 1, n f(q,i,j) = g(q,i,j)"), text);
    }

    /** Loops in the right order stay as they are, and so do those of which nobody says where they belong. */
    @Test
    void otherNestsAreNotAligned() {
        for (String other : List.of(
                LATTICE.replaceFirst(
                        "do q = 0, 1\\s+do i = 1, n\\s+do j = 1, n", "do i = 1, n\ndo j = 1, n\ndo q = 0, 1"),
                "param n\n"
                        + "real a(n), b(n, n)\n"
                        + "do i = 1, n\n"
                        + "  a(i) = 0.0\n"
                        + "enddo\n"
                        + "do i = 1, n\n"
                        + "  do j = 1, n\n"
                        + "    b(i,j) = 1.0\n"
                        + "  enddo\n"
                        + "enddo\n")) {
            assertEquals(Optional.empty(), AlignedLoops.of(NestParser.parse("other.nest", other)), other);
        }
    }

    @Test
    void valuesOfAPointStayInRegistersInEachStep() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, LATTICE);
            Plan plan = plan(dependences);
            Set<String> inMemory =
                    plan.launches().stream().flatMap(l -> l.inMemory().stream()).collect(Collectors.toSet());
            assertEquals(Set.of("f", "g"), inMemory);
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }

    /** What the nest leaves in memory has to be stored in every step: the check does not take the planner's word. */
    @Test
    void layersHaveToBeStored() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, LATTICE);
            Plan plan = plan(dependences);
            HostStep.HostLoop loop =
                    assertInstanceOf(HostStep.HostLoop.class, plan.host().getFirst());
            HostStep.HostLoop wrong = loop.with(loop.body().stream()
                    .map(s -> s instanceof HostStep.Launch l
                            ? l.with(l.pieces().stream()
                                    .map(p -> p.with(
                                            p.points(),
                                            p.tiles().stream()
                                                    .map(t -> t.array().equals("g") ? t.unstored() : t)
                                                    .toList()))
                                    .toList())
                            : s)
                    .toList());
            assertInstanceOf(
                    PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(plan.with(List.of(wrong))));
        }
    }

    /** Two arrays of two layers are read and written once a step. */
    @Test
    void registersAreNotCountedAsMemory() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, LATTICE);
            Tiler tiler = new Tiler(dependences);
            Ranking ranking = Ranker.rank(
                    Problem.of(tiler, Map.of("t", 1L, "n", 2048L)), tiler.families(), DeviceCatalog.find("h200"));
            double writes =
                    ranking.candidates().getFirst().prediction().traffic().writes();
            assertEquals(2 * 2 * 2048.0 * 2048, writes, 0.1 * writes);
        }
    }
}
