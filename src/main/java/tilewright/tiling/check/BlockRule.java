package tilewright.tiling.check;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tilewright.dependence.Dependence;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.PlanPlaces;
import tilewright.tiling.plan.Strategy;

/**
 * What keeps a dependence between two statements of one block, given where the generated code finds and puts values:
 * a register tile is loaded when the block starts and stored when it ends, without a barrier; a staged value is copied
 * from memory before the iterations of its chunk, behind a barrier; an exchanged one is published by its owner before
 * the statement that reads it, behind a barrier; memory itself is read and written by the thread of the point.
 *
 * @param possible whether any order keeps it
 * @param samePoint whether source and sink must be the same point, as no barrier is between them
 * @param together whether both may be one execution of one statement: it reads everything before it writes
 * @param ordered whether the order inside the block matters at all
 * @param memory whether both find the value in memory, where a barrier makes it visible to all points of the block
 */
public record BlockRule(boolean possible, boolean samePoint, boolean together, boolean ordered, boolean memory) {
    private static final BlockRule NEVER = new BlockRule(false, false, false, false);
    private static final BlockRule ALWAYS = new BlockRule(true, false, true, false);
    private static final BlockRule SAME_POINT_ANY_ORDER = new BlockRule(true, true, true, false);
    private static final BlockRule OWN_THREAD = new BlockRule(true, true, false, true);
    private static final BlockRule OWN_THREAD_OR_TOGETHER = new BlockRule(true, true, true, true);
    private static final BlockRule PUBLISHED = new BlockRule(true, false, false, true);
    /** An earlier iteration, or an earlier statement of the same one. */
    static final BlockRule IN_ORDER = PUBLISHED;

    private static final BlockRule PUBLISHED_BEFORE = new BlockRule(true, false, true, true);

    private BlockRule(boolean possible, boolean samePoint, boolean together, boolean ordered) {
        this(possible, samePoint, together, ordered, false);
    }

    private BlockRule inMemory() {
        return new BlockRule(possible, samePoint, together, ordered, true);
    }

    public static BlockRule of(Dependence.Kind kind, Piece.PlannedAccess source, Piece.PlannedAccess sink) {
        return switch (kind) {
            case FLOW -> flow(source, sink);
            case ANTI -> anti(source, sink);
            case OUTPUT -> output(source, sink);
        };
    }

    private static BlockRule flow(Piece.PlannedAccess write, Piece.PlannedAccess read) {
        return switch (read.strategy()) {
            case OWN -> sameTile(write, read) ? OWN_THREAD : NEVER;
            case EXCHANGED -> sameTile(write, read) ? PUBLISHED : NEVER;
            case STAGED -> NEVER;
            case DIRECT -> write.strategy() == Strategy.DIRECT ? OWN_THREAD.inMemory() : NEVER;
        };
    }

    private static BlockRule anti(Piece.PlannedAccess read, Piece.PlannedAccess write) {
        boolean inTile = write.strategy() == Strategy.OWN;
        return switch (read.strategy()) {
            case OWN -> sameTile(read, write) ? OWN_THREAD_OR_TOGETHER : inTile ? SAME_POINT_ANY_ORDER : NEVER;
            case EXCHANGED -> sameTile(read, write) ? PUBLISHED_BEFORE : NEVER;
            case STAGED -> inTile ? ALWAYS : PUBLISHED_BEFORE;
            case DIRECT -> inTile ? SAME_POINT_ANY_ORDER : OWN_THREAD_OR_TOGETHER.inMemory();
        };
    }

    private static BlockRule output(Piece.PlannedAccess first, Piece.PlannedAccess second) {
        boolean bothDirect = first.strategy() == Strategy.DIRECT && second.strategy() == Strategy.DIRECT;
        return bothDirect ? OWN_THREAD.inMemory() : sameTile(first, second) ? OWN_THREAD : NEVER;
    }

    private static boolean sameTile(Piece.PlannedAccess left, Piece.PlannedAccess right) {
        return left.tile() != null && Objects.equals(left.tile(), right.tile());
    }

    /**
     * Pairs of places of one block that break the rule.
     *
     * @param pairs source places to sink places, all of the same launch, piece and block
     */
    Optional<Map> violated(Map pairs, PlanPlaces.Place source, PlanPlaces.Place sink) {
        if (!possible) {
            return Optional.of(pairs);
        }
        if (memory && source.piece().barriers() && source.phase() == sink.phase()) {
            int first = source.firstSequential();
            Map backwards = pairs.orderGt(Dim.IN, first, Dim.OUT, first);
            return backwards.isEmpty()
                    ? withoutBarrier(pairs.equate(Dim.IN, first, Dim.OUT, first), source, sink)
                    : Optional.of(backwards);
        }
        return withoutBarrier(pairs, source, sink);
    }

    /** Pairs of different points; what runs once finds and leaves the first lane's value of a tile of partial results for all lanes. */
    private static Optional<Map> inOneThread(Map pairs, PlanPlaces.Place source, PlanPlaces.Place sink) {
        List<Piece.PointDimension> points = source.piece().points();
        boolean forAllLanes = source.runsOnce() && sink.isPartial() || source.isPartial() && sink.runsOnce();
        for (int p = 0; p < points.size(); p++) {
            if (!forAllLanes || !points.get(p).lanes()) {
                int dimension = source.firstPoint() + p;
                Optional<Map> apart = PlannedOrder.differing(pairs, dimension, dimension + 1);
                if (apart.isPresent()) {
                    return apart;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Map> withoutBarrier(Map pairs, PlanPlaces.Place source, PlanPlaces.Place sink) {
        Map tied = pairs;
        if (ordered) {
            int loops = source.phase() == sink.phase() ? source.firstPoint() : source.firstSequential();
            for (int q = source.firstSequential(); q < loops; q++) {
                Map backwards = tied.orderGt(Dim.IN, q, Dim.OUT, q);
                if (!backwards.isEmpty()) {
                    return Optional.of(backwards);
                }
                tied = tied.equate(Dim.IN, q, Dim.OUT, q);
            }
            boolean inOrder = source.number() < sink.number() || (together && source.number() == sink.number());
            if (!inOrder && !tied.isEmpty()) {
                return Optional.of(tied);
            }
        }
        if (samePoint) {
            return inOneThread(pairs, source, sink);
        }
        return Optional.empty();
    }
}
