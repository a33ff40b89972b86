package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.lower.StreamVersions.Step;
import tilewright.codegen.lower.StreamVersions.Version;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;

/**
 * What one step from plane to plane ({@link StreamLowering}) takes to registers, when a statement comes that reads it and no sooner: registers are few. What the next step needs of memory is on its way
 * meanwhile.
 */
final class StreamLoads {
    private final LoopNest nest;
    private final TimeTile.Dimension along;
    private final StreamVersions versions;
    private final StreamGuards guards;
    private final StreamLandings landings;
    private final boolean interior;
    private final Set<Operation> handed = new HashSet<>();
    private final Map<String, Tile> arrived = new HashMap<>();

    /** @param interior whether of blocks inside */
    StreamLoads(
            LoopNest nest,
            TimeTile planned,
            StreamVersions versions,
            StreamGuards guards,
            StreamLandings landings,
            boolean interior) {
        this.nest = nest;
        this.along = planned.dimensions().getFirst();
        this.versions = versions;
        this.guards = guards;
        this.landings = landings;
        this.interior = interior;
    }

    /** The plane that a statement changes, where it has arrived and is known. */
    List<Operation> before(Step step) {
        Version before = step.before();
        return before == null ? List.of() : plane(before, step.result().lag - before.lag);
    }

    /** What comes before a statement: planes that have arrived and that it reads, and what neighbours have of others. */
    List<Operation> of(Step step) {
        List<Operation> operations = new ArrayList<>();
        if (!interior || guards.isRelaxed()) {
            operations.addAll(before(step));
        }
        for (Access access : step.statement().reads()) {
            Version version = step.reads().get(access.index());
            if (version != null) {
                TimeShape.Read read =
                        new TimeShape.Read(access.array(), step.statement().offset(access));
                int age = step.result().lag - version.lag - read.offset().getFirst();
                operations.addAll(plane(version, age));
                version.handings.stream()
                        .filter(h -> read.isBeside() && h.ages().contains(age))
                        .map(h -> h.take(version, age))
                        .filter(handed::add)
                        .forEach(operations::add);
            }
        }
        return operations;
    }

    /** The plane that arrives in this step, where no statement has read it. */
    List<Operation> arrived(Version version) {
        return version.stays ? List.of() : plane(version, 0);
    }

    private List<Operation> plane(Version version, int age) {
        Tile tile = version.planes.get(age);
        boolean lands = landings.has(version, interior) && version.loaded;
        boolean held = !version.stays && (!lands || age > 0);
        if (held || tile.equals(arrived.put(tile.name(), tile))) {
            return List.of();
        }
        return List.of(
                lands ? landings.take(version, age) : loadNearest(tile, guards.loaded(version, version.lag + age)));
    }

    /** The plane that the next step takes as the newest one; what stays where it arrives is loaded when it is read, where it does not land. */
    List<Operation> start(Version version) {
        List<Operation> operations = new ArrayList<>();
        Condition loaded = guards.loaded(version, version.lag - 1);
        if (version.loaded && landings.has(version, interior)) {
            operations.add(
                    interior
                            ? landings.start(
                                    version,
                                    ofNearestPlane(version.held.array(), versions.indices(version.lag - 1)),
                                    loaded)
                            : landings.startSingle(
                                    version,
                                    Affines.and(
                                            List.of(guards.inBounds(version.held.array(), version.lag - 1), loaded))));
        }
        Tile arriving = version.arriving;
        if (arriving == null || landings.has(version, interior)) {
            return operations;
        }
        if (interior) {
            Tile source = StreamVersions.at(arriving, ofNearestPlane(arriving.array(), arriving.indices()));
            operations.add(new Operation.LoadTile(source, Condition.TRUE, versions.aligned(arriving)));
        } else if (version.held.transfer().isAnew()) {
            // Other blocks may be storing these; here they are computed before they are read.
            Condition kept = version.held
                    .written()
                    .negated()
                    .substitute(Map.of(along.variable(), versions.plane(version.lag - 1)));
            Condition inside = guards.inBounds(version.held.array(), version.lag - 1);
            operations.add(new Operation.LoadTile(arriving, Affines.and(List.of(inside, kept)), 1));
        } else {
            operations.add(loadNearest(arriving, loaded));
        }
        return operations;
    }

    /** Planes outside are not used, but read. */
    private List<Affine> ofNearestPlane(String array, List<Affine> indices) {
        ArrayDeclaration.Bounds planes = nest.array(array).bounds().getFirst();
        Affine first = guards.isRelaxed() ? planes.lower() : Affines.simplify(along.base());
        Affine end = guards.isRelaxed()
                ? planes.upper()
                : Affines.simplify(along.base().plus(along.extent() - 1L));
        List<Affine> nearest = new ArrayList<>(indices);
        nearest.set(0, nearest(indices.getFirst(), first, end));
        return nearest;
    }

    /** Points outside of an array read the nearest element, which nothing uses: no load waits for a comparison of its own. */
    private Operation loadNearest(Tile arriving, Condition loaded) {
        List<ArrayDeclaration.Bounds> bounds = nest.array(arriving.array()).bounds();
        List<Affine> indices = new ArrayList<>();
        List<Condition> exists = new ArrayList<>(loaded.equals(Condition.TRUE) ? List.of() : List.of(loaded));
        for (int d = 0; d < bounds.size(); d++) {
            ArrayDeclaration.Bounds range = bounds.get(d);
            indices.add(nearest(arriving.indices().get(d), range.lower(), range.upper()));
            exists.add(new Condition.Compare(range.lower(), Condition.Relation.LE, range.upper()));
        }
        return new Operation.LoadTile(StreamVersions.at(arriving, indices), Affines.and(exists), 1);
    }

    private static Affine nearest(Affine index, Affine first, Affine last) {
        return new Affine.Max(List.of(first, new Affine.Min(List.of(index, last))));
    }
}
