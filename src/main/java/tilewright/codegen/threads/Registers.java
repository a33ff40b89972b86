package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.scalar.PieceNames;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.DataType;

/**
 * The registers of a thread: of tiles and of fragments, at the current point.
 *
 * @param copies by fragment, what holds for those that exist for several iterations
 */
record Registers(PieceNames names, Map<String, Copies> copies) {
    /**
     * Registers of a fragment that exists for several iterations.
     *
     * @param which the one that is meant here, by the first subscript
     */
    record Copies(Expression which, int count) {}

    Registers {
        copies = Map.copyOf(copies);
    }

    /** Where every fragment exists once. */
    static Registers of(PieceNames names) {
        return new Registers(names, Map.of());
    }

    /** Where a fragment that exists once per iteration of a round means that iteration's. */
    Registers part(Fragment fragment, Expression number, int count) {
        Map<String, Copies> more = new HashMap<>(copies);
        more.put(fragment.name(), new Copies(number, count));
        return new Registers(names, more);
    }

    /** The registers of a fragment, or null where one register does. */
    Memory.@Nullable Register of(Fragment fragment) {
        Copies copy = copies.get(fragment.name());
        if (fragment.axes().isEmpty() && copy == null) {
            return null;
        }
        List<Integer> shape = new ArrayList<>();
        fragment.axes().forEach(d -> shape.add(names.axis(d).axis().perThread()));
        if (copy != null) {
            shape.addFirst(copy.count);
        }
        return array(fragment.name(), fragment.elementType(), shape);
    }

    /** The one register of a fragment. */
    Variable single(Fragment fragment) {
        return new Variable(names.names().declare(fragment.name()), ScalarType.of(fragment.elementType()));
    }

    /** The registers of a fragment's element: elements, or words where elements stand twice. */
    Place place(Fragment fragment) {
        Memory.Register registers = of(fragment);
        if (registers == null) {
            return single(fragment).place();
        }
        Copies copy = copies.get(fragment.name());
        List<Expression> indices = new ArrayList<>();
        fragment.axes().forEach(d -> indices.add(names.axis(d).index()));
        if (copy != null) {
            indices.addFirst(copy.which);
        }
        return new Place.Register(registers, indices);
    }

    /** A register array, aligned for wide accesses. */
    private Memory.Register array(String name, DataType type, List<Integer> shape) {
        return new Memory.Register(
                names.names().declare(name), ScalarType.of(type), shape, Function.SharedMemory.ALIGNMENT);
    }

    /** The registers of a tile, the ring around a thread's own points included. */
    Memory.Register of(Tile tile) {
        List<Integer> shape = new ArrayList<>();
        for (int p = 0; p < tile.axes().size(); p++) {
            int own = names.axis(tile.axes().get(p)).axis().perThread();
            shape.add(own + tile.ring(p).low() + tile.ring(p).high());
        }
        return array(tile.name(), tile.type(), shape);
    }

    /** The tile's element of the point at an offset from the current one: among the thread's own, or in its ring. */
    Place tile(Tile tile, List<Integer> offset) {
        List<Expression> indices = new ArrayList<>();
        for (int p = 0; p < tile.axes().size(); p++) {
            int shift = tile.ring(p).low() + offset.get(p);
            indices.add(sum(names.axis(tile.axes().get(p)).index(), integer(shift)));
        }
        return new Place.Register(of(tile), indices);
    }

    Place tile(Tile tile) {
        return tile(tile, Collections.nCopies(tile.axes().size(), 0));
    }
}
