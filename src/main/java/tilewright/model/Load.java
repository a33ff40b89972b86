package tilewright.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An integer that is read from an index array: {@code ptr(i + 1)}, {@code label(label(v))}. To affine arithmetic it is
 * one more variable, whose name is its text, so that equal loads have equal names (an uninterpreted function, as in the
 * sparse polyhedral framework: Strout, Hall and Olschanowsky, Proc. IEEE 106 (2018)).
 *
 * @param array an array of integers
 * @param subscripts one per array dimension; they may load again
 */
public record Load(String array, List<Subscript> subscripts) {
    public Load {
        subscripts = List.copyOf(subscripts);
    }

    /** The variable that stands for the loaded value in an affine form. */
    public Affine variable() {
        return Affine.variable(toString());
    }

    /** Whether an element of the array is read, as the value or as an index, at any depth. */
    public boolean reads(String other) {
        return array.equals(other) || subscripts.stream().anyMatch(s -> s.reads(other));
    }

    @Override
    public String toString() {
        return array + subscripts.stream().map(Object::toString).collect(Collectors.joining(",", "(", ")"));
    }
}
