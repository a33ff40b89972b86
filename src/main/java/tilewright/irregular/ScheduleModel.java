package tilewright.irregular;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.irregular.SchedulePrediction.Term;
import tilewright.irregular.counts.Passes;
import tilewright.irregular.counts.Sectors;
import tilewright.ranking.description.GpuDescription;

/**
 * Predicts the time of schedules from counts on the graph at hand and the rates of a device (docs/graphs.md). A step takes what its parts take that
 * work at the same time, joined by the device's overlap, and then what they wait for: a launch, or a barrier of all blocks.
 *
 * <p>Worked example: a pass over 1e6 arcs of 12 bytes each at 4e12 bytes/s takes 3 us, 1e6 sectors at 1e11 a second 10 us; with overlap 2 that is
 * 10.4 us, and a launch of 3.5 us makes it 13.9 us.
 */
public final class ScheduleModel {
    private final Fixpoint fixpoint;
    private final Arcs arcs;
    /** By where they lead. */
    private final Arcs in;

    private final List<Start> starts;
    private final GpuDescription gpu;
    private final GraphDevice device;
    private final Renumbering numbering;
    private final Map<Renumbering.RowOrder, Arcs> sorted = new HashMap<>();
    private @Nullable Arcs out;
    private @Nullable Double passes;
    private double improved;

    public ScheduleModel(Fixpoint fixpoint, Arcs arcs, List<Start> starts, GpuDescription gpu, GraphDevice device) {
        this.fixpoint = fixpoint;
        this.arcs = arcs;
        this.starts = List.copyOf(starts);
        this.gpu = gpu;
        this.device = device;
        this.in = fixpoint.symmetric() ? arcs : arcs.transposed();
        this.numbering = Renumbering.byDegree(in, arcs);
    }

    /** The schedules of the device that the laws allow, the fastest by prediction first. */
    public List<SchedulePrediction> rank() {
        return AllowedSchedules.of(fixpoint, device).stream()
                .map(this::predict)
                .sorted(Comparator.comparingDouble(SchedulePrediction::seconds))
                .toList();
    }

    /** The time of one schedule. */
    public SchedulePrediction predict(Schedule schedule) {
        Bill bill = new Bill();
        switch (schedule) {
            case Schedule.Edges e -> edges(e, bill);
            case Schedule.Segments s -> segments(s, bill);
            case Schedule.Cells c -> cells(c, bill);
            case Schedule.ByLevels l -> levels(l, bill);
            case Schedule.ByRows r -> rows(r, bill);
            case Schedule.Queue q -> queue(q, bill);
        }
        return bill.of(schedule, inspector(schedule));
    }

    /** Seconds of what is done before the first run; NaN where nobody measured a step. */
    private double inspector(Schedule schedule) {
        return Preparation.of(fixpoint, schedule).stream()
                .mapToDouble(step -> arcs.count() * device.inspector().getOrDefault(step.toString(), Double.NaN))
                .sum();
    }

    /** What is added up. */
    private static final class Bill {
        private final Map<String, Double> terms = new LinkedHashMap<>();
        private final List<String> missing = new ArrayList<>();
        private double seconds;

        void add(double time, Map<String, Double> parts) {
            seconds += time;
            parts.forEach((name, part) -> terms.merge(name, part, Double::sum));
        }

        /** The time of so many items at a rate; nothing, and a note, where there is no rate. */
        double atRate(String name, double items, @Nullable Double rate) {
            if (rate != null) {
                return items / rate;
            }
            if (!missing.contains(name)) {
                missing.add(name);
            }
            return 0;
        }

        SchedulePrediction of(Schedule schedule, double inspectorSeconds) {
            List<Term> all = new ArrayList<>();
            terms.forEach((name, part) -> all.add(new Term(name, part)));
            return new SchedulePrediction(schedule, seconds, inspectorSeconds, all, missing);
        }
    }

