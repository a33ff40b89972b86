package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.SequentialOrder;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.c.PolyBench;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.strategy.FrontPlanner;

@Execution(ExecutionMode.CONCURRENT)
class TilerTest {
    private static final long SEED = 7;

    @Test
    void semiringEliminationRunsDiagonalThenPanelsThenRest() {
        try (Context context = new Context()) {
            Family family = tiler(context, "floyd-warshall").families().getFirst();

            assertEquals(List.of(LoopRole.HOST_BLOCKS, LoopRole.PARALLEL, LoopRole.PARALLEL), family.roles());
            assertEquals(
                    List.of(
                            List.of(new Blocks(List.of(), true, List.of("S1"))),
                            List.of(
                                    new Blocks(List.of(1), true, List.of("S1")),
                                    new Blocks(List.of(2), true, List.of("S1"))),
                            List.of(new Blocks(List.of(1, 2), false, List.of("S1")))),
                    blocks(family));
        }
    }

    /** Of 16 and 8 iterations in the smallest blocks that reveal what depends on what there are still several behind a step's own: their loops are not taken for fixed ones. */
    @ParameterizedTest
    @ValueSource(strings = {"16", "8"})
    void blocksOfLoopsOfKnownLengthRangeOverTheSameLoops(String length) {
        String text = """
            param m, n
            real a(m, n, n)
            do b = 1, m
              do k = 1, n
                do i = k + 1, n
                  a(b,i,k) = a(b,i,k) / a(b,k,k)
                  do j = k + 1, n
                    a(b,i,j) = a(b,i,j) - a(b,i,k) * a(b,k,j)
                  enddo
                enddo
              enddo
            enddo
            """;
        String known = text.replace("param m, n\n", "param m\n").replaceAll("\\bn\\b", length);
        try (Context context = new Context()) {
            List<Family> families = Stream.of(text, known)
                    .map(t -> new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("lu.nest", t)))
                            .families()
                            .getFirst())
                    .toList();
            assertEquals(blocks(families.getFirst()), blocks(families.getLast()));
            assertEquals(families.getFirst().roles(), families.getLast().roles());
        }
    }

    /** What a family says of the blocks of a launch, places of accesses apart. */
    private record Blocks(List<Integer> free, boolean exchanged, List<String> statements) {}

    private static List<List<Blocks>> blocks(Family family) {
        return family.levels().stream()
                .map(l -> l.pieces().stream()
                        .map(p -> new Blocks(p.freeLoops(), p.exchanged(), p.statements()))
                        .toList())
                .toList();
    }

    /** How people write it: a guard, with and without a name for the sum, or a choice. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "if (a(i,k) + a(k,j) < a(i,j)) a(i,j) = a(i,k) + a(k,j)",
                "if (a(i,j) > a(i,k) + a(k,j)) then\na(i,j) = a(i,k) + a(k,j)\nendif",
                "if (a(i,j) <= a(i,k) + a(k,j)) then\na(i,j) = a(i,j)\nelse\na(i,j) = a(i,k) + a(k,j)\nendif",
                "a(i,j) = merge(a(i,j), a(i,k) + a(k,j), a(i,j) < a(i,k) + a(k,j))"
            })
    void minimaWrittenAsGuardsHaveTheBlocksOfMinima(String body) {
        assertEquals(List.of(1, 2, 1), piecesOfLevels(body + "\n"));
    }

    @Test
    void semiringUpdatesOfDifferentArraysShareTheirPhases() {
        String both = "a(i,j) = min(a(i,j), max(a(i,k), a(k,j)))\nw(i,j) = max(w(i,j), min(w(i,k), w(k,j)))\n";
        String reader = "a(i,j) = min(a(i,j), max(a(i,k), a(k,j)))\nw(i,j) = w(i,j) + a(i,k)\n";
        assertEquals(List.of(1, 2, 1), piecesOfLevels(both), "diagonal, panels, rest");
        assertEquals(
                List.of(LoopRole.HOST, LoopRole.PARALLEL, LoopRole.PARALLEL),
                asWritten(reader).getFirst().roles(),
                "another statement sees how far values are reduced");
    }

    private static List<Integer> piecesOfLevels(String body) {
        return asWritten(body).getFirst().levels().stream()
                .map(l -> l.pieces().size())
                .toList();
    }

    private static List<Family> asWritten(String body) {
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse(
                    "both.nest",
                    "param n\nreal a(n,n), w(n,n)\nassume a(k,k) >= 0\ndo k = 1, n\ndo i = 1, n\ndo j = 1, n\n" + body
                            + "enddo\nenddo\nenddo\n");
            return new Tiler(DependenceAnalysis.analyze(context, nest), new Schedule.Original()).families();
        }
    }

    @Test
    void eliminationWithDivisionInItsOwnStatementHasTheSamePhases() {
        try (Context context = new Context()) {
            Family family = tiler(context, "lu").families().getFirst();

            assertEquals(
                    List.of(
                            List.of(new Blocks(List.of(), true, List.of("S1", "S2"))),
                            List.of(
                                    new Blocks(List.of(1), true, List.of("S1", "S2")),
                                    new Blocks(List.of(2), true, List.of("S2"))),
                            List.of(new Blocks(List.of(1, 2), false, List.of("S2")))),
                    blocks(family));
        }
    }

    @Test
    void sweepsInPlaceRunInFrontsOfBlocks() {
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse(Path.of("src/test/resources/codegen/nests/seidel.nest"));
            Family family = new Tiler(DependenceAnalysis.analyze(context, nest))
                    .families()
                    .getFirst();

            assertEquals(List.of(LoopRole.FRONTS, LoopRole.PARALLEL, LoopRole.PARALLEL), family.roles());
        }
    }

    @Test
    void aNegativeComponentForbidsFronts() {
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse(Path.of("loopnests/jacobi-1d.nest"));
            Verdict verdict = new FrontPlanner(new OrderCheck(DependenceAnalysis.analyze(context, nest)))
                    .plan(new Candidate(List.of(4, 4), List.of(1, 1), new Candidate.Options(4, 1)));

            assertTrue(assertInstanceOf(Verdict.Illegal.class, verdict).reason().contains("dependence"));
        }
    }

    @Test
    void matrixMultiplicationKeepsTheInnerProductInsideTheKernel() {
        try (Context context = new Context()) {
            List<Family> families = tiler(context, "matmul").families();

            assertEquals(
                    List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.HOST),
                    families.getLast().roles(),
                    "one launch per step, to compare with");
            assertEquals(
                    List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.KERNEL),
                    families.getFirst().roles());
        }
    }

    @Test
    void sweepsOfAStencilAreOneLaunchEachOrSeveralIterationsOne() {
        try (Context context = new Context()) {
            List<Family> families = tiler(context, "jacobi-2d").families();

            assertEquals(
                    List.of("time tiles", "2D blocks"),
                    families.stream().map(Family::name).toList());
            assertEquals(2, families.getLast().levels().size());
        }
    }

    @Test
    void withoutItsAssumptionAnEliminationIsRefusedBlocksAndRunsInFiveLevels() {
        String text = """
            do k = 1, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = min(a(i,j), a(i,k) + a(k,j))
                enddo
              enddo
            enddo
            """;
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("plain", text)));

            assertEquals(5, tiler.families().getFirst().levels().size());
            Verdict.Illegal refused = assertInstanceOf(Verdict.Illegal.class, tiler.plan(candidate(List.of(4, 4, 4))));
            assertTrue(refused.reason().contains("declare the assumption"), refused.reason());
            assertEquals(
                    4, Objects.requireNonNull(refused.dependence()).position().line());
        }
    }

    @Test
    void blocksThatDependOnEachOtherInACycleAreRefused() {
        try (Context context = new Context()) {
            Verdict verdict = tiler(context, "floyd-warshall").plan(candidate(List.of(3, 5, 7)));

            Verdict.Illegal refused = assertInstanceOf(Verdict.Illegal.class, verdict);
            assertTrue(refused.reason().contains("in a cycle"), refused.reason());
            assertTrue(refused.reason().contains("divides the others"), refused.reason());
        }
    }

    @Test
    void sizesThatDoNotFitTheNestAreBadInput() {
        try (Context context = new Context()) {
            Tiler tiler = tiler(context, "floyd-warshall");

            UserError number = assertThrows(UserError.class, () -> tiler.plan(candidate(List.of(4, 4))));
            assertEquals("this nest has 3 loops (k, i, j): give 3 block sizes, got 2", number.getMessage());
            Candidate uneven = new Candidate(List.of(4, 8, 8), List.of(1, 3, 1), new Candidate.Options(4, 1));
            UserError divisor = assertThrows(UserError.class, () -> tiler.plan(uneven));
            assertEquals(
                    "thread size 3 of loop i does not divide its block size 8; choose a divisor", divisor.getMessage());
        }
    }

    @ParameterizedTest(name = "{0} blocks {1} n={2}")
    @CsvSource({
        "floyd-warshall, 4x4x4, 1",
        "floyd-warshall, 4x4x4, 2",
        "floyd-warshall, 4x4x4, 7",
        "floyd-warshall, 2x4x8, 9",
        "floyd-warshall, 4x8x4, 13",
        "floyd-warshall, 1x4x8, 9",
        "gaussian-elimination, 4x4x4, 1",
        "gaussian-elimination, 4x4x4, 2",
        "gaussian-elimination, 4x4x4, 9",
        "gaussian-elimination, 2x4x8, 13",
        "gaussian-elimination, 1x4x4, 7",
        "gaussian-elimination, 4x8x4, 11",
        "lu, 4x4x4, 1",
        "lu, 4x4x4, 2",
        "lu, 4x4x4, 8",
        "lu, 2x8x4, 11",
        "lu, 1x4x4, 7",
        "matmul, 4x4x4, 1",
        "matmul, 4x8x3, 7",
        "matmul, 2x4x8, 9",
        "jacobi-2d, 1x4x4, 2",
        "jacobi-2d, 1x4x4, 3",
        "jacobi-2d, 1x4x8, 9",
        "transitive-closure, 4x4x4, 9",
        "transitive-closure, 2x4x8, 11",
        "widest-path, 4x4x4, 9",
        "widest-path, 2x8x4, 11",
        "floyd-warshall, 4x4x4 step 2, 1",
        "floyd-warshall, 4x4x4 step 2, 13",
        "floyd-warshall, 4x2x6 step 2, 11",
        "floyd-warshall, 2x4x4 step 2, 9",
        "gaussian-elimination, 4x4x4 step 2, 13",
        "gaussian-elimination, 6x4x2 step 2, 11",
        "lu, 4x4x4 step 2, 1",
        "lu, 4x4x4 step 2, 2",
        "lu, 4x2x8 step 2, 13",
        "lu, 4x4x4 step 4, 12",
        "polybench/lu, 4x4x4 step 2, 13",
        "polybench/lu, 4x2x6 step 2, 11",
        "transitive-closure, 4x2x4 step 2, 9",
        "widest-path, 4x4x4 step 2, 11"
    })
    void planRunsEveryOperationOnceAndGivesTheSequentialResult(String name, String block, long n) {
        LoopNest nest = nest(name);
        Map<String, Long> parameters = new HashMap<>();
        nest.parameters().forEach(p -> parameters.put(p, p.equals("n") ? n : 3L));
        String[] words = block.split(" step ");
        List<Integer> sizes =
                Arrays.stream(words[0].split("x")).map(Integer::valueOf).toList();
        int step = words.length > 1 ? Integer.parseInt(words[1]) : 0;
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Verdict verdict = new Tiler(dependences).plan(candidate(sizes, step));
            Plan plan = assertInstanceOf(Verdict.Legal.class, verdict).plan();
            Data expected = DataInitializer.fill(nest, parameters, SEED);
            Data actual = expected.copy();
            Set<List<Object>> sequential = new HashSet<>();
            new SequentialOrder(nest, parameters)
                    .forEach((statement, iteration) -> sequential.add(operation(statement.id(), iteration)));
            new Interpreter(nest, parameters, expected).run();
            Interpreter interpreter = new Interpreter(nest, parameters, actual);
            Set<List<Object>> executed = new HashSet<>();

            new PlanExecution(plan, parameters, SEED, (statement, iteration) -> {
                        assertTrue(
                                executed.add(operation(statement, iteration)),
                                "twice: " + statement + Arrays.toString(iteration));
                        interpreter.execute(statement, iteration);
                    })
                    .run();

            assertTrue(sequential.containsAll(executed), "an operation that the nest does not have");
            sequential.removeAll(executed);
            assertTrue(areSilent(dependences, sequential), "left out: " + sequential);
            expected.arrays().forEach((array, values) -> {
                for (int e = 0; e < values.size(); e++) {
                    double wanted = values.valueAt(e);
                    assertEquals(
                            wanted, actual.array(array).valueAt(e), 1e-5 * Math.abs(wanted), array + " element " + e);
                }
            });
        }
    }

    /** A panel of one iteration would be a launch an iteration; the value says that time tiles go by planes. */
    @Test
    void onlyTimeTilesGoByPlanes() {
        try (Context context = new Context()) {
            Verdict verdict = tiler(context, "floyd-warshall").plan(candidate(List.of(4, 4, 4), 1));
            assertEquals(
                    "only blocks of time tiles and of sweeps over three dimensions go by planes; choose a panel size"
                            + " above 1, or none",
                    assertInstanceOf(Verdict.Illegal.class, verdict).reason());
        }
    }

    /** As in {@code k, i, j} and {@code i, j, k}: what a block computes its rows from is one loop, and all others are parallel in a launch. */
    @Test
    void solvesForManyRightHandSidesHaveBlocksOfOneLoopInAnyOrderOfTheirLoops() {
        String text = """
            param n, m
            real l(n,n), b(n,m)
            do i = 1, n
              do k = 1, i - 1
                do j = 1, m
                  b(i,j) = b(i,j) - l(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """;
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse("test.nest", text);
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            assertEquals(
                    List.of(LoopRole.PARALLEL, LoopRole.HOST_BLOCKS, LoopRole.PARALLEL),
                    tiler.families().getFirst().roles());
        }
    }

    /** Only operations proved silent may be left out. */
    private static boolean areSilent(Dependences dependences, Set<List<Object>> operations) {
        return operations.isEmpty() || dependences.silentRemoved();
    }

    private static List<Object> operation(String statement, long[] iteration) {
        return List.of(statement, Arrays.stream(iteration).boxed().toList());
    }

    private static Tiler tiler(Context context, String name) {
        return new Tiler(DependenceAnalysis.analyze(context, nest(name)));
    }

    private static LoopNest nest(String name) {
        return name.startsWith("polybench/")
                ? PolyBench.nest(name.substring("polybench/".length()))
                : NestParser.parse(Path.of("loopnests", name + ".nest"));
    }

    private static Candidate candidate(List<Integer> block) {
        return candidate(block, 0);
    }

    private static Candidate candidate(List<Integer> block, int step) {
        return new Candidate(block, Collections.nCopies(block.size(), 1), new Candidate.Options(4, 1, step));
    }
}
