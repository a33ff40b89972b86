package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Partials;
import tilewright.codegen.ir.SharedArray;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Window;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.tiling.PlannedTraffic;

/** Places in C: one thread runs a block, so that registers are arrays over points and one copy of a buffer does. */
final class CScope extends PieceScope {
    private final Map<String, String> memory = new HashMap<>();
    private final Map<String, String> fragments = new HashMap<>();
    private final Extremes extremes;
    private boolean staging;
    private PlannedTraffic.Kind kind = PlannedTraffic.Kind.DIRECT_LOAD;

    /** @param counters null for a program that does not count */
    CScope(
            KernelProgram program,
            BlockProgram piece,
            CNames names,
            Map<String, String> pitches,
            Extremes extremes,
            @Nullable CCounters counters) {
        super(program, piece, names, pitches);
        if (counters != null) {
            expressions().subscripts((array, offset) -> counters.counted(array, kind, offset));
        }
        this.extremes = extremes;
        piece.buffers().forEach(b -> memory.put(b.name(), names.fresh(b.name() + "_staged")));
        piece.slices().forEach(s -> memory.put(s.name(), names.fresh(s.name() + "_slice")));
    }

    /** Helper functions for the lesser or greater of two values, those that are called. */
    static final class Extremes {
        private final Set<DataType> lesser = EnumSet.noneOf(DataType.class);
        private final Set<DataType> greater = EnumSet.noneOf(DataType.class);

        String call(boolean minimum, DataType type) {
            DataType known = type == DataType.LOGICAL ? DataType.INTEGER : type;
            (minimum ? lesser : greater).add(known);
            return name(minimum, known);
        }

        private static String name(boolean minimum, DataType type) {
            String word = minimum ? "minimum" : "maximum";
            return type == DataType.INTEGER ? word : word + "_" + type.cName();
        }

        List<CView.Extreme> used() {
            List<CView.Extreme> used = new ArrayList<>();
            lesser.forEach(t -> used.add(new CView.Extreme(name(true, t), t.cName(), "<")));
            greater.forEach(t -> used.add(new CView.Extreme(name(false, t), t.cName(), ">")));
            return used;
        }
    }

    /** The text of accesses to global memory, which are of that kind. */
    String accessing(PlannedTraffic.Kind accesses, Supplier<String> text) {
        PlannedTraffic.Kind before = kind;
        kind = accesses;
        String result = text.get();
        kind = before;
        return result;
    }

    /** From here on, global places are printed in offsets: loop variables are not declared in staging. */
    void staging(boolean on) {
        staging = on;
    }

    /** The text that stands for a fragment from here on. */
    void define(Fragment fragment, String text) {
        fragments.put(fragment.name(), text);
    }

    String tile(Tile tile) {
        return neighbour(tile, Collections.nCopies(tile.axes().size(), 0));
    }

    /** The element of the point at an offset from the current one. */
    private String neighbour(Tile tile, List<Integer> offset) {
        List<String> places = new ArrayList<>();
        for (int p = 0; p < tile.axes().size(); p++) {
            places.add(PieceScope.shifted(in(tile.axes().get(p)), tile.ring(p).low() + offset.get(p)));
        }
        return subscripted(names().of(tile.name()), places);
    }

    /** The element of a tile at points given by texts, one per axis of the tile. */
    String tile(Tile tile, List<String> places) {
        return subscripted(names().of(tile.name()), places);
    }

    String slice(Slice slice) {
        return element(memory(slice), slice.axes());
    }

    String buffer(SharedBuffer buffer) {
        return element(memory(buffer) + "[" + iteration() + "]", buffer.axes());
    }

    private String memory(SharedArray array) {
        return memory.getOrDefault(array.name(), array.name());
    }

    private String element(String name, List<Integer> axes) {
        return subscripted(name, axes.stream().map(this::in).toList());
    }

    private static String subscripted(String name, List<String> places) {
        StringBuilder text = new StringBuilder(name);
        places.forEach(p -> text.append('[').append(p).append(']'));
        return places.isEmpty() && !name.endsWith("]") ? text + "[0]" : text.toString();
    }

    /** The declaration of what a buffer or slice is here: without padding and without copies. */
    String declaration(SharedArray array) {
        List<Integer> extents = new ArrayList<>();
        switch (array) {
            case SharedBuffer b -> {
                extents.add(b.chunk());
                extents.addAll(b.extents());
            }
            case Slice s -> extents.addAll(s.extents());
            case Partials p -> throw new IllegalArgumentException("no memory for " + p.content());
            case Window w -> throw new IllegalArgumentException("no memory for window " + w.name());
            case Face f -> throw new IllegalArgumentException("no memory for face " + f.name());
        }
        return declaration(array.type(), memory(array), extents);
    }

    /** The declaration of a tile: one element per point, and of a ring one per neighbour that the block does not have. */
    String declaration(Tile tile) {
        List<Integer> extents = new ArrayList<>();
        for (int p = 0; p < tile.axes().size(); p++) {
            extents.add(axis(tile.axes().get(p)).axis().extent()
                    + tile.ring(p).low()
                    + tile.ring(p).high());
        }
        String text = declaration(tile.type(), names().of(tile.name()), extents);
        return tile.rings().isEmpty() ? text : text + " = {0}";
    }

    String declaration(DataType type, String name, List<Integer> extents) {
        List<String> places = extents.stream().map(String::valueOf).toList();
        return "_Alignas(64) " + type.cName() + " " + subscripted(name, places.isEmpty() ? List.of("1") : places);
    }

    String global(String array, List<Affine> indices) {
        return global(array, indices, staging ? offsets() : Map.of());
    }

    @Override
    String condition(Condition condition) {
        return expressions().of(staging ? condition.substitute(offsets()) : condition);
    }

    @Override
    String index(Affine index) {
        return expressions().of(staging ? index.substitute(offsets()) : index);
    }

    @Override
    String place(Value leaf) {
        return switch (leaf) {
            case Value.TileElement t -> tile(t.tile());
            case Value.NeighbourElement n -> neighbour(n.tile(), n.offset());
            case Value.FragmentElement f ->
                fragments.getOrDefault(f.fragment().name(), f.fragment().name());
            case Value.BufferElement b -> buffer(b.buffer());
            case Value.StagedElement s ->
                subscripted(
                        memory(s.buffer()) + "[" + iteration(s.later()) + "]",
                        s.offsets().stream().map(this::offset).toList());
            case Value.SliceElement s ->
                subscripted(
                        memory(s.slice()),
                        s.offsets().stream().map(this::offset).toList());
            case Value.GlobalElement g -> global(g.array(), g.indices());
            default -> throw new IllegalArgumentException("no place: " + leaf);
        };
    }

    @Override
    String extreme(boolean minimum, DataType type) {
        return extremes.call(minimum, type);
    }
}
