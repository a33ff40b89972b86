package tilewright.ranking.description;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figures that were measured at some points. */
public final class Measured {
    private Measured() {}

    /**
     * The figure at a place: between two points in proportion, outside of them that of the nearest one. Example: 1 ns at 32 and 5 ns at 2048 are 3 ns at 1040.
     *
     * @param points at least one, by growing place
     */
    static <T> double at(double place, List<T> points, ToDoubleFunction<T> places, ToDoubleFunction<T> figures) {
        T before = points.getFirst();
        for (T point : points) {
            double there = places.applyAsDouble(point);
            if (place <= there) {
                double last = places.applyAsDouble(before);
                double part = there > last ? Math.max(0, (place - last) / (there - last)) : 1;
                return figures.applyAsDouble(before)
                        + part * (figures.applyAsDouble(point) - figures.applyAsDouble(before));
            }
            before = point;
        }
        return figures.applyAsDouble(before);
    }
}
