package tilewright.irregular.loops;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import tilewright.irregular.Arcs;
import tilewright.irregular.Grid;
import tilewright.irregular.Relaxation;
import tilewright.irregular.counts.Offer;
import tilewright.kernel.ScalarType;

/**
 * What {@link Columns} does for one group of columns, run on the host: passes, and arcs that are looked at because the vertex that they leave has changed. All
 * warps run at the same time, each with one of its pieces after another: a round reads the values of tails that the round before has left.
 */
public final class ColumnRun {
    private final Arcs arcs;
    private final int columns;
    private final int[] values;
    private final IntBinaryOperator offer;
    private final boolean real;
    private final boolean least;
    /** The vertices of pieces, and where their arcs begin. */
    private final int[] rows;

    private final int[] begins;
    /** The last pass that changed a vertex. */
    private final int[] stamps;

    private long looked;
    private long improved;

    /**
     * What is counted.
     *
     * @param passes the last of which changes nothing
     * @param looked arcs that are looked at, for all columns of the group at once
     * @param improved elements that became better
     */
    public record Work(int passes, long looked, long improved) {}

    private ColumnRun(Arcs arcs, Relaxation relaxation, int[] values, int columns) {
        this.arcs = arcs;
        this.columns = columns;
        this.values = values;
        this.offer = Offer.of(relaxation);
        this.real = relaxation.type() == ScalarType.F32;
        this.least = relaxation.least();
        int count = 0;
        for (int v = 0; v < arcs.vertices(); v++) {
            count += Math.ceilDiv(arcs.degree(v), Columns.PIECE);
        }
        rows = new int[count];
        begins = new int[count];
        int piece = 0;
        for (int v = 0; v < arcs.vertices(); v++) {
            for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a += Columns.PIECE) {
                rows[piece] = v;
                begins[piece++] = a;
            }
        }
        stamps = new int[arcs.vertices()];
    }

    /**
     * Runs until nothing changes.
     *
     * @param values bits of the columns' elements, those of a vertex side by side; they become the fixpoint
     * @param columns of the group, at most {@value Columns#WIDTH}
     */
    static Work of(Arcs arcs, Relaxation relaxation, int[] values, int columns) {
        ColumnRun run = new ColumnRun(arcs, relaxation, values, columns);
        int pass = 1;
        while (run.pass(pass)) {
            pass++;
        }
        return new Work(pass, run.looked, run.improved);
    }

    /** How often a group of columns is passed by itself, and how many groups there are: what fits the second-level cache goes together. */
    static long launches(long columns, long vertices, int bytes, long cacheBytes) {
        return Math.ceilDiv(groups(columns), ColumnArcs.together(columns, vertices, bytes, cacheBytes));
    }

    /** Groups of {@value Columns#WIDTH} columns. */
    static long groups(long columns) {
        return Math.ceilDiv(columns, Columns.WIDTH);
    }

    private boolean pass(int number) {
        int blocks = Math.ceilDiv(rows.length, Grid.WARP);
        int[][] live = new int[blocks][];
        int longest = 0;
        for (int b = 0; b < blocks; b++) {
            int[] own = new int[Grid.WARP];
            int count = 0;
            for (int p = b; p < rows.length; p += blocks) {
                if (stamps[rows[p]] >= number - 1) {
                    own[count++] = p;
                }
            }
            live[b] = Arrays.copyOf(own, count);
            longest = Math.max(longest, count);
        }
        boolean any = false;
        int[][] tails = new int[blocks][columns];
        for (int round = 0; round < longest; round++) {
            for (int b = 0; b < blocks; b++) {
                if (round < live[b].length) {
                    System.arraycopy(values, rows[live[b][round]] * columns, tails[b], 0, columns);
                }
            }
            for (int b = 0; b < blocks; b++) {
                if (round < live[b].length) {
                    any |= piece(live[b][round], tails[b], number);
                }
            }
        }
        return any;
    }

    private boolean piece(int piece, int[] tail, int number) {
        int end = Math.min(begins[piece] + Columns.PIECE, arcs.first()[rows[piece] + 1]);
        boolean any = false;
        for (int a = begins[piece]; a < end; a++) {
            looked++;
            int weight = arcs.weights() == null ? 0 : arcs.weights()[a];
            int head = arcs.heads()[a];
            int at = head * columns;
            boolean better = false;
            for (int q = 0; q < columns; q++) {
                int offered = offer.applyAsInt(tail[q], weight);
                if (Offer.better(real, least, offered, values[at + q])) {
                    values[at + q] = offered;
                    improved++;
                    better = true;
                }
            }
            if (better) {
                stamps[head] = number;
                any = true;
            }
        }
        return any;
    }
}
