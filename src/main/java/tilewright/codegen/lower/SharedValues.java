package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.property.PieceConditions;

/**
 * The shared memory of a piece: buffers of staged values and slices of exchanged ones, found while statements are
 * lowered. Equal staged values share a buffer; a slice belongs to one statement, because values change between
 * statements, unless all read what values are at the start of the iteration.
 */
final class SharedValues {
    /** Rounds that use memory of their own, in turn: one barrier in each then keeps writers from readers. */
    private static final int ROUNDS = 2;

    private record SliceKey(String statement, Tile tile, List<Affine> indices) {}

    private record Exchanged(Operation.Publish publish, Value.SliceElement element) {}

    private final PieceContext context;
    private final StagingPlanner staging;
    private final int sliceCopies;
    private final boolean atStart;
    private final Names names;
    private final Map<Value, SharedBuffer> staged = new LinkedHashMap<>();
    private final Map<SliceKey, Exchanged> exchanged = new LinkedHashMap<>();
    private final List<Slice> joint = new ArrayList<>();

    /**
     * @param sliceCopies 2 where a single barrier per iteration separates writers from readers
     * @param atStart whether all statements read what values are when the iteration starts
     */
    SharedValues(PieceContext context, StagingPlanner staging, int sliceCopies, boolean atStart) {
        this.context = context;
        this.staging = staging;
        this.sliceCopies = sliceCopies;
        this.atStart = atStart;
        this.names = new Names(List.of());
    }

    List<SharedBuffer> buffers() {
        return List.copyOf(staged.values());
    }

    List<Slice> slices() {
        return Stream.concat(exchanged.values().stream().map(e -> e.publish().slice()), joint.stream())
                .toList();
    }

