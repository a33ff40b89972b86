package tilewright.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.Statement;

class NestParserTest {
    static LoopNest parse(String... lines) {
        return NestParser.parse("test.nest", String.join("\n", lines));
    }

    static String bounds(LoopNest nest, String array) {
        return NestPrinter.declaration(nest.array(array));
    }

    @TestFactory
    Stream<DynamicTest> everyLoopNestPrintsAndParsesBack() throws IOException {
        return Files.list(Path.of("loopnests"))
                .filter(file -> file.toString().endsWith(".nest"))
                .sorted()
                .map(file -> DynamicTest.dynamicTest(file.toString(), () -> {
                    LoopNest nest = NestParser.parse(file);
                    String text = NestPrinter.print(nest);
                    LoopNest again = NestParser.parse(file.toString(), text);
                    assertEquals(WithoutPositions.of(nest), WithoutPositions.of(again));
                    assertEquals(text, NestPrinter.print(again));
                }));
    }

    /** Statements under a condition on data keep what they do not change. */
    @Test
    void guardsOnDataKeepOldValues() {
        LoopNest nest = NestParser.parse("t.nest", """
            param n
            real a(n), b(n)
            integer k
            real m
            do i = 1, n
              if (a(i) > m) then
                m = a(i)
                k = i
              endif
              if (b(i) < 0.5) then
                b(i) = 1
              else if (a(i) > 2 .and. b(i) > 3) then
                b(i) = 2
              endif
              if (a(i) == 0) then
                if (b(i) > 1) a(i) = 5
              endif
            enddo
            """);
        assertEquals(
                List.of(
                        "k = merge(i, k, a(i) > m)",
                        "m = max(a(i), m)",
                        "b(i) = merge(1, merge(2, b(i), (a(i) > 2) .and. (b(i) > 3)), b(i) < 0.5)",
                        "a(i) = merge(5, a(i), (a(i) == 0) .and. (b(i) > 1))"),
                nest.statements().stream().map(s -> s.statement().toString()).toList());
        assertEquals(
                List.of("S1", "S2", "S3", "S4"),
                nest.statements().stream().map(s -> s.statement().id()).toList());
    }

    @Test
    void floydWarshallAsInThePaper() {
        LoopNest nest = NestParser.parse(Path.of("loopnests", "floyd-warshall.nest"));
        assertEquals("floyd-warshall", nest.name());
        assertEquals(List.of("n"), nest.parameters());
        assertEquals("a(k,k) >= 0", nest.assumptions().getFirst().toString());
        assertEquals(List.of("k"), nest.assumptions().getFirst().free());
        Statement s = nest.statement("S1").statement();
        assertEquals("a(i,j) = min(a(i,j), a(i,k) + a(k,j))", s.toString());
        assertEquals(
                List.of("1 a(i,j)", "2 a(i,j)", "3 a(i,k)", "4 a(k,j)"),
                s.accesses().stream().map(a -> a.index() + " " + a).toList());
        assertEquals(14, s.position().line());
        assertEquals(7, s.position().column());
    }

    @Test
    void figuresParseWithoutDeclarations() {
        LoopNest nest = parse(
                "DO K = 1, N-1",
                "Do I = K+1, N",
                "do J = K+1, N+1 ! comment",
                "A(I,J) = A(I,J) - (A(I,K) / A(K,K)) * A(K,J)",
                "END DO",
                "EndDo",
                "enddo");
        assertEquals(List.of("N"), nest.parameters());
        assertEquals("real A(N, N + 1)", bounds(nest, "A"));
        assertTrue(nest.array("A").inferred());
    }

    @Test
    void freeSymbolsBecomeParametersInOrderOfUse() {
        LoopNest nest = parse("real b(q)", "do i = m, n", "a(i+p) = alpha * b(i)", "enddo");
        assertEquals(List.of("q", "m", "n", "p"), nest.parameters());
        assertEquals("real a(m + p:n + p)", bounds(nest, "a"));
        assertEquals(
                List.of("b", "alpha", "a"),
                nest.arrays().stream().map(ArrayDeclaration::name).toList());
        assertEquals(0, nest.array("alpha").dimensions());
    }

    @Test
    void assignedNamesAreScalars() {
        LoopNest nest = parse("param n", "do i = 1, n", "t = x(i)", "y(i) = t*t", "enddo");
        assertEquals("real t", bounds(nest, "t"));
        assertEquals("t = x(i)", nest.statement("S1").statement().toString());
    }

    @Test
    void extentsFollowFromTriangularBoundsGuardsAndNegativeCoefficients() {
        LoopNest nest = parse(
                "do i = 1, n",
                "  do j = i + 1, m, 2",
                "    if (i > 2 .and. j <= n) then",
                "      a(j - i, 2*i - j) = b(i - 2) + c((i + j)/2, mod(j, 3))",
                "    endif",
                "  enddo",
                "enddo");
        assertEquals("real b(n - 2)", bounds(nest, "b"));
        assertEquals("real c(3:(min(n + m, 2*n))/2, 0:2)", bounds(nest, "c"));
        assertEquals("real a(min(m - 3, n - 3), max(-m + 6, -n + 6):n - 1)", bounds(nest, "a"));
    }