    /** Parts that work at the same time, and what is waited for after them, so many times. */
    private void steps(Bill bill, double times, Map<String, Double> parts, String waited, double wait) {
        double power = gpu.overlap();
        double joined = Math.pow(
                parts.values().stream().mapToDouble(p -> Math.pow(p, power)).sum(), 1 / power);
        Map<String, Double> all = new LinkedHashMap<>();
        parts.forEach((name, part) -> all.put(name, times * part));
        all.put(waited, times * wait);
        bill.add(times * (joined + wait), all);
    }

    /** What a step waits for that pushes from a queue, with so many blocks on a multiprocessor. */
    private double push(Bill bill, int blocks) {
        GraphDevice.Steps steps = device.steps();
        return waited(
                bill,
                steps == null ? null : steps.push() + Math.max(blocks, steps.leastBlocks()) * steps.pushByBlock());
    }

    /** What a step waits for that looks at everything. */
    private double sweep(Bill bill) {
        GraphDevice.Steps steps = device.steps();
        return waited(bill, steps == null ? null : steps.sweep());
    }

    /** At least the barrier. */
    private double waited(Bill bill, @Nullable Double seconds) {
        return seconds != null
                ? seconds
                : gpu.latency().gridSync() + bill.atRate("what steps take whatever they do", 1, null);
    }

    private double loads(double count) {
        return count / GraphDevice.rate(device.loads(), (double) valueBytes() * arcs.vertices());
    }

    private double streamed(double bytes) {
        return bytes / rate(bytes);
    }

    /** What is read again in every pass comes from the cache where it fits there. */
    private double rate(double bytes) {
        return bytes <= gpu.memory().cacheBytes()
                ? gpu.memory().cacheBytesPerSecond()
                : gpu.memory().globalBytesPerSecond();
    }

    private int valueBytes() {
        return fixpoint.relaxation().type().bytes();
    }

    private int weightBytes() {
        return fixpoint.relaxation().inputs().stream()
                .mapToInt(i -> i.type().bytes())
                .sum();
    }

    private int perSector() {
        return Math.max(1, gpu.memory().sectorBytes() / valueBytes());
    }

    /** Passes in place, as many arcs at a time as the device has threads for; the mean over the starts. */
    private double passes() {
        if (passes == null) {
            long wave = (long) gpu.processors() * gpu.limits().threadsPerProcessor() * EdgeSweep.ARCS;
            double sum = 0;
            for (Start start : starts) {
                Passes run = Passes.of(fixpoint, arcs, start, (int) Math.min(Integer.MAX_VALUE, wave));
                sum += run == null ? arcs.vertices() + 1.0 : run.passes().size();
                improved += run == null
                        ? 0
                        : run.passes().stream().mapToLong(Passes.Pass::improved).sum() / (double) starts.size();
            }
            passes = sum / Math.max(1, starts.size());
        }
        return passes;
    }

    private void edges(Schedule.Edges schedule, Bill bill) {
        int[] tails = new int[arcs.count()];
        for (int v = 0; v < arcs.vertices(); v++) {
            java.util.Arrays.fill(tails, arcs.first()[v], arcs.first()[v + 1], v);
        }
        Sectors.Shape shape = new Sectors.Shape(EdgeSweep.ARCS, EdgeSweep.ARCS * EdgeSweep.THREADS, perSector());
        Sectors first = Sectors.of(arcs.count(), a -> tails[a], arcs.vertices(), shape);
        Sectors second = Sectors.of(arcs.count(), a -> arcs.heads()[a], arcs.vertices(), shape);
        double times = passes();
        Map<String, Double> parts = new LinkedHashMap<>();
        parts.put("arcs", streamed((2.0 * Integer.BYTES + weightBytes()) * arcs.count()));
        parts.put("sectors", loads(first.ofWarps() + second.ofWarps()));
        if (!schedule.racing()) {
            double rate = GraphDevice.rate(device.atomics(), (double) valueBytes() * arcs.vertices());
            parts.put("atomics", improved / times / rate);
        }
        double told = bill.atRate("time until the host knows whether to go on", 1, inverse(device.readBackSeconds()));
        steps(bill, times, parts, "launches", gpu.latency().launch() + told);
    }

