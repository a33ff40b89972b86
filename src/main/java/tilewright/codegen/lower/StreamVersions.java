package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.kernel.Simt;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.tiling.TimeTile;

/**
 * What arrays hold while a block moves through its box plane by plane ({@link StreamLowering}): each statement of each iteration makes a version of its array, which
 * lags behind the plane that is loaded by as many planes as it waits for what it reads, and is kept for as many as others read it.
 */
final class StreamVersions {
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    private final LoopNest nest;
    private final TimeTile planned;
    private final int iterations;
    private final List<Axis> axes;
    private final Names names;
    private final List<Version> versions = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final Map<String, Version> last = new LinkedHashMap<>();

    /** One plane after another of what an array holds at some time. */
    static final class Version {
        final TimeTile.HeldArray held;
        final boolean loaded;
        int lag;
        int depth = 1;
        final List<List<Integer>> neighbours = new ArrayList<>();
        /** Steps after which the neighbours' points of a plane are read first: until then nobody needs them. */
        int handedOver = Integer.MAX_VALUE;

        final List<Tile> planes = new ArrayList<>();
        List<Face> faces = List.of();

        @Nullable
        Tile arriving;

        Version(TimeTile.HeldArray held, boolean loaded, int lag) {
            this.held = held;
            this.loaded = loaded;
            this.lag = lag;
        }
    }

    /**
     * One statement in one iteration of the time loop.
     *
     * @param iteration number of it in the launch
     * @param before what it changes, or null where nothing is known of it
     * @param reads by number of the access
     */
    record Step(
            TimeTile.TimedStatement statement,
            int iteration,
            Version result,
            @Nullable Version before,
            Map<Integer, Version> reads) {}

    /**
     * @param iterations of the time loop in a launch
     * @param axes of the dimensions within a plane
     * @param sequence the loop over planes, from how far the last versions of arrays lag at most
     */
    StreamVersions(
            LoopNest nest,
            TimeTile planned,
            int iterations,
            List<Axis> axes,
            Names names,
            Function<StreamVersions, Sequence> sequence) {
        this.nest = nest;
        this.planned = planned;
        this.iterations = iterations;
        this.axes = axes;
        this.names = names;
        findVersions();
        findDepths();
        Sequence planes = sequence.apply(this);
        versions.forEach(v -> register(v, planes));
    }

    /** All versions, each before those that are made from it. */
    List<Version> all() {
        return versions;
    }

    /** What makes versions, in the order of the program. */
    List<Step> steps() {
        return steps;
    }

    /** The version of each array that a launch leaves. */
    List<Version> last() {
        return List.copyOf(last.values());
    }

    /** How far the last versions lag at most. */
    int longestLag() {
        return last.values().stream().mapToInt(v -> v.lag).max().orElse(0);
    }

    private void findVersions() {
        for (TimeTile.HeldArray held : planned.arrays()) {
            if (held.transfer() == TimeTile.Transfer.CARRIED) {
                last.put(held.array(), added(new Version(held, true, 0)));
            }
        }
        for (int iteration = 0; iteration < iterations; iteration++) {
            for (TimeTile.TimedStatement statement : planned.statements()) {
                step(statement, iteration);
            }
        }
    }

    private Version added(Version version) {
        versions.add(version);
        return version;
    }

    private void step(TimeTile.TimedStatement statement, int iteration) {
        TimeTile.HeldArray target = planned.held(statement.statement().target().array());
        Version before = last.get(target.array());
        Map<Integer, Integer> waits = new HashMap<>();
        int lag = before == null ? 0 : before.lag;
        for (Access access : reads(statement)) {
            Version read = last.get(access.array());
            int wait = wait(offset(statement, access));
            waits.put(access.index(), wait);
            lag = Math.max(lag, (read == null ? 0 : read.lag) + wait);
        }
        Map<Integer, Version> reads = new HashMap<>();
        Map<String, Version> fresh = new HashMap<>();
        for (Access access : reads(statement)) {
            Version read = last.get(access.array());
            if (read == null) {
                read = fresh.computeIfAbsent(access.array(), a -> added(new Version(planned.held(a), true, 0)));
            }
            reads.put(access.index(), read);
        }
        for (Version read : fresh.values()) {
            int longest = reads.entrySet().stream()
                    .filter(e -> e.getValue() == read)
                    .mapToInt(e -> Objects.requireNonNull(waits.get(e.getKey())))
                    .max()
                    .orElse(0);
            read.lag = lag - longest;
        }
        Version result = added(new Version(target, false, lag));
        last.put(target.array(), result);
        steps.add(new Step(statement, iteration, result, before, Map.copyOf(reads)));
    }

