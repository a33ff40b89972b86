package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.DataType;

/**
 * Values that a block copies from global memory chunk by chunk: one per iteration of the chunk and point of its
 * axes.
 *
 * @param content the value, in the nest's notation
 * @param chunk iterations
 * @param extents of the axes
 * @param padding elements added to each row of the last axis against bank conflicts
 * @param copies 1, or 2 where the next chunk is copied while this one is used
 */
public record SharedBuffer(
        String name,
        String content,
        DataType type,
        int chunk,
        List<Integer> axes,
        List<Integer> extents,
        int padding,
        int copies)
        implements SharedArray {
    public SharedBuffer {
        axes = List.copyOf(axes);
        extents = List.copyOf(extents);
        if (axes.size() != extents.size()) {
            throw new IllegalArgumentException("buffer " + name + ": " + axes.size() + " axes, " + extents);
        }
    }

    @Override
    public List<Integer> shape() {
        List<Integer> shape = new ArrayList<>();
        if (copies > 1) {
            shape.add(copies);
        }
        shape.add(chunk);
        shape.addAll(extents);
        if (!extents.isEmpty()) {
            shape.set(shape.size() - 1, extents.getLast() + padding);
        }
        return shape;
    }
}
