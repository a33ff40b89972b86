package tilewright.report.chart;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** SVG attribute values, the same in every locale. */
final class Svg {
    private Svg() {}

    /** At most two decimals: 12.345 becomes {@code 12.35}, 12.0 becomes {@code 12}. */
    static String number(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** A polyline as path data. Example: {@code M1,2L3,4}. */
    static String path(List<double[]> points) {
        StringBuilder data = new StringBuilder();
        for (double[] point : points) {
            data.append(data.isEmpty() ? 'M' : 'L')
                    .append(number(point[0]))
                    .append(',')
                    .append(number(point[1]));
        }
        return data.toString();
    }
}