    private static @Nullable Double inverse(@Nullable Double seconds) {
        return seconds == null ? null : 1 / seconds;
    }

    private void segments(Schedule.Segments schedule, Bill bill) {
        Arcs renumbered = sorted(Renumbering.RowOrder.HEADS);
        int segments = Math.max(1, Math.ceilDiv(numbering.connected(), schedule.vertices()));
        long[] sizes = new long[segments];
        long gathered = 0;
        int[] last = new int[segments];
        for (int v = 0; v < numbering.connected(); v++) {
            for (int a = renumbered.first()[v]; a < renumbered.first()[v + 1]; a++) {
                if (v < renumbered.heads()[a]) {
                    int segment = renumbered.heads()[a] / schedule.vertices();
                    sizes[segment]++;
                    int sector = v / perSector() + 1;
                    gathered += last[segment] == sector ? 0 : 1;
                    last[segment] = sector;
                }
            }
        }
        long pairs = 0;
        long units = 0;
        for (long size : sizes) {
            pairs += size;
            units += Math.ceilDiv(size, (long) device.cuts().unitPairs(arcs.count()));
        }
        int shared = schedule.vertices() * Integer.BYTES + gpu.limits().sharedBytesReserved();
        int blocks = Math.max(
                1, Math.min(SegmentSweep.BLOCKS_PER_MULTIPROCESSOR, gpu.limits().sharedBytesPerProcessor() / shared));
        double visits = Math.ceil((double) units / (gpu.processors() * blocks));
        double staged =
                2.0 * schedule.vertices() / SegmentSweep.THREADS * gpu.latency().cache();
        Map<String, Double> parts = new LinkedHashMap<>();
        parts.put("pairs", streamed((double) (Integer.BYTES + weightBytes()) * pairs));
        parts.put("sectors", loads(gathered));
        parts.put(
                "in the block's memory",
                bill.atRate("pairs a second with a staged end", pairs, device.stagedPairsPerSecond()));
        steps(bill, passes(), parts, "staging and barriers", visits * staged + sweep(bill));
    }

    private Arcs sorted(Renumbering.RowOrder order) {
        return sorted.computeIfAbsent(order, o -> numbering.apply(in, o));
    }

    /** Renumbered, by where they come from. */
    private Arcs out() {
        if (fixpoint.symmetric()) {
            return sorted(Renumbering.RowOrder.HEADS);
        }
        if (out == null) {
            out = numbering.apply(arcs, Renumbering.RowOrder.HEADS);
        }
        return out;
    }

    private int[] placed(Start start) {
        int[] places = new int[start.vertices().length];
        for (int s = 0; s < places.length; s++) {
            places[s] = numbering.newOf()[start.vertices()[s]];
        }
        return places;
    }

    private void cells(Schedule.Cells schedule, Bill bill) {
        Arcs renumbered = sorted(Renumbering.RowOrder.HEADS);
        for (Start start : starts) {
            CellRun.Work work = CellRun.of(renumbered, numbering.connected(), placed(start), schedule);
            double share = 1.0 / starts.size();
            Map<String, Double> parts = new LinkedHashMap<>();
            double bytes = (double) Integer.BYTES * work.pairs() + 2.0 * PairCells.SEGMENT / Byte.SIZE * work.units();
            // All pairs are read again and again: whether they stay in the cache is a matter of all of them.
            parts.put("pairs", bytes / rate((double) Integer.BYTES * arcs.count() / 2));
            parts.put(
                    "in the block's memory",
                    bill.atRate("pairs a second in cells", work.pairs(), device.cellPairsPerSecond()));
            steps(bill, share, parts, "barriers", 2.0 * work.levels() * sweep(bill));
        }
    }

