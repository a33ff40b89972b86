package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.w3c.dom.Element;
import tilewright.report.stored.Measurement;
import tilewright.report.stored.Results;
import tilewright.report.stored.ResultsReader;

@Isolated("the default locale changes")
class HtmlReportTest {
    @TempDir
    Path directory;

    private static Results floydWarshall() {
        return ResultsReader.read(Golden.floydWarshall());
    }

    private ParsedPage page(SyntheticSweep sweep) throws Exception {
        sweep.write(directory);
        return ParsedPage.of(ResultsReader.read(directory));
    }

    private static SyntheticSweep sweep(List<List<Integer>> blocks, List<Integer> thread) {
        return new SyntheticSweep("nest", Map.of("n", 512L), blocks, List.of(thread));
    }

    /** Two of the counts stand in the sweep's certificate. */
    @Test
    void whatASweepLeftOutIsDrawn() throws Exception {
        ParsedPage page = ParsedPage.of(ResultsReader.read(Path.of("reports/speed/jacobi-2d-n8192")));
        assertEquals(
                3, page.all("//*[local-name()='rect'][contains(@class,'part')]").size());
        assertTrue(page.html.contains("1413 left out, "));
        assertFalse(ParsedPage.of(floydWarshall()).html.contains("The whole space."), "nothing is known of others");
    }

    @Test
    void thePageLoadsNothing() throws Exception {
        ParsedPage page = ParsedPage.of(floydWarshall());
        assertFalse(page.html.contains("http:") || page.html.contains("https:"));
        assertEquals(List.of(), page.all("//*[@src]"));
        assertEquals(
                List.of("data:,"),
                page.all("//link").stream().map(e -> e.getAttribute("href")).toList());
        assertFalse(Pattern.compile("url\\(|@import|fetch\\(|XMLHttpRequest")
                .matcher(page.html)
                .find());
        assertTrue(page.all("//meta[@http-equiv='Content-Security-Policy']")
                .getFirst()
                .getAttribute("content")
                .startsWith("default-src 'none'"));
    }

    @Test
    void everySectionIsThereAndLinked() throws Exception {
        ParsedPage page = ParsedPage.of(floydWarshall());
        List<String> links = page.all("//nav/a").stream()
                .map(e -> e.getAttribute("href").substring(1))
                .toList();
        assertEquals(
                List.of(
                        "nest",
                        "dependences",
                        "estimate",
                        "prediction",
                        "sizes",
                        "candidates",
                        "comparison",
                        "failed",
                        "kernel",
                        "environment"),
                links);
        for (String id : links) {
            assertEquals(1, page.all("//section[@id='" + id + "']").size(), id);
        }
        assertEquals("floyd-warshall n=8192", page.text("//h1"));
    }

    @Test
    void theEstimateTableIsThatOfThePaper() throws Exception {
        ParsedPage page = ParsedPage.of(floydWarshall());
        List<List<String>> rows = page.all("//table[@class='estimates']/tbody/tr").stream()
                .map(HtmlReportTest::cells)
                .toList();
        assertEquals(
                List.of(
                        List.of("a(i,j) (S1, 2)", "(1, 0, 0)", "3", "3, 3, 3", "Q1M2 reads and writes", "none", "none"),
                        List.of(
                                "a(i,k) (S1, 3)",
                                "(1, 0, j - k)",
                                "2",
                                "2, 2, 3",
                                "Q1M reads and writes",
                                "none",
                                "Q3M2 reads, M2 writes"),
                        List.of(
                                "a(k,j) (S1, 4)",
                                "(1, i - k, 0)",
                                "2",
                                "2, 3, 2",
                                "Q1M reads and writes",
                                "Q2M2 reads, M2 writes",
                                "none")),
                rows);
        assertEquals("Q1M2 | Q3M2 | Q2M2", page.text("//table[@class='estimates']//td/b"));
    }

    /** The stored sweep's main part is predicted to take 1 / 1.85 of the whole program. */
    @Test
    void thePredictedTimeOfAProgramInPartsAddsUp() throws Exception {
        ParsedPage page = ParsedPage.of(ResultsReader.read(Path.of("reports/polybench/covariance/nvidia-h200")));
        assertTrue(page.text("//table[@class='plain terms']//th").contains("other parts"));
        assertTrue(page.text("//tr[@class='total']/th")
                .startsWith("predicted, main part | predicted, whole program | measured"));
    }

