package tilewright.report.chart;

import java.util.List;

/** A map from data to SVG user units. */
public sealed interface Scale {
    /** Position of a value of the domain. Values outside it are extrapolated. */
    double at(double value);

    /**
     * Values that make good ticks, ascending.
     *
     * @param count about how many are wanted
     */
    List<Double> ticks(int count);

    /**
     * Equal differences are equal distances.
     *
     * @param low least value of the domain, at {@code from}
     * @param high greatest value, at {@code to}; more than {@code low}
     */
    record Linear(double low, double high, double from, double to) implements Scale {
        public Linear {
            requireInterval(low, high);
        }

        @Override
        public double at(double value) {
            return from + (value - low) / (high - low) * (to - from);
        }

        @Override
        public List<Double> ticks(int count) {
            return Ticks.linear(low, high, count);
        }
    }

    /**
     * Equal ratios are equal distances.
     *
     * @param low least value of the domain, positive, at {@code from}
     * @param high greatest value, at {@code to}; more than {@code low}
     */
    record Logarithmic(double low, double high, double from, double to) implements Scale {
        public Logarithmic {
            requireInterval(low, high);
            if (low <= 0) {
                throw new IllegalArgumentException("a logarithmic scale begins above 0, not at " + low);
            }
        }

        @Override
        public double at(double value) {
            return from + Math.log(value / low) / Math.log(high / low) * (to - from);
        }

        @Override
        public List<Double> ticks(int count) {
            return Ticks.logarithmic(low, high, count);
        }
    }

    private static void requireInterval(double low, double high) {
        if (!(low < high) || Double.isInfinite(low) || Double.isInfinite(high)) {
            throw new IllegalArgumentException("a scale needs finite low < high, got " + low + " and " + high);
        }
    }

    /** A linear scale from 0 to a little more than the greatest value, which is positive. */
    static Linear fromZero(double greatest, double from, double to) {
        return new Linear(0, greatest * 1.04, from, to);
    }

    /** A logarithmic scale around positive values, widened by {@code margin} (1.1 is ten per cent) at both ends. */
    static Logarithmic around(double least, double greatest, double margin, double from, double to) {
        return new Logarithmic(least / margin, greatest * margin, from, to);
    }
}
