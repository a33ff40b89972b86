package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.DataType;

/**
 * Values that threads of a block hand each other in one iteration: those of the points of a tile that lie at fixed
 * places of the other axes.
 *
 * @param copies 2 where odd and even iterations use different memory, so that one barrier per iteration is enough
 * @param doubled whether values stand twice
 */
public record Slice(
        String name,
        String content,
        DataType type,
        List<Integer> axes,
        List<Integer> extents,
        int copies,
        boolean doubled)
        implements SharedArray {
    public Slice {
        axes = List.copyOf(axes);
        extents = List.copyOf(extents);
        if (axes.size() != extents.size()) {
            throw new IllegalArgumentException("slice " + name + ": " + axes.size() + " axes, " + extents);
        }
    }

    @Override
    public List<Integer> shape() {
        List<Integer> shape = new ArrayList<>();
        if (copies > 1) {
            shape.add(copies);
        }
        shape.addAll(extents);
        if (shape.isEmpty()) {
            shape.add(1);
        }
        return shape;
    }
}
