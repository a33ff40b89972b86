package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.kernel.Simt;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.PlaneVersions;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;

/**
 * The register tiles of what arrays hold while a block moves through its box plane by plane ({@link PlaneVersions}, {@link StreamLowering}).
 */
final class StreamVersions {
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    private final LoopNest nest;
    private final TimeTile planned;
    private final PlaneVersions planes;
    private final List<Axis> axes;
    private final Names names;
    private final Map<PlaneVersions.Version, Version> versions = new LinkedHashMap<>();
    private final List<Step> steps;

    /** One plane after another of what an array holds at some time. */
    static final class Version {
        final TimeTile.HeldArray held;
        final boolean loaded;
        final int lag;
        final int depth;
        final boolean stays;
        final int places;
        final SortedMap<Integer, List<List<Integer>>> beside;

        final List<Tile> planes = new ArrayList<>();
        List<Handing> handings = List.of();

        @Nullable
        Tile arriving;

        Version(TimeTile.HeldArray held, PlaneVersions.Version version) {
            this.held = held;
            this.loaded = version.loaded();
            this.lag = version.lag();
            this.depth = version.depth();
            this.stays = version.stays();
            this.places = PlaneVersions.places(version);
            this.beside = version.beside();
        }
    }

    /**
     * What neighbours have of a plane: a thread takes it anew for every step that reads it, as registers for it would be occupied in between.
     *
     * @param face of the youngest plane of which it is read
     * @param ages of all planes of which it is
     */
    record Handing(Face face, List<Integer> ages) {
        /** Taking it for a plane that has been there for {@code age} steps. */
        Operation take(Version version, int age) {
            int earlier = face.turns() == null ? 0 : 1 + age - ages.getFirst();
            return new Operation.TakeFace(face, version.planes.get(age), earlier);
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
        this.planes = TimeShape.of(planned, nest).planes(iterations);
        this.axes = axes;
        this.names = names;
        planes.all().forEach(v -> versions.put(v, new Version(planned.held(v.array()), v)));
        this.steps = planes.steps().stream().map(this::step).toList();
        Sequence along = sequence.apply(this);
        versions.forEach((version, v) -> register(v, planes.together(version) > 1, along));
    }

    /** All versions, each before those that are made from it. */
    List<Version> all() {
        return List.copyOf(versions.values());
    }

    /** What makes versions, in the order of the program. */
    List<Step> steps() {
        return steps;
    }

    /** The version of each array that a launch leaves. */
    List<Version> last() {
        return planes.last().stream().map(this::of).toList();
    }

    /** Whether some statement reads or changes what a version holds. */
    boolean isRead(Version version) {
        return steps.stream().anyMatch(s -> s.before() == version || s.reads().containsValue(version));
    }

    /** How far the last versions lag at most. */
    int longestLag() {
        return planes.last().stream().mapToInt(PlaneVersions.Version::lag).max().orElse(0);
    }

    private Version of(PlaneVersions.Version version) {
        return Objects.requireNonNull(versions.get(version));
    }

    private Step step(PlaneVersions.Step step) {
        TimeTile.TimedStatement statement = planned.statements().get(step.statement());
        Map<Integer, Version> reads = new HashMap<>();
        List<Access> accesses = statement.reads();
        for (int r = 0; r < accesses.size(); r++) {
            reads.put(accesses.get(r).index(), of(step.reads().get(r)));
        }
        PlaneVersions.Version before = step.before();
        return new Step(
                statement, step.iteration(), of(step.result()), before == null ? null : of(before), Map.copyOf(reads));
    }

    /**
     * Planes from the newest on; those of which neighbours' points are read have a ring for them.
     *
     * @param together whether a statement reads several of them; else those that stay where they arrive are taken to the same registers
     */
    private void register(Version version, boolean together, Sequence sequence) {
        String array = version.held.array();
        List<Integer> all = new ArrayList<>();
        for (int d = 0; d < axes.size(); d++) {
            all.add(d);
        }
        List<Tile.Ring> rings = rings(version);
        for (int age = 0; age < version.depth; age++) {
            List<Affine> indices = indices(version.lag + age);
            boolean alone = !version.beside.containsKey(age);
            boolean again = version.stays && !together && age > 0;
            version.planes.add(new Tile(
                    again ? version.planes.getFirst().name() : names.fresh(Names.ofElement(array, indices)),
                    array,
                    nest.array(array).type(),
                    all,
                    indices,
                    alone ? List.of() : rings));
        }
        if (version.loaded && !version.stays) {
            List<Affine> indices = indices(version.lag - 1);
            version.arriving = new Tile(
                    names.fresh(Names.ofElement(array, indices) + "_next"),
                    array,
                    nest.array(array).type(),
                    all,
                    indices);
        }
        version.handings = handings(version, sequence);
    }

    private List<Handing> handings(Version version, Sequence sequence) {
        if (version.beside.isEmpty()) {
            return List.of();
        }
        FacePlanner planner = new FacePlanner(axes, names);
        Tile youngest = version.planes.get(version.beside.firstKey());
        return planner.faces(youngest, neighbours(version)).stream()
                .map(f -> {
                    List<Integer> ages = version.beside.entrySet().stream()
                            .filter(b -> planner.isRead(f.direction(), b.getValue()))
                            .map(Map.Entry::getKey)
                            .toList();
                    Face ofYoungest = f.of(version.planes.get(ages.getFirst()));
                    int places = 2 + ages.getLast() - ages.getFirst();
                    return new Handing(f.isWithinWarp() ? ofYoungest : ofYoungest.inTurns(sequence, places), ages);
                })
                .toList();
    }

    private static List<List<Integer>> neighbours(Version version) {
        return version.beside.values().stream().flatMap(List::stream).toList();
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
            int low = neighbours(version).stream()
                    .mapToInt(o -> -o.get(dimension))
                    .max()
                    .orElse(0);
            int high = neighbours(version).stream()
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

    /** Elements per load: neighbours whose addresses are aligned. */
    int aligned(Tile tile) {
        TimeTile.Dimension row = planned.dimensions().getLast();
        int width = width(tile.array());
        while (!Affines.isAligned(
                tile.indices(),
                nest.array(tile.array()),
                row.variable(),
                Affines.simplify(axes.getLast().base()),
                width)) {
            width /= 2;
        }
        return width;
    }

    /** A tile whose elements are other ones of its array. */
    static Tile at(Tile tile, List<Affine> indices) {
        return new Tile(tile.name(), tile.array(), tile.type(), tile.axes(), indices, tile.rings());
    }
}
