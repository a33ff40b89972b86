package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.locality.VolumeCounter;
import tilewright.locality.Volumes;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;
import tilewright.ranking.cost.PieceCost;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.InstructionRates;
import tilewright.ranking.work.ExpressionCost;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Resources;
import tilewright.ranking.work.Workload;
import tilewright.ranking.work.WorkloadBuilder;
import tilewright.tiling.PublishedNests;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Ranking of nests as they are analysed: families from the dependences, candidates that have plans. */
@Order(1)
class RankedNestsTest {
    private static final DeviceDescription H200 = DeviceCatalog.find("h200");
    private static final InstructionRates H200_RATES = ((GpuDescription) H200).instructions();
    private static final Map<String, Dependences> ANALYSES = new HashMap<>();
    private static final Map<String, Tiler> TILERS = new HashMap<>();
    private static final Map<String, Ranking> RANKINGS = new HashMap<>();
    private static final Map<String, KernelProgram> LOWERED = new HashMap<>();
    private static final long SIZE = 1024;
    private static Context context;

    /** What a sweep begins with must be plannable: the plain form, and the model's first choice. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "trisolv",
                "lu",
                "gemm",
                "atax",
                "correlation",
                "durbin",
                "gramschmidt",
                "nussinov",
                "seidel-2d",
                "symm",
                "trmm",
                "doitgen",
                "cholesky",
                "gemver"
            })
    void sweepsOfPolyBenchKernelsCanBegin(String kernel) {
        CParser.CProgram program = CParser.parse(
                Path.of("loopnests/polybench", kernel + ".c"),
                new COptions(List.of(), new LinkedHashMap<>(), null, "LARGE"));
        PublishedNests.check(program.nest(), analysed -> {
            Tiler tiler = analysed.tiler();
            Ranking ranking = Ranker.rank(tiler.ranked(), tiler.families(), tiler.rankedSizes(program.sizes()), H200);
            Candidate plain = ranking.baseline().candidate();
            assertInstanceOf(Verdict.Legal.class, tiler.plan(plain), plain::toString);
            Candidate first = ranking.top(1).getFirst().candidate();
            assertInstanceOf(Verdict.Legal.class, tiler.plan(first), first::toString);
        });
    }

    @BeforeAll
    static void open() {
        context = new Context();
    }

    @AfterAll
    static void close() {
        ANALYSES.clear();
        TILERS.clear();
        RANKINGS.clear();
        LOWERED.clear();
        context.close();
    }

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
        Tiler tiler = tiler(name);
        Ranking ranking = ranking(name);
        for (RankedCandidate each : ranking.top(2)) {
            assertInstanceOf(Verdict.Legal.class, tiler.plan(each.candidate()), each.candidate()::toString);
            assertFalse(ranking.reasons(each).isEmpty());
        }
        assertInstanceOf(Verdict.Legal.class, tiler.plan(ranking.baseline().candidate()));
    }

    /** A step of Cholesky's method divides one column of the diagonal's block by one value of the diagonal, and hands that out, two iterations at once. */
    @Test
    void aColumnOfABlockIsDividedByOneValue() {
        CParser.CProgram program = CParser.parse(
                Path.of("loopnests/polybench/cholesky.c"),
                new COptions(List.of(), new LinkedHashMap<>(), null, "LARGE"));
        Candidate candidate = new Candidate(List.of(32, 32, 32), List.of(2, 2, 1), new Candidate.Options(16, 2));
        PublishedNests.check(program.nest(), analysed -> {
            Tiler tiler = analysed.tiler();
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
            Problem problem = Problem.of(tiler.ranked(), tiler.rankedSizes(program.sizes()));
            Workload.Piece diagonal = WorkloadBuilder.of(problem, plan.family(), H200_RATES)
                    .levels()
                    .getFirst()
                    .pieces()
                    .getFirst();
            int j = 1 << 1;
            int k = 1 << 2;
            assertEquals(
                    List.of(j),
                    diagonal.computations().stream()
                            .filter(c -> c.statement().equals("S2"))
                            .map(Workload.Computation::pinned)
                            .toList());
            assertEquals(
                    List.of(k),
                    diagonal.operands().stream()
                            .filter(o -> o.text().equals("A(j,j)") && !o.staged())
                            .map(ExpressionCost.Operand::loops)
                            .toList(),
                    diagonal.operands()::toString);
            BlockProgram kernel =
                    Lowering.lower(plan).kernels().getFirst().pieces().getFirst();
            Geometry geometry = Geometry.of(plan.family(), candidate);
            assertEquals(round(kernel), new PieceCost(diagonal, H200_RATES).round(geometry, false));
        });
    }

