package tilewright.oracle;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tilewright.isl.Dim;
import tilewright.isl.Set;

/** The points of isl sets for given parameter values, as lists. */
public final class IslPoints {
    private IslPoints() {}

    /** The points in lexicographic order. */
    public static List<List<Long>> of(Set set, Map<String, Long> parameters) {
        Set fixed = set;
        for (Map.Entry<String, Long> parameter : parameters.entrySet()) {
            int position = fixed.findDimByName(Dim.PARAM, parameter.getKey());
            if (position >= 0) {
                fixed = fixed.fixSi(Dim.PARAM, position, Math.toIntExact(parameter.getValue()));
            }
        }
        return fixed.projectOutAllParams().points().stream()
                .map(p -> Arrays.stream(p).boxed().toList())
                .sorted(IslPoints::compare)
                .toList();
    }

    /** Lexicographic order. */
    public static int compare(List<Long> left, List<Long> right) {
        return Arrays.compare(
                left.stream().mapToLong(x -> x).toArray(),
                right.stream().mapToLong(x -> x).toArray());
    }
}
