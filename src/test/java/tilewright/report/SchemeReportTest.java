package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tilewright.algebra.Derivations;
import tilewright.algebra.NestSchemes;
import tilewright.algebra.SchemeBuilder;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/**
 * Approved schemes and derivations; after a deliberate change run with {@code -Dtilewright.golden=update} and look at the difference.
 * {@code sssp-matrix} has the schemes (4) to (6) of Johnson's algorithm in algorithm algebra, and (9), (12) to (17) derived from them.
 */
class SchemeReportTest {
    private static final Path CASES = Path.of("src/test/resources/schemes");

    @TestFactory
    Stream<DynamicTest> textsAreAsApproved() {
        return Stream.of("sssp", "sssp-matrix", "sssp-csr", "bfs-relaxation", "johnson")
                .map(name -> DynamicTest.dynamicTest(name, () -> check(name)));
    }

    private static void check(String name) throws IOException {
        LoopNest nest = NestParser.parse(Path.of("loopnests/irregular", name + ".nest"));
        SchemeReport report = new SchemeReport(nest, Derivations.of(nest));
        approved(name + ".scheme", report.text());
        approved(name + ".tex", report.latex());
        assertEquals(NestSchemes.of(nest), SchemeBuilder.parse(name, report.text()));
        assertFalse(report.latex().contains("${"));
        assertEquals("tilewright/scheme/1", report.json().get("schema").asString());
    }

    private static void approved(String file, String text) throws IOException {
        Path approved = CASES.resolve(file);
        if ("update".equals(System.getProperty("tilewright.golden"))) {
            Files.writeString(approved, text);
        }
        assertEquals(List.of(Files.readString(approved).split("\n")), List.of(text.split("\n")));
    }
}
