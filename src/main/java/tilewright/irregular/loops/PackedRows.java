package tilewright.irregular.loops;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import tilewright.kernel.Memory;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Variable;
import tilewright.model.ArrayData;
import tilewright.model.DataType;

/**
 * What an inspector makes for sums over rows that gather: the arcs of {@link RowItems} as warps read them, 32 side by side, and the gathered elements by falling number of arcs that
 * want them, so that those that most arcs want lie together and stay in the first-level cache. Arcs of a row stand in that order too.
 *
 * @param rows the rows as items
 * @param shape what the sum reads
 */
record PackedRows(int number, RowItems rows, GatheredSum shape) implements Inspection {

    /** Which gathered element an arc wants, by place. */
    Memory.Global wanted() {
        return new Memory.Global("tw_wanted" + number, ScalarType.I32, false);
    }

    /** Arcs of an item; the complement where the row has other pieces too. */
    Memory.Global counts() {
        return new Memory.Global("tw_item_counts" + number, ScalarType.I32, false);
    }

    /** Where the arcs of a warp begin. */
    Memory.Global bases() {
        return new Memory.Global("tw_bases" + number, ScalarType.I32, false);
    }

    /** The element that each gathered one comes from. */
    Memory.Global order() {
        return new Memory.Global("tw_gather_order" + number, ScalarType.I32, false);
    }

    /** Elements of an array in that order. */
    Memory.Global gathered(int which, ScalarType type, boolean written) {
        return new Memory.Global("tw_gathered" + number + "_" + which, type, written);
    }

    /** The bits of an input of arcs, by place. */
    Memory.Global input(int which) {
        return new Memory.Global("tw_input" + number + "_" + which, ScalarType.I32, false);
    }

    /** How many elements are gathered. */
    Variable elements() {
        return Variable.integer("tw_elements" + number);
    }

    /** How many places there are. */
    Variable places() {
        return Variable.integer("tw_places" + number);
    }

    @Override
    public List<Variable> sizes() {
        List<Variable> sizes = new ArrayList<>(rows.sizes());
        sizes.add(elements());
        sizes.add(places());
        return sizes;
    }

    @Override
    public Made make(Map<String, Long> sizes, Function<String, ArrayData> data, long cacheBytes) {
        Made items = rows.make(sizes, data, cacheBytes);
        int[] begins = items.array(rows.begins());
        int[] ends = items.array(rows.ends());
        ArrayData index = data.apply(shape.index());
        ArrayData first = data.apply(shape.gathered().getFirst());
        int least = Math.toIntExact(first.lower()[0]);
        int lower = Math.toIntExact(index.lower()[0]);
        int[] rank = ranks(index, least, first.size());
        int[] order = new int[rank.length];
        for (int v = 0; v < rank.length; v++) {
            order[rank[v]] = v;
        }
        int[] counts = IntStream.range(0, ends.length)
                .map(i -> (ends[i] < 0 ? ~ends[i] : ends[i]) - begins[i])
                .toArray();
        RowItems.Places places = new RowItems.Places(rows, items.sizes());
        int[] bases = bases(places, counts);
        int[] wanted = new int[bases[bases.length - 1]];
        List<int[]> inputs =
                shape.inputs().stream().map(_ -> new int[wanted.length]).toList();
        List<ArrayData> given =
                shape.inputs().stream().map(i -> data.apply(i.array())).toList();
        IntStream.range(0, counts.length).parallel().forEach(item -> {
            int lanes = places.lanes(item);
            int from = bases[places.warp(item)] + places.lane(item);
            long[] arcs = new long[counts[item]];
            for (int a = 0; a < arcs.length; a++) {
                int arc = begins[item] + a + shape.shift() - lower;
                arcs[a] = (long) rank[(int) index.wholeAt(arc) - least] << Integer.SIZE | a;
            }
            Arrays.sort(arcs);
            for (int j = 0; j < arcs.length; j++) {
                int place = from + Simt.WARP * (j / lanes) + j % lanes;
                wanted[place] = (int) (arcs[j] >> Integer.SIZE);
                for (int i = 0; i < inputs.size(); i++) {
                    ArrayData own = given.get(i);
                    int arc =
                            begins[item] + (int) arcs[j] + shape.inputs().get(i).shift() - (int) own.lower()[0];
                    inputs.get(i)[place] = own.declaration().type() == DataType.REAL
                            ? Float.floatToRawIntBits((float) own.valueAt(arc))
                            : (int) own.wholeAt(arc);
                }
            }
        });
        Map<String, int[]> arrays = new LinkedHashMap<>();
        arrays.put(rows.rows().name(), items.array(rows.rows()));
        arrays.put(
                counts().name(),
                IntStream.range(0, counts.length)
                        .map(i -> ends[i] < 0 ? ~counts[i] : counts[i])
                        .toArray());
        arrays.put(wanted().name(), wanted);
        arrays.put(bases().name(), bases);
        arrays.put(order().name(), order);
        for (int i = 0; i < inputs.size(); i++) {
            arrays.put(input(i).name(), inputs.get(i));
        }
        Map<String, Long> all = new LinkedHashMap<>(items.sizes());
        all.put(elements().name(), (long) order.length);
        all.put(places().name(), (long) wanted.length);
        return new Made(arrays, all);
    }

    /** By element, its number in the order of falling numbers of arcs that want it; equals keep their order (counting sort). */
    private static int[] ranks(ArrayData index, int least, int elements) {
        int[] counts = new int[elements];
        for (int a = 0; a < index.size(); a++) {
            counts[(int) index.wholeAt(a) - least]++;
        }
        int most = Arrays.stream(counts).max().orElse(0);
        int[] starts = new int[most + 2];
        for (int count : counts) {
            starts[most - count + 1]++;
        }
        for (int d = 1; d < starts.length; d++) {
            starts[d] += starts[d - 1];
        }
        int[] rank = new int[elements];
        for (int v = 0; v < elements; v++) {
            rank[v] = starts[most - counts[v]]++;
        }
        return rank;
    }

    /** Where the arcs of each warp begin, and at the end where the last ones end. */
    private static int[] bases(RowItems.Places places, int[] counts) {
        int[] bases = new int[places.count() + 1];
        for (int item = 0; item < counts.length; item++) {
            int warp = places.warp(item);
            bases[warp + 1] = Math.max(bases[warp + 1], Simt.WARP * Math.ceilDiv(counts[item], places.lanes(item)));
        }
        for (int w = 0; w + 1 < bases.length; w++) {
            bases[w + 1] = Math.addExact(bases[w + 1], bases[w]);
        }
        return bases;
    }
}
