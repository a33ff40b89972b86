package tilewright.dependence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.IslLimitException;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/** The tables of the paper's section 3 and what the analysis says of the other nests in loopnests/. */
class DependenceTablesTest {
    private final Context context = new Context();

    @AfterEach
    void close() {
        context.close();
        assertEquals(0, context.liveObjects());
    }

    private Dependences analyze(String nest, boolean removeSilent) {
        return DependenceAnalysis.analyze(
                context, NestParser.parse(Path.of("loopnests", nest + ".nest")), removeSilent);
    }

    private Dependences analyzeText(String text) {
        return DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text));
    }

    private static List<String> vectors(Dependences dependences, Dependence.Kind kind, String sink, int access) {
        return dependences.ofKind(kind).stream()
                .filter(d -> d.sink().equals(sink) && d.access() == access)
                .map(d -> d.source() + d.vector())
                .toList();
    }

    private static List<String> flow(Dependences dependences, int access) {
        return vectors(dependences, Dependence.Kind.FLOW, "S1", access);
    }

    @Test
    void floydWarshallAsInThePaperWithItsAssumption() {
        Dependences d = analyze("floyd-warshall", true);
        assertTrue(d.silentRemoved());
        assertEquals(List.of("S1(1,0,0)", "S1(2,0,0)", "S1(3,0,0)"), flow(d, 2));
        assertEquals(List.of("S1(1,0,j - k)", "S1(2,0,j - k)"), flow(d, 3));
        assertEquals(List.of("S1(1,i - k,0)", "S1(2,i - k,0)"), flow(d, 4));
        DependenceVector main = d.ofKind(Dependence.Kind.FLOW).stream()
                .filter(x -> x.access() == 3)
                .findFirst()
                .orElseThrow()
                .vector();
        assertEquals(1, main.components().get(0).max());
        assertTrue(main.components().get(1).isZero());
        assertTrue(main.components().get(2).isFar());
        assertFalse(main.components().get(2).isNonNegative());
        Set lastRowsAndColumns = d.silent().stream()
                .map(SilentWrites::iterations)
                .reduce(Set::union)
                .orElseThrow();
        assertTrue(lastRowsAndColumns.isEqual(
                Set.parse(context, "[n] -> { S1[k,i,j] : 1 <= k,i,j <= n and (i = k or j = k) }")));
        assertEquals(
                "min(x, y) = x for y >= x: min(a(i,j), a(i,k) + a(k,j)) leaves the element as it is where a(i,k) is the"
                        + " element a(i,j) itself, a(k,j) is bounded by the assumption a(k,k) >= 0",
                d.silent().getFirst().rule());
        assertEquals(
                List.of(new Band(
                        List.of("S1"),
                        List.of("k", "i", "j"),
                        true,
                        List.of("i", "j"),
                        "(min, +) is an idempotent closed semiring, given a(k,k) >= 0: the blocks of a step run as"
                                + " diagonal, panels, rest (Venkataraman et al. 2003; Chowdhury and Ramachandran,"
                                + " I-GEP)")),
                d.bands());
        assertEquals(List.of("a(k,k) >= 0"), d.semiring("S1").orElseThrow().needs());
    }

    @Test
    void floydWarshallAsWrittenAlsoReadsItsOwnRowAndColumn() {
        Dependences d = analyze("floyd-warshall", false);
        assertFalse(d.silentRemoved());
        assertEquals(List.of("S1(1,0,0)"), flow(d, 2));
        assertEquals(List.of("S1(1,0,j - k)", "S1(0,0,j - k)"), flow(d, 3));
        assertEquals(List.of("S1(1,i - k,0)", "S1(0,i - k,0)"), flow(d, 4));
    }

    @Test
    void floydWarshallWithoutTheAssumptionIsNotPermutableAndSaysWhatWouldHelp() {
        Dependences d = analyzeText("""
            do k = 1, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = min(a(i,j), a(i,k) + a(k,j))
                enddo
              enddo
            enddo
            """);
        assertFalse(d.silentRemoved());
        assertTrue(d.silent().isEmpty());
        assertTrue(d.semirings().isEmpty());
        assertEquals(List.of("k"), d.bands().get(0).loops());
        assertEquals(List.of("i", "j"), d.bands().get(1).loops());
        assertEquals(List.of(), d.bands().get(1).parallel());
        assertEquals(
                "cutting the single loop k keeps its order; i cannot join: the flow dependence (1,i - k,0) on a"
                        + " (test.nest:4:37) has a negative component (with \"assume a(k,k) >= 0\" declared, the"
                        + " closed-semiring rule would allow it)",
                d.bands().get(0).rule());
    }

    @Test
    void gaussianEliminationIsOnePermutableBand() {
        Dependences d = analyze("gaussian-elimination", true);
        assertEquals(List.of("S1(1,0,0)"), flow(d, 2));
        assertEquals(List.of("S1(1,0,j - k)"), flow(d, 3));
        assertEquals(List.of("S1(1,i - k,j - k)"), flow(d, 4));
        assertEquals(List.of("S1(1,i - k,0)"), flow(d, 5));
        assertTrue(d.ofKind(Dependence.Kind.FLOW).stream()
                .flatMap(x -> x.vector().components().stream())
                .allMatch(Component::isNonNegative));
        assertEquals(1, d.bands().size());
        assertEquals(List.of("k", "i", "j"), d.bands().getFirst().loops());
        assertEquals(List.of("i", "j"), d.bands().getFirst().parallel());
        assertEquals(
                "all components of all dependences are non-negative, flow (1,0,0) (1,0,j - k) (1,i - k,j - k)"
                        + " (1,i - k,0)",
                d.bands().getFirst().rule());
    }

    @Test
    void luBecomesOneBandByPlacingItsDivisionAtTheDiagonal() {
        Dependences d = analyze("lu", true);
        assertEquals(List.of("k", "i", "j"), d.loops());
        assertEquals("[k, i, k]", d.embedding("S1").coordinates().toString());
        assertTrue(d.embedding("S1").relation().isEqual(Map.parse(context, "[n] -> { S1[k,i] -> [k,i,k] }")));
        assertEquals(List.of("S1(0,0)"), vectors(d, Dependence.Kind.FLOW, "S2", 3));
        assertEquals(List.of("S1", "S2"), d.bands().getFirst().statements());
        assertEquals(List.of("k", "i", "j"), d.bands().getFirst().loops());
        assertEquals(List.of("i"), d.bands().getFirst().parallel());
    }

    @Test
    void statementsBeforeAnInnerLoopComeToItsFirstIteration() {
        Dependences d = analyzeText("""
            do i = 1, n
              do j = 1, n
                c(i,j) = 0
                do k = 1, n
                  c(i,j) = c(i,j) + a(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """);
        assertEquals("[i, j, 1]", d.embedding("S1").coordinates().toString());
        assertEquals(List.of("i", "j", "k"), d.bands().getFirst().loops());
        assertEquals(List.of("i", "j"), d.bands().getFirst().parallel());
    }

    @Test
    void jacobiSweepsAreParallelInsideTheTimeLoop() {
        Dependences d = analyze("jacobi-2d", true);
        assertEquals(
                List.of("[S1, S2] [t] []", "[S1] [i, j] [i, j]", "[S2] [i, j] [i, j]"),
                d.bands().stream()
                        .map(b -> b.statements() + " " + b.loops() + " " + b.parallel())
                        .toList());
        assertEquals(List.of("S2(1)"), vectors(d, Dependence.Kind.FLOW, "S1", 3));
        assertEquals(List.of("S1(0)"), vectors(d, Dependence.Kind.FLOW, "S2", 6));
    }

    @Test
    void latticeNestsNeedNoAssumption() {
        for (String nest : List.of("transitive-closure", "widest-path")) {
            Dependences d = analyze(nest, true);
            assertTrue(d.silentRemoved());
            assertEquals(List.of(), d.semirings().getFirst().needs());
            assertEquals(List.of("k", "i", "j"), d.semirings().getFirst().loops());
            assertEquals(List.of("k", "i", "j"), d.bands().getFirst().loops());
            assertEquals(List.of("i", "j"), d.bands().getFirst().parallel());
        }
    }

    @Test
    void inputsAreReadsThatNoWritePrecedes() {
        Dependences d = analyze("matmul", true);
        assertEquals(
                List.of("S1 2 c", "S1 3 a", "S1 4 b"),
                d.inputs().stream()
                        .map(i -> i.statement() + " " + i.access() + " " + i.array())
                        .toList());
        assertTrue(d.inputs()
                .getFirst()
                .relation()
                .isEqual(Map.parse(context, "[n] -> { S1[i,j,k] -> c[i,j] : 1 <= i,j <= n and k = 1 }")));
    }

    @Test
    void memoryBasedDependencesJoinAllPairs() {
        Dependences d = analyze("matmul", true);
        assertEquals(List.of("S1(0,0,>= 1)"), vectors(d, Dependence.Kind.ANTI, "S1", 2));
        assertEquals(List.of("S1(0,0,>= 1)"), vectors(d, Dependence.Kind.OUTPUT, "S1", 1));
        assertEquals(1, d.ofKind(Dependence.Kind.OUTPUT).size());
        Map output = d.ofKind(Dependence.Kind.OUTPUT).getFirst().relation().fixSi(Dim.PARAM, 0, 4);
        assertEquals(4 * 4 * 6, output.wrap().countVal().longValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "floyd-warshall",
                "gaussian-elimination",
                "jacobi-2d",
                "lu",
                "matmul",
                "transitive-closure",
                "widest-path"
            })
    void onlyTheResultOfAnAnalysisStaysAlive(String nest) {
        Dependences d = analyze(nest, true);
        int held = d.domains().size()
                + d.dependences().size()
                + d.inputs().size()
                + d.silent().size()
                + d.embeddings().size();
        assertEquals(held, context.liveObjects());
    }

    @Test
    void anAnalysisBeyondTheOperationLimitIsGivenUpWithoutLeavingObjects() {
        context.setMaxOperations(500);
        String message = String.valueOf(assertThrows(IslLimitException.class, () -> analyze("floyd-warshall", true))
                .getMessage());
        assertTrue(message.contains("gave up after 500 isl operations"), message);
        assertEquals(0, context.liveObjects());
        context.setMaxOperations(0);
        assertEquals(1, analyze("floyd-warshall", true).bands().size());
    }

    /** Whatever the limit, an analysis is the whole one or none, and none says what took too long and where. */
    @Test
    void anAnalysisWithinALimitIsExactOrNamesThePartThatTakesTooLong() {
        LoopNest nest = NestParser.parse("pair.nest", """
            param n
            real a(n, n), b(n)
            do i = 1, n
              a(i,i) = b(i)
              do j = i, n
                b(j) = b(j) + a(i,j) * b(i)
              enddo
            enddo
            """);
        String whole = DependenceAnalysis.analyze(context, nest).dependences().toString();
        List<String> found = new ArrayList<>();
        String last = "";
        for (long limit = 100; !last.equals(whole); limit += limit / 10) {
            try (Context own = new Context()) {
                CostlyParts costs = new CostlyParts(own, limit);
                try {
                    last = DependenceAnalysis.analyze(costs, nest, true)
                            .dependences()
                            .toString();
                    assertEquals(whole, last);
                } catch (IslLimitException given) {
                    last = String.valueOf(given.getMessage());
                    assertEquals(0, own.liveObjects());
                    if (last.contains("takes more steps")) {
                        found.add(last.substring(0, last.indexOf(" takes")));
                    }
                }
            }
        }
        assertTrue(found.contains("pair.nest:6:12: error: which writes b(j) in S2 reads"), found.toString());
        assertTrue(
                found.stream().anyMatch(f -> f.contains("what orders b(i) in S1 and the write of b(j) in S2")),
                found.toString());
    }
}