    private void levels(Schedule.ByLevels schedule, Bill bill) {
        Arcs renumbered = sorted(Renumbering.RowOrder.HEADS);
        // Chains of words that a warp looks at together are under way at the same time.
        int chains = gpu.processors() * schedule.blocks() * (Levels.THREADS / Grid.WARP) * schedule.together();
        for (Start start : starts) {
            LevelRun.Work work =
                    LevelRun.of(renumbered, out(), numbering.connected(), placed(start), schedule, device.cuts());
            double share = 1.0 / starts.size();
            Map<String, Double> parts = new LinkedHashMap<>();
            parts.put("chains of loads", 2.0 * gpu.latency().cache() * work.rounds() / chains);
            // Heads are read side by side; whether they are reached is a bit for each vertex.
            parts.put("arcs", (double) Integer.BYTES * work.looked() / rate((double) Integer.BYTES * arcs.count()));
            parts.put(
                    "sectors", work.looked() / GraphDevice.rate(device.loads(), (double) arcs.vertices() / Byte.SIZE));
            steps(
                    bill,
                    share,
                    parts,
                    "chains and barriers of steps",
                    work.pushes() * push(bill, schedule.blocks()) + (work.steps() - work.pushes()) * sweep(bill));
        }
    }

    private void rows(Schedule.ByRows schedule, Bill bill) {
        boolean least = fixpoint.relaxation().least();
        boolean weighted =
                arcs.weights() != null && !fixpoint.relaxation().inputs().isEmpty();
        Arcs renumbered = sorted(
                !weighted
                        ? Renumbering.RowOrder.HEADS
                        : least ? Renumbering.RowOrder.LIGHTEST : Renumbering.RowOrder.HEAVIEST);
        int warps = gpu.processors() * schedule.blocks() * (RowSweeps.THREADS / Grid.WARP);
        for (Start start : starts) {
            RowRun.Work work = RowRun.of(
                    fixpoint,
                    renumbered,
                    fixpoint.symmetric() ? renumbered : out(),
                    numbering.connected(),
                    new Start(placed(start), start.bits()),
                    schedule,
                    device.cuts(),
                    warps);
            double share = 1.0 / starts.size();
            Map<String, Double> parts = new LinkedHashMap<>();
            parts.put("chains of loads", 2.0 * gpu.latency().cache() * work.rounds() / warps);
            parts.put("sectors", loads(work.looked() + work.pushed()));
            double arcBytes = (double) (Integer.BYTES + weightBytes()) * (work.looked() + work.pushed());
            parts.put("arcs and own values", streamed(arcBytes + (double) valueBytes() * work.visited()));
            steps(
                    bill,
                    share,
                    parts,
                    "chains and barriers of steps",
                    work.pushes() * push(bill, schedule.blocks()) + (work.steps() - work.pushes()) * sweep(bill));
        }
    }

    private void queue(Schedule.Queue schedule, Bill bill) {
        int blocks = gpu.processors() * schedule.blocks();
        double rate = GraphDevice.rate(device.atomics(), (double) valueBytes() * arcs.vertices());
        GraphDevice.Steps steps = device.steps();
        Double round = steps == null ? null : steps.round();
        Double queued = steps == null ? null : steps.queue();
        for (Start start : starts) {
            QueueRun.Work work =
                    QueueRun.of(fixpoint, arcs, start, schedule, blocks).work();
            double share = 1.0 / starts.size();
            Map<String, Double> parts = new LinkedHashMap<>();
            parts.put("sectors", loads(2.0 * work.pushed()));
            parts.put("arcs", streamed((double) (Integer.BYTES + weightBytes()) * work.pushed()));
            parts.put("atomics", improvedShare(work.pushed()) / rate);
            double rounds = work.rounds() * bill.atRate("rounds of a block by itself", 1, inverse(round));
            steps(
                    bill,
                    share,
                    parts,
                    "chains and barriers of steps",
                    rounds + (1 + work.steps()) * waited(bill, queued));
        }
    }

    /** Updates that come of pushed arcs: each vertex has one at least; what more there are is not counted. */
    private double improvedShare(long pushed) {
        return Math.min(pushed, arcs.vertices());
    }
}
