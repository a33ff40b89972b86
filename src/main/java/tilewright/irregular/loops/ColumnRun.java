package tilewright.irregular.loops;

import java.util.function.IntBinaryOperator;
import tilewright.irregular.Arcs;
import tilewright.irregular.Relaxation;
import tilewright.irregular.counts.Offer;
import tilewright.kernel.ScalarType;

/**
 * What {@link Columns} does for one group of columns, run on the host: passes, and arcs that are looked at because the vertex that they leave has changed. As many
 * pieces as there are warps are taken at the same time: they read the values of tails that those before have left.
 */
public final class ColumnRun {
    private final Arcs arcs;
    private final int columns;
    private final int warps;
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
    private long pieces;
    private long improved;

    /**
     * What is counted.
     *
     * @param passes the last of which changes nothing
     * @param looked arcs that are looked at, for all columns of the group at once
     * @param pieces of vertices that have changed: so often the values of a tail are read
     * @param improved elements that became better
     */
    public record Work(int passes, long looked, long pieces, long improved) {}

    private ColumnRun(Arcs arcs, Relaxation relaxation, int[] values, int columns, int warps) {
        this.arcs = arcs;
        this.columns = columns;
        this.warps = warps;
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
     * @param warps that run at the same time, a piece each
     */
    static Work of(Arcs arcs, Relaxation relaxation, int[] values, int columns, int warps) {
        ColumnRun run = new ColumnRun(arcs, relaxation, values, columns, warps);
        int pass = 1;
        while (run.pass(pass)) {
            pass++;
        }
        return new Work(pass, run.looked, run.pieces, run.improved);
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
        boolean any = false;
        int[] live = new int[rows.length];
        for (int from = 0; from < rows.length; from += warps) {
            int count = 0;
            for (int p = from; p < Math.min(rows.length, from + warps); p++) {
                if (stamps[rows[p]] >= number - 1) {
                    live[count++] = p;
                }
            }
            int[] tails = new int[Math.multiplyExact(count, columns)];
            pieces += count;
            for (int i = 0; i < count; i++) {
                System.arraycopy(values, rows[live[i]] * columns, tails, i * columns, columns);
            }
            for (int i = 0; i < count; i++) {
                any |= piece(live[i], tails, i * columns, number);
            }
        }
        return any;
    }

    private boolean piece(int piece, int[] tails, int tail, int number) {
        int end = Math.min(begins[piece] + Columns.PIECE, arcs.first()[rows[piece] + 1]);
        boolean any = false;
        for (int a = begins[piece]; a < end; a++) {
            looked++;
            int weight = arcs.weights() == null ? 0 : arcs.weights()[a];
            int head = arcs.heads()[a];
            int at = head * columns;
            boolean better = false;
            for (int q = 0; q < columns; q++) {
                int offered = offer.applyAsInt(tails[tail + q], weight);
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
