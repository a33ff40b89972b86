package tilewright.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Round numbers within an interval. */
final class Ticks {
    /** What each decade is divided at, from coarse to fine. */
    private static final List<double[]> DECADES = List.of(
            new double[] {1},
            new double[] {1, 3},
            new double[] {1, 2, 5},
            new double[] {1, 1.5, 2, 3, 5, 7},
            new double[] {1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9});

    private Ticks() {}

    /** Multiples of 1, 2 or 5 times a power of ten. Example: 0 to 47, about 5, gives 0 10 20 30 40. */
    static List<Double> linear(double low, double high, int count) {
        double rough = (high - low) / Math.max(1, count);
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double fraction = rough / power;
        double step = power * (fraction < 1.5 ? 1 : fraction < 3.5 ? 2 : fraction < 7.5 ? 5 : 10);
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
            ticks.add(round(i * step));
        }
        return ticks;
    }

    /**
     * The coarsest division of decades that gives at least {@code count - 1} ticks; an interval too narrow for
     * any gets linear ticks. Example: 0.8 to 1200, about 4, gives 1 10 100 1000.
     */
    static List<Double> logarithmic(double low, double high, int count) {
        for (double[] division : DECADES) {
            List<Double> ticks = decades(low, high, division);
            if (ticks.size() >= count - 1) {
                return thin(ticks, count);
            }
        }
        return linear(low, high, count);
    }

    private static List<Double> decades(double low, double high, double[] division) {
        List<Double> ticks = new ArrayList<>();
        for (int e = (int) Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) {
            for (double digit : division) {
                double value = round(digit * Math.pow(10, e));
                if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
                    ticks.add(value);
                }
            }
        }
        return ticks;
    }

    /** Every second, third .. tick, so that at most twice the wanted number remain. */
    private static List<Double> thin(List<Double> ticks, int count) {
        int every = Math.ceilDiv(ticks.size(), 2 * count);
        List<Double> kept = new ArrayList<>();
        for (int i = 0; i < ticks.size(); i += every) {
            kept.add(ticks.get(i));
        }
        return kept;
    }

    /** Without the last bits that multiplication leaves: 0.30000000000000004 becomes 0.3. */
    private static double round(double value) {
        return new java.math.BigDecimal(value)
                .round(new java.math.MathContext(12))
                .doubleValue();
    }
}
