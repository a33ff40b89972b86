package tilewright.report.page;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.report.chart.Colour;
import tilewright.report.chart.Shares;
import tilewright.report.stored.Summary;

/** How much of the space of candidates a sweep tried, and what is known of the rest. */
final class SpaceFigure {
    /** What needs no look any more. */
    private static final Colour SETTLED = new Colour("#c3cad2", "#3f4852");

    private SpaceFigure() {}

    /** Tried candidates, those that were left out because they cannot be faster, and open ones. Null where the sweep tells of no others than it tried. */
    static @Nullable Shares of(Candidates candidates) {
        Summary.Certificate certificate = candidates.results().summary().certificate();
        if (certificate == null || certificate.excluded() + certificate.open() == 0) {
            return null;
        }
        return Shares.of(List.of(
                new Shares.Entry("tried", candidates.results().measurements().size(), Colour.category(0)),
                new Shares.Entry("left out", certificate.excluded(), SETTLED),
                new Shares.Entry("open", certificate.open(), Colour.category(1))));
    }
}
