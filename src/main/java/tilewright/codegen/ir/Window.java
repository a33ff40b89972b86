package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.Affine;
import tilewright.model.DataType;

/**
 * The part of an array that a block reads and writes, as a copy in shared memory: a box of elements. What the block writes
 * goes to both, so that memory holds every result at once and the block finds it nearby.
 *
 * @param name identifier, unique in the piece
 * @param bases smallest index in each dimension, affine in parameters, host and grid variables
 * @param extents of the box; elements outside the array stand for nothing
 */
public record Window(String name, String array, DataType type, List<Affine> bases, List<Integer> extents)
        implements SharedArray {
    public Window {
        bases = List.copyOf(bases);
        extents = List.copyOf(extents);
        if (bases.size() != extents.size()) {
            throw new IllegalArgumentException("window " + name + ": " + bases.size() + " bases, " + extents);
        }
    }

    @Override
    public String content() {
        return "elements of " + array + " that the block needs";
    }

    @Override
    public List<Integer> axes() {
        return List.of();
    }

    /** Rows of odd length: neighbours along a diagonal, as blocks of skewed loops touch them, lie on different banks. */
    @Override
    public List<Integer> shape() {
        List<Integer> shape = new ArrayList<>(extents);
        shape.set(shape.size() - 1, extents.getLast() | 1);
        return shape;
    }
}