    @Test
    void theWinnerIsComparedWithTheTimeItCannotBeFasterThan() throws Exception {
        Results results = ResultsReader.read(Path.of("reports/floyd-warshall/nvidia-h200-n4096"));
        String limit = results.limit(results.ok().getFirst()).orElseThrow().toString();
        assertTrue(limit.matches("\\d+\\.\\d % of the limit \\(.* ms, arithmetic\\)"), limit);
        assertTrue(ParsedPage.of(results).text("//p[@class='context']").contains(limit));
        assertTrue(TextReport.of(results).contains(limit));
    }

    @Test
    void theRankingNamesItsReasons() throws Exception {
        List<List<String>> rows =
                ParsedPage.of(floydWarshall()).all("//table[@class='plain ranking']/tbody/tr").stream()
                        .map(HtmlReportTest::cells)
                        .toList();
        assertEquals(List.of("1", "k", "r1", "Q1M2 values: a(i,j) read and written"), rows.get(0));
        assertEquals(List.of("2", "i", "r2", "Q2M2 values: a(k,j) read"), rows.get(1));
        assertEquals(List.of("2", "j", "r3", "Q3M2 values: a(i,k) read"), rows.get(2));
    }

    @Test
    void dependencesShowTheirRelations() throws Exception {
        ParsedPage page = ParsedPage.of(floydWarshall());
        assertEquals(
                List.of("flow", "flow", "flow", "anti", "output"),
                page.texts("//section[@id='dependences']//tr/td[1]"));
        assertEquals(
                "2 anti and output dependences (memory-based): only the order that they ask for matters",
                page.text("//section[@id='dependences']/details/summary"));
        assertTrue(page.text("//section[@id='dependences']/div//tr[2]//details/code")
                .startsWith("[n] -> { S1[k, i, j] -> S1["));
    }

    @Test
    void everyCandidateIsOnThePage() throws Exception {
        Results results = floydWarshall();
        ParsedPage page = ParsedPage.of(results);
        assertEquals(
                results.ok().size(),
                page.all("//section[@id='candidates']//tbody/tr").size());
        assertEquals(
                results.failed().stream().map(m -> m.status() + " " + m.key()).collect(Collectors.toSet()),
                page.all("//section[@id='failed']//tbody/tr").stream()
                        .map(HtmlReportTest::cells)
                        .map(c -> c.get(3) + " " + c.get(1))
                        .collect(Collectors.toSet()));
    }

    @Test
    void marksAndRowsOfACandidateShareTheirKey() throws Exception {
        Results results = floydWarshall();
        ParsedPage page = ParsedPage.of(results);
        Set<String> rows = keys(page, "//section[@id='candidates']//tbody/tr");
        assertEquals(rows, keys(page, "//section[@id='prediction']//figure[1]//circle[@data-k]"));
        assertEquals(results.ok().size(), rows.size());
    }

    @Test
    void theBestRowSaysWhatWasMeasured() throws Exception {
        Results results = floydWarshall();
        Measurement best = results.ok().getFirst();
        ParsedPage page = ParsedPage.of(results);
        List<String> cells = cells(page.all("//tr[@class='best']").getFirst());
        assertEquals("1", cells.get(0));
        assertEquals(String.valueOf(best.rank()), cells.get(1));
        assertEquals("64×64×64", cells.get(2));
        assertEquals("46.05", cells.get(6));
        assertEquals(
                1e3 * best.seconds(),
                number(page.all("//tr[@class='best']/td[7]").getFirst(), "data-v"),
                1e-4,
                "in ms");
    }

    @Test
    void tiesAreCalledTies() throws Exception {
        sweep(List.of(List.of(8, 16), List.of(8)), List.of(1, 1))
                .withoutFailures()
                .write(directory);
        Path summary = directory.resolve("summary.json");
        Files.writeString(
                summary,
                Files.readString(summary)
                        .replace(
                                "\"baselines\"",
                                "\"ties\": [{\"block\": [8, 8], \"thread\": [1, 1],"
                                        + " \"options\": {\"kTile\": 16, \"stages\": 1}}], \"baselines\""));
        ParsedPage page = ParsedPage.of(ResultsReader.read(directory));
        assertEquals(1, page.all("//tr[@class='tied']").size());
        assertTrue(page.text("//section[@id='comparison']//figcaption")
                .endsWith("Not told from the best by a paired test: 8x8/1x1 k-tile 16."));
    }

    @Test
    void dotsOfTheScatterStandWhereTheirNumbersAre() throws Exception {
        Results results = floydWarshall();
        ParsedPage page = ParsedPage.of(results);
        List<Element> dots = page.all("//section[@id='prediction']//figure[1]//circle[@data-k]");
        for (Element one : dots.subList(0, 20)) {
            for (Element other : dots.subList(20, 40)) {
                double a = measured(results, one);
                double b = measured(results, other);
                if (Math.abs(Math.log(a / b)) > 0.01) {
                    assertEquals(a < b, number(one, "cy") > number(other, "cy"), "slower is higher");
                }
            }
        }
    }

