package tilewright.ranking.description;

import java.util.Locale;

/** Numbers for people, the same in every locale. */
public final class Amounts {
    private Amounts() {}

    /** {@code 12.7 ms}. */
    public static String seconds(double seconds) {
        if (seconds >= 1) {
            return number(seconds) + " s";
        }
        return seconds >= 1e-3 ? number(seconds * 1e3) + " ms" : number(seconds * 1e6) + " us";
    }

    /** {@code 1.35 G}. */
    public static String count(double count) {
        return scaled(count).strip();
    }

    private static String scaled(double amount) {
        String[] units = {"", "k", "M", "G", "T", "P"};
        int unit = 0;
        double rest = amount;
        while (rest >= 1000 && unit < units.length - 1) {
            rest /= 1000;
            unit++;
        }
        return number(rest) + " " + units[unit];
    }

    /** Three significant digits. */
    public static String number(double value) {
        int digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** {@code 12 %}. */
    public static String percent(double part) {
        return Math.round(part * 100) + " %";
    }
}
