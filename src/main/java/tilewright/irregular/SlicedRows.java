package tilewright.irregular;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of arcs as warps read them. The first {@code hubs} rows stand one after another. The others, of few arcs each, stand in
 * slices of {@value #WIDTH} rows: arc number k of all rows of a slice side by side, so that {@value #WIDTH} threads that each go through a row read neighbours
 * (sliced ELLPACK: Monakov, Lokhmotov and Avetisyan, HiPEAC 2010). Rows of a slice are as long as its first one; what is missing leads to {@code padding}.
 *
 * @param hubs a multiple of {@value #WIDTH}
 * @param first by row, how many arcs the rows before it have: where each hub row begins
 * @param slices where each slice begins and, at the end, where the last one ends
 * @param padding a number beyond all vertices
 */
public record SlicedRows(int hubs, int[] first, int[] slices, int[] heads, int @Nullable [] weights, int padding) {
    /** Rows of a slice: the threads of a warp. */
    public static final int WIDTH = 32;

    /**
     * @param arcs rows in order of falling degree
     * @param rows how many of them count, from the first on
     * @param most a row with more arcs is a hub
     * @param worst the weight of arcs that are missing
     */
    public static SlicedRows of(Arcs arcs, int rows, int most, int worst) {
        int longer = 0;
        while (longer < rows && arcs.degree(longer) > most) {
            longer++;
        }
        int hubs = Math.min(Math.ceilDiv(longer, WIDTH), Math.ceilDiv(rows, WIDTH)) * WIDTH;
        int count = Math.max(0, Math.ceilDiv(rows - hubs, WIDTH));
        int[] first = new int[hubs + count * WIDTH + 1];
        for (int v = 0; v + 1 < first.length; v++) {
            first[v + 1] = first[v] + (v < rows ? arcs.degree(v) : 0);
        }
        int[] slices = new int[count + 1];
        slices[0] = Math.ceilDiv(first[hubs], WIDTH) * WIDTH;
        for (int s = 0; s < count; s++) {
            slices[s + 1] = Math.addExact(slices[s], WIDTH * arcs.degree(hubs + WIDTH * s));
        }
        int padding = Math.ceilDiv(rows, WIDTH) * WIDTH;
        int[] heads = new int[slices[count]];
        int[] own = arcs.weights();
        int[] weights = own == null ? null : new int[slices[count]];
        System.arraycopy(arcs.heads(), 0, heads, 0, first[hubs]);
        Arrays.fill(heads, first[hubs], heads.length, padding);
        if (own != null && weights != null) {
            System.arraycopy(own, 0, weights, 0, first[hubs]);
            Arrays.fill(weights, first[hubs], weights.length, worst);
        }
        IntStream.range(hubs, rows).parallel().forEach(v -> {
            int place = slices[(v - hubs) / WIDTH] + (v - hubs) % WIDTH;
            for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++, place += WIDTH) {
                heads[place] = arcs.heads()[a];
                if (own != null && weights != null) {
                    weights[place] = own[a];
                }
            }
        });
        return new SlicedRows(hubs, first, slices, heads, weights, padding);
    }
}
