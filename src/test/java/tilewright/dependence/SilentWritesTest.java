package tilewright.dependence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.SequentialOrder;
import tilewright.parse.NestParser;

/** Absorption laws: what is found, what is not, and that what is found never changes a value. */
class SilentWritesTest {
    private static final String ROW_AND_COLUMN = "[n] -> { S1[k,i,j] : 1 <= k,i,j <= n and (i = k or j = k) }";

    private final Context context = new Context();

    @AfterEach
    void close() {
        context.close();
    }

    private static LoopNest update(String declarations, String update) {
        return NestParser.parse(
                "update.nest",
                declarations + "\ndo k = 1, n\ndo i = 1, n\ndo j = 1, n\na(i,j) = " + update
                        + "\nenddo\nenddo\nenddo\n");
    }

    private void assertSilent(String expected, LoopNest nest) {
        Dependences d = DependenceAnalysis.analyze(context, nest);
        tilewright.isl.Set found = DependenceAnalysis.silentOf(
                d.silent(), "S1", d.domains().getFirst().iterations());
        assertTrue(found.isEqual(tilewright.isl.Set.parse(context, expected)), found::toString);
        assertEquals(!found.isEmpty(), d.silentRemoved());
        assertNeverChangesAValue(nest, found);
    }

    /** Executes the nest and looks at the target before and after every operation that is called silent. */
    private static void assertNeverChangesAValue(LoopNest nest, tilewright.isl.Set silent) {
        Map<String, Long> sizes = Map.of("n", 6L);
        Set<List<Long>> operations = new HashSet<>();
        silent.fixSi(Dim.PARAM, 0, 6)
                .forEachPoint(
                        p -> operations.add(java.util.Arrays.stream(p).boxed().toList()));
        Data data = DataInitializer.fill(nest, sizes, 7);
        Interpreter interpreter = new Interpreter(nest, sizes, data);
        new SequentialOrder(nest, sizes).forEach((statement, iteration) -> {
            ArrayData array = data.array(statement.target().array());
            ArrayData before = array.copy();
            interpreter.execute(statement.id(), iteration);
            if (operations.contains(java.util.Arrays.stream(iteration).boxed().toList())) {
                for (int i = 0; i < array.size(); i++) {
                    assertEquals(before.valueAt(i), array.valueAt(i));
                }
            }
        });
    }

    @Test
    void shortestPathsNeedTheAssumption() {
        assertSilent(ROW_AND_COLUMN, update("assume a(k,k) >= 0", "min(a(i,j), a(i,k) + a(k,j))"));
        assertSilent("[n] -> { S1[k,i,j] : false }", update("", "min(a(i,j), a(i,k) + a(k,j))"));
        assertSilent("[n] -> { S1[k,i,j] : false }", update("assume a(k,k) >= -1", "min(a(i,j), a(i,k) + a(k,j))"));
    }

    @Test
    void operandsMayComeInAnyOrder() {
        assertSilent(ROW_AND_COLUMN, update("assume 0 <= a(l,l)", "min(a(k,j) + a(i,k), a(i,j))"));
    }

    @Test
    void anAssumptionOnPartOfTheElementsGivesPartOfTheIterations() {
        assertSilent(
                "[n] -> { S1[k,i,j] : 1 <= k,i,j <= n and j = k and i = 2 }",
                update("real b(n)\nassume b(2) >= 0", "min(a(i,j), a(i,k) + b(i))"));
    }

    @Test
    void longestPathsAreTheDual() {
        assertSilent(
                ROW_AND_COLUMN,
                update(
                        "assume a(k,k) <= 0\ninit a(i,j) = merge(0.0, 0.0 - rnd(), i == j)",
                        "max(a(i,j), a(i,k) + a(k,j))"));
    }

    @Test
    void latticesNeedNothing() {
        assertSilent(ROW_AND_COLUMN, update("", "max(a(i,j), min(a(i,k), a(k,j)))"));
        assertSilent(ROW_AND_COLUMN, update("", "min(a(i,j), max(a(i,k), a(k,j)))"));
        assertSilent(ROW_AND_COLUMN, update("logical a(n, n)", "a(i,j) .or. (a(i,k) .and. a(k,j))"));
        assertSilent(ROW_AND_COLUMN, update("logical a(n, n)", "a(i,j) .and. (a(i,k) .or. a(k,j))"));
        assertSilent(ROW_AND_COLUMN, update("integer a(n, n)", "ior(a(i,j), iand(a(i,k), a(k,j)))"));
        assertSilent(ROW_AND_COLUMN, update("integer a(n, n)", "iand(a(i,j), ior(a(i,k), a(k,j)))"));
    }

