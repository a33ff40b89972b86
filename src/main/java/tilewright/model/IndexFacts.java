package tilewright.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a file says about its index arrays.
 *
 * @param properties by {@code assume}, in the order of the text
 * @param graph the {@code graph} line; null where there is none
 */
public record IndexFacts(
        List<Property> properties, @Nullable GraphArrays graph) {
    /** Nothing is said: every affine nest. */
    public static final IndexFacts NONE = new IndexFacts(List.of(), null);

    public IndexFacts {
        properties = List.copyOf(properties);
    }

    /** Whether a property of that kind is declared of exactly these arrays. */
    public boolean declares(Property.Kind kind, List<String> arrays) {
        return properties.stream().anyMatch(p -> p.kind() == kind && p.arrays().equals(arrays));
    }

    /** Whether an array is declared sorted, under either word. */
    public boolean isSorted(String array) {
        return declares(Property.Kind.SORTED, List.of(array)) || declares(Property.Kind.MONOTONE, List.of(array));
    }
}