    @Test
    void whatComesFromFilesIsEscaped() throws Exception {
        sweep(List.of(List.of(8, 16), List.of(8)), List.of(1, 1))
                .withoutFailures()
                .baseline("<b>\"x\" & 'y'</b>", 0.5)
                .write(directory);
        Path summary = directory.resolve("summary.json");
        for (Path file : List.of(summary, directory.resolve("measurements.jsonl"))) {
            Files.writeString(
                    file,
                    Files.readString(file)
                            .replace(SyntheticSweep.DEVICE, "<script>alert(1)</script>")
                            .replace("made up", "</table>&lt;"));
        }
        Files.writeString(directory.resolve("best-kernel.c"), "/* </script> */ if (a < b && c > d) x = \"&amp;\";");
        ParsedPage page = ParsedPage.of(ResultsReader.read(directory));
        assertEquals("<script>alert(1)</script>", page.text("//p[@class='device']"));
        assertEquals(1, page.all("//script").size());
        assertTrue(page.texts("//section[@id='comparison']//text").contains("<b>\"x\" & 'y'</b>"));
        assertTrue(page.text("//section[@id='environment']//td").contains("</table>&lt;"));
        assertEquals("/* </script> */ if (a < b && c > d) x = \"&amp;\";", page.text("//section[@id='kernel']//pre"));
    }

    @Test
    void kernelLinesAreNumberedOneByOne() throws Exception {
        Results results = floydWarshall();
        long lines = Objects.requireNonNull(results.kernel()).text().lines().count();
        assertEquals(
                lines,
                ParsedPage.of(results)
                        .all("//section[@id='kernel']//span[@class='l']")
                        .size());
    }

