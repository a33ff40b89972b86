package tilewright.irregular;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Program;
import tilewright.kernel.Variable;

/** Makes what a schedule needs of a graph, step by step, and times each step. */
public final class Inspector {
    /**
     * Where data are cut.
     *
     * @param hubArcs a row of more arcs is shared by a warp
     * @param blockArcs a row of more arcs is shared by a block
     * @param tilePairs pairs of a tile of a segment
     * @param queuedItems most items of work that may be queued in a step
     * @param units into which the pairs of all segments are cut, at least
     */
    public record Cuts(int hubArcs, int blockArcs, int tilePairs, int queuedItems, int units) {
        /** Pairs after which a unit of a segment ends: several units for each block that runs at the same time. */
        public int unitPairs(int arcs) {
            return Math.max(tilePairs, arcs / 2 / units);
        }
    }

    private final Cuts cuts;
    private final Fixpoint fixpoint;
    private final Arcs arcs;
    /** Of the schedule that is being prepared. */
    private List<Prepared.InspectorStep> steps = new ArrayList<>();

    private @Nullable Kept<Renumbering> numbered;
    /** The last ones, which the next schedule often wants too; one of the two at a time, for each is as large as the graph. */
    private @Nullable Kept<SlicedRows> slices;

    private @Nullable Kept<Arcs> sorted;
    private @Nullable Kept<Arcs> transposed;

    private Renumbering.RowOrder slicesOrder = Renumbering.RowOrder.HEADS;

    /** What several schedules want, with the steps that made it. */
    private record Kept<T>(T made, List<Prepared.InspectorStep> steps) {}

    /** Prepares schedules of one fixpoint on one graph. */
    public Inspector(Fixpoint fixpoint, Arcs arcs) {
        this(fixpoint, arcs, GraphDevice.reference().cuts());
    }

    private Inspector(Fixpoint fixpoint, Arcs arcs, Cuts cuts) {
        this.cuts = cuts;
        this.fixpoint = fixpoint;
        this.arcs = arcs;
    }

    /** The program of a schedule, with its data. */
    public static Prepared prepare(Fixpoint fixpoint, Arcs arcs, Schedule schedule, String name, List<String> header) {
        return prepare(
                fixpoint, arcs, schedule, name, header, GraphDevice.reference().cuts());
    }

    static Prepared prepare(
            Fixpoint fixpoint, Arcs arcs, Schedule schedule, String name, List<String> header, Cuts cuts) {
        return new Inspector(fixpoint, arcs, cuts).prepare(schedule, name, header);
    }

    /** The program of a schedule, with its data; what was made for an earlier schedule is not made again, and counts with the time that it took then. */
    public Prepared prepare(Schedule schedule, String name, List<String> header) {
        steps = new ArrayList<>();
        return switch (schedule) {
            case Schedule.Edges e -> edges(e, name, header);
            case Schedule.Cells c -> cells(c, name, header);
            case Schedule.Segments g -> segments(g, name, header);
            case Schedule.ByLevels l -> levels(l, name, header);
            case Schedule.ByRows r -> rows(r, name, header);
            case Schedule.Queue q -> queue(q, name, header);
        };
    }

    private <T> T again(Kept<T> kept) {
        steps.addAll(kept.steps);
        return kept.made;
    }

    private <T> T timed(Preparation step, Supplier<T> work, java.util.function.ToLongFunction<T> bytes) {
        long start = System.nanoTime();
        T made = work.get();
        steps.add(new Prepared.InspectorStep(
                step.toString(), (System.nanoTime() - start) * 1e-9, bytes.applyAsLong(made)));
        return made;
    }

    private Prepared edges(Schedule.Edges schedule, String name, List<String> header) {
        int[] tails = timed(
                Preparation.EXPAND,
                () -> {
                    int[] expanded = new int[arcs.count()];
                    IntStream.range(0, arcs.vertices())
                            .parallel()
                            .forEach(v -> java.util.Arrays.fill(expanded, arcs.first()[v], arcs.first()[v + 1], v));
                    return expanded;
                },
                t -> (long) Integer.BYTES * t.length);
        Map<String, int[]> arrays = new LinkedHashMap<>();
        arrays.put("tails", tails);
        arrays.put("heads", arcs.heads());
        putWeights(arrays, arcs.weights());
        Program program = new EdgeSweep(fixpoint.relaxation(), schedule.racing()).program(name, header);
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("vertices", (long) arcs.vertices());
        sizes.put("arcs", (long) arcs.count());
        return new Prepared(schedule, program, sizes, arrays, Renumbering.none(arcs), steps);
    }

