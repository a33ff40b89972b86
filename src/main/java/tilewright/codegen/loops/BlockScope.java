package tilewright.codegen.loops;

import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedArray;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.PieceNames;
import tilewright.codegen.scalar.Position;
import tilewright.codegen.scalar.ValueExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Place;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.property.PlannedTraffic;

/**
 * Where values are at one place of a block's body: which loops are around it, which fragments it knows, and of which kind its
 * accesses to global memory are.
 */
final class BlockScope extends ValueExpressions {
    private final GlobalArrays arrays;
    private final BlockMemory memory;
    private final Position position;
    private final boolean staging;
    private final PlannedTraffic.Kind kind;
    /** By name, what stands for a fragment from where it was defined on. */
    private final Map<String, Expression> fragments;

    private BlockScope(
            GlobalArrays arrays,
            BlockMemory memory,
            Position position,
            boolean staging,
            PlannedTraffic.Kind kind,
            Map<String, Expression> fragments) {
        this.arrays = arrays;
        this.memory = memory;
        this.position = position;
        this.staging = staging;
        this.kind = kind;
        this.fragments = fragments;
    }

    /** Outside of all loops. */
    static BlockScope start(PieceNames piece, GlobalArrays arrays, BlockMemory memory) {
        return new BlockScope(
                arrays, memory, Position.start(piece), false, PlannedTraffic.Kind.DIRECT_LOAD, new HashMap<>());
    }

    private BlockScope at(Position inner) {
        return new BlockScope(arrays, memory, inner, staging, kind, fragments);
    }

    /** In a loop of that range. */
    BlockScope inside(Sequence sequence, Operation.Range range) {
        return at(position.inside(sequence, range));
    }

    /** In a loop over rounds. */
    BlockScope inside(Operation.Rounds rounds) {
        return at(position.inside(rounds, null));
    }

    /** The same where accesses to global memory are of another kind. */
    BlockScope accessing(PlannedTraffic.Kind accesses) {
        return new BlockScope(arrays, memory, position, staging, accesses, fragments);
    }

    /** In staging of a sequence's values, where variables of the nest are not declared: all is computed from offsets. */
    BlockScope staging(Sequence sequence) {
        Position chunk = position.inside(sequence, Operation.Range.CHUNK);
        return new BlockScope(arrays, memory, chunk, true, PlannedTraffic.Kind.STAGED_LOAD, fragments);
    }

    PieceNames piece() {
        return position.names();
    }

    CNames names() {
        return piece().names();
    }

    /** From here on, the expression stands for the fragment. */
    void define(Fragment fragment, Expression value) {
        fragments.put(fragment.name(), value);
    }

    Expression guard(Condition condition) {
        return position.guard(condition);
    }

    /** A number in offsets, see {@link Position#offset}. */
    Expression offset(Affine affine) {
        return position.offset(affine);
    }

    /** What variables of the nest stand for. */
    Map<String, Affine> offsets() {
        return position.offsets();
    }

    /** The current point's offset along an axis. */
    Expression in(int axis) {
        return position.in(axis);
    }

    private List<Expression> in(List<Integer> axes) {
        return axes.stream().map(this::in).toList();
    }

    private List<Expression> offsets(List<Affine> places) {
        return places.stream().map(this::offset).toList();
    }

    /** The current point's element. */
    Place tile(Tile tile) {
        return neighbour(tile, Collections.nCopies(tile.axes().size(), 0));
    }

    /** The element of the point at an offset from the current one. */
    private Place neighbour(Tile tile, List<Integer> offset) {
        Expression[] places = new Expression[offset.size()];
        for (int p = 0; p < places.length; p++) {
            int by = tile.ring(p).low() + offset.get(p);
            places[p] = sum(in(tile.axes().get(p)), integer(by));
        }
        return tile(tile, List.of(places));
    }

    /** The element of a tile at given points, one number per axis of the tile. */
    Place tile(Tile tile, List<Expression> points) {
        return memory.element(tile, points);
    }

    /** The current point's element. */
    Place slice(Slice slice) {
        return memory.element(slice, in(slice.axes()));
    }

    /** The current point's and iteration's element. */
    Place buffer(SharedBuffer buffer) {
        return staged(buffer, 0, in(buffer.axes()));
    }

    private Place staged(SharedArray buffer, int later, List<Expression> points) {
        List<Expression> places = new ArrayList<>(List.of(position.iteration(later)));
        places.addAll(points);
        return memory.element(buffer, places);
    }

    /** An element of global memory. */
    Place global(String array, List<Affine> indices) {
        return arrays.element(array, replaced(indices), kind);
    }

    /** The same of the copy of an array that the launch writes. */
    Place otherGlobal(String array, List<Affine> indices) {
        return arrays.otherElement(array, replaced(indices), kind);
    }

    private List<Affine> replaced(List<Affine> indices) {
        return staging ? indices.stream().map(i -> i.substitute(offsets())).toList() : indices;
    }

    @Override
    protected Expression condition(Condition condition) {
        return piece().affine().of(staging ? condition.substitute(offsets()) : condition);
    }

    @Override
    protected Expression index(Affine index) {
        return piece().affine().of(staging ? index.substitute(offsets()) : index);
    }

    @Override
    protected Expression place(Value leaf) {
        return switch (leaf) {
            case Value.TileElement t -> new Expression.Read(tile(t.tile()));
            case Value.NeighbourElement n -> new Expression.Read(neighbour(n.tile(), n.offset()));
            case Value.FragmentElement f -> fragment(f.fragment());
            case Value.BufferElement b -> new Expression.Read(buffer(b.buffer()));
            case Value.StagedElement s -> new Expression.Read(staged(s.buffer(), s.later(), offsets(s.offsets())));
            case Value.SliceElement s -> new Expression.Read(memory.element(s.slice(), offsets(s.offsets())));
            case Value.GlobalElement g -> new Expression.Read(global(g.array(), g.indices()));
            case Value.Literal _, Value.Index _, Value.Operation _ ->
                throw new IllegalArgumentException("no place: " + leaf);
        };
    }

    private Expression fragment(Fragment fragment) {
        Expression value = fragments.get(fragment.name());
        if (value == null) {
            throw new IllegalArgumentException("fragment " + fragment.name() + " is not defined");
        }
        return value;
    }
}
