package tilewright.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code graph src, dst, w}: the arrays that a graph fills. Two arrays of one extent are the ends of arcs (coordinates);
 * where the first is declared with another extent than the second, it holds row pointers (compressed rows).
 *
 * @param first sources of arcs, or row pointers
 * @param second destinations of arcs, or columns
 * @param weights of the arcs; null where the nest has none
 */
public record GraphArrays(
        String first, String second, @Nullable String weights, SourcePosition position) {
    /** Whether an array holds row pointers of the other: declared with another extent. */
    public static boolean arePointers(ArrayDeclaration first, ArrayDeclaration second) {
        Affine one = LinearForm.of(first.bounds().getFirst().extent()).toAffine();
        Affine other = LinearForm.of(second.bounds().getFirst().extent()).toAffine();
        return !one.equals(other);
    }

    /** The names, in the order written. */
    public List<String> names() {
        List<String> names = new ArrayList<>(List.of(first, second));
        if (weights != null) {
            names.add(weights);
        }
        return names;
    }

    @Override
    public String toString() {
        return String.join(", ", names());
    }
}
