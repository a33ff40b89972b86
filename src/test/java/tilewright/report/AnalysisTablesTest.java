package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tilewright.locality.Analysed;
import tilewright.locality.VolumeCounter;
import tilewright.locality.Volumes;
import tilewright.report.stored.ResultsReader;

/** What {@code analyze} writes is what a page shows. */
class AnalysisTablesTest {
    @TempDir
    Path directory;

    private ParsedPage page(Analysed analysed, Volumes volumes) throws Exception {
        Files.writeString(
                directory.resolve(ResultsReader.ANALYSIS),
                AnalysisJson.print(AnalysisJson.of(analysed.dependences(), analysed.locality(), volumes, null)));
        int depth = analysed.dependences().loops().size();
        List<Integer> sizes = List.of(8, 16);
        new SyntheticSweep(
                        analysed.dependences().nest().name(),
                        Map.of("n", 64L),
                        Stream.generate(() -> sizes).limit(depth).toList(),
                        List.of(Stream.generate(() -> 1).limit(depth).toList()))
                .withoutFailures()
                .write(directory);
        return ParsedPage.of(ResultsReader.read(directory));
    }

    @TestFactory
    Stream<DynamicTest> everyNestHasItsTables() throws IOException {
        try (Stream<Path> nests = Files.list(Path.of("loopnests"))) {
            return nests
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".nest"))
                    .map(name -> name.substring(0, name.length() - ".nest".length()))
                    .sorted()
                    .toList()
                    .stream()
                    .map(name -> DynamicTest.dynamicTest(name, () -> tables(name)));
        }
    }

    private void tables(String nest) throws Exception {
        try (Analysed analysed = Analysed.stored(nest)) {
            ParsedPage page = page(analysed, new Volumes(List.of(1), 123456, 7));
            assertEquals(
                    analysed.dependences().dependences().size(),
                    page.all("//section[@id='dependences']//tbody/tr").size());
            assertEquals(
                    analysed.dependences().loops().size(),
                    page.all("//table[@class='plain ranking']/tbody/tr").size());
            assertFalse(page.all("//table[@class='estimates']/tbody/tr").isEmpty());
            assertFalse(page.html.contains("access null"));
            assertTrue(page.text("//section[@id='estimate']/p").contains("123,456 values read, 7 values written"));
        }
    }

    @Test
    void theEstimatesOfGaussianEliminationAreThoseOfThePaper() throws Exception {
        try (Analysed analysed = Analysed.stored("gaussian-elimination")) {
            Volumes volumes = new VolumeCounter(analysed.dependences(), Map.of("n", 8L)).count(List.of(4, 4, 4));
            ParsedPage page = page(analysed, volumes);
            List<String> vectors = page.texts("//table[@class='estimates']/tbody/tr/td[2]");
            assertTrue(
                    vectors.containsAll(List.of("(1, 0, 0)", "(1, 0, j - k)", "(1, i - k, j - k)", "(1, i - k, 0)")),
                    vectors::toString);
            assertTrue(page.text("//table[@class='plain ranking']/tbody/tr[1]")
                    .contains("Q1M2 values: a(i,j) read and written"));
        }
    }
}
