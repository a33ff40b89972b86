package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.List;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Point;
import tilewright.isl.Set;

/** Shows sets and relations by one of their elements: {@code S1[2, 1] -> S1[3, 1] with n = 4}. */
public final class Instances {
    private Instances() {}

    /** One element of a set that is not empty, under a name. */
    public static String example(String name, Set set) {
        Point point = set.samplePoint();
        return name + numbers(point, 0, set.dim(Dim.SET)) + sizes(point);
    }

    /** One pair of a relation that is not empty, under the names of both sides. */
    public static String pair(String source, String sink, Map instances) {
        Point point = instances.wrap().flatten().samplePoint();
        int in = instances.dim(Dim.IN);
        return source + numbers(point, 0, in) + " -> " + sink + numbers(point, in, instances.dim(Dim.OUT))
                + sizes(point);
    }

    private static List<Long> numbers(Point point, int first, int count) {
        List<Long> values = new ArrayList<>();
        for (int d = first; d < first + count; d++) {
            values.add(point.getCoordinateVal(Dim.SET, d).longValue());
        }
        return values;
    }

    private static String sizes(Point point) {
        List<String> values = new ArrayList<>();
        int count = point.getSpace().dim(Dim.PARAM);
        for (int p = 0; p < count; p++) {
            values.add(point.getSpace().getDimName(Dim.PARAM, p) + " = "
                    + point.getCoordinateVal(Dim.PARAM, p).longValue());
        }
        return values.isEmpty() ? "" : " with " + String.join(", ", values);
    }
}
