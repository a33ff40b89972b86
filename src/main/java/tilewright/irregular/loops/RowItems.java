package tilewright.irregular.loops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.kernel.Memory;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.ArrayData;
import tilewright.model.Load;

/**
 * What an inspector makes for a loop over rows whose threads share rows: rows by falling length, those of more than {@value #PIECE} arcs in pieces. Each class of
 * lengths has its number of threads for a row, so that no thread waits long for another one.
 *
 * @param pointers the nest's array of row pointers
 * @param variable of the loop over rows
 * @param index what {@code pointers} is asked for, of the variable
 * @param first the first row
 * @param last the last row
 */
record RowItems(int number, String pointers, String variable, Affine index, Affine first, Affine last)
        implements Inspection {
    /** Arcs of a piece, at most. */
    static final int PIECE = 1024;
    /** Arcs of a thread, at most, where it is not a warp that has the row. */
    private static final int ARCS = 4;
    /** Threads of a row, by class. */
    static final List<Integer> LANES = List.of(32, 16, 8, 4, 2, 1);

    static RowItems of(int number, Load begin, String variable, Affine first, Affine last) {
        Affine index = begin.subscripts().getFirst().form();
        return new RowItems(number, begin.array(), variable, index, first, last);
    }

    Memory.Global rows() {
        return new Memory.Global("tw_item_rows" + number, ScalarType.I32, false);
    }

    Memory.Global begins() {
        return new Memory.Global("tw_item_begins" + number, ScalarType.I32, false);
    }

    /** One behind the last arc; its complement where the row has other pieces too. */
    Memory.Global ends() {
        return new Memory.Global("tw_item_ends" + number, ScalarType.I32, false);
    }

    Variable items() {
        return Variable.integer("tw_items" + number);
    }

    /** How many items there are up to and with a class. */
    Variable itemsUpTo(int kind) {
        return Variable.integer("tw_items" + number + "_" + LANES.get(kind));
    }

    /** How many warps the classes up to this one, and it, take. */
    Variable warpsUpTo(int kind) {
        return Variable.integer("tw_warps" + number + "_" + LANES.get(kind));
    }

    @Override
    public List<Variable> sizes() {
        List<Variable> sizes = new ArrayList<>(List.of(items()));
        for (int kind = 0; kind < LANES.size(); kind++) {
            sizes.add(itemsUpTo(kind));
            sizes.add(warpsUpTo(kind));
        }
        return sizes;
    }

    private static int kind(int arcs) {
        int kind = LANES.size() - 1;
        while (kind > 0 && arcs > ARCS * LANES.get(kind)) {
            kind--;
        }
        return kind;
    }

    @Override
    public Made make(Map<String, Long> sizes, java.util.function.Function<String, ArrayData> data, long cacheBytes) {
        ArrayData pointer = data.apply(pointers);
        int from = Math.toIntExact(first.evaluate(sizes::get));
        int rows = Math.max(0, Math.toIntExact(last.evaluate(sizes::get)) - from + 1);
        int base = Math.toIntExact(pointer.lower()[0]);
        Map<String, Long> at = new HashMap<>(sizes);
        at.put(variable, (long) from);
        int shift = Math.toIntExact(index.evaluate(at::get)) - base;
        int[] counts = new int[LANES.size()];
        for (int pass = 0; ; pass++) {
            int[] next = new int[LANES.size()];
            int total = 0;
            for (int kind = 0; kind < next.length; kind++) {
                next[kind] = total;
                total += counts[kind];
            }
            int[] item = new int[pass == 0 ? 0 : total];
            int[] begins = new int[item.length];
            int[] ends = new int[item.length];
            for (int r = 0; r < rows; r++) {
                int begin = (int) pointer.wholeAt(shift + r);
                int end = (int) pointer.wholeAt(shift + r + 1);
                for (int b = begin; b < end; b += PIECE) {
                    int e = Math.min(end, b + PIECE);
                    int kind = kind(e - b);
                    if (pass == 0) {
                        counts[kind]++;
                    } else {
                        int place = next[kind]++;
                        item[place] = from + r;
                        begins[place] = b;
                        ends[place] = end - begin > PIECE ? ~e : e;
                    }
                }
            }
            if (pass == 1) {
                Map<String, int[]> arrays = new LinkedHashMap<>();
                arrays.put(rows().name(), item);
                arrays.put(begins().name(), begins);
                arrays.put(ends().name(), ends);
                return new Made(arrays, values(counts));
            }
        }
    }

    /** Which threads have an item. */
    static final class Places {
        private final int[] items = new int[LANES.size() + 1];
        private final int[] warps = new int[LANES.size() + 1];

        /** @param sizes that the inspector found */
        Places(RowItems rows, Map<String, Long> sizes) {
            for (int kind = 0; kind < LANES.size(); kind++) {
                items[kind + 1] = Math.toIntExact(
                        Objects.requireNonNull(sizes.get(rows.itemsUpTo(kind).name())));
                warps[kind + 1] = Math.toIntExact(
                        Objects.requireNonNull(sizes.get(rows.warpsUpTo(kind).name())));
            }
        }

        /** How many warps there are. */
        int count() {
            return warps[LANES.size()];
        }

        private int kind(int item) {
            int kind = 0;
            while (item >= items[kind + 1]) {
                kind++;
            }
            return kind;
        }

        int lanes(int item) {
            return LANES.get(kind(item));
        }

        int warp(int item) {
            int kind = kind(item);
            return warps[kind] + (item - items[kind]) / (32 / LANES.get(kind));
        }

        /** The first lane of an item within its warp. */
        int lane(int item) {
            int kind = kind(item);
            return (item - items[kind]) % (32 / LANES.get(kind)) * LANES.get(kind);
        }
    }

    private Map<String, Long> values(int[] counts) {
        Map<String, Long> values = new LinkedHashMap<>();
        long items = 0;
        long warps = 0;
        for (int kind = 0; kind < counts.length; kind++) {
            items += counts[kind];
            warps += Math.ceilDiv(counts[kind], 32 / LANES.get(kind));
            values.put(itemsUpTo(kind).name(), items);
            values.put(warpsUpTo(kind).name(), warps);
        }
        values.put(items().name(), items);
        return values;
    }
}