    /** What fills a slice. */
    Operation.Publish publish(Slice slice) {
        return exchanged.values().stream()
                .map(Exchanged::publish)
                .filter(p -> p.slice().equals(slice))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Memory for values of a tile that are handed out for several iterations at once, behind one barrier; that of a single one is used again
     * for the first of them where it has room for two rounds.
     *
     * @param values what the readers' copies hold
     * @param iterations for each axis of the tile which iteration's value the owner's coordinate is, or -1
     */
    Slice joint(Tile tile, Tile values, List<Integer> iterations) {
        boolean first = iterations.stream().allMatch(i -> i <= 0);
        for (Exchanged single : exchanged.values()) {
            Slice slice = single.publish().slice();
            if (first
                    && slice.copies() == ROUNDS
                    && single.publish().tile().equals(tile)
                    && slice.axes().equals(values.axes())) {
                return slice;
            }
        }
        String content = tile.array()
                + "("
                + String.join(
                        ",", values.indices().stream().map(Affine::toString).toList())
                + ")";
        String name = names.fresh(Names.ofElement(tile.array(), values.indices()));
        Slice slice =
                new Slice(name, content, tile.type(), values.axes(), context.extents(values.axes()), ROUNDS, false);
        joint.add(slice);
        return slice;
    }

    /** What all statements publish, in order of first use. */
    List<Operation.Publish> published() {
        return exchanged.values().stream().map(Exchanged::publish).toList();
    }

    /** What one statement publishes, in order of first use; nothing where all is handed out at the start. */
    List<Operation.Publish> published(Piece.PlannedStatement statement) {
        return exchanged.entrySet().stream()
                .filter(e -> e.getKey().statement().equals(statement.statement().id()))
                .map(e -> e.getValue().publish())
                .toList();
    }

    /** The staged copy of a value over global memory. */
    Value buffer(Value value, List<Integer> axes, String name, String content) {
        SharedBuffer buffer = staged.get(value);
        if (buffer == null) {
            buffer = staging.buffer(names.fresh(name), content, value, axes);
            staged.put(value, buffer);
        }
        return new Value.BufferElement(buffer);
    }

    /** Whether the next chunk may be staged while the current one is used. */
    boolean copiesAhead() {
        return staging.copies() > 1;
    }

    /** Whether the next chunk is staged while the current one is used. */
    boolean isDouble() {
        return staged.values().stream().anyMatch(b -> b.copies() > 1);
    }

    /**
     * The copies of one chunk of a sequence.
     *
     * @param part whether the chunk may be incomplete: then elements are checked one by one
     * @param beyond whether chunks may have iterations in which no point takes part
     */
    List<Operation.Stage> stages(Sequence sequence, Guarding guarding, boolean part, boolean beyond) {
        List<Operation.Stage> stages = new ArrayList<>();
        staged.forEach((value, buffer) -> {
            if (part) {
                stages.add(staging.guarded(buffer, Guards.add(value, context), sequence));
            } else {
                UnaryOperator<Value> read = guarding.bounds()
                        ? v -> Guards.clamp(v, context, beyond)
                        : guarding.isPadded() ? v -> Guards.addAtEnd(v, context) : v -> v;
                stages.add(staging.stage(buffer, value, sequence, read));
            }
        });
        return stages;
    }

    /** Whether the arrays that staged values are made of have elements wherever they are staged: of an empty one nothing may be read, not even the nearest element. */
    boolean haveElements() {
        PieceConditions conditions = new PieceConditions(context.nest(), context.piece());
        List<Condition> known = context.ranges().known();
        boolean[] all = {true};
        staged.keySet()
                .forEach(value -> Values.visit(
                        value,
                        leaf -> all[0] &= !(leaf instanceof Value.GlobalElement g)
                                || conditions.hasElementsInside(g.array(), known)));
        return all[0];
    }

    /** The value that another point of the block publishes. */
    Value slice(Piece.PlannedStatement statement, Piece.PlannedAccess access, Tile tile) {
        return exchanged
                .computeIfAbsent(
                        new SliceKey(atStart ? "" : statement.statement().id(), tile, access.indices()),
                        k -> exchange(access, tile))
                .element();
    }

    /**
     * Solves {@code tile.indices(q) = access.indices(p)} for the point q that owns the element: each index of the
     * tile gives one coordinate of q. Where that depends on the reading point, it becomes a dimension of the slice;
     * else it says who publishes.
     */
    private Exchanged exchange(Piece.PlannedAccess access, Tile tile) {
        Map<Integer, Affine> owners = new HashMap<>();
        List<Integer> axes = new ArrayList<>();
        List<Affine> offsets = new ArrayList<>();
        for (int axis : tile.axes()) {
            Affine offset = ownerOffset(access, tile, axis);
            if (context.axesOf(List.of(offset)).isEmpty()) {
                owners.put(axis, offset);
            } else {
                axes.add(axis);
                offsets.add(inside(offset, axis));
            }
        }
        String name = names.fresh(Names.ofElement(access.access().array(), access.indices()));
        Slice slice = new Slice(
                name,
                access.access().toString(),
                tile.type(),
                axes,
                context.extents(axes),
                sliceCopies,
                context.isDoubled(axes));
        return new Exchanged(new Operation.Publish(slice, tile, owners), new Value.SliceElement(slice, offsets));
    }

    /** The same for every owner in the block; some owner for a point that reads nobody's element, because it lies outside the domain. */
    private Affine inside(Affine offset, int axis) {
        Affine last = Affine.constant(context.axes().get(axis).extent() - 1L);
        Affine from =
                context.ranges().isNonNegative(offset) ? offset : new Affine.Max(List.of(offset, Affine.constant(0)));
        return context.ranges().isNonNegative(last.minus(offset)) ? from : new Affine.Min(List.of(from, last));
    }

    /** The owner's coordinate along an axis, counted from the axis' base. */
    private Affine ownerOffset(Piece.PlannedAccess access, Tile tile, int axis) {
        Axis along = context.axes().get(axis);
        return context.owner(tile, access.indices(), axis)
                .map(owner -> Affines.difference(owner, along.base()))
                .orElseThrow(() -> new IllegalStateException("element " + access.access() + " at "
                        + access.access().position() + " does not say which point has it in the register tile "
                        + tile.array() + tile.indices()));
    }
}
