package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.lower.StreamVersions.Version;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.TimeTile;

/** What blocks that go plane by plane ({@link StreamLowering}) must check, and what those inside of the arrays need not. */
final class StreamGuards {
    private final LoopNest nest;
    private final TimeTile planned;
    private final TimeTile.Dimension along;
    private final List<TimeTile.Dimension> across;
    private final StreamVersions versions;
    private final EdgePoints edges;
    private final @Nullable Condition relaxed;

    StreamGuards(LoopNest nest, TimeTile planned, StreamVersions versions, EdgePoints edges) {
        this.nest = nest;
        this.planned = planned;
        this.along = planned.dimensions().getFirst();
        this.across = planned.dimensions().subList(1, planned.dimensions().size());
        this.versions = versions;
        this.edges = edges;
        this.relaxed = findRelaxed();
    }

    /** Whether blocks at the ends of the first dimension run the body of those inside, and check whole planes. */
    boolean isRelaxed() {
        return relaxed != null;
    }

    /** Blocks that run the body of those inside. */
    Condition interior() {
        return relaxed == null ? planned.interior() : relaxed;
    }

    /**
     * The condition of blocks that may lie at the ends of the first dimension, inside all others: there whole planes are outside, which one
     * comparison tells. Where boxes begin and end with the arrays, inside of the arrays: values of points that no statement writes are kept, and such points
     * lie in few places of a thread ({@link EdgePoints}). Null where what is inside along the first dimension depends on others.
     */
    private @Nullable Condition findRelaxed() {
        String block = along.block();
        boolean separate = (edgesAreKnown() || planned.statements().stream().allMatch(TimeTile.TimedStatement::bulk))
                && planned.interior().conjuncts().stream()
                        .allMatch(c -> !c.variables().contains(block)
                                || across.stream().noneMatch(d -> c.variables().contains(d.block())))
                && planned.statements().stream()
                        .flatMap(s -> s.domain().conjuncts().stream())
                        .allMatch(c -> !c.variables().contains(along.variable())
                                || across.stream().noneMatch(d -> c.variables().contains(d.variable())));
        if (!separate || planned.interior().equals(Condition.FALSE)) {
            return null;
        }
        return edgesAreKnown()
                ? edges.inside()
                : Affines.and(planned.interior().conjuncts().stream()
                        .filter(c -> !c.variables().contains(block))
                        .toList());
    }

    private boolean edgesAreKnown() {
        return edges.apply() && versions.all().stream().noneMatch(v -> v.loaded && !isLoaded(v));
    }

    /** Whether the body of blocks inside keeps values of points that no statement writes. */
    boolean keepsEdges() {
        return relaxed != null && edgesAreKnown();
    }

    /** Whether blocks inside run a statement: those at few points, as of a boundary plane, run where such points are told apart. */
    boolean isRun(TimeTile.TimedStatement statement, boolean interior) {
        return statement.bulk() || !interior || keepsEdges();
    }

    /** Whether blocks inside read a version from memory, plane by plane. */
    static boolean isLoaded(Version version) {
        return version.loaded && !version.held.transfer().isAnew();
    }

    /** Whether a block reads its own elements alone of what it loads: halos of a sweep of its own are of what neighbours' points read. */
    boolean isOwn(Version version) {
        return planned.time().isSweep()
                && version.loaded
                && version.held.neighbours().isEmpty();
    }

    /** Which points a block loads of the plane of a version that lags so far behind. */
    Condition loaded(Version version, int lag) {
        return isOwn(version)
                ? planned.own().substitute(Map.of(along.variable(), versions.plane(lag)))
                : Condition.TRUE;
    }

    /** Whether a body needs a version: what is loaded and computed anew serves only statements at few points, which blocks inside do not run. */
    boolean isUsed(Version version, boolean interior) {
        return !interior
                || !version.loaded
                || !version.held.transfer().isAnew()
                || versions.steps().stream()
                        .anyMatch(s -> s.statement().bulk() && s.reads().containsValue(version));
    }

    /** What is left to check of a condition of points; in the interior body those conjuncts that speak of planes, as the others hold there, and those of points at the edges. */
    Condition inside(Condition condition, boolean interior) {
        return interior && keepsEdges()
                ? Affines.and(condition.conjuncts().stream()
                        .map(c -> c.variables().contains(along.variable()) ? c : edges.atEdges(c))
                        .filter(c -> !c.equals(Condition.TRUE))
                        .toList())
                : ofPlanes(condition, interior);
    }

    /** What is left to check of a condition that holds in boxes inside. */
    Condition ofPlanes(Condition condition, boolean interior) {
        return !interior
                ? condition
                : Affines.and(condition.conjuncts().stream()
                        .filter(c -> c.variables().contains(along.variable()))
                        .toList());
    }

    /** Whether the launch runs an iteration of the time loop. */
    Condition runs(int iteration) {
        TimeTile.Time time = planned.time();
        return new Condition.Compare(
                Affines.simplify(time.first().plus(iteration)), Condition.Relation.LE, time.last());
    }

    /** Where an array has elements, at the points of the plane that lags so far behind. */
    Condition inBounds(String array, int lag) {
        List<Condition> conditions = new ArrayList<>();
        List<ArrayDeclaration.Bounds> bounds = nest.array(array).bounds();
        List<Affine> indices = versions.indices(lag);
        for (int d = 0; d < bounds.size(); d++) {
            conditions.add(new Condition.Compare(
                    indices.get(d), Condition.Relation.GE, bounds.get(d).lower()));
            conditions.add(new Condition.Compare(
                    indices.get(d), Condition.Relation.LE, bounds.get(d).upper()));
        }
        return Affines.and(conditions);
    }
}
