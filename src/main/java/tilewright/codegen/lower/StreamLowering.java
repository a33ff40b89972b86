package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.ThreadGrid;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Simt;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.ExpressionTypes;
import tilewright.model.LoopNest;
import tilewright.tiling.TimeTile;

/**
 * Turns time tiles into a block program that moves through its box plane by plane along the first dimension (2.5-D blocking: A. Nguyen,
 * N. Satish, J. Chhugani, C. Kim, P. Dubey, 3.5-D blocking optimization for stencil computations on modern CPUs and GPUs, SC 2010).
 *
 * <p>A step brings one new plane of every array. What a statement writes is a <em>version</em> of its array; it lags behind the
 * plane that is loaded by as many planes as it has to wait for what it reads. A thread keeps its points of the last planes of a
 * version in registers, the newest first, and moves them on at the end of a step; one exchange and barrier per step hands the
 * newest ones to the neighbours.
 */
public final class StreamLowering {
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;
    /** Steps that are written out: as many as a version keeps planes where statements read one plane to each side, so that few registers have to move. */
    private static final int UNROLL = 3;

    private final LoopNest nest;
    private final TimeTile planned;
    private final TimeTile.Dimension along;
    private final int iterations;
    private final List<TimeTile.Dimension> across;
    private final List<Axis> axes;
    private final Names names;
    private final @Nullable Condition relaxed;
    private final Sequence sequence;
    private final List<Version> versions = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final Map<String, Version> last = new LinkedHashMap<>();

    /** One plane after another of what an array holds at some time. */
    private static final class Version {
        final TimeTile.HeldArray held;
        final boolean loaded;
        int lag;
        int depth = 1;
        final List<List<Integer>> neighbours = new ArrayList<>();
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
    private record Step(
            TimeTile.TimedStatement statement,
            int iteration,
            Version result,
            @Nullable Version before,
            Map<Integer, Version> reads) {}

    /**
     * @param iterations of the time loop in a launch
     * @param hostVariables variables of the loops around the launch
     */
    public StreamLowering(LoopNest nest, TimeTile planned, int iterations, List<String> hostVariables) {
        this.nest = nest;
        this.planned = planned;
        this.iterations = iterations;
        this.along = planned.dimensions().getFirst();
        this.across = planned.dimensions().subList(1, planned.dimensions().size());
        Set<String> taken = new TreeSet<>(nest.parameters());
        taken.addAll(hostVariables);
        taken.add(planned.time().variable());
        nest.arrays().forEach(a -> taken.add(a.name()));
        planned.dimensions().forEach(d -> taken.addAll(List.of(d.variable(), d.block())));
        this.names = new Names(taken);
        this.relaxed = relaxed();
        this.axes = across.stream()
                .map(d -> new Axis(d.variable(), d.base(), d.extent(), d.thread(), d.thread()))
                .toList();
        findVersions();
        findDepths();
        this.sequence = sequence();
        versions.forEach(this::register);
    }

    /**
     * The condition of blocks that may lie at the ends of the first dimension, inside all others: there whole planes are outside, which one
     * comparison tells. Null where what is inside along the first dimension depends on others.
     */
    private @Nullable Condition relaxed() {
        String block = along.block();
        boolean separate = planned.statements().stream().allMatch(TimeTile.TimedStatement::bulk)
                && planned.interior().conjuncts().stream()
                        .allMatch(c -> !c.variables().contains(block)
                                || across.stream().noneMatch(d -> c.variables().contains(d.block())))
                && planned.statements().stream()
                        .flatMap(s -> s.domain().conjuncts().stream())
                        .allMatch(c -> !c.variables().contains(along.variable())
                                || across.stream().noneMatch(d -> c.variables().contains(d.variable())));
        return !separate || planned.interior().equals(Condition.FALSE)
                ? null
                : Affines.and(planned.interior().conjuncts().stream()
                        .filter(c -> !c.variables().contains(block))
                        .toList());
    }

    /** From the plane before the box on, in which its first plane arrives, until the last own plane is done. */
    private Sequence sequence() {
        int longest = last.values().stream().mapToInt(v -> v.lag).max().orElse(0);
        return new Sequence(
                along.variable(),
                Affines.simplify(along.base().plus(-1)),
                Affine.constant(0),
                Affine.constant(1L + along.low() + along.own() + longest),
                1);
    }

