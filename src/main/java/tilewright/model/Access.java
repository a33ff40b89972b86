package tilewright.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Occurrence (l,b,q) of an array in a statement (paper, section 1).
 *
 * @param index q: 1 is the left-hand side, then the right-hand side from left to right
 * @param array name of array a_l
 * @param subscripts one per array dimension
 */
public record Access(int index, String array, List<Subscript> subscripts, SourcePosition position) {
    public Access {
        subscripts = List.copyOf(subscripts);
    }

    /** The affine index functions, one per array dimension. */
    public List<Affine> indices() {
        return subscripts.stream()
                .map(s -> switch (s) {
                    case Subscript.AffineSubscript a -> a.index();
                })
                .toList();
    }

    @Override
    public String toString() {
        return subscripts.isEmpty()
                ? array
                : array + subscripts.stream().map(Object::toString).collect(Collectors.joining(",", "(", ")"));
    }
}
