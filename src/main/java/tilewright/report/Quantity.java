package tilewright.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers for people: three or four significant digits, units attached, the same in every locale. */
public final class Quantity {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};

    private Quantity() {}

    /**
     * The unit in which a time is a number of about one to a thousand.
     *
     * @param perSecond how many of it make a second
     */
    public record TimeUnit(String name, double perSecond) {
        /** Example: 0.0127 s gives milliseconds. */
        public static TimeUnit of(double seconds) {
            if (seconds >= 1) {
                return new TimeUnit("s", 1);
            }
            return seconds >= 1e-3
                    ? new TimeUnit("ms", 1e3)
                    : seconds >= 1e-6 ? new TimeUnit("us", 1e6) : new TimeUnit("ns", 1e9);
        }

        /** The name as printed in figures and tables, with the Greek letter. */
        public String symbol() {
            return name.replace('u', 'µ');
        }

        /** A time as a number of this unit. */
        public double count(double seconds) {
            return seconds * perSecond;
        }

        /** The number alone, with as many decimals as give {@code smallest} four significant digits. */
        public String column(double seconds, double smallest) {
            int whole = (int) Math.floor(Math.log10(smallest * perSecond)) + 1;
            return fixed(seconds * perSecond, Math.clamp(4 - whole, 0, 6));
        }
    }

    /** {@code 12.73 ms}, {@code 1.505 s}, {@code 340 us}: four significant digits, ASCII. */
    public static String seconds(double seconds) {
        TimeUnit unit = TimeUnit.of(seconds);
        return significant(seconds * unit.perSecond, 4) + " " + unit.name;
    }

    /** The same with the Greek letter, for pages. */
    public static String secondsSymbol(double seconds) {
        return seconds(seconds).replace('u', 'µ');
    }

    /** {@code 13.4 T}: three significant digits with a decimal prefix. Example: 13400000000000 is 13.4 T. */
    public static String prefixed(double value) {
        int step = value < 1000 ? 0 : Math.min((int) (Math.log10(value) / 3), PREFIXES.length - 1);
        String digits = significant(value / Math.pow(1000, step), 3);
        return step == 0 ? digits : digits + " " + PREFIXES[step];
    }

    /** {@code 1.08}: a ratio; small ones with two decimals, large ones with three significant digits. */
    public static String ratio(double ratio) {
        return ratio >= 100 ? significant(ratio, 3) : ratio >= 10 ? fixed(ratio, 1) : fixed(ratio, 2);
    }

    /** {@code 48 KiB}, {@code 8.25 KiB}, {@code 1000 B}: two decimals at most. */
    public static String bytes(long bytes) {
        return bytes < 1024
                ? bytes + " B"
                : trimmed(BigDecimal.valueOf(bytes / 1024.0).setScale(2, RoundingMode.HALF_UP)) + " KiB";
    }

    /** {@code 1.4 %}. */
    public static String percent(double share) {
        return fixed(share * 100, 1) + " %";
    }

    /** That many decimals. */
    public static String fixed(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** That many significant digits at least, without an exponent: 12.7, 1505, 0.0405. */
    static String significant(double value, int digits) {
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_UP));
        int decimals = Math.max(0, digits - 1 - (int) Math.floor(Math.log10(Math.abs(rounded.doubleValue()))));
        return rounded.setScale(decimals, RoundingMode.HALF_UP).toPlainString();
    }

    /** Three significant digits at least: 12.7, 1505, 0.0405. */
    public static String threeDigits(double value) {
        return significant(value, 3);
    }

    /** Without needless zeros, for ticks: 0.50 is 0.5, 1000.0 is 1000. */
    public static String tick(double value) {
        return trimmed(new BigDecimal(value).round(new MathContext(6)));
    }

    private static String trimmed(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0).toPlainString() : stripped.toPlainString();
    }
}
