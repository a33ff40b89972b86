package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.LinearForm;
import tilewright.tiling.property.SharedBoxes;

/**
 * The part of an array that a block reads and writes, kept in shared memory while the block runs: a box of elements, or one whose rows
 * are shifted against each other, as blocks of skewed loops touch them. The element at place {@code w} of the box has the
 * subscripts {@code bases + w}, and to its last one {@code shear} times {@code w} is added.
 *
 * <p>Example: points (i, wave - i) with 64 values of both i and wave lie in a box of 64 x 127 elements, and in one of 64 x 64
 * with shear -1.
 *
 * @param name identifier, unique in the piece
 * @param bases smallest index in each dimension, affine in parameters, host and grid variables
 * @param extents of the box; elements outside the array stand for nothing
 * @param shear for each dimension but the last, how far a row lies beside the one before it
 */
public record Window(
        String name, String array, DataType type, List<Affine> bases, List<Integer> extents, List<Integer> shear)
        implements SharedArray {
    public Window {
        bases = List.copyOf(bases);
        extents = List.copyOf(extents);
        shear = List.copyOf(shear);
        if (bases.size() != extents.size() || shear.size() != extents.size() - 1) {
            throw new IllegalArgumentException(
                    "window " + name + ": " + bases.size() + " bases, " + extents + ", shear " + shear);
        }
    }

    /** What stands for the place of an element along a dimension; no name of a nest or plan looks like this. */
    public String coordinate(int dimension) {
        return name + "'" + dimension;
    }

    /** The subscripts of the element at a place of the box. */
    public List<Affine> element(List<Affine> place) {
        List<Affine> subscripts = new ArrayList<>();
        for (int d = 0; d < place.size(); d++) {
            subscripts.add(bases.get(d).plus(place.get(d)));
        }
        subscripts.set(place.size() - 1, sheared(subscripts.getLast(), place));
        return subscripts;
    }

    /** What stands for the place of an element, along each dimension. */
    public List<String> coordinates() {
        return IntStream.range(0, bases.size()).mapToObj(this::coordinate).toList();
    }

    /** The place of an element in the box: the inverse of {@link #element}. */
    public List<Affine> place(List<Affine> subscripts) {
        return new SharedBoxes.Box(bases, extents, shear, true).place(subscripts);
    }

    /**
     * Whether an element lies in this window: of those of its array in the one in which its place depends on nothing but offsets.
     *
     * @param indices of the element, in terms of symbols and offsets within the block
     */
    public boolean holds(String element, List<Affine> indices, Set<String> offsets) {
        return element.equals(array)
                && place(indices).stream()
                        .allMatch(p ->
                                offsets.containsAll(LinearForm.of(p).toAffine().variables()));
    }

    private Affine sheared(Affine last, List<Affine> place) {
        Affine sum = last;
        for (int d = 0; d < shear.size(); d++) {
            if (shear.get(d) != 0) {
                sum = sum.plus(place.get(d).times(shear.get(d)));
            }
        }
        return sum;
    }

    @Override
    public String content() {
        return "elements of " + array + " that the block needs";
    }

    @Override
    public List<Integer> axes() {
        return List.of();
    }

    @Override
    public List<Integer> shape() {
        return SharedBoxes.shape(extents);
    }
}