    @Test
    void thePageDoesNotDependOnTheLocale() throws Exception {
        String page = HtmlReport.of(floydWarshall());
        Locale before = Locale.getDefault();
        try {
            for (String tag : List.of("de-DE", "ar-EG", "hi-IN-u-nu-deva")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertTrue(page.equals(HtmlReport.of(floydWarshall())), tag);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aNestOfTwoLoopsHasItsMapOverBoth() throws Exception {
        ParsedPage page = page(sweep(List.of(List.of(8, 16, 32), List.of(8, 16)), List.of(1, 1))
                .withoutFailures());
        assertEquals(6, page.all("//g[starts-with(@class, 'cell')]").size());
        assertTrue(page.text("//section[@id='sizes']//figcaption").contains("Best time over (r₁, r₂)."));
        assertTrue(page.text("//section[@id='sizes']//figcaption").contains("Time over r₁, a line for each r₂."));
    }

    @Test
    void whereOutermostSizeIsFixedTimeIsShownOverTheNext() throws Exception {
        ParsedPage page = page(sweep(List.of(List.of(1), List.of(8, 16), List.of(8, 16)), List.of(1, 1, 1))
                .withoutFailures());
        assertEquals("Every timed candidate has r₁ = 1.", page.text("//section[@id='sizes']/p"));
        assertTrue(page.text("//section[@id='sizes']//figcaption").contains("Time over r₂, a line for each r₃."));
    }

    @Test
    void oneCandidateAloneMakesAPage() throws Exception {
        ParsedPage page = page(sweep(List.of(List.of(8), List.of(8)), List.of(1, 1))
                .withoutFailures()
                .runs(1, 0));
        assertEquals(
                "One candidate was timed: there is no order to judge. | Every timed candidate has r₁ = 8."
                        + " | All timed candidates have the same block sizes.",
                page.text("//section/div/p[@class='empty'] | //section/p[@class='note']"
                        + " | //section//div[@class='pair']/p[@class='empty']"));
        assertEquals(1, page.all("//section[@id='prediction']//figure").size());
        assertEquals(0, page.all("//section[@id='comparison']").size());
    }

    @Test
    void aWinnerWithFewRunsBesideOthersWithManyMakesAPage() throws Exception {
        sweep(List.of(List.of(8, 16), List.of(8)), List.of(1, 1))
                .withoutFailures()
                .runs(2, 0)
                .write(directory);
        Path measurements = directory.resolve("measurements.jsonl");
        List<String> lines = Files.readAllLines(measurements);
        lines.set(1, lines.get(1).replaceFirst("\"runs\":\\[[^]]*]", "\"runs\":[9,9,9,9,9,9,9,9]"));
        Files.write(measurements, lines);
        assertEquals(
                0,
                ParsedPage.of(ResultsReader.read(directory))
                        .all("//section[@id='comparison']")
                        .size());
    }

    /** The chart gave ratios that the page's own warning took back. */
    @Test
    void whereRunsSpreadBaselinesHaveTimesAndNoRatios() throws Exception {
        sweep(List.of(List.of(8), List.of(8)), List.of(1, 1))
                .withoutFailures()
                .runs(1, 0)
                .baseline("gcc", 100)
                .write(directory);
        Path measurements = directory.resolve("measurements.jsonl");
        String line = Files.readString(measurements);
        String ratio = " · ";
        assertTrue(ParsedPage.of(ResultsReader.read(directory))
                .text("//section[@id='comparison']//figure[1]")
                .contains(ratio));
        // The median of one run stays that of five.
        Files.writeString(measurements, line.replaceFirst("\"runs\":\\[([^],]*)]", "\"runs\":[1e-9,1e-9,$1,1e9,1e9]"));
        String text = ParsedPage.of(ResultsReader.read(directory)).text("//section[@id='comparison']//figure[1]");
        assertTrue(text.contains("gcc") && !text.contains(ratio), text);
    }

    @Test
    void aThousandCandidatesStayOneReadablePage() throws Exception {
        List<Integer> sizes = Stream.iterate(4, s -> s * 2).limit(10).toList();
        ParsedPage page =
                page(sweep(List.of(sizes, sizes, sizes), List.of(1, 4, 4)).withoutFailures());
        assertEquals(
                1000,
                page.all("//section[@id='prediction']//figure[1]//circle[@data-k]")
                        .size());
        assertEquals("show all 1000", page.text("//section[@id='candidates']//button"));
        assertTrue(page.html.length() < 1_500_000, () -> "page of " + page.html.length() + " characters");
    }

    @Test
    void aSweepWithoutSuccessListsWhatFailed() throws Exception {
        Files.writeString(directory.resolve("measurements.jsonl"), """
            {"schema":"tilewright/measurement/1","nest":"x","sizes":{},"device":"none","block":[8],"thread":[1],"status":"wrong","message":"a < b"}
            {"schema":"tilewright/measurement/1","blo\
            """);
        Files.writeString(
                directory.resolve("summary.json"),
                "{\"schema\":\"tilewright/summary/1\",\"nest\":\"x\",\"sizes\":{},\"device\":\"none\"}");
        ParsedPage page = ParsedPage.of(ResultsReader.read(directory));
        assertEquals(
                "The last line of measurements.jsonl (line 2) is torn, as after a killed sweep; it was left out."
                        + " | No candidate passed: 1 wrong. There is nothing to plot; what failed is listed below.",
                page.text("//p[@class='note']"));
        assertEquals(
                "| 8/1 | | wrong | a < b".replace("| |", "|  |"),
                String.join(
                                " | ",
                                cells(page.all("//section[@id='failed']//tbody/tr")
                                        .getFirst()))
                        .replaceFirst("^ ", ""));
        assertEquals(0, page.all("//svg").size());
    }

    private static double measured(Results results, Element dot) {
        return results.measurements()
                .get(Integer.parseInt(dot.getAttribute("data-k")))
                .seconds();
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static Set<String> keys(ParsedPage page, String path) throws Exception {
        return page.all(path).stream()
                .map(e -> e.getAttribute("data-k"))
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static List<String> cells(Element row) {
        List<String> cells = new java.util.ArrayList<>();
        for (int i = 0; i < row.getChildNodes().getLength(); i++) {
            if (row.getChildNodes().item(i) instanceof Element cell) {
                cells.add(cell.getTextContent().strip().replaceAll("\\s+", " "));
            }
        }
        return cells;
    }

    @Test
    void hardwareCountersStandLaunchByLaunchWithTheirExactValues() throws Exception {
        sweep(List.of(List.of(8, 16), List.of(8)), List.of(1, 1)).write(directory);
        Files.writeString(directory.resolve(ResultsReader.COUNTERS), """
            {"schema": "tilewright/counters/1", "launches": [
             {"kernel": "first", "counters": {"gpu__time_duration.sum": 2857920, "dram__bytes_read.sum": 134217728}},
             {"kernel": "second", "counters": {"gpu__time_duration.sum": 1000}}]}
            """);
        ParsedPage page = ParsedPage.of(ResultsReader.read(directory));
        List<Element> cells = page.all("//section[@id='counters']//tbody/tr[1]/td");
        assertEquals("2.858 ms", cells.get(1).getTextContent());
        assertEquals("134217728", cells.get(2).getAttribute("data-v"));
        assertEquals(2, page.all("//section[@id='counters']//tbody/tr").size());
    }
}