    private void putWeights(Map<String, int[]> arrays, int @Nullable [] weights) {
        for (Variable input : fixpoint.relaxation().inputs()) {
            if (weights == null) {
                throw new IllegalArgumentException("no values of " + input.name());
            }
            arrays.put(input.name(), weights);
        }
    }

    private Prepared cells(Schedule.Cells schedule, String name, List<String> header) {
        Renumbering numbering = byDegree();
        Arcs renumbered = sorted(numbering);
        PairCells cells = timed(
                Preparation.CELLS,
                () -> PairCells.of(renumbered, numbering.connected(), schedule.pairs()),
                c -> (long) Integer.BYTES * (c.pairs().length + c.units().length));
        Map<String, int[]> arrays = new LinkedHashMap<>();
        arrays.put("pairs", cells.pairs());
        arrays.put("units", cells.units());
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("vertices", (long) arcs.vertices());
        sizes.put("segments", (long) PairCells.segments(numbering.connected()));
        sizes.put("unit_count", (long) cells.count());
        sizes.put("pair_count", (long) cells.pairs().length);
        sizes.put("start_count", 0L);
        Program program = new LevelCells(fixpoint.relaxation(), fixpoint.neutralValue()).program(name, header);
        return new Prepared(schedule, program, sizes, arrays, numbering, steps);
    }

    private Prepared segments(Schedule.Segments schedule, String name, List<String> header) {
        Renumbering numbering = byDegree();
        Arcs renumbered = sorted(numbering);
        SegmentPairs pairs = timed(
                Preparation.SEGMENTS,
                () -> SegmentPairs.of(
                        renumbered,
                        schedule.vertices(),
                        cuts.tilePairs(),
                        cuts.unitPairs(arcs.count()),
                        SegmentSweep.STEP),
                p -> (long) Integer.BYTES * p.pairs().length * (p.weights() == null ? 1 : 2));
        Map<String, int[]> arrays = new LinkedHashMap<>();
        arrays.put("pairs", pairs.pairs());
        if (pairs.weights() != null) {
            arrays.put("weights", pairs.weights());
        }
        arrays.put("tiles", pairs.tiles());
        arrays.put("units", pairs.units());
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("vertices", (long) Math.max(1, numbering.connected()));
        sizes.put("unit_count", (long) pairs.unitCount());
        sizes.put("pair_count", (long) pairs.pairs().length);
        sizes.put("tile_count", pairs.tiles().length / 3L);
        sizes.put("start_count", 0L);
        Program program =
                new SegmentSweep(fixpoint.relaxation(), fixpoint.neutralValue(), schedule).program(name, header);
        return new Prepared(schedule, program, sizes, arrays, numbering, steps);
    }

    private Prepared levels(Schedule.ByLevels schedule, String name, List<String> header) {
        Renumbering numbering = byDegree();
        SlicedRows rows = sliced(numbering, Renumbering.RowOrder.HEADS, false);
        Map<String, int[]> arrays = new LinkedHashMap<>();
        arrays.put("heads", rows.contents());
        SequencedMap<String, Long> sizes = sizes(numbering, rows, arrays, schedule.push());
        int words = Math.ceilDiv(numbering.connected(), Grid.WARP);
        sizes.put("half", (long) Math.ceilDiv(words + 1, Grid.WARP) * Grid.WARP);
        sizes.put("mark_arcs", (long) arcs.count() / Math.max(1, schedule.mark()));
        leaving(numbering, arrays, sizes, false);
        Program program = new Levels(fixpoint.relaxation(), fixpoint.neutralValue(), schedule, !fixpoint.symmetric())
                .program(name, header);
        return new Prepared(schedule, program, sizes, arrays, numbering, steps);
    }

