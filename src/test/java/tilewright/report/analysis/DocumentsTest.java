package tilewright.report.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import tilewright.locality.Analysed;
import tilewright.locality.FootprintCounter;
import tilewright.locality.FootprintFormulas;
import tilewright.locality.VolumeFormulas;
import tilewright.model.UserError;
import tilewright.parse.c.PolyBench;

class DocumentsTest {
    private static Analysis analysis(Analysed analysed) {
        return new Analysis(
                analysed.dependences(),
                analysed.locality(),
                VolumeFormulas.of(analysed.dependences()),
                FootprintFormulas.of(analysed.dependences()),
                FootprintCounter.of(
                        analysed.dependences(),
                        Collections.nCopies(analysed.dependences().loops().size(), 8),
                        Collections.nCopies(analysed.dependences().loops().size(), 2)),
                Map.of("n", 64L));
    }

    @Test
    void latexHasTheTableOfThePaperWithExactTerms() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            String latex = LatexDocument.of(analysis(analysed));
            assertTrue(
                    latex.contains("2 & \\texttt{a(i,j)} & $\\begin{bsmallmatrix} 0 & 1 & 0 \\\\ 0 & 0 & 1"
                            + " \\end{bsmallmatrix}$ & $(1,0,0)$ & $3$ & $3,3,3$ & $O(Q_{1} n^{2})$:"
                            + " $\\frac{n^{3}}{r_{1}} - n^{2}$ r,w & none & none \\\\"),
                    latex);
        }
    }

    @Test
    void formulasForAllSizesStandInLatexAndOnThePage() {
        try (Analysed analysed = Analysed.stored("lu")) {
            Analysis analysis = analysis(analysed);
            String latex = LatexDocument.of(analysis);
            assertTrue(latex.contains("For all sizes: $Q_{1}$ = ceil((n - 1)/$r_{1}$), "), latex);
            assertTrue(latex.contains("3 & \\texttt{a(k,k)} & $k$ & r,w & $Q_{1} - 1$ \\\\"), latex);
            String page = AnalysisPage.of(analysis);
            assertTrue(
                    page.contains("whether blocks divide them or not: Q1 = ceil((n - 1)/r1), Q2 = ceil(n/r2);"), page);
            assertTrue(
                    page.contains("<td>3</td><td>a(k,k)</td><td>k</td><td>reads and writes</td><td>Q1 - 1</td>"), page);
            assertTrue(page.contains("td.moved { min-width: "), "columns out of sight must not become a word wide");
            assertTrue(page.contains("<td class=\"moved\"><span class=\"what\">reads and writes"), page);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "lu", "jacobi-2d", "gaussian-elimination", "fdtd-2d"})
    void latexIsWellFormed(String name) {
        try (Analysed analysed = Analysed.stored(name)) {
            assertEquals(List.of(), LatexStructure.faults(LatexDocument.of(analysis(analysed))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gemm", "durbin", "covariance"})
    void latexOfCIsWellFormed(String kernel) throws IOException {
        try (Analysed analysed = Analysed.of(PolyBench.nest(kernel), true)) {
            assertEquals(List.of(), LatexStructure.faults(LatexDocument.of(analysis(analysed))));
        }
    }

    @Test
    void faultsOfLatexAreSeen() {
        assertEquals(List.of(), LatexStructure.faults("\\begin{a}{b\\_c $x_{1}$}\\end{a}"));
        assertEquals(List.of("_ outside of math at 1"), LatexStructure.faults("a_b"));
        assertEquals(List.of("\\end{b} closes \\begin{a}"), LatexStructure.faults("\\begin{a}\\end{b}"));
        assertEquals(List.of("$ is open at the end"), LatexStructure.faults("$x"));
        assertEquals(List.of("} without { at 0"), LatexStructure.faults("}"));
        assertEquals(List.of("{ is open at the end"), LatexStructure.faults("{x"));
        assertEquals(List.of("unescaped # at 0"), LatexStructure.faults("#"));
    }

    @Test
    void specialCharactersAreEscaped() {
        assertEquals("a\\_b \\% \\#", LatexDocument.text("a_b % #"));
    }

    @Test
    void graphvizGetsEveryDependence() {
        try (Analysed analysed = Analysed.stored("lu")) {
            String dot = DependenceGraph.of(analysed.dependences()).toDot();
            assertTrue(dot.contains("digraph \"lu\" {"), dot);
            assertTrue(dot.contains("  S1 -> S2 [label=\"flow a (0,0)\", style=solid];"), dot);
            assertTrue(dot.strip().endsWith("}"), dot);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "lu", "jacobi-2d", "matmul"})
    void thePageIsWellFormedAndDrawsTheIterationSpace(String name) throws Exception {
        try (Analysed analysed = Analysed.stored(name)) {
            String page = AnalysisPage.of(analysis(analysed));
            Document document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(page.replace("<!DOCTYPE html>", ""))));
            assertEquals(4, document.getElementsByTagName("svg").getLength());
            assertTrue(document.getElementsByTagName("circle").getLength() >= 30);
            assertTrue(document.getElementsByTagName("line").getLength() >= 5);
        }
    }

    /** Labels of arcs from below and of loops at a statement lay over each other, and long ones left the drawing. */
    @ParameterizedTest
    @ValueSource(strings = {"lu", "jacobi-2d", "gaussian-elimination", "fdtd-2d"})
    void labelsOfTheGraphDoNotTouch(String name) {
        try (Analysed analysed = Analysed.stored(name)) {
            GraphFigure figure = GraphFigure.of(DependenceGraph.of(analysed.dependences()));
            for (GraphFigure.Arc one : figure.edges()) {
                int length = 8 * one.label().length();
                int left = one.anchor().equals("start") ? one.labelX() : one.labelX() - length;
                assertTrue(left >= 0 && left + length <= figure.width(), one.toString());
                assertTrue(one.labelY() < figure.height(), one.toString());
                for (GraphFigure.Arc other : figure.edges()) {
                    assertTrue(
                            one == other
                                    || !one.anchor().equals(other.anchor())
                                    || Math.abs(one.labelY() - other.labelY()) >= 14,
                            one + " " + other);
                }
            }
        }
    }

    /** Blocks that begin before the first iteration lay over the numbers of the axes, and were cut off. */
    @ParameterizedTest
    @ValueSource(strings = {"lu", "jacobi-2d", "matmul"})
    void blocksOfASliceKeepToItsIterations(String name) {
        try (Analysed analysed = Analysed.stored(name)) {
            for (SliceFigure slice : SliceFigure.of(analysed.dependences())) {
                for (SliceFigure.Block block : slice.blocks()) {
                    assertTrue(block.x() >= 30 && block.y() >= 30, slice.title() + block);
                    assertTrue(block.width() > 0 && block.height() > 0, slice.title() + block);
                    assertTrue(block.x() + block.width() <= slice.width(), slice.title() + block);
                }
            }
        }
    }

    @Test
    void aNestWithoutLoopsHasAPageToo() {
        try (Analysed analysed = Analysed.text("real x(3), y(3)", "x(1) = y(2) + y(3)")) {
            String page = AnalysisPage.of(analysis(analysed));
            assertTrue(page.contains("x(1) = y(2) + y(3)"), page);
            assertTrue(LatexDocument.of(analysis(analysed)).contains("x(1) = y(2) + y(3)"));
        }
    }

    @Test
    void anExplanationNamesTheoremAndNumbers() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            String text = Explanation.of(analysis(analysed), "a(i, k)");
            assertEquals(text, Explanation.of(analysis(analysed), "S1:3"));
            assertEquals(text, Explanation.of(analysis(analysed), "3"), "there is one statement");
            assertTrue(text.contains("F = [0 1 0; 1 0 0], f = [0, 0] over (k,i,j)"), text);
            assertTrue(
                    text.contains("with j fixed it is Theta(M^2), so rho^{d,3} = 3 = rho^d + 1: repeated use"), text);
            assertTrue(
                    text.contains("Theorem 1, cut of j: d_3^max >= r_3 and rho^{d,3} != rho^d: reads O(Q_3 M^2), writes"
                            + " O(M^2)"),
                    text);
            assertTrue(text.contains("reads n^3/r3 - n^2 - n^2/r3 + n, valid for r3 | n, r3 >= 4"), text);
            assertTrue(text.contains("e.g. {n=64} and blocks of 4: 60480"), text);
        }
    }

    @Test
    void theNumberOfAnAccessAloneSaysNothingAmongSeveralStatements() {
        try (Analysed analysed = Analysed.stored("lu")) {
            UserError refusal = assertThrows(UserError.class, () -> Explanation.of(analysis(analysed), "3"));
            assertTrue(String.valueOf(refusal.getMessage()).startsWith("--explain 3: no such access; there are S1:1 "));
        }
    }

    @Test
    void anUnknownAccessIsRefusedWithTheKnownOnes() {
        try (Analysed analysed = Analysed.stored("matmul")) {
            UserError refusal = assertThrows(UserError.class, () -> Explanation.of(analysis(analysed), "S1:9"));
            assertEquals(
                    "--explain S1:9: no such access; there are S1:1 c(i,j), S1:2 c(i,j), S1:3 a(i,k), S1:4 b(k,j)",
                    refusal.getMessage());
        }
    }
}
