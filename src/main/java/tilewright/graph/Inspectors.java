package tilewright.graph;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.model.ArrayData;
import tilewright.model.Assumption;
import tilewright.model.AssumptionCheck;
import tilewright.model.Data;
import tilewright.model.IndexRange;
import tilewright.model.LoopNest;
import tilewright.model.Property;
import tilewright.model.UserError;

/**
 * Checks declared properties and ranges on data before anything runs, each in O(m) for m elements (symmetry: times the
 * logarithm of a degree). The first violation is named with the elements that show it.
 */
public final class Inspectors {
    private final Data data;
    private final String what;

    private Inspectors(Data data, String what) {
        this.data = data;
        this.what = what;
    }

    /**
     * Checks everything that the nest assumes about data.
     *
     * @param what the data, as the message should call them, e.g. {@code the graph}
     * @throws UserError with the line of the assumption and the first violation
     */
    public static void check(LoopNest nest, Map<String, Long> sizes, Data data, String what) {
        Inspectors inspectors = new Inspectors(data, what);
        for (Assumption assumption : nest.assumptions()) {
            List<IndexRange.Bound> bounds = IndexRange.bounds(nest, assumption);
            if (bounds.isEmpty()) {
                AssumptionCheck.check(nest, sizes, data, what, assumption);
            }
            for (IndexRange.Bound bound : bounds) {
                inspectors.range(assumption, bound, sizes);
            }
        }
        for (Property property : nest.indexFacts().properties()) {
            String violation = inspectors.violation(property);
            if (violation != null) {
                throw UserError.badInput(property.position() + ": error: " + what + " violate 'assume " + property
                        + "': " + property.kind().word() + ": " + violation);
            }
        }
    }

    private void range(Assumption assumption, IndexRange.Bound bound, Map<String, Long> sizes) {
        ArrayData array = data.array(bound.array());
        long limit = bound.limit().evaluate(p -> Objects.requireNonNull(sizes.get(p)));
        int found = first(array.size(), i -> {
            double value = array.valueAt(i);
            return bound.isUpper() ? !(value <= limit) : !(value >= limit);
        });
        if (found >= 0) {
            throw UserError.badInput(assumption.position() + ": error: " + what + " violate the assumption "
                    + assumption + ": " + element(array, found));
        }
    }

    /** The first violation; null where the property holds. */
    private @Nullable String violation(Property property) {
        ArrayData first = data.array(property.arrays().getFirst());
        return switch (property.kind()) {
            case SORTED, MONOTONE -> unsorted(first);
            case INJECTIVE -> repeated(first);
            case PERMUTATION -> unpermuted(first);
            case DISTINCT -> arcs(property).duplicate();
            case SYMMETRIC -> arcs(property).withoutPartner();
        };
    }

    private ArcOrder arcs(Property property) {
        List<String> names = property.arrays();
        ArrayData weights = names.size() == 3 ? data.array(names.get(2)) : null;
        return ArcOrder.of(data.array(names.get(0)), data.array(names.get(1)), weights);
    }

    private static @Nullable String unsorted(ArrayData array) {
        int[] values = Integers.of(array);
        int found = first(Math.max(0, values.length - 1), i -> values[i + 1] < values[i]);
        return found < 0 ? null : element(array, found + 1) + " is less than " + element(array, found);
    }

    private static @Nullable String repeated(ArrayData array) {
        int[] values = Integers.of(array);
        int found = Integers.firstRepeated(values);
        if (found < 0) {
            return null;
        }
        int earlier = IntStream.range(0, found)
                .filter(i -> values[i] == values[found])
                .findFirst()
                .orElseThrow();
        return element(array, found) + " equals " + element(array, earlier);
    }

    private static @Nullable String unpermuted(ArrayData array) {
        int[] values = Integers.of(array);
        long least = array.lower()[0];
        int outside = first(values.length, i -> values[i] < least || values[i] - least >= values.length);
        return outside >= 0
                ? element(array, outside) + " is outside " + least + " .. " + (least + values.length - 1)
                : repeated(array);
    }

    /** A test of a position. */
    interface Test {
        boolean at(int position);
    }

    /** The first position that passes the test, or -1; in parallel. */
    static int first(int count, Test test) {
        OptionalInt found =
                IntStream.range(0, count).parallel().filter(test::at).findFirst();
        return found.orElse(-1);
    }

    static String element(ArrayData array, int position) {
        double value = array.valueAt(position);
        String text = value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
        return array.element(array.index(position)) + " = " + text;
    }
}
