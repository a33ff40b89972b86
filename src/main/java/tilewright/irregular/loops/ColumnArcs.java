package tilewright.irregular.loops;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.ArrayData;

/**
 * What an inspector makes for {@link Columns}: arcs in the order of the vertices that they leave, cut into pieces of at most
 * {@value Columns#PIECE} arcs of one vertex.
 *
 * @param values the nest's array that is relaxed
 * @param tails the nest's array that says which vertex an arc leaves
 * @param base the first number of a vertex
 */
record ColumnArcs(String values, String tails, Affine base, ColumnMemory memory) implements Inspection {
    @Override
    public List<Variable> sizes() {
        return List.of(memory.pieces(), memory.together());
    }

    /** Made by counting. */
    @Override
    public Made make(Map<String, Long> sizes, Function<String, ArrayData> data, long cacheBytes) {
        ArrayData arcs = data.apply(tails);
        ArrayData relaxed = data.apply(values);
        int vertices = Math.toIntExact(relaxed.extents()[0]);
        int valueBytes = relaxed.declaration().type().bytes();
        long columns = relaxed.extents()[1];
        int first = Math.toIntExact(base.evaluate(sizes::get));
        int[] starts = new int[vertices + 1];
        for (int a = 0; a < arcs.size(); a++) {
            starts[(int) arcs.wholeAt(a) - first + 1]++;
        }
        for (int v = 0; v < vertices; v++) {
            starts[v + 1] += starts[v];
        }
        int[] next = starts.clone();
        int[] ordered = new int[arcs.size()];
        int lower = Math.toIntExact(arcs.lower()[0]);
        for (int a = 0; a < ordered.length; a++) {
            ordered[next[(int) arcs.wholeAt(a) - first]++] = lower + a;
        }
        List<Integer> rows = new ArrayList<>();
        List<Integer> begins = new ArrayList<>();
        for (int v = 0; v < vertices; v++) {
            for (int a = starts[v]; a < starts[v + 1]; a += Columns.PIECE) {
                rows.add(v);
                begins.add(a);
            }
        }
        begins.add(ordered.length);
        Map<String, int[]> arrays = new LinkedHashMap<>();
        arrays.put(memory.order().name(), ordered);
        arrays.put(
                memory.pieceRow().name(),
                rows.stream().mapToInt(Integer::intValue).toArray());
        arrays.put(
                memory.pieceBegin().name(),
                begins.stream().mapToInt(Integer::intValue).toArray());
        return new Made(
                arrays,
                Map.of(
                        memory.pieces().name(),
                        (long) rows.size(),
                        memory.together().name(),
                        together(columns, vertices, valueBytes, cacheBytes)));
    }

    /** How many groups of columns are taken at the same time: those whose values fit the second-level cache. */
    static long together(long columns, long vertices, int valueBytes, long cacheBytes) {
        long fit = cacheBytes / ((long) Columns.WIDTH * valueBytes * Math.max(1, vertices));
        return Math.clamp(fit, 1, Math.ceilDiv(Math.max(1, columns), Columns.WIDTH));
    }
}