    private Prepared rows(Schedule.ByRows schedule, String name, List<String> header) {
        Renumbering numbering = byDegree();
        boolean weighted = !fixpoint.relaxation().inputs().isEmpty();
        Renumbering.RowOrder order = !weighted
                ? Renumbering.RowOrder.HEADS
                : fixpoint.relaxation().least() ? Renumbering.RowOrder.LIGHTEST : Renumbering.RowOrder.HEAVIEST;
        SlicedRows rows = sliced(numbering, order, weighted);
        Map<String, int[]> arrays = new LinkedHashMap<>();
        arrays.put(weighted ? "arcs" : "heads", rows.contents());
        SequencedMap<String, Long> sizes = sizes(numbering, rows, arrays, schedule.push());
        long core = Math.max(rows.hubs(), numbering.connected() / Math.max(1, schedule.core()));
        long blockRows = 0;
        while (blockRows < rows.hubs() && degree(rows, blockRows) > cuts.blockArcs()) {
            blockRows++;
        }
        sizes.put("block_rows", blockRows);
        sizes.put("core_words", core / Grid.WARP);
        sizes.put("first_core_sweeps", (long) schedule.first());
        sizes.put("later_core_sweeps", (long) schedule.later());
        leaving(numbering, arrays, sizes, weighted);
        Program program = new RowSweeps(fixpoint.relaxation(), fixpoint.neutralValue(), schedule, !fixpoint.symmetric())
                .program(name, header);
        return new Prepared(schedule, program, sizes, arrays, numbering, steps);
    }

    private Prepared queue(Schedule.Queue schedule, String name, List<String> header) {
        Map<String, int[]> arrays = new LinkedHashMap<>();
        arrays.put("first", arcs.first());
        int[] weights = fixpoint.relaxation().inputs().isEmpty() ? null : arcs.weights();
        if (weights == null) {
            arrays.put("heads", arcs.heads());
        } else {
            arrays.put("arcs", timed(Preparation.BESIDE, () -> beside(weights), p -> (long) Integer.BYTES * p.length));
        }
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("vertices", (long) arcs.vertices());
        sizes.put("places", (long) arcs.count());
        sizes.put("room", StepQueue.room(arcs));
        if (schedule.window() > 0) {
            int wide = timed(Preparation.MEAN, () -> wide(fixpoint, arcs, schedule.window()), _ -> 0L);
            sizes.put("window_bits", (long) wide);
        }
        sizes.put("start_count", 0L);
        Program program =
                new QueueRounds(fixpoint.relaxation(), fixpoint.neutralValue(), schedule).program(name, header);
        return new Prepared(schedule, program, sizes, arrays, Renumbering.none(arcs), steps);
    }

    /** The width of a window in so many mean weights, by its bits; at least the least number that makes progress. */
    static int wide(Fixpoint fixpoint, Arcs arcs, int window) {
        int[] weights = arcs.weights();
        boolean floating = fixpoint.relaxation().type().isFloating();
        if (weights == null || weights.length == 0) {
            return floating ? Float.floatToRawIntBits(1) : 1;
        }
        double sum = IntStream.range(0, weights.length)
                .parallel()
                .mapToDouble(a -> floating ? Float.intBitsToFloat(weights[a]) : weights[a])
                .filter(Double::isFinite)
                .sum();
        double wide = window * sum / weights.length;
        return floating
                ? Float.floatToRawIntBits((float) Math.clamp(wide, Float.MIN_NORMAL, Float.MAX_VALUE / 4))
                : (int) Math.clamp(wide, 1, 1 << 28);
    }

    private int[] beside(int[] weights) {
        int[] pairs = new int[Math.multiplyExact(2, weights.length)];
        IntStream.range(0, weights.length).parallel().forEach(a -> {
            pairs[2 * a] = arcs.heads()[a];
            pairs[2 * a + 1] = weights[a];
        });
        return pairs;
    }

    private static int degree(SlicedRows rows, long row) {
        return rows.first()[(int) row + 1] - rows.first()[(int) row];
    }