    static List<Access> reads(TimeTile.TimedStatement statement) {
        return statement.statement().accesses().stream()
                .filter(a -> a.index() > 1 && statement.offsets().containsKey(a.index()))
                .toList();
    }

    static List<Integer> offset(TimeTile.TimedStatement statement, Access access) {
        return Objects.requireNonNull(statement.offsets().get(access.index()));
    }

    static List<Integer> inPlane(List<Integer> offset) {
        return offset.subList(1, offset.size());
    }

    static boolean isBeside(List<Integer> offset) {
        return inPlane(offset).stream().anyMatch(o -> o != 0);
    }

    /** How many planes a value must lag behind what it reads: neighbours' points are there one step later. */
    private static int wait(List<Integer> offset) {
        return offset.getFirst() + (isBeside(offset) ? 1 : 0);
    }

    private void findDepths() {
        for (Step step : steps) {
            Version before = step.before;
            if (before != null) {
                before.depth = Math.max(before.depth, step.result.lag - before.lag + 1);
            }
            for (Access access : reads(step.statement)) {
                Version read = Objects.requireNonNull(step.reads.get(access.index()));
                List<Integer> offset = offset(step.statement, access);
                read.depth = Math.max(read.depth, step.result.lag - read.lag - offset.getFirst() + 1);
                if (isBeside(offset)) {
                    read.neighbours.add(inPlane(offset));
                    read.handedOver = Math.min(read.handedOver, step.result.lag - read.lag - offset.getFirst());
                }
            }
        }
    }

    /** Planes from the newest on; those of which neighbours' points are read have a ring for them. */
    private void register(Version version, Sequence sequence) {
        String array = version.held.array();
        List<Integer> all = new ArrayList<>();
        for (int d = 0; d < axes.size(); d++) {
            all.add(d);
        }
        List<Tile.Ring> rings = rings(version);
        for (int age = 0; age < version.depth; age++) {
            List<Affine> indices = indices(version.lag + age);
            boolean alone = age < version.handedOver || rings.stream().allMatch(r -> r.low() == 0 && r.high() == 0);
            version.planes.add(new Tile(
                    names.fresh(Names.ofElement(array, indices)),
                    array,
                    nest.array(array).type(),
                    all,
                    indices,
                    alone ? List.of() : rings));
        }
        if (version.loaded) {
            List<Affine> indices = indices(version.lag - 1);
            version.arriving = new Tile(
                    names.fresh(Names.ofElement(array, indices) + "_next"),
                    array,
                    nest.array(array).type(),
                    all,
                    indices);
        }
        if (!version.neighbours.isEmpty()) {
            version.faces = new FacePlanner(axes, names)
                    .faces(version.planes.get(version.handedOver), version.neighbours).stream()
                            .map(f -> f.isWithinWarp() ? f : f.inTurns(sequence))
                            .toList();
        }
    }

    List<Affine> indices(int lag) {
        List<Affine> indices = new ArrayList<>();
        indices.add(plane(lag));
        planned.dimensions().stream().skip(1).forEach(d -> indices.add(Affine.variable(d.variable())));
        return indices;
    }

    /** The plane that lags so far behind the one that is loaded. */
    Affine plane(int lag) {
        return Affines.simplify(
                Affine.variable(planned.dimensions().getFirst().variable()).plus(-lag));
    }

    private List<Tile.Ring> rings(Version version) {
        List<Tile.Ring> rings = new ArrayList<>();
        for (int d = 0; d < axes.size(); d++) {
            int dimension = d;
            int low = version.neighbours.stream()
                    .mapToInt(o -> -o.get(dimension))
                    .max()
                    .orElse(0);
            int high = version.neighbours.stream()
                    .mapToInt(o -> o.get(dimension))
                    .max()
                    .orElse(0);
            int width = d == axes.size() - 1 ? width(version.held.array()) : 1;
            rings.add(new Tile.Ring(
                    Math.ceilDiv(Math.max(0, low), width) * width, Math.ceilDiv(Math.max(0, high), width) * width));
        }
        return rings;
    }

    /** Elements of the widest access that a thread's points allow. */
    int width(String array) {
        int width = ACCESS_BYTES / nest.array(array).type().bytes();
        while (axes.getLast().perThread() % width != 0) {
            width /= 2;
        }
        return width;
    }
}