    /** A lesser number has bits of its own. */
    @Test
    void bitsHaveAnOrderOfTheirOwn() {
        assertSilent(
                "[n] -> { S1[k,i,j] : 1 <= k <= n and i = k and j = k }",
                update("integer a(n, n)", "ior(a(i,j), min(a(i,k), a(k,j)))"));
        assertSilent("[n] -> { S1[k,i,j] : false }", update("integer a(n, n)", "max(a(i,j), ieor(a(i,k), a(k,j)))"));
    }

    @Test
    void bitwiseClosuresAreClosedSemirings() {
        LoopNest nest = update("integer a(n, n)", "ior(a(i,j), iand(a(i,k), a(k,j)))");
        assertTrue(DependenceAnalysis.analyze(context, nest).semiring("S1").isPresent());
    }

    @Test
    void mostReliablePathsNeedFactorsInTheUnitInterval() {
        String bounds = "assume a(i,j) >= 0 .and. a(i,j) <= 1";
        assertSilent(ROW_AND_COLUMN, update(bounds, "max(a(i,j), a(i,k) * a(k,j))"));
        assertSilent("[n] -> { S1[k,i,j] : false }", update("assume a(i,j) >= 0", "max(a(i,j), a(i,k) * a(k,j))"));
    }

    @Test
    void choicesAreSilentWhereBothValuesAreTheElementOrTheConditionNeverHolds() {
        assertSilent(
                "[n] -> { S1[k,i,j] : 1 <= k,j <= n and i = k }", update("", "merge(a(k,j), a(i,j), a(i,k) < 0.5)"));
        String bounds = "real b(n,n)\nassume b(k,k) >= 0";
        assertSilent(ROW_AND_COLUMN, update(bounds, "merge(1.0, a(i,j), b(i,k) + b(k,j) < b(i,j))"));
        assertSilent(ROW_AND_COLUMN, update(bounds, "merge(1.0, a(i,j), b(i,j) > b(i,k) + b(k,j) .and. b(i,i) > 0.5)"));
        assertSilent("[n] -> { S1[k,i,j] : false }", update(bounds, "merge(1.0, a(i,j), b(i,k) + b(k,j) <= b(i,j))"));
        assertSilent("[n] -> { S1[k,i,j] : false }", update(bounds, "merge(a(i,j), 1.0, b(i,k) + b(k,j) < b(i,j))"));
    }

