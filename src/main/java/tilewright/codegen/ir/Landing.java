package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.DataType;

/**
 * Where elements of each thread's own points arrive in shared memory, without passing registers, while the thread does something else. Places are used in turn: what is started in one
 * iteration of a loop is taken in later ones. No other thread reads them.
 *
 * @param name identifier, unique in the piece
 * @param tile to which the elements are taken
 * @param extents points of a thread along each axis of the tile
 * @param threads of the block
 * @param vector elements per access along the last axis
 * @param turns the loop
 * @param places what is started stays for {@code places - 1} iterations
 */
public record Landing(
        String name, Tile tile, List<Integer> extents, int threads, int vector, Sequence turns, int places)
        implements SharedArray {
    public Landing {
        extents = List.copyOf(extents);
        if (extents.getLast() % vector != 0) {
            throw new IllegalArgumentException("landing " + name + ": vector " + vector + " of " + extents);
        }
    }

    /** Whether elements of a type may go to shared memory so, {@value Integer#BYTES} bytes or more at a time (PTX, cp.async). */
    public static boolean isPossible(DataType type, int vector) {
        return vector * type.bytes() >= Integer.BYTES;
    }

    @Override
    public String content() {
        return tile.array() + " on its way";
    }

    @Override
    public DataType type() {
        return tile.type();
    }

    @Override
    public List<Integer> axes() {
        return tile.axes();
    }

    /** Groups of {@code vector} neighbours; the same group of all threads stands together, without bank conflicts. */
    @Override
    public List<Integer> shape() {
        List<Integer> shape = new ArrayList<>(List.of(places));
        shape.addAll(extents.subList(0, extents.size() - 1));
        shape.add(extents.getLast() / vector);
        shape.add(threads);
        shape.add(vector);
        return shape;
    }
}
