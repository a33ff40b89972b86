package tilewright.report.page;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;
import tilewright.report.stored.Ablation;

/**
 * What each pass is worth: a row for each.
 *
 * @param how it was measured
 */
public record PassTable(String how, List<Row> rows) {
    /** @param exact seconds, empty where it was not timed */
    public record Row(String pass, String time, String exact, String times, String worth) {}

    /** Null where nobody asked. */
    static @Nullable PassTable of(@Nullable Ablation ablation) {
        return ablation == null
                ? null
                : new PassTable(
                        ablation.how(),
                        ablation.passes().stream()
                                .map(share -> row(ablation, share))
                                .toList());
    }

    private static Row row(Ablation ablation, Ablation.Share share) {
        Double seconds = share.seconds();
        return new Row(
                share.pass(),
                seconds == null ? "" : Quantity.seconds(seconds),
                seconds == null ? "" : String.valueOf(seconds),
                ablation.times(share).map(Quantity::ratio).orElse(""),
                ablation.worth(share));
    }
}
