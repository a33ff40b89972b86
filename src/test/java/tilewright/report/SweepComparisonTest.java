package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Recorded sweeps of two dates beside each other. */
class SweepComparisonTest {
    private static final Path RECORDED = Path.of("reports/matmul/nvidia-h200-n4096");

    @Test
    void aSweepIsAsFastAsItself() {
        SweepComparison comparison = SweepComparison.of(RECORDED, RECORDED);
        String text = comparison.toText(Integer.MAX_VALUE);
        assertTrue(
                text.contains(comparison.common().size()
                        + " candidates were timed in both; time in B over time in A: median 1.000, from 1.000"
                        + " to 1.000"),
                text);
        assertTrue(text.contains("best peer"), text);
        assertEquals(comparison.common().size() + 1L, comparison.toCsv().lines().count());
    }

    @Test
    void aPageHasThePeersBeforeTheCandidatesAndEveryPairWithItsExactTimes() throws Exception {
        SweepComparison comparison = SweepComparison.of(RECORDED, RECORDED.resolveSibling("nvidia-h200-n2048"));
        ParsedPage page = ParsedPage.of(comparison.toHtml());
        List<String> names = page.all("//section[@id='sweeps']//tbody//th").stream()
                .map(Element::getTextContent)
                .toList();
        assertTrue(names.indexOf("best peer") < names.indexOf("best candidate"), names.toString());
        List<Element> rows = page.all("//section[@id='candidates']//tbody/tr");
        assertEquals(comparison.common().size(), rows.size());
        SweepComparison.Row first = comparison.rows().getFirst();
        assertEquals(
                String.valueOf(first.pair().ratio()),
                ((Element) rows.getFirst().getElementsByTagName("td").item(3)).getAttribute("data-v"));
    }

    @Test
    void sweepsWithoutACommonCandidateSaySo() {
        String text = SweepComparison.of(RECORDED, Path.of("reports/heat-3d/nvidia-h200-n400"))
                .toText(Integer.MAX_VALUE);
        assertTrue(text.endsWith("no candidate was timed in both\n"), text);
    }
}
