package tilewright.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Property;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.model.Until;
import tilewright.model.UserError;

class IrregularNestsTest {
    private static final String HEAD = """
        param n, m
        integer src(m), dst(m)
        real w(m), dist(n)
        """;

    private static LoopNest parse(String text) {
        return NestParser.parse("test.nest", text);
    }

    private static List<String> errors(String... lines) {
        UserError error = assertThrows(UserError.class, () -> parse(HEAD + String.join("\n", lines)));
        return error.getMessage()
                .lines()
                .map(l -> l.substring("test.nest:".length()).replace(": error:", ""))
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> shippedNestsPrintAndParseBack() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("loopnests/irregular"))) {
            return files.sorted().toList().stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                        LoopNest nest = NestParser.parse(file);
                        LoopNest again = NestParser.parse(file.getFileName().toString(), nest.toString());
                        assertEquals(WithoutPositions.of(nest), WithoutPositions.of(again));
                        assertTrue(nest.isIrregular());
                    }));
        }
    }

    @Test
    void loadedSubscriptsAreAffineFormsOverLoads() {
        LoopNest nest = parse(HEAD + "integer p(n)\ndo e = 1, m\ndist(p(dst(e) + 1) - 1) = w(e)\nenddo\n");
        Statement statement = nest.statements().getFirst().statement();
        Subscript subscript = statement.target().subscripts().getFirst();
        assertEquals("p(dst(e) + 1) - 1", subscript.toString());
        assertEquals(1, subscript.loads().size());
        assertEquals("p", subscript.loads().getFirst().array());
        assertEquals(
                "dst(e)",
                subscript
                        .loads()
                        .getFirst()
                        .subscripts()
                        .getFirst()
                        .loads()
                        .getFirst()
                        .toString());
    }

    @Test
    void boundsMayLoad() {
        LoopNest nest = parse("param n, m\ninteger ptr(n+1)\nreal a(m), y(n)\n"
                + "do i = 1, n\ndo e = ptr(i), ptr(i+1) - 1\ny(i) = y(i) + a(e)\nenddo\nenddo\n");
        Node.Loop inner =
                (Node.Loop) ((Node.Loop) nest.body().getFirst()).body().getFirst();
        assertEquals("[ptr(i), ptr(i + 1)]", inner.loads().toString());
        assertEquals("ptr(i + 1) - 1", inner.upper().toString());
    }

    @Test
    void repetitionsHaveCountersAndEnds() {
        LoopNest nest =
                parse(HEAD + "repeat it = 1, n\ndo e = 1, m\ndist(dst(e)) = w(e) * it\nenddo\nuntil unchanged(dist)\n");
        Node.Repeat repeat = (Node.Repeat) nest.body().getFirst();
        assertEquals("n", String.valueOf(repeat.counter().last()));
        assertEquals(new Until.Unchanged(List.of("dist")), repeat.until());
    }

    @Test
    void infinityIsTheLargestValueOfTheType() {
        LoopNest nest = parse("param n\ninteger*1 b(n)\ninteger i4(n)\nreal r(n)\ninit b(v) = infinity\n"
                + "init i4(v) = merge(0, infinity, v == 1)\ninit r(v) = infinity\ndo v = 1, n\n"
                + "b(v) = min(b(v), infinity)\ni4(v) = i4(v)\nr(v) = r(v)\nenddo\n");
        assertEquals("255", nest.initializers().get(0).value().toString());
        assertEquals(
                "merge(0, 1073741823, v == 1)",
                nest.initializers().get(1).value().toString());
        assertEquals("infinity", nest.initializers().get(2).value().toString());
        assertEquals(
                "min(b(v), 255)",
                nest.statements().getFirst().statement().value().toString());
    }

    @Test
    void guardsOnDataBecomeMerges() {
        LoopNest nest = parse(HEAD + "do e = 1, m\nif (w(e) > 0.5 .and. e /= 3) dist(dst(e)) = 1.0\nenddo\n");
        assertEquals(
                "dist(dst(e)) = merge(1.0, dist(dst(e)), (w(e) > 0.5) .and. (e /= 3))",
                nest.statements().getFirst().statement().toString());
    }

    @Test
    void propertiesAndGraphAreKept() {
        LoopNest nest = parse(HEAD + "assume sorted(src)\nassume symmetric(src, dst, w)\ngraph src, dst, w\n"
                + "do e = 1, m\ndist(dst(e)) = w(e)\nenddo\n");
        assertTrue(nest.indexFacts().isSorted("src"));
        assertTrue(nest.indexFacts().declares(Property.Kind.SYMMETRIC, List.of("src", "dst", "w")));
        assertEquals("src, dst, w", String.valueOf(nest.indexFacts().graph()));
    }

    @Test
    void oldNamesStayNames() {
        LoopNest nest = parse("param n\nreal graph(n), repeat(n), until(n), infinity(n)\ndo i = 1, n\n"
                + "graph(i) = repeat(i) + infinity(i)\nuntil(i) = graph(i)\nenddo\n");
        assertEquals(2, nest.statements().size());
    }

    @Test
    void faultsAreNamedByLine() {
        assertEquals(
                List.of("4:1 this 'repeat' is never ended; add 'until' after its last line"),
                errors("repeat", "do e = 1, m", "dist(dst(e)) = 0", "enddo"));
        assertEquals(
                List.of("4:1 'until' without an open 'repeat'; remove it or add the 'repeat' before it"),
                errors("until unchanged(dist)", "dist(1) = 0"));
        assertEquals(
                List.of("7:17 the repeated lines never assign to 'w', so that nothing would be repeated; name an array"
                        + " that they change"),
                errors("repeat", "do e = 1, m", "dist(dst(e)) = 0", "enddo until", "until unchanged(w)").stream()
                        .skip(1)
                        .map(e -> e.replace("8:17", "7:17"))
                        .toList());
        assertEquals(
                List.of("5:6 subscript 'w(e)' is not affine: it reads array 'w'; an index array must be declared, and"
                        + " integer: write e.g. 'integer w(m)'"),
                errors("do e = 1, m", "dist(w(e)) = 0", "enddo"));
        assertEquals(
                List.of("4:8 'symmetric' is written symmetric(src, dst) or symmetric(src, dst, w)"),
                errors("assume symmetric(src)", "do e = 1, m", "dist(e) = 0", "enddo"));
        assertEquals(
                List.of("4:15 there is no declared array 'gone'; declare it, e.g. 'integer gone(m)'"),
                errors("assume sorted(gone)", "do e = 1, m", "dist(e) = 0", "enddo"));
        assertEquals(
                List.of("4:1 a graph line names two or three arrays: graph src, dst [, w]"),
                errors("graph src", "do e = 1, m", "dist(e) = 0", "enddo"));
        assertEquals(
                List.of("7:7 the condition of 'until' is a number; write a comparison such as (c < 1e-6)"),
                errors("repeat", "do e = 1, m", "dist(e) = 0", "enddo", "until dist(1)").stream()
                        .map(e -> e.replace("8:7", "7:7"))
                        .toList());
        assertEquals(
                List.of("4:1 the extents of array 'x' cannot be inferred from its accesses; declare it, e.g. 'real"
                        + " x(lower:upper)'"),
                errors("do e = 1, m", "x(dst(e)) = 0", "enddo").stream()
                        .map(e -> e.replace("5:1", "4:1"))
                        .toList());
    }
}
