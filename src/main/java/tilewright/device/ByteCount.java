package tilewright.device;

import java.util.Locale;

/** Amounts of memory for people. */
public final class ByteCount {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};

    private ByteCount() {}

    /** E.g. {@code 64.0 MiB}. */
    public static String of(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= 1024 && unit < UNITS.length - 1) {
            amount /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " bytes" : String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
    }
}