    /** What is left to check of a condition; in the interior body those conjuncts that speak of planes, as the others hold there. */
    private Condition inside(Condition condition, boolean interior) {
        return !interior
                ? condition
                : Affines.and(condition.conjuncts().stream()
                        .filter(c -> c.variables().contains(along.variable()))
                        .toList());
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

    private static List<Access> reads(TimeTile.TimedStatement statement) {
        return statement.statement().accesses().stream()
                .filter(a -> a.index() > 1 && statement.offsets().containsKey(a.index()))
                .toList();
    }

    private static List<Integer> offset(TimeTile.TimedStatement statement, Access access) {
        return Objects.requireNonNull(statement.offsets().get(access.index()));
    }

    private static List<Integer> inPlane(List<Integer> offset) {
        return offset.subList(1, offset.size());
    }

    private static boolean isBeside(List<Integer> offset) {
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
                }
            }
        }
    }

    /** Planes from the newest on; all but that one have a ring for the neighbours' points. */
    private void register(Version version) {
        String array = version.held.array();
        List<Integer> all = new ArrayList<>();
        for (int d = 0; d < axes.size(); d++) {
            all.add(d);
        }
        List<Tile.Ring> rings = rings(version);
        for (int age = 0; age < version.depth; age++) {
            List<Affine> indices = indices(version.lag + age);
            boolean alone = age == 0 || rings.stream().allMatch(r -> r.low() == 0 && r.high() == 0);
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
                    .faces(version.planes.get(1), version.neighbours).stream()
                            .map(f -> f.isWithinWarp() ? f : f.inTurns(sequence))
                            .toList();
        }
    }

    private List<Affine> indices(int lag) {
        List<Affine> indices = new ArrayList<>();
        indices.add(plane(lag));
        across.forEach(d -> indices.add(Affine.variable(d.variable())));
        return indices;
    }

    /** The plane that lags so far behind the one that is loaded. */
    private Affine plane(int lag) {
        return Affines.simplify(Affine.variable(along.variable()).plus(-lag));
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
    private int width(String array) {
        int width = ACCESS_BYTES / nest.array(array).type().bytes();
        while (axes.getLast().perThread() % width != 0) {
            width /= 2;
        }
        return width;
    }

    /** The block program. */
    public BlockProgram lower() {
        boolean never = planned.interior().equals(Condition.FALSE);
        Condition inside = relaxed == null ? planned.interior() : relaxed;
        Condition interior = Affines.and(List.of(inside, runs(iterations - 1)));
        return new BlockProgram(
                "stream",
                planned.role() + ", plane by plane",
                planned.dimensions().stream()
                        .map(d -> new BlockProgram.Coordinate(d.block(), Affine.constant(0), d.lastBlock()))
                        .toList(),
                Condition.TRUE,
                axes,
                threads(),
                tiles(),
                List.of(),
                List.of(),
                versions.stream().flatMap(v -> v.faces.stream()).toList(),
                interior,
                never ? null : body(true),
                body(false));
    }

    private List<Tile> tiles() {
        List<Tile> tiles = new ArrayList<>();
        for (Version version : versions) {
            Tile arriving = version.arriving;
            if (arriving != null) {
                tiles.add(arriving);
            }
            tiles.addAll(version.planes);
        }
        return tiles;
    }

    /** Neighbours along the last axis are neighbouring lanes. */
    private ThreadGrid threads() {
        List<ThreadGrid.Digit> digits = new ArrayList<>();
        for (int d = axes.size() - 1; d >= 0; d--) {
            if (axes.get(d).threads() > 1) {
                digits.add(new ThreadGrid.Digit(d, axes.get(d).threads()));
            }
        }
        return new ThreadGrid(digits);
    }

    /** Whether the launch runs an iteration of the time loop. */
    private Condition runs(int iteration) {
        TimeTile.Time time = planned.time();
        return new Condition.Compare(
                Affines.simplify(time.first().plus(iteration)), Condition.Relation.LE, time.last());
    }

    private List<Operation> body(boolean interior) {
        return List.of(new Operation.Iterations(sequence, Operation.Range.SEQUENCE, UNROLL, step(interior)));
    }

    private boolean isUsed(Version version, boolean interior) {
        return !interior
                || !version.loaded
                || version.held.transfer() != TimeTile.Transfer.RECOMPUTED
                || steps.stream().anyMatch(s -> s.statement.bulk() && s.reads.containsValue(version));
    }

    private List<Operation> step(boolean interior) {
        List<Operation> operations = new ArrayList<>();
        List<Version> used = versions.stream().filter(v -> isUsed(v, interior)).toList();
        List<Face> faces = used.stream().flatMap(v -> v.faces.stream()).toList();
        List<Face> shared = faces.stream().filter(f -> !f.isWithinWarp()).toList();
        faces.forEach(f -> operations.add(new Operation.TakeFace(f)));
        used.forEach(v -> load(v, interior, operations));
        steps.stream().filter(s -> s.statement.bulk() || !interior).forEach(s -> compute(s, interior, operations));
        last.values().forEach(v -> store(v, interior, operations));
        used.forEach(v -> move(v, operations));
        if (!shared.isEmpty()) {
            shared.forEach(f -> operations.add(new Operation.GiveFace(f)));
            operations.add(new Operation.Barrier());
        }
        return operations;
    }

    private void load(Version version, boolean interior, List<Operation> operations) {
        Tile arriving = version.arriving;
        if (arriving == null) {
            return;
        }
        if (interior) {
            ArrayDeclaration.Bounds planes =
                    nest.array(arriving.array()).bounds().getFirst();
            Affine first = relaxed == null ? Affines.simplify(along.base()) : planes.lower();
            Affine end = relaxed == null ? Affines.simplify(along.base().plus(along.extent() - 1L)) : planes.upper();
            List<Affine> indices = new ArrayList<>(arriving.indices());
            // Planes outside are not used, but read.
            indices.set(0, new Affine.Max(List.of(first, new Affine.Min(List.of(indices.getFirst(), end)))));
            Tile inside = new Tile(
                    arriving.name(), arriving.array(), arriving.type(), arriving.axes(), indices, arriving.rings());
            operations.add(new Operation.LoadTile(inside, Condition.TRUE, aligned(arriving)));
            return;
        }
        List<Condition> guards = new ArrayList<>(List.of(inBounds(version.held.array(), version.lag - 1)));
        if (version.held.transfer() == TimeTile.Transfer.RECOMPUTED) {
            // Other blocks may be storing these; here they are computed before they are read.
            guards.add(version.held.written().negated().substitute(Map.of(along.variable(), plane(version.lag - 1))));
        }
        operations.add(new Operation.LoadTile(arriving, Affines.and(guards), 1));
    }

    /** Elements per load: neighbours whose addresses are aligned. */
    private int aligned(Tile tile) {
        TimeTile.Dimension row = across.getLast();
        int width = width(tile.array());
        while (!Affines.isAligned(
                tile.indices(), nest.array(tile.array()), row.variable(), Affines.simplify(row.base()), width)) {
            width /= 2;
        }
        return width;
    }

    private void compute(Step step, boolean interior, List<Operation> operations) {
        Tile target = step.result.planes.getFirst();
        Condition guard = Condition.TRUE;
        if (!interior || relaxed != null) {
            Condition domain = inside(step.statement.domain(), interior)
                    .substitute(Map.of(along.variable(), plane(step.result.lag)));
            guard = interior ? domain : Affines.and(List.of(runs(step.iteration), domain));
            Version before = step.before;
            if (before != null) {
                Tile old = before.planes.get(step.result.lag - before.lag);
                operations.add(new Operation.Assign(
                        new Operation.Target.TileTarget(target), new Value.TileElement(old), Condition.TRUE));
            } else {
                initial(step.result, interior, operations);
            }
        }
        operations.add(new Operation.Assign(new Operation.Target.TileTarget(target), value(step), guard));
    }

    /** What no statement of the launch has written so far: elements that none ever writes are read from memory. */
    private void initial(Version version, boolean interior, List<Operation> operations) {
        Map<String, Affine> here = Map.of(along.variable(), plane(version.lag));
        Condition written = version.held.written();
        Condition never = inside(written, interior).negated().substitute(here);
        Condition inBounds = inside(inBounds(version.held.array(), version.lag), interior);
        Condition guard = Affines.and(List.of(inBounds, never));
        operations.add(new Operation.LoadTile(version.planes.getFirst(), guard, 1));
    }

    private void store(Version version, boolean interior, List<Operation> operations) {
        boolean recomputed = version.held.transfer() == TimeTile.Transfer.RECOMPUTED;
        Map<String, Affine> here = Map.of(along.variable(), plane(version.lag));
        List<Condition> guards = new ArrayList<>();
        if (recomputed) {
            guards.add(planned.time().ends());
        }
        guards.add(own().substitute(here));
        if (!interior || relaxed != null) {
            guards.add(inside(
                    recomputed ? version.held.written().substitute(here) : inBounds(version.held.array(), version.lag),
                    interior));
        }
        operations.add(new Operation.StoreTile(
                version.planes.getFirst(),
                Affines.and(guards),
                interior ? storeWidth(version.planes.getFirst()) : 1,
                !recomputed,
                false));
    }

    /** Elements per store, of which all are the block's own or none. */
    private int storeWidth(Tile tile) {
        TimeTile.Dimension row = across.getLast();
        int width = aligned(tile);
        while (row.low() % width != 0 || row.own() % width != 0) {
            width /= 2;
        }
        return width;
    }

    /** A step later every plane is one older. */
    private static void move(Version version, List<Operation> operations) {
        for (int age = version.depth - 1; age > 0; age--) {
            operations.add(new Operation.MoveTile(version.planes.get(age - 1), version.planes.get(age)));
        }
        Tile arriving = version.arriving;
        if (arriving != null) {
            operations.add(new Operation.MoveTile(arriving, version.planes.getFirst()));
        }
    }

    private Condition own() {
        List<Condition> conditions = new ArrayList<>();
        for (TimeTile.Dimension d : planned.dimensions()) {
            Affine point = Affine.variable(d.variable());
            Affine first = Affines.simplify(d.base().plus(d.low()));
            conditions.add(new Condition.Compare(point, Condition.Relation.GE, first));
            conditions.add(new Condition.Compare(point, Condition.Relation.LT, Affines.simplify(first.plus(d.own()))));
        }
        return Affines.and(conditions);
    }

    private Condition inBounds(String array, int lag) {
        List<Condition> conditions = new ArrayList<>();
        List<ArrayDeclaration.Bounds> bounds = nest.array(array).bounds();
        List<Affine> indices = indices(lag);
        for (int d = 0; d < bounds.size(); d++) {
            conditions.add(new Condition.Compare(
                    indices.get(d), Condition.Relation.GE, bounds.get(d).lower()));
            conditions.add(new Condition.Compare(
                    indices.get(d), Condition.Relation.LE, bounds.get(d).upper()));
        }
        return Affines.and(conditions);
    }

    private Value value(Step step) {
        TimeTile.TimedStatement statement = step.statement;
        TypedExpressions typed = new TypedExpressions(
                ExpressionTypes.forStatement(nest, statement.statement()),
                access -> read(step, access),
                index -> here(step, index));
        return typed.of(statement.statement().value())
                .as(step.result.planes.getFirst().type());
    }

    /** An index of the statement at the plane and the iteration that it computes. */
    private Affine here(Step step, Affine index) {
        Affine ofPoint = index.substitute(step.statement.coordinates());
        return Affines.simplify(ofPoint.substitute(Map.of(
                along.variable(),
                plane(step.result.lag),
                planned.time().variable(),
                planned.time().first().plus(step.iteration))));
    }

    private Value read(Step step, Access access) {
        Version version = step.reads.get(access.index());
        if (version != null) {
            List<Integer> offset = offset(step.statement, access);
            Tile tile = version.planes.get(step.result.lag - version.lag - offset.getFirst());
            return isBeside(offset) ? new Value.NeighbourElement(tile, inPlane(offset)) : new Value.TileElement(tile);
        }
        List<Affine> indices = access.indices().stream().map(i -> here(step, i)).toList();
        return new Value.GlobalElement(
                access.array(), nest.array(access.array()).type(), indices, Condition.TRUE);
    }
}
