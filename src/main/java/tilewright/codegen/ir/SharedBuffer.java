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
 * @param padding elements added to each row against bank conflicts
 * @param copies 1, or 2 where the next chunk is copied while this one is used
 * @param alongSequence whether a row holds the chunk's iterations for one point, as global memory does; else it holds
 *     the last axis' points for one iteration
 * @param doubled whether values stand twice; their rows do not run along the sequence
 */
public record SharedBuffer(
        String name,
        String content,
        DataType type,
        int chunk,
        List<Integer> axes,
        List<Integer> extents,
        int padding,
        int copies,
        boolean alongSequence,
        boolean doubled)
        implements SharedArray {
    public SharedBuffer {
        axes = List.copyOf(axes);
        extents = List.copyOf(extents);
        if (axes.size() != extents.size()) {
            throw new IllegalArgumentException("buffer " + name + ": " + axes.size() + " axes, " + extents);
        }
        if (alongSequence && axes.isEmpty()) {
            throw new IllegalArgumentException("buffer " + name + " has no points to make rows of");
        }
    }

    /** The same buffer with rows of another length. */
    public SharedBuffer padded(int elements) {
        return new SharedBuffer(name, content, type, chunk, axes, extents, elements, copies, alongSequence, doubled);
    }

    @Override
    public List<Integer> shape() {
        List<Integer> shape = new ArrayList<>();
        if (copies > 1) {
            shape.add(copies);
        }
        if (alongSequence) {
            shape.addAll(extents);
            shape.add(chunk + padding);
            return shape;
        }
        shape.add(chunk);
        shape.addAll(extents);
        if (!extents.isEmpty()) {
            shape.set(shape.size() - 1, extents.getLast() + padding);
        }
        return shape;
    }
}
