package tilewright.algebra;

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
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;

/** Schemes as text, and nests as schemes. */
class SchemesTest {
    static List<Path> nests() throws IOException {
        try (Stream<Path> found = Files.walk(Path.of("loopnests"))) {
            return found.filter(f -> f.toString().endsWith(".nest")).sorted().toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyNestComesBackFromItsScheme() throws IOException {
        return nests().stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    LoopNest nest = NestParser.parse(file);
                    SchemeProgram program = NestSchemes.of(nest);
                    SchemeProgram read = SchemeBuilder.parse("scheme", program.toString());
                    assertEquals(program, read);
                    assertEquals(program.toString(), read.toString());
                    LoopNest back = SchemeNest.of(read);
                    assertEquals(nest.toString(), back.toString());
                    assertEquals(WithoutPositions.of(nest), WithoutPositions.of(back));
                }));
    }

    @Test
    void theSchemeOfBellmanAndFord() {
        LoopNest nest = NestParser.parse(Path.of("loopnests/irregular/sssp.nest"));
        List<String> definitions = NestSchemes.of(nest).definitions().stream()
                .map(SchemeProgram.Definition::toString)
                .toList();
        assertEquals(
                List.of(
                        "sssp = Init * {Pass}[unchanged(dist)]",
                        "Init = (v := 1) * [v <= n]{([v == root] (dist(v) := 0.0) | (dist(v) := infinity)) * (++v)}",
                        "Pass = (e := 1) * [e <= m]{S1(e) * (++e)}",
                        "S1(e) = (dist(dst(e)) := min(dist(dst(e)), dist(src(e)) + w(e)))"),
                definitions);
    }

    @Test
    void faultsHaveTheirPlace() {
        UserError fault = assertThrows(
                UserError.class,
                () -> SchemeBuilder.parse("a.scheme", "scheme \"a\"\nA = (i := 1) * [i <= n]{A * }\n"));
        assertTrue(fault.getMessage().startsWith("a.scheme:2:29: error: expected "), fault.getMessage());
    }

    @Test
    void whatIsNoNestIsRefused() {
        SchemeProgram queue =
                SchemeBuilder.parse("a", "scheme \"a\"\n: param n\n: real x(n)\nA = [x(1) > 0]{(x(1) := 0.0)}\n");
        UserError fault = assertThrows(UserError.class, () -> SchemeNest.of(queue));
        assertEquals(
                "scheme \"a\": error: [x(1) > 0]{(x(1) := 0.0)} is no part of a nest: a loop counts one variable: (i"
                        + " := 1) * [i <= n]{A * (++i)}; other cycles are written {A}[c]",
                fault.getMessage());
        SchemeProgram unknown = SchemeBuilder.parse("a", "scheme \"a\"\nA = ExtractMin(q)\n");
        assertEquals(
                "scheme \"a\": error: ExtractMin(q) is no part of a nest: there is no definition of ExtractMin",
                assertThrows(UserError.class, () -> SchemeNest.of(unknown)).getMessage());
        SchemeProgram endless = SchemeBuilder.parse("a", "scheme \"a\"\nA = C * C\nC = A\n");
        assertThrows(UserError.class, () -> SchemeNest.of(endless));
    }

    @Test
    void argumentsTakeThePlaceOfParameters() {
        SchemeProgram program = SchemeBuilder.parse(
                "a",
                "scheme \"a\"\n: param n\n: real x(n)\nA = (i := 1) * [i <= n]{S(n - i + 1) * (++i)}\n"
                        + "S(k) = (x(k) := x(k) + 1e5)\n");
        assertEquals(
                "x(n - i + 1) = x(n - i + 1) + 1e5",
                SchemeNest.of(program)
                        .statements()
                        .getFirst()
                        .statement()
                        .toString()
                        .replace("((n - i) + 1)", "n - i + 1"));
    }
}
