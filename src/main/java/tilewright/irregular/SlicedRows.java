package tilewright.irregular;

import java.util.Arrays;
import tilewright.graph.Chunks;

/**
 * Rows of arcs as warps read them. The first {@code hubs} rows stand one after another. The others, of few arcs each, stand in
 * slices of {@value #WIDTH} rows: arc number k of all rows of a slice side by side, so that {@value #WIDTH} threads that each go through a row read neighbours
 * (sliced ELLPACK: Monakov, Lokhmotov and Avetisyan, HiPEAC 2010). Rows of a slice are as long as its first one; what is missing leads to {@code padding}.
 *
 * @param hubs a multiple of {@value #WIDTH}
 * @param first by row, how many arcs the rows before it have: where each hub row begins
 * @param slices where each slice begins and, at the end, where the last one ends
 * @param contents of each place: the head, or the head and the weight
 * @param weighted whether weights stand beside the heads
 * @param padding a number beyond all vertices
 */
public record SlicedRows(int hubs, int[] first, int[] slices, int[] contents, boolean weighted, int padding) {
    /** Rows of a slice: the threads of a warp. */
    public static final int WIDTH = 32;

    /**
     * Sorts rows and lays them out, all cores together.
     *
     * @param numbering vertices in order of falling degree
     * @param most a row with more arcs is a hub
     * @param weighted whether weights come along
     * @param worst the weight of arcs that are missing
     */
    public static SlicedRows of(
            Arcs arcs, Renumbering numbering, Renumbering.RowOrder order, int most, boolean weighted, int worst) {
        int rows = numbering.connected();
        int[] starts = numbering.starts(arcs);
        int longer = 0;
        while (longer < rows && starts[longer + 1] - starts[longer] > most) {
            longer++;
        }
        int hubs = Math.min(Math.ceilDiv(longer, WIDTH), Math.ceilDiv(rows, WIDTH)) * WIDTH;
        int count = Math.max(0, Math.ceilDiv(rows - hubs, WIDTH));
        int[] first = Arrays.copyOf(starts, hubs + count * WIDTH + 1);
        Arrays.fill(first, Math.min(rows, first.length), first.length, starts[rows]);
        int[] slices = new int[count + 1];
        slices[0] = Math.ceilDiv(first[hubs], WIDTH) * WIDTH;
        for (int s = 0; s < count; s++) {
            int row = hubs + WIDTH * s;
            slices[s + 1] = Math.addExact(slices[s], WIDTH * (starts[row + 1] - starts[row]));
        }
        int width = weighted ? 2 : 1;
        int padding = Math.ceilDiv(rows, WIDTH) * WIDTH;
        int[] contents = new int[Math.multiplyExact(width, slices[count])];
        Contents to = new Contents(contents, width, padding, worst);
        to.fill(first[hubs], slices[0], 1);
        Chunks.ofRows(first, first.length - 1, (begin, end) -> {
            RowSorter sorter = new RowSorter(arcs, numbering, order);
            for (int v = begin; v < end; v++) {
                boolean hub = v < hubs;
                int slice = (v - hubs) / WIDTH;
                int place = hub ? first[v] : slices[slice] + (v - hubs) % WIDTH;
                int degree = v < rows ? sorter.sort(v) : 0;
                to.write(sorter, degree, place, hub ? 1 : WIDTH);
                if (!hub) {
                    to.fill(place + WIDTH * degree, slices[slice + 1], WIDTH);
                }
            }
        });
        return new SlicedRows(hubs, first, slices, contents, weighted, padding);
    }

    /** Places that rows are written to. */
    private record Contents(int[] elements, int width, int padding, int worst) {
        void write(RowSorter row, int degree, int place, int step) {
            for (int a = 0, at = width * place; a < degree; a++, at += width * step) {
                elements[at] = row.head(a);
                if (width > 1) {
                    elements[at + 1] = row.weight(a);
                }
            }
        }

        void fill(int from, int end, int step) {
            for (int place = from; place < end; place += step) {
                elements[width * place] = padding;
                if (width > 1) {
                    elements[width * place + 1] = worst;
                }
            }
        }
    }

    /** Places of arcs, those that are missing among them. */
    public int places() {
        return contents.length / (weighted ? 2 : 1);
    }

    /** Where the arc at a place leads. */
    public int head(int place) {
        return contents[weighted ? 2 * place : place];
    }
}
