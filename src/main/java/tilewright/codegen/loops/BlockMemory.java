package tilewright.codegen.loops;

import static tilewright.kernel.Expressions.integer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Landing;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Partials;
import tilewright.codegen.ir.SharedArray;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Window;
import tilewright.codegen.scalar.AxisVariables;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.PieceNames;
import tilewright.codegen.scalar.ValueExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;

/**
 * The arrays of a block that one thread runs: registers are arrays over points, and one copy of a buffer, without padding, does.
 */
final class BlockMemory {
    /** Bytes up to which a block's arrays are variables of its function. Stacks of threads may have 2 MB, and less in loaded libraries. */
    private static final int MOST_ON_STACK = 256 << 10;

    private final Map<String, Memory.Shared> tiles = new LinkedHashMap<>();
    private final Map<String, Memory.Shared> shared = new LinkedHashMap<>();

    BlockMemory(BlockProgram piece, CNames names) {
        for (Tile tile : piece.tiles()) {
            if (piece.bodies().noneMatch(b -> Operations.fills(b, tile))) {
                continue;
            }
            List<Integer> extents = new ArrayList<>();
            for (int p = 0; p < tile.axes().size(); p++) {
                Axis axis = piece.axes().get(tile.axes().get(p));
                extents.add(extent(tile, p, axis));
            }
            String content = "elements of " + tile.array() + " that the block owns";
            tiles.put(tile.name(), array(names.of(tile.name()), ScalarType.of(tile.type()), extents, content));
        }
        piece.shared().forEach(s -> put(s, names));
    }

    /** Elements along an axis: its points and the room beside them. */
    private static int extent(Tile tile, int position, Axis axis) {
        Tile.Ring ring = tile.ring(position);
        return axis.extent() + ring.low() + ring.high();
    }

    private void put(SharedArray array, CNames names) {
        switch (array) {
            case SharedBuffer b -> {
                List<Integer> extents = new ArrayList<>(List.of(b.chunk()));
                extents.addAll(b.extents());
                put(b, names.fresh(b.name() + "_staged"), extents);
            }
            case Slice s -> put(s, names.fresh(s.name() + "_slice"), s.extents());
            // One thread runs a block: it has no neighbours to hand values to, and nothing arrives while it computes.
            case Face _, Landing _, Partials _, Window _ -> {}
        }
    }

    private void put(SharedArray array, String name, List<Integer> extents) {
        shared.put(array.name(), array(name, ScalarType.of(array.type()), extents, array.content()));
    }

    /** A single element is an array of one. */
    private static Memory.Shared array(String name, ScalarType type, List<Integer> extents, String content) {
        return new Memory.Shared(name, type, extents.isEmpty() ? List.of(1) : extents, content);
    }

    /** An element of a tile of the piece. */
    Place element(Tile tile, List<Expression> indices) {
        return element(Objects.requireNonNull(tiles.get(tile.name()), tile.name()), indices);
    }

    /** An element of a buffer or slice of the piece. */
    Place element(SharedArray array, List<Expression> indices) {
        return element(Objects.requireNonNull(shared.get(array.name()), array.name()), indices);
    }

    private static Place element(Memory.Shared array, List<Expression> indices) {
        return new Place.Shared(array, indices.isEmpty() ? List.of(integer(0)) : indices);
    }

    /** Sets tiles to zero that have room for neighbours which no load fills. */
    List<Statement> clear(PieceNames piece) {
        List<Statement> statements = new ArrayList<>();
        statements.add(new Statement.Comment("Neighbours that the block does not have count as zero."));
        for (Tile tile : piece.piece().tiles()) {
            if (!tile.rings().isEmpty()) {
                List<Loop> loops = new ArrayList<>();
                List<Expression> place = new ArrayList<>();
                for (int p = 0; p < tile.axes().size(); p++) {
                    AxisVariables axis = piece.axis(tile.axes().get(p));
                    int extent = extent(tile, p, axis.axis());
                    loops.add(new Loop(axis.in(), integer(0), integer(extent), null, List.of(), null));
                    place.add(axis.in().read());
                }
                Expression zero = ValueExpressions.zero(tile.type());
                statements.addAll(Loop.nest(loops, new Statement.Assign(element(tile, place), zero)));
            }
        }
        return statements.size() > 1 ? statements : List.of();
    }

    /**
     * The arrays of a function's block.
     *
     * @param structure name of the structure that holds them where they are too much for a stack
     * @param pointer name of the pointer to it
     */
    Function.@Nullable SharedMemory of(String structure, String pointer) {
        List<Memory.Shared> all =
                Stream.concat(tiles.values().stream(), shared.values().stream()).toList();
        if (all.isEmpty()) {
            return null;
        }
        long bytes = all.stream().mapToLong(Memory.Shared::bytes).sum();
        return new Function.SharedMemory(structure, bytes > MOST_ON_STACK ? pointer : "", all, false);
    }
}
