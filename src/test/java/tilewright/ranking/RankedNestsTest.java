package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Family;
import tilewright.tiling.HostStep;
import tilewright.tiling.Piece;
import tilewright.tiling.Plan;
import tilewright.tiling.Tiler;
import tilewright.tiling.Verdict;

/** Ranking of nests as they are analysed: families from the dependences, candidates that have plans. */
class RankedNestsTest {
    private static final DeviceDescription H200 = DeviceCatalog.find("h200");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "floyd-warshall",
                "gaussian-elimination",
                "lu",
                "matmul",
                "jacobi-2d",
                "transitive-closure",
                "widest-path"
            })
    void everyNestIsRankedAndItsFirstCandidatesAndBaselineHavePlans(String name) {
        try (Context context = new Context()) {
            Dependences dependences = analyze(context, name);
            Tiler tiler = new Tiler(dependences);
            Map<String, Long> sizes = new HashMap<>();
            dependences.nest().parameters().forEach(p -> sizes.put(p, 1000L));
            Ranking ranking = Ranker.rank(dependences, tiler.families(), sizes, H200);
            for (RankedCandidate each : ranking.top(2)) {
                assertInstanceOf(Verdict.Legal.class, tiler.plan(each.candidate()), each.candidate()::toString);
                assertFalse(ranking.reasons(each).isEmpty());
            }
            assertInstanceOf(Verdict.Legal.class, tiler.plan(ranking.baseline().candidate()));
        }
    }

    /** The ranking reads strategies off index functions, the plan decides them by integer sets: they must agree. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "floyd-warshall",
                "gaussian-elimination",
                "lu",
                "matmul",
                "jacobi-2d",
                "transitive-closure",
                "widest-path"
            })
    void accessesAreServedFromWhereThePlansServeThem(String name) {
        try (Context context = new Context()) {
            Dependences dependences = analyze(context, name);
            Tiler tiler = new Tiler(dependences);
            Map<String, Long> sizes = new HashMap<>();
            dependences.nest().parameters().forEach(p -> sizes.put(p, 500L));
            Problem problem = Problem.of(dependences, sizes);
            for (Family family : tiler.families()) {
                Workload workload = WorkloadBuilder.of(problem, family, H200.instructions());
                RankedCandidate first =
                        Ranker.rank(problem, List.of(family), H200).candidates().getFirst();
                Plan plan = assertInstanceOf(Verdict.Legal.class, tiler.plan(first.candidate()))
                        .plan();
                assertEquals(strategies(plan), strategies(workload), family.name());
            }
        }
    }

    @Test
    void everyNestOfTheIssueHasAtLeast300Candidates() {
        for (String name : List.of("floyd-warshall", "gaussian-elimination", "lu", "matmul")) {
            try (Context context = new Context()) {
                Dependences dependences = analyze(context, name);
                int count = Ranker.rank(dependences, new Tiler(dependences).families(), Map.of("n", 4096L), H200)
                        .candidates()
                        .size();
                assertFalse(count < 300, name + " has " + count);
            }
        }
    }

    private static List<List<Set<String>>> strategies(Plan plan) {
        return plan.launches().stream()
                .map(HostStep.Launch::pieces)
                .map(pieces -> pieces.stream().map(RankedNestsTest::strategies).toList())
                .toList();
    }

    private static Set<String> strategies(Piece piece) {
        return piece.statements().stream()
                .flatMap(s -> s.accesses().stream())
                .map(a -> a.strategy() + " " + a.access().array())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<List<Set<String>>> strategies(Workload workload) {
        return workload.levels().stream()
                .map(Workload.Level::pieces)
                .map(pieces -> pieces.stream()
                        .map(p -> (Set<String>) p.references().stream()
                                .map(r -> r.strategy() + " " + r.array())
                                .collect(Collectors.toCollection(TreeSet::new)))
                        .toList())
                .toList();
    }

    private static Dependences analyze(Context context, String name) {
        return DependenceAnalysis.analyze(context, NestParser.parse(Path.of("loopnests", name + ".nest")));
    }
}
