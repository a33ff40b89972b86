package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ParallelLoops;
import tilewright.tiling.space.WrittenLoops;

/**
 * The plan that cuts nothing, for processors, whose caches keep what is used again by themselves: the nest as written, its outermost parallel loops shared by threads, and sums whose
 * order is free in vectors.
 */
public final class WrittenPlanner {
    /** The family of the plan. It has no loops to cut. */
    public static final Family FAMILY =
            new Family("nest as written", List.of(), List.of(), List.of(), "the order is that of the nest");

    private final Dependences dependences;

    /** @param dependences of the nest as written */
    public WrittenPlanner(Dependences dependences) {
        this.dependences = dependences;
    }

    /** What is known of the nest's loops. */
    public WrittenLoops.Shared shared() {
        LoopNest nest = dependences.nest();
        // Iterations that change nothing are run too.
        ParallelLoops parallel = new ParallelLoops(DependenceAnalysis.withSilent(dependences));
        Set<Node.Loop> seen = new HashSet<>();
        Set<Node.Loop> independent = new HashSet<>();
        for (PlacedStatement placed : nest.statements()) {
            for (int d = 0; d < placed.depth(); d++) {
                Node.Loop loop = placed.loops().get(d);
                if (seen.add(loop) && parallel.isParallel(loop, d)) {
                    independent.add(loop);
                }
            }
        }
        Set<String> sums = nest.statements().stream()
                .filter(p -> ParallelLoops.freeSum(dependences, p).isPresent())
                .map(p -> p.statement().id())
                .collect(Collectors.toSet());
        Set<String> chained = nest.statements().stream()
                .filter(parallel::isChained)
                .map(p -> p.statement().id())
                .collect(Collectors.toSet());
        return new WrittenLoops.Shared(parallel.outermost(nest), independent, chained, sums);
    }

    public Plan plan() {
        LoopNest nest = dependences.nest();
        WrittenLoops.Shared shared = shared();
        Set<Node.Loop> parallel = shared.parallel();
        List<Node.Loop> loops = WrittenLoops.of(nest);
        List<Integer> numbers = new ArrayList<>();
        for (int l = 0; l < loops.size(); l++) {
            if (parallel.contains(loops.get(l))) {
                numbers.add(l);
            }
        }
        List<String> sums = nest.statements().stream()
                .map(p -> p.statement().id())
                .filter(shared.sums()::contains)
                .toList();
        return new Plan(
                nest,
                Candidate.AS_WRITTEN,
                FAMILY,
                rule(numbers.stream().map(loops::get).toList(), sums),
                List.of(new HostStep.AsWritten(numbers, sums)));
    }

    private static String rule(List<Node.Loop> parallel, List<String> sums) {
        List<String> parts = new ArrayList<>(List.of(FAMILY.rule()));
        if (!parallel.isEmpty()) {
            parts.add("no dependence goes from one iteration to another one of "
                    + parallel.stream().map(Node.Loop::variable).distinct().collect(Collectors.joining(", ")));
        }
        if (!sums.isEmpty()) {
            parts.add("the order of the sums of " + String.join(", ", sums) + " is free");
        }
        return String.join("; ", parts);
    }
}
