package tilewright.kernel.emulate;

import java.util.List;

/** Indices of an array whose shape is known: each must lie in its extent. */
final class Indices {
    private final String name;
    private final int[] shape;
    private final Value[] indices;
    private final Site site;

    Indices(String name, List<Integer> shape, List<Value> indices, Site site) {
        if (shape.size() != indices.size()) {
            throw new IllegalArgumentException(
                    "array " + name + " has " + shape.size() + " dimensions: " + site.text());
        }
        this.name = name;
        this.shape = shape.stream().mapToInt(Integer::intValue).toArray();
        this.indices = indices.toArray(Value[]::new);
        this.site = site;
    }

    /** Row-major positions of the first of some neighbours; {@link Location#NOWHERE} where one of them is outside. */
    void find(Block block, Active active, int width, int[] at) {
        for (int i = 0; i < active.count; i++) {
            at[active.threads[i]] = 0;
        }
        for (int d = 0; d < shape.length; d++) {
            Lanes index = indices[d].of(block, active);
            int neighbours = d == shape.length - 1 ? width : 1;
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                if (at[t] == Location.NOWHERE) {
                    continue;
                }
                if (index.origin(t) != Lanes.SET) {
                    Checks.decided(block, t, index.origin(t), "an index of " + name, site);
                    at[t] = Location.NOWHERE;
                } else if (index.bits[t] < 0 || index.bits[t] > shape[d] - neighbours) {
                    outside(block, t, d, index.bits[t], neighbours);
                    at[t] = Location.NOWHERE;
                } else {
                    at[t] = at[t] * shape[d] + (int) index.bits[t];
                }
            }
        }
    }

    private void outside(Block block, int thread, int dimension, long index, int neighbours) {
        String what = neighbours == 1 ? Long.toString(index) : index + " to " + (index + neighbours - 1);
        block.faults()
                .report(
                        Fault.Kind.OUT_OF_BOUNDS,
                        "index " + what + " of dimension " + (dimension + 1) + ", which has " + shape[dimension],
                        site,
                        block,
                        thread,
                        name);
    }

    void misaligned(Block block, int thread, String element, int bytes) {
        Checks.misaligned(block, thread, element, bytes, site);
    }
}
