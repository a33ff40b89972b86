package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.DataType;

/**
 * Partial results of reductions in shared memory, on their way to the lane that joins them.
 *
 * @param axes all but that of the lanes
 * @param extents of these axes
 * @param rows results per element: lanes, or groups of lanes that have joined theirs already
 */
public record Partials(String name, String content, DataType type, List<Integer> axes, List<Integer> extents, int rows)
        implements SharedArray {
    public Partials {
        axes = List.copyOf(axes);
        extents = List.copyOf(extents);
        if (axes.size() != extents.size()) {
            throw new IllegalArgumentException("partials " + name + ": " + axes.size() + " axes, " + extents);
        }
    }

    @Override
    public List<Integer> shape() {
        List<Integer> shape = new ArrayList<>(List.of(rows));
        shape.addAll(extents);
        return shape;
    }
}