    /** What the ranking takes for the places of values is what plans serve them from. */
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
        Tiler tiler = tiler(name);
        Problem problem = problem(name);
        List<RankedCandidate> ranked = withoutSteps(ranking(name).candidates());
        for (Family family : tiler.families()) {
            if (family.time() != null) {
                continue; // costs of their own
            }
            Workload workload = WorkloadBuilder.of(problem, family, H200.instructions());
            RankedCandidate first = ranked.stream()
                    .filter(r -> r.family().equals(family))
                    .findFirst()
                    .orElseGet(() -> withoutSteps(
                                    Ranker.rank(problem, List.of(family), H200).candidates())
                            .getFirst()); // for comparison alone
            Plan plan = assertInstanceOf(Verdict.Legal.class, tiler.plan(first.candidate()))
                    .plan();
            assertEquals(strategies(plan), strategies(workload), family.name());
        }
    }

    /** What kernels move is what theory says must cross the blocks' borders, but for partial blocks; steps move more. */
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "gaussian-elimination", "lu", "matmul"})
    void movedValuesAreNearTheVolumesOfTheory(String name) {
        Dependences dependences = analyze(name);
        VolumeCounter theory = new VolumeCounter(dependences, Map.of("n", SIZE));
        for (RankedCandidate each : withoutSteps(ranking(name).topShapes(24))) {
            Prediction.Traffic moved = each.prediction().traffic();
            Volumes volumes = theory.count(cut(each));
            double volume = volumes.reads() + volumes.writes();
            assertEquals(1, (moved.reads() + moved.writes()) / volume, 0.2, each.candidate()::toString);
        }
    }

    /** The block sizes of a candidate; loops that run whole inside the kernel do not cut. */
    private static List<Integer> cut(RankedCandidate ranked) {
        List<Integer> cut = new ArrayList<>(ranked.candidate().block());
        for (int z = 0; z < cut.size(); z++) {
            if (ranked.family().roles().get(z) == LoopRole.KERNEL) {
                cut.set(z, (int) SIZE);
            }
        }
        return cut;
    }

    /** Those of one launch per level: with steps, blocks of two sizes make more launches than a family has levels. */
    private static List<RankedCandidate> withoutSteps(List<RankedCandidate> ranked) {
        return ranked.stream().filter(r -> r.candidate().options().panel() == 0).toList();
    }

    /** The estimate of shared memory is what the kernels will ask for. */
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "gaussian-elimination", "lu", "matmul"})
    void sharedMemoryIsThatOfTheGeneratedKernels(String name) {
        Tiler tiler = tiler(name);
        Problem problem = problem(name);
        List<RankedCandidate> all = withoutSteps(ranking(name).candidates());
        for (int position = 0; position < all.size(); position += all.size() / 3) {
            RankedCandidate each = all.get(position);
            Plan plan = assertInstanceOf(Verdict.Legal.class, tiler.plan(each.candidate()))
                    .plan();
            List<Integer> kernels = sharedBytes(Lowering.lower(plan).host());
            List<Integer> estimates = estimates(problem, each);
            assertEquals(kernels.size(), estimates.size());
            for (int level = 0; level < kernels.size(); level++) {
                assertEquals(
                        kernels.get(level),
                        estimates.get(level),
                        Math.max(1024, 0.1 * kernels.get(level)),
                        each.candidate()::toString);
            }
        }
    }

    /** Of two loops inside kernels the last one is cut into k-tiles: that many iterations are staged, not as many of both. */
    @Test
    void sharedMemoryIsThatOfTheLastLoopInside() {
        LoopNest nest = NestParser.parse("solve.nest", """
            param b, n
            double precision a(b, n, n), y(b, n)
            do o = 1, b
              do i = n, 1, -1
                do j = i + 1, n
                  y(o,i) = y(o,i) - a(o,i,j) * y(o,j)
                enddo
                y(o,i) = y(o,i) / a(o,i,i)
              enddo
            enddo
            """);
        try (Context sets = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(sets, nest));
            Problem problem = Problem.of(tiler.ranked(), tiler.rankedSizes(Map.of("b", 4000L, "n", 64L)));
            List<RankedCandidate> all =
                    Ranker.rank(problem, tiler.families(), H200).candidates();
            for (RankedCandidate each : List.of(all.getFirst(), all.get(all.size() / 2))) {
                Plan plan = assertInstanceOf(Verdict.Legal.class, tiler.plan(each.candidate()))
                        .plan();
                int asked = sharedBytes(Lowering.lower(plan).host()).getFirst();
                assertEquals(asked, estimates(problem, each).getFirst(), 0.1 * asked, each.candidate()::toString);
            }
        }
    }

    /** The model decides from sizes whether values are handed out for two iterations at once, kernels from their operations. */
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "gaussian-elimination", "lu", "widest-path"})
    void roundsOfExchangesAreThoseOfTheGeneratedKernels(String name) {
        Problem problem = Problem.of(analyze(name), Map.of("n", 4096L));
        Family family = tiler(name).families().getFirst();
        for (Candidate candidate : List.of(
                candidate(64, 64, 64, 4, 4, 16),
                candidate(64, 64, 64, 4, 4, 1),
                candidate(32, 64, 64, 4, 4, 16),
                candidate(32, 32, 64, 4, 4, 16),
                candidate(3, 24, 24, 2, 2, 3),
                candidate(64, 64, 64, 8, 8, 16),
                candidate(128, 128, 128, 16, 16, 16))) {
            List<List<Integer>> kernels = lowered(name, candidate).kernels().stream()
                    .map(k -> k.pieces().stream().map(RankedNestsTest::round).toList())
                    .toList();
            Geometry geometry = Geometry.of(family, candidate);
            List<List<Integer>> predicted = WorkloadBuilder.of(problem, family, H200_RATES).levels().stream()
                    .map(l -> l.pieces().stream()
                            .map(p -> new PieceCost(p, H200_RATES).round(geometry, false))
                            .toList())
                    .toList();
            assertEquals(kernels, predicted, name + " " + candidate);
        }
    }

    /**
     * Blocks that end beyond the domain stage whole chunks. Of pieces whose points hand each other values the model says that they do not, which generated panels
     * of eliminations do where nothing is taken across the end.
     */
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "gaussian-elimination", "lu", "matmul"})
    void blocksBeyondTheDomainRunWholeChunksWhereTheGeneratedOnesDo(String name) {
        Family family = tiler(name).families().getFirst();
        Candidate candidate = name.equals("matmul")
                ? new Candidate(List.of(64, 64, 16), List.of(4, 4, 1), new Candidate.Options(16, 2))
                : candidate(64, 64, 64, 4, 4, 16);
        List<List<Boolean>> kernels = lowered(name, candidate).kernels().stream()
                .map(k -> k.pieces().stream()
                        .map(p -> p.slices().isEmpty() && runsWholeChunks(p))
                        .toList())
                .toList();
        Geometry geometry = Geometry.of(family, candidate);
        List<List<Boolean>> predicted =
                WorkloadBuilder.of(Problem.of(analyze(name), Map.of("n", 4001L)), family, H200_RATES).levels().stream()
                        .map(l -> l.pieces().stream()
                                .map(p -> new PieceCost(p, H200_RATES))
                                .map(c -> c.stages() && c.runsWholeChunks(geometry))
                                .toList())
                        .toList();
        assertEquals(kernels, predicted);
    }

    private static boolean runsWholeChunks(BlockProgram piece) {
        List<Operation> body = Objects.requireNonNull(piece.guardedBody());
        return !Operations.ofKind(body, Operation.Pipeline.class).isEmpty()
                || Operations.ofKind(body, Operation.ChunkLoop.class).stream().anyMatch(Operation.ChunkLoop::whole);
    }

    /** Blocks at the end of rows that have padding run the interior's body, as for the last column of n x (n+1). */
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "gaussian-elimination", "lu"})
    void blocksEndInPaddingWhereTheGeneratedOnesDo(String name) {
        Family family = tiler(name).families().getFirst();
        Candidate candidate = candidate(64, 64, 64, 4, 4, 16);
        List<List<Boolean>> kernels = lowered(name, candidate).kernels().stream()
                .map(k -> k.pieces().stream()
                        .map(p -> !p.paddedArrays().isEmpty())
                        .toList())
                .toList();
        Problem problem = Problem.of(analyze(name), Map.of("n", 4001L));
        List<List<Boolean>> predicted = WorkloadBuilder.of(problem, family, H200_RATES).levels().stream()
                .map(l -> l.pieces().stream().map(p -> p.padded() != 0).toList())
                .toList();
        assertEquals(kernels, predicted);
    }

    private static Candidate candidate(int r1, int r2, int r3, int t2, int t3, int chunk) {
        return new Candidate(List.of(r1, r2, r3), List.of(1, t2, t3), new Candidate.Options(chunk, 2));
    }

    private static int round(BlockProgram piece) {
        List<Operation> body = piece.interiorBody();
        return body == null
                ? 1
                : Operations.ofKind(body, Operation.Rounds.class).stream()
                        .mapToInt(Operation.Rounds::size)
                        .max()
                        .orElse(1);
    }

    private static List<Integer> estimates(Problem problem, RankedCandidate ranked) {
        Geometry geometry = Geometry.of(ranked.family(), ranked.candidate());
        return WorkloadBuilder.of(problem, ranked.family(), H200.instructions()).levels().stream()
                .map(l -> Resources.of(l, geometry, ((GpuDescription) H200).limits())
                        .sharedBytes())
                .toList();
    }

    private static List<Integer> sharedBytes(List<KernelProgram.HostStep> steps) {
        return steps.stream()
                .flatMap(s -> switch (s) {
                    case KernelProgram.HostStep.Loop l -> sharedBytes(l.body()).stream();
                    case KernelProgram.HostStep.Launch l -> Stream.of(l.kernel().sharedBytes());
                    case KernelProgram.HostStep.Columns c ->
                        Stream.of(c.kernel().sharedBytes());
                    case KernelProgram.HostStep.Rows r ->
                        sharedBytes(r.launches().body()).stream();
                    case KernelProgram.HostStep.Kept k ->
                        sharedBytes(k.launches().body()).stream();
                    case KernelProgram.HostStep.Inputs i ->
                        sharedBytes(i.launches().body()).stream();
                    case KernelProgram.HostStep.Staying t ->
                        sharedBytes(t.launches().body()).stream();
                    case KernelProgram.HostStep.AsWritten _ -> Stream.<Integer>of();
                })
                .toList();
    }

    @Test
    void eliminationAndProductHaveAtLeast300Candidates() {
        for (String name : List.of("floyd-warshall", "gaussian-elimination", "lu", "matmul")) {
            int count = ranking(name).candidates().size();
            assertFalse(count < 300, name + " has " + count);
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

    private static Dependences analyze(String name) {
        return ANALYSES.computeIfAbsent(
                name, n -> DependenceAnalysis.analyze(context, NestParser.parse(Path.of("loopnests", n + ".nest"))));
    }

    private static KernelProgram lowered(String name, Candidate candidate) {
        return LOWERED.computeIfAbsent(name + " " + candidate, what -> {
            Verdict verdict = tiler(name).plan(candidate);
            return Lowering.lower(
                    assertInstanceOf(Verdict.Legal.class, verdict, what).plan());
        });
    }

    private static Problem problem(String name) {
        Map<String, Long> sizes = new HashMap<>();
        analyze(name).nest().parameters().forEach(p -> sizes.put(p, SIZE));
        return Problem.of(analyze(name), sizes);
    }

    /** For the H200, all sizes the same. */
    private static Ranking ranking(String name) {
        return RANKINGS.computeIfAbsent(name, n -> Ranker.rank(problem(n), tiler(n).families(), H200));
    }

    private static Tiler tiler(String name) {
        return TILERS.computeIfAbsent(name, n -> new Tiler(analyze(n)));
    }
}