    /** The weight of an arc that makes nothing better. */
    private int worst() {
        if (fixpoint.relaxation().inputs().isEmpty()) {
            return 0;
        }
        boolean floating = fixpoint.relaxation().inputs().getFirst().type().isFloating();
        boolean least = fixpoint.relaxation().least();
        return floating ? Float.floatToRawIntBits(least ? Float.POSITIVE_INFINITY : 0) : least ? 1 << 30 : 0;
    }

    /** What is pushed, where the graph has not every arc in both directions. */
    private void leaving(
            Renumbering numbering, Map<String, int[]> arrays, SequencedMap<String, Long> sizes, boolean weighted) {
        if (fixpoint.symmetric()) {
            return;
        }
        PlainRows rows = timed(
                Preparation.LEAVING,
                () -> PlainRows.of(arcs, numbering, weighted),
                p -> (long) Integer.BYTES * p.contents().length);
        arrays.put("out_first", rows.first());
        arrays.put(weighted ? "out_arcs" : "out_heads", rows.contents());
        sizes.put("out_places", (long) arcs.count());
    }

    /** The arcs by where they lead. */
    private Arcs arriving() {
        if (fixpoint.symmetric()) {
            return arcs;
        }
        if (transposed != null) {
            return again(transposed);
        }
        int before = steps.size();
        Arcs made = timed(
                Preparation.TURN,
                arcs::transposed,
                a -> (long) Integer.BYTES * a.count() * (a.weights() == null ? 1 : 2));
        transposed = new Kept<>(made, List.copyOf(steps.subList(before, steps.size())));
        return made;
    }

    private Renumbering byDegree() {
        Arcs in = arriving();
        if (numbered != null) {
            return again(numbered);
        }
        int before = steps.size();
        Renumbering made = timed(
                Preparation.RENUMBER, () -> Renumbering.byDegree(in, arcs), r -> 2L * Integer.BYTES * r.newOf().length);
        numbered = new Kept<>(made, List.copyOf(steps.subList(before, steps.size())));
        return made;
    }

    private SlicedRows sliced(Renumbering numbering, Renumbering.RowOrder order, boolean weighted) {
        if (slices != null && slicesOrder == order) {
            return again(slices);
        }
        slices = null;
        sorted = null;
        Arcs in = fixpoint.symmetric() || transposed == null ? arcs : transposed.made;
        int before = steps.size();
        SlicedRows made = timed(
                order == Renumbering.RowOrder.HEADS ? Preparation.SLICE_BY_HEAD : Preparation.SLICE_BY_WEIGHT,
                () -> SlicedRows.of(in, numbering, order, cuts.hubArcs(), weighted, worst()),
                r -> (long) Integer.BYTES * r.contents().length);
        slicesOrder = order;
        slices = new Kept<>(made, List.copyOf(steps.subList(before, steps.size())));
        return made;
    }

    /** The arcs of all rows by head. */
    private Arcs sorted(Renumbering numbering) {
        if (sorted != null) {
            return again(sorted);
        }
        slices = null;
        int before = steps.size();
        Arcs made = timed(
                Preparation.SORT_BY_HEAD,
                () -> numbering.apply(arcs, Renumbering.RowOrder.HEADS),
                a -> (long) Integer.BYTES * a.count() * (a.weights() == null ? 1 : 2));
        sorted = new Kept<>(made, List.copyOf(steps.subList(before, steps.size())));
        return made;
    }

    private SequencedMap<String, Long> sizes(
            Renumbering numbering, SlicedRows rows, Map<String, int[]> arrays, int push) {
        arrays.put("first", rows.first());
        arrays.put("slices", rows.slices());
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("rows", (long) numbering.connected());
        sizes.put("words", (long) Math.ceilDiv(numbering.connected(), Grid.WARP));
        sizes.put("hubs", (long) rows.hubs());
        sizes.put("places", (long) rows.places());
        sizes.put("push_arcs", (long) arcs.count() / Math.max(1, push));
        sizes.put("room", Math.min(cuts.queuedItems(), Math.max(WorkQueue.BLOCK_ITEMS, 2L * arcs.vertices())));
        sizes.put("start_count", 0L);
        return sizes;
    }
}
