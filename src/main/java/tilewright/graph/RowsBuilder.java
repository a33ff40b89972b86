package tilewright.graph;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import tilewright.model.UserError;

/**
 * Compressed rows from arcs: count, add up, scatter, sort each row; tuples are visited twice and never stored here. Memory
 * beside the result: two integers per vertex, and with {@code dedupe} the targets twice for a while.
 */
public final class RowsBuilder {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

    private final ArcSource source;
    private final Preprocessing preprocessing;
    private final List<String> report = new ArrayList<>();

    private RowsBuilder(ArcSource source, Preprocessing preprocessing) {
        this.source = source;
        this.preprocessing = preprocessing;
    }

    /**
     * A graph and what was done to get it.
     *
     * @param report a line for the source, and one for each change that was asked for
     */
    public record Built(Rows rows, List<String> report) {
        public Built {
            report = List.copyOf(report);
        }
    }

    /**
     * Builds the rows.
     *
     * @throws UserError where they need more memory than there is, or have more arcs than an array has elements
     */
    public static Built build(ArcSource source, Preprocessing preprocessing) {
        return new RowsBuilder(source, preprocessing).build();
    }

    /** Tuples that become one or two arcs: with both directions unless the source has them. */
    private boolean doubles() {
        return preprocessing.symmetric() && !source.isSymmetric();
    }

    private Built build() {
        report.add(source.description());
        long most = Math.multiplyExact(source.tuples(), doubles() ? 2 : 1);
        boolean stored = source.weights() instanceof Weights.Stored;
        MemoryNeed need = new MemoryNeed()
                .with("rows", 8L * source.vertices())
                .with("arcs", most * (stored ? 16 : 4))
                .with("arcs without duplicates", preprocessing.dedupe() ? most * (stored ? 12 : 4) : 0);
        need.require(source.description());
        int[] starts = counted();
        Rows rows = scattered(starts);
        if (preprocessing.symmetric()) {
            report.add("symmetric: " + (doubles() ? "every tuple is stored in both directions" : "it is already"));
        }
        rows = preprocessing.dedupe() ? deduplicated(rows) : rows;
        rows = preprocessing.dropIsolated() ? withoutIsolated(rows) : rows;
        report.add(rows.vertices() + " vertices, " + rows.arcs() + " arcs stored, sorted by source and target");
        return new Built(rows, report);
    }

    /** Where rows begin, from a first visit of all tuples. */
    private int[] counted() {
        int n = source.vertices();
        int[] starts = new int[n + 1];
        LongAdder loops = new LongAdder();
        boolean both = doubles();
        boolean noLoops = preprocessing.noLoops();
        Chunks.of(source.tuples(), (first, last) -> {
            long[] dropped = new long[1];
            source.forEach(first, last, (u, v) -> {
                if (u == v && noLoops) {
                    dropped[0]++;
                    return;
                }
                INTS.getAndAdd(starts, u, 1);
                if (both && u != v) {
                    INTS.getAndAdd(starts, v, 1);
                }
            });
            loops.add(dropped[0]);
        });
        long arcs = Chunks.prefix(starts);
        if (arcs > TupleList.MOST) {
            throw UserError.badInput(source.description() + ": " + arcs + " arcs are more than the " + TupleList.MOST
                    + " that an array holds; give a smaller scale or degree");
        }
        if (noLoops) {
            report.add("noloops: " + loops.sum() + " loops removed");
        }
        return starts;
    }

    /** Targets, and weights that are stored, in sorted rows. */
    private Rows scattered(int[] starts) {
        int n = source.vertices();
        int[] cursors = Arrays.copyOf(starts, n);
        int[] targets = new int[starts[n]];
        double[] given = source.weights() instanceof Weights.Stored s ? s.values() : new double[0];
        double[] values = new double[given.length == 0 ? 0 : starts[n]];
        boolean both = doubles();
        boolean noLoops = preprocessing.noLoops();
        Chunks.of(source.tuples(), (first, last) -> {
            long[] tuple = {first};
            source.forEach(first, last, (u, v) -> {
                long number = tuple[0]++;
                if (u == v && noLoops) {
                    return;
                }
                int place = (int) INTS.getAndAdd(cursors, u, 1);
                targets[place] = v;
                if (values.length > 0) {
                    values[place] = given[(int) number];
                }
                if (both && u != v) {
                    place = (int) INTS.getAndAdd(cursors, v, 1);
                    targets[place] = u;
                    if (values.length > 0) {
                        values[place] = given[(int) number];
                    }
                }
            });
        });
        Chunks.ofRows(starts, n, (first, last) -> {
            for (int v = first; v < last; v++) {
                if (values.length > 0) {
                    SortedRow.sort(targets, values, starts[v], starts[v + 1]);
                } else {
                    Arrays.sort(targets, starts[v], starts[v + 1]);
                }
            }
        });
        Weights weights = source.weights() instanceof Weights.Stored ? new Weights.Stored(values) : source.weights();
        return new Rows(n, starts, targets, weights);
    }

    private Rows deduplicated(Rows rows) {
        int n = rows.vertices();
        int[] starts = new int[n + 1];
        int[] before = rows.starts();
        int[] targets = rows.targets();
        Chunks.ofRows(before, n, (first, last) -> {
            for (int v = first; v < last; v++) {
                for (int a = before[v]; a < before[v + 1]; a++) {
                    starts[v] += isFirst(before, targets, v, a) ? 1 : 0;
                }
            }
        });
        Chunks.prefix(starts);
        report.add("dedupe: " + ((long) rows.arcs() - starts[n]) + " duplicate arcs removed");
        int[] kept = new int[starts[n]];
        double[] given = rows.weights() instanceof Weights.Stored s ? s.values() : new double[0];
        double[] values = new double[given.length == 0 ? 0 : kept.length];
        Chunks.ofRows(before, n, (first, last) -> {
            for (int v = first; v < last; v++) {
                int place = starts[v];
                for (int a = before[v]; a < before[v + 1]; a++) {
                    if (isFirst(before, targets, v, a)) {
                        kept[place] = targets[a];
                        if (values.length > 0) {
                            values[place] = given[a];
                        }
                        place++;
                    }
                }
            }
        });
        Weights weights = rows.weights() instanceof Weights.Stored ? new Weights.Stored(values) : rows.weights();
        return new Rows(n, starts, kept, weights);
    }

    private static boolean isFirst(int[] starts, int[] targets, int row, int arc) {
        return arc == starts[row] || targets[arc] != targets[arc - 1];
    }

    private Rows withoutIsolated(Rows rows) {
        int n = rows.vertices();
        int[] names = new int[n];
        int[] targets = rows.targets();
        for (int v = 0; v < n; v++) {
            names[v] = rows.starts()[v + 1] > rows.starts()[v] ? 1 : 0;
        }
        for (int target : targets) {
            names[target] = 1;
        }
        int kept = 0;
        int[] starts = new int[n + 1];
        for (int v = 0; v < n; v++) {
            if (names[v] > 0) {
                names[v] = kept;
                starts[kept++] = rows.starts()[v];
            }
        }
        starts[kept] = rows.arcs();
        Chunks.of(targets.length, (first, last) -> {
            for (int a = (int) first; a < last; a++) {
                targets[a] = names[targets[a]];
            }
        });
        report.add("drop-isolated: " + (n - kept) + " vertices without arcs removed");
        return new Rows(kept, Arrays.copyOf(starts, kept + 1), targets, rows.weights());
    }
}