    @Test
    void copiesAndSumsAreNotCalledSilent() {
        assertSilent("[n] -> { S1[k,i,j] : false }", update("", "a(i,j)"));
        assertSilent("[n] -> { S1[k,i,j] : false }", update("", "a(i,j) + a(i,k) * 0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "min(a(i,j), a(i,k) + a(k,j)) | assume a(k,k) >= 0",
                "max(a(i,j), a(i,k) + a(k,j)) | assume a(k,k) <= 0",
                "max(a(i,k) * a(k,j), a(i,j)) | assume a(i,j) >= 0 .and. a(i,j) <= 1",
                "max(a(i,j), min(a(k,j), a(i,k))) | ",
                "min(max(a(i,k), a(k,j)), a(i,j)) | ",
            })
    void closedSemiringsAreRecognised(String updateAndAssumption) {
        String[] parts = updateAndAssumption.split(" \\| ?", -1);
        Dependences d = DependenceAnalysis.analyze(context, update(parts[1], parts[0]));
        ClosedSemiring found = d.semiring("S1").orElseThrow();
        assertEquals(List.of("k", "i", "j"), found.loops());
        assertEquals(parts[1].isEmpty() ? 0 : 1, found.needs().size());
        assertEquals(found.rule(), d.bands().getFirst().rule());
        if (!parts[1].isEmpty()) {
            Dependences without = DependenceAnalysis.analyze(context, update("", parts[0]));
            assertTrue(without.semirings().isEmpty());
            String rule = without.bands().getFirst().rule();
            assertTrue(rule.endsWith("declared, the closed-semiring rule would allow it)"), rule);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "min(a(i,j), a(i,k) + a(j,k))",
                "min(a(i,j), a(i,k) - a(k,j))",
                "min(a(i,j), b(i,k) + b(k,j))",
                "min(a(i,j) + 1, a(i,k) + a(k,j))",
                "a(i,j) + a(i,k) * a(k,j)",
            })
    void otherUpdatesAreNotClosedSemirings(String update) {
        assertTrue(DependenceAnalysis.analyze(context, update("assume a(k,k) >= 0", update))
                .semirings()
                .isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"b k i j", "k b i j", "k i b j"})
    void aBatchOfClosedSemiringsIsRecognised(String loops) {
        String update = "a(b,i,j) = min(a(b,i,j), a(b,i,k) + a(b,k,j))\n";
        ClosedSemiring found = batch("assume a(b,k,k) >= 0\n", loops, update).getFirst();
        assertEquals(List.of("k", "i", "j"), found.loops());
        assertEquals(List.of("a(b,k,k) >= 0"), found.needs());
        assertEquals(
                List.of(),
                batch("assume a(1,k,k) >= 0\n", loops, update),
                "one problem's diagonal says nothing of others");
        for (String other : List.of("a(b,i,k) + a(1,k,j)", "a(b,i,k) + a(k,b,j)", "a(b,i,b) + a(b,b,j)")) {
            String wrong = "a(b,i,j) = min(a(b,i,j), " + other + ")\n";
            assertEquals(List.of(), batch("assume a(b,k,k) >= 0\n", loops, wrong), other);
        }
    }

    private List<ClosedSemiring> batch(String assumption, String loops, String update) {
        StringBuilder text = new StringBuilder("param n\nreal a(n,n,n)\n").append(assumption);
        List<String> variables = List.of(loops.split(" "));
        variables.forEach(v -> text.append("do ").append(v).append(" = 1, n\n"));
        text.append(update);
        variables.forEach(_ -> text.append("enddo\n"));
        return DependenceAnalysis.analyze(context, NestParser.parse("batch.nest", text.toString()))
                .semirings();
    }

    @Test
    void aSemiringNeedsKOutermostAndTheWholeCube() {
        String inner = "a(i,j) = min(a(i,j), a(i,k) + a(k,j))\nenddo\nenddo\nenddo\n";
        for (String loops : List.of(
                "do i = 1, n\ndo k = 1, n\ndo j = 1, n\n",
                "do k = 1, n\ndo i = 1, n\ndo j = i, n\n",
                "do k = 1, n\ndo i = k, n\ndo j = k, n\n",
                "do k = 1, n - 1\ndo i = 1, n\ndo j = 1, n\n",
                "do k = n, 1, -1\ndo i = 1, n\ndo j = 1, n\n")) {
            LoopNest nest = NestParser.parse("cube.nest", "assume a(k,k) >= 0\n" + loops + inner);
            assertTrue(DependenceAnalysis.analyze(context, nest).semirings().isEmpty(), loops);
        }
        LoopNest guarded = NestParser.parse(
                "guarded.nest",
                "assume a(k,k) >= 0\ndo k = 1, n\ndo i = 1, n\ndo j = 1, n\nif (i /= k .and. j /= k) then\n"
                        + "a(i,j) = min(a(i,j), a(i,k) + a(k,j))\nendif\nenddo\nenddo\nenddo\n");
        assertEquals(1, DependenceAnalysis.analyze(context, guarded).semirings().size());
    }

    @Test
    void enumerationOfInstancesIsInOrderAndNeedsEverySize() {
        Dependences d = DependenceAnalysis.analyze(
                context, update("assume a(k,k) >= 0", "min(a(i,j), a(i,k) + a(k,j))"), false);
        Dependence first = d.dependences().getFirst();
        Map<String, Long> sizes = new HashMap<>(Map.of("n", 3L));
        List<DependenceInstances.Instance> instances = DependenceInstances.of(first, sizes);
        assertEquals(2 * 9, instances.size());
        assertEquals(List.of(1L, 1L, 1L), instances.getFirst().source());
        assertEquals(List.of(2L, 1L, 1L), instances.getFirst().sink());
        sizes.clear();
        String message = org.junit.jupiter.api.Assertions.assertThrows(
                        tilewright.model.UserError.class, () -> DependenceInstances.of(first, sizes))
                .getMessage();
        assertEquals("no size was given for parameter n", message);
    }
}
