package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.ThreadGrid;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.lower.StreamVersions.Step;
import tilewright.codegen.lower.StreamVersions.Version;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.ExpressionTypes;
import tilewright.model.FreshName;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;

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
    private final LoopNest nest;
    private final boolean storing;
    private final TimeTile planned;
    private final TimeTile.Dimension along;
    private final int iterations;
    private final List<TimeTile.Dimension> across;
    private final List<Axis> axes;
    private final Names names;
    private final StreamGuards guards;
    private final StreamLandings landings;
    private final Sequence sequence;
    private final StreamVersions versions;

    /**
     * The block programs of all launches. Where blocks inside of the arrays keep what no statement writes, launches that store what is computed anew in every iteration have a program of their
     * own: in the others nobody changes it, so that blocks read it as they read the rest.
     *
     * @param iterations of the time loop in a launch
     * @param hostVariables variables of the loops around the launch
     */
    public static List<BlockProgram> lower(
            LoopNest nest, TimeTile planned, int iterations, List<String> hostVariables) {
        StreamLowering storing = new StreamLowering(nest, planned, iterations, hostVariables, true);
        boolean apart = storing.guards.keepsEdges()
                && !planned.time().isSweep()
                && planned.arrays().stream().anyMatch(a -> a.transfer() == TimeTile.Transfer.RECOMPUTED);
        if (!apart) {
            return List.of(storing.lower("stream"));
        }
        StreamLowering others = new StreamLowering(nest, planned, iterations, hostVariables, false);
        Condition ends = planned.time().ends();
        return List.of(only(others.lower("stream"), ends.negated()), only(storing.lower("stream_last"), ends));
    }

    /** The same for those launches of which a condition holds; others have no block of it. */
    private static BlockProgram only(BlockProgram program, Condition launches) {
        List<BlockProgram.Coordinate> grid = new ArrayList<>(program.grid());
        BlockProgram.Coordinate first = grid.getFirst();
        grid.set(
                0,
                new BlockProgram.Coordinate(
                        first.variable(),
                        first.first(),
                        new Affine.Select(launches, first.last(), first.first().plus(-1))));
        return program.withGrid(grid).where(launches);
    }

    /** @param storing whether launches may store what is computed anew in every iteration */
    private StreamLowering(
            LoopNest nest, TimeTile planned, int iterations, List<String> hostVariables, boolean storing) {
        this.nest = nest;
        this.storing = storing;
        this.planned = planned;
        this.iterations = iterations;
        this.along = planned.dimensions().getFirst();
        this.across = planned.dimensions().subList(1, planned.dimensions().size());
        Set<String> taken = FreshName.taken(nest);
        taken.addAll(hostVariables);
        taken.add(planned.time().variable());
        planned.dimensions().forEach(d -> taken.addAll(List.of(d.variable(), d.block())));
        this.names = new Names(taken);
        EdgePoints edges = new EdgePoints(nest, planned, across);
        this.axes = across.stream()
                .map(d -> new Axis(d.variable(), edges.start(d), d.extent(), d.thread(), d.thread()))
                .toList();
        this.versions = new StreamVersions(nest, planned, iterations, axes, names, this::sequence);
        this.sequence = sequence(versions);
        this.guards = new StreamGuards(nest, planned, versions, edges);
        this.landings = new StreamLandings(
                planned, versions, edges, axes, names, ThreadGrid.inRows(axes).threads(), sequence);
        versions.all().stream()
                .filter(v -> StreamGuards.isLoaded(v) || guards.keepsEdges() && !storing && isFirst(v))
                .forEach(v -> landings.add(
                        v, guards.isOwn(v) ? storeWidth(v.planes.getFirst()) : versions.aligned(v.planes.getFirst())));
    }

    /** Whether nothing is known of an array's elements before the version: those that no statement writes are in memory. */
    private boolean isFirst(Version version) {
        return version.held.transfer().isInMemory()
                && versions.steps().stream().anyMatch(s -> s.result() == version && s.before() == null);
    }

    /** From the plane before the box on, in which its first plane arrives, until the last own plane is done. */
    private Sequence sequence(StreamVersions versions) {
        return new Sequence(
                along.variable(),
                Affines.simplify(along.base().plus(-1)),
                Affine.constant(0),
                Affine.constant(1L + along.low() + along.own() + versions.longestLag()),
                1);
    }

    private BlockProgram lower(String name) {
        boolean never = planned.interior().equals(Condition.FALSE);
        Condition interior = Affines.and(List.of(guards.interior(), guards.runs(iterations - 1)));
        return new BlockProgram(
                name,
                planned.role() + ", plane by plane",
                planned.dimensions().stream()
                        .map(d -> new BlockProgram.Coordinate(d.block(), Affine.constant(0), d.lastBlock()))
                        .toList(),
                Condition.TRUE,
                axes,
                ThreadGrid.inRows(axes),
                tiles(),
                List.of(),
                List.of(),
                versions.all().stream()
                        .flatMap(v -> v.handings.stream())
                        .map(StreamVersions.Handing::face)
                        .toList(),
                interior,
                null,
                never ? null : body(true),
                body(false));
    }

    private List<Tile> tiles() {
        List<Tile> tiles = new ArrayList<>();
        for (Version version : versions.all()) {
            Tile arriving = version.arriving;
            if (arriving != null) {
                tiles.add(arriving);
            }
            tiles.addAll(version.planes);
        }
        Set<String> known = new HashSet<>();
        return tiles.stream().filter(t -> known.add(t.name())).toList();
    }

    private List<Operation> body(boolean interior) {
        Operation planes =
                new Operation.Iterations(sequence, Operation.Range.SEQUENCE, writtenOut(interior), step(interior));
        return landings.are(interior) ? List.of(planes, new Operation.AwaitLanding()) : List.of(planes);
    }

    /**
     * Steps that are written out: as many as a version keeps planes, so that few registers have to move. Where many blocks check their points, beside others that do not, theirs are not: both bodies run at
     * the same time, and the instruction cache has to hold them (reports/experiments/nvidia-h200-planes-of-many-arrays.txt).
     */
    private int writtenOut(boolean interior) {
        boolean beside =
                !interior && !guards.keepsEdges() && !planned.interior().equals(Condition.FALSE);
        if (beside) {
            return 1;
        }
        return versions.all().stream()
                .filter(v -> !v.stays)
                .mapToInt(v -> v.depth)
                .max()
                .orElse(1);
    }

    private List<Operation> step(boolean interior) {
        List<Operation> operations = new ArrayList<>();
        List<Version> used =
                versions.all().stream().filter(v -> guards.isUsed(v, interior)).toList();
        List<Face> shared = used.stream()
                .flatMap(v -> v.handings.stream())
                .map(StreamVersions.Handing::face)
                .filter(f -> !f.isWithinWarp())
                .toList();
        if (landings.are(interior)) {
            operations.add(new Operation.AwaitLanding());
        }
        StreamLoads loads = new StreamLoads(nest, planned, versions, guards, landings, interior);
        used.forEach(v -> operations.addAll(loads.start(v)));
        for (Step step : versions.steps()) {
            if (guards.isRun(step.statement(), interior)) {
                operations.addAll(loads.of(step));
                compute(step, interior, operations);
            } else {
                leave(step, loads, operations);
            }
        }
        used.forEach(v -> operations.addAll(loads.arrived(v)));
        versions.last().forEach(v -> store(v, interior, operations));
        used.forEach(v -> move(v, landings.has(v, interior), operations));
        if (!shared.isEmpty()) {
            shared.forEach(f -> operations.add(new Operation.GiveFace(f)));
            operations.add(new Operation.Barrier());
        }
        return operations;
    }

    private void compute(Step step, boolean interior, List<Operation> operations) {
        Tile target = step.result().planes.getFirst();
        Condition guard = Condition.TRUE;
        if (!isAnythingElsewhere(step) && (!interior || guards.isRelaxed())) {
            Condition domain = guards.inside(step.statement().domain(), interior)
                    .substitute(Map.of(along.variable(), versions.plane(step.result().lag)));
            guard = interior ? domain : Affines.and(List.of(guards.runs(step.iteration()), domain));
            Version before = step.before();
            if (before != null) {
                Tile old = before.planes.get(step.result().lag - before.lag);
                operations.add(new Operation.Assign(
                        new Operation.Target.TileTarget(target), new Value.TileElement(old), Condition.TRUE));
            } else {
                initial(step.result(), interior, operations);
            }
        }
        operations.add(new Operation.Assign(new Operation.Target.TileTarget(target), value(step), guard));
    }

    /** Whether a statement may compute anything at points where it does not run: nothing reads or stores it there, since it need not be in memory or no statement reads it, and all that it reads is in the block. */
    private boolean isAnythingElsewhere(Step step) {
        boolean within = !step.result().held.transfer().isInMemory();
        return (within || planned.time().isSweep() && !versions.isRead(step.result()))
                && step.before() == null
                && step.statement().reads().size()
                        == step.statement().statement().accesses().size() - 1;
    }

    /** A statement that runs at none of the points of blocks inside leaves what was there. */
    private void leave(Step step, StreamLoads loads, List<Operation> operations) {
        Version before = step.before();
        if (before == null) {
            initial(step.result(), true, operations);
            return;
        }
        operations.addAll(loads.before(step));
        operations.add(new Operation.MoveTile(
                before.planes.get(step.result().lag - before.lag),
                step.result().planes.getFirst()));
    }

    /** What no statement of the launch has written so far: elements that none ever writes are read from memory. */
    private void initial(Version version, boolean interior, List<Operation> operations) {
        Map<String, Affine> here = Map.of(along.variable(), versions.plane(version.lag));
        Tile tile = version.planes.getFirst();
        Condition written = guards.inside(version.held.written(), interior).substitute(here);
        Condition inBounds = guards.ofPlanes(guards.inBounds(version.held.array(), version.lag), interior);
        if (!versions.isRead(version) || !version.held.transfer().isInMemory()) {
            return;
        }
        if (landings.has(version, interior)) {
            operations.addAll(landings.unwritten(version, inBounds));
        } else {
            operations.add(new Operation.LoadTile(tile, Affines.and(List.of(inBounds, written.negated())), 1));
        }
    }

    private void store(Version version, boolean interior, List<Operation> operations) {
        boolean recomputed = version.held.transfer() == TimeTile.Transfer.RECOMPUTED
                || version.held.transfer() == TimeTile.Transfer.IN_PLACE;
        if (!version.held.transfer().isInMemory() || recomputed && !storing) {
            return;
        }
        if (interior && planned.time().isSweep()) {
            storeInPlace(version, operations);
            return;
        }
        Map<String, Affine> here = Map.of(along.variable(), versions.plane(version.lag));
        List<Condition> checked = new ArrayList<>();
        if (recomputed) {
            checked.add(planned.time().ends());
        }
        checked.add(planned.own().substitute(here));
        if (!interior || guards.isRelaxed()) {
            checked.add(
                    recomputed
                            ? guards.inside(version.held.written(), interior).substitute(here)
                            : guards.ofPlanes(guards.inBounds(version.held.array(), version.lag), interior));
        }
        operations.add(new Operation.StoreTile(
                version.planes.getFirst(),
                Affines.and(checked),
                interior && !(recomputed && guards.keepsEdges()) ? storeWidth(version.planes.getFirst()) : 1,
                !recomputed,
                false));
    }

    /** What a sweep of its own writes: accesses all of whose elements it does at once, elements of others one by one. */
    private void storeInPlace(Version version, List<Operation> operations) {
        Map<String, Affine> here = Map.of(along.variable(), versions.plane(version.lag));
        Tile tile = version.planes.getFirst();
        Condition own = planned.own().substitute(here);
        Condition written = guards.inside(version.held.written(), true).substitute(here);
        String row = across.getLast().variable();
        int width = isInterval(version.held.written(), row) ? storeWidth(tile) : 1;
        Affine first = Affine.variable(row);
        Condition last = written.substitute(Map.of(row, first.plus(width - 1L)));
        operations.add(new Operation.StoreTile(tile, Affines.and(List.of(own, written, last)), width, false, false));
        if (width > 1 && written.variables().contains(row)) {
            Affine ofAccess = first.minus(
                    new Affine.Mod(first.minus(Affines.simplify(axes.getLast().base())), width));
            Condition whole = Affines.and(Stream.of(written, last)
                    .flatMap(c -> c.conjuncts().stream())
                    .filter(c -> c.variables().contains(row))
                    .toList());
            Condition others = whole.substitute(Map.of(row, ofAccess)).negated();
            operations.add(new Operation.StoreTile(tile, Affines.and(List.of(own, written, others)), 1, false, false));
        }
    }

    /** Whether a condition holds between two elements of a row where it holds at both. */
    private static boolean isInterval(Condition condition, String row) {
        return condition.conjuncts().stream()
                .filter(c -> c.variables().contains(row))
                .allMatch(c -> c instanceof Condition.Compare compare
                        && compare.relation() != Condition.Relation.NE
                        && LinearForm.of(compare.left().minus(compare.right())).terms().keySet().stream()
                                .allMatch(t -> t instanceof Affine.Variable
                                        || !t.variables().contains(row)));
    }

    /** Elements per store, of which all are the block's own or none. */
    private int storeWidth(Tile tile) {
        TimeTile.Dimension row = across.getLast();
        int width = versions.aligned(tile);
        while (row.low() % width != 0 || row.own() % width != 0) {
            width /= 2;
        }
        return width;
    }

    /** A step later every plane is one older. */
    private static void move(Version version, boolean landed, List<Operation> operations) {
        for (int age = version.depth - 1; age > 0; age--) {
            operations.add(new Operation.MoveTile(version.planes.get(age - 1), version.planes.get(age)));
        }
        Tile arriving = version.arriving;
        if (arriving != null && !landed) {
            operations.add(new Operation.MoveTile(arriving, version.planes.getFirst()));
        }
    }

    private Value value(Step step) {
        TimeTile.TimedStatement statement = step.statement();
        TypedExpressions typed = new TypedExpressions(
                ExpressionTypes.forStatement(nest, statement.statement()),
                access -> read(step, access),
                index -> here(step, index));
        return typed.of(statement.statement().value())
                .as(step.result().planes.getFirst().type());
    }

    /** An index of the statement at the plane and the iteration that it computes. */
    private Affine here(Step step, Affine index) {
        Affine ofPoint = index.substitute(step.statement().coordinates());
        return Affines.simplify(ofPoint.substitute(Map.of(
                along.variable(),
                versions.plane(step.result().lag),
                planned.time().variable(),
                planned.time().first().plus(step.iteration()))));
    }

    private Value read(Step step, Access access) {
        Version version = step.reads().get(access.index());
        if (version != null) {
            TimeShape.Read read =
                    new TimeShape.Read(access.array(), step.statement().offset(access));
            Tile tile = version.planes.get(
                    step.result().lag - version.lag - read.offset().getFirst());
            return read.isBeside() ? new Value.NeighbourElement(tile, read.inPlane()) : new Value.TileElement(tile);
        }
        List<Affine> indices = access.indices().stream().map(i -> here(step, i)).toList();
        return new Value.GlobalElement(
                access.array(), nest.array(access.array()).type(), indices, Condition.TRUE);
    }
}