    @Test
    void downwardLoopsGiveTheirLowerBoundLast() {
        LoopNest nest = parse("do i = n, 2, -1", "a(i-1) = a(i)", "enddo");
        Node.Loop loop = (Node.Loop) nest.body().getFirst();
        assertEquals(-1, loop.step());
        assertEquals("real a(n)", bounds(nest, "a"));
    }

    @Test
    void boundsMayBeMinimaAndMaximaAndQuotients() {
        LoopNest nest = parse(
                "do i = max(1, n - 5), min(n, m, 2*m)", "do j = (i - 1)/2, mod(n, 4)", "a(j) = 0", "enddo", "enddo");
        Node.Loop outer = (Node.Loop) nest.body().getFirst();
        Node.Loop inner = (Node.Loop) outer.body().getFirst();
        assertEquals("max(1, n - 5)", outer.lower().toString());
        assertEquals("min(n, m, 2*m)", outer.upper().toString());
        assertEquals("(i - 1)/2", inner.lower().toString());
        assertEquals("mod(n, 4)", inner.upper().toString());
    }

    @Test
    void guardsHaveElseBranches() {
        LoopNest nest = parse(
                "do i = 1, n",
                "if (i == 1) then",
                "a(i) = 0",
                "else if (i < n .or. .not. i > 7) then",
                "a(i) = 1",
                "else",
                "a(i) = 2",
                "end if",
                "if (i /= 3) a(i) = 3",
                "enddo");
        assertEquals("""
            param n
            do i = 1, n
              if (i == 1) then
                a(i) = 0
              else
                if (i < n .or. (.not. (i > 7))) then
                  a(i) = 1
                else
                  a(i) = 2
                endif
              endif
              if (i /= 3) then
                a(i) = 3
              endif
            enddo
            """, NestPrinter.print(nest));
    }

    /** By squares, as compilers round them; other powers are calls. */
    @ParameterizedTest
    @CsvSource({
        "x(i)**1, x(i)",
        "x(i)**2, x(i) * x(i)",
        "x(i)**3, x(i) * (x(i) * x(i))",
        "(x(i) + 1)**4, ((x(i) + 1) * (x(i) + 1)) * ((x(i) + 1) * (x(i) + 1))",
        "x(i)**(-2), 1.0 / (x(i) * x(i))",
        "x(i)**5, 'pow(x(i), 5)'",
        "x(i)**0, 'pow(x(i), 0)'",
        "x(i)**2.0, 'pow(x(i), 2.0)'"
    })
    void smallWholePowersAreProducts(String power, String value) {
        LoopNest nest = parse("double precision x(n)", "do i = 1, n", "x(i) = " + power, "enddo");
        assertEquals("x(i) = " + value, nest.statement("S1").statement().toString());
        LoopNest again = NestParser.parse("t.nest", NestPrinter.print(nest));
        assertEquals(
                WithoutPositions.of(nest).statements(),
                WithoutPositions.of(again).statements());
    }

    @Test
    void expressionsKnowOperatorsFunctionsAndLiterals() {
        LoopNest nest = parse(
                "double precision x(n)",
                "integer c(n)",
                "logical l(n)",
                "do i = 1, n",
                "x(i) = -x(i)**2 + pow(x(i), 0.5) + sqrt(abs(x(i))) * exp(1.d0) / 1e-3",
                "x(i) = max(x(i), 1., .5, i) + merge(1d0, 2.5E+3, l(i) .and. .not. x(i) .ge. 2.and.x(i)<3)",
                "l(i) = l(i) .or. c(i) == 3 .or. .true.",
                "c(i) += 2",
                "enddo");
        assertEquals(
                "x(i) = ((-(x(i) * x(i))) + pow(x(i), 0.5)) + ((sqrt(abs(x(i))) * exp(1.d0)) / 1e-3)",
                nest.statement("S1").statement().toString());
        assertEquals(
                "x(i) = max(max(max(x(i), 1.), .5), i)"
                        + " + merge(1d0, 2.5E+3, (l(i) .and. (.not. (x(i) >= 2))) .and. (x(i) < 3))",
                nest.statement("S2").statement().toString());
        List<Access> accesses = nest.statement("S4").statement().accesses();
        assertEquals(List.of(1, 2), accesses.stream().map(Access::index).toList());
        assertEquals("c(i) = c(i) + 2", nest.statement("S4").statement().toString());
        assertEquals(DataType.DOUBLE, nest.array("x").type());
    }

    @Test
    void longMinimaAreNestedPairs() {
        LoopNest nest = parse("do i = 1, n", "a(i) = min(a(i), b(i), c(i), 4.0)", "enddo");
        assertEquals(
                "a(i) = min(min(min(a(i), b(i)), c(i)), 4.0)",
                nest.statement("S1").statement().toString());
    }

    @Test
    void associativeOperators() {
        LoopNest nest = parse("assume Associative(+, min)", "assume associative(*)", "a(1) = 0");
        assertEquals(Set.of(Operator.ADD, Operator.MIN, Operator.MUL), nest.associative());
        assertEquals(nest.associative(), parse(nest.toString()).associative());
    }
}
