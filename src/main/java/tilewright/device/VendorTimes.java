package tilewright.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long a vendor's routine took.
 *
 * @param runs seconds of each run; empty where the routine is not to be had
 * @param absent why there are no runs; null where there are
 */
public record VendorTimes(List<Double> runs, @Nullable String absent) {
    public VendorTimes {
        runs = List.copyOf(runs);
    }

    static VendorTimes none(String why) {
        return new VendorTimes(List.of(), why);
    }
}
