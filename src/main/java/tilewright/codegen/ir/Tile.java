package tilewright.codegen.ir;

import java.util.List;
import tilewright.model.Affine;
import tilewright.model.DataType;

/**
 * One array element per point, in registers while the block runs.
 *
 * @param name identifier, unique in the piece
 * @param axes positions of the axes that its elements depend on, ascending
 * @param indices the element of a point
 * @param rings for each of its axes, room around the points that one thread owns; empty where there is none
 */
public record Tile(
        String name, String array, DataType type, List<Integer> axes, List<Affine> indices, List<Ring> rings) {
    /**
     * Room for elements of neighbours beside a thread's own points along one axis.
     *
     * @param low elements before the first own point
     * @param high elements after the last
     */
    public record Ring(int low, int high) {}

    public Tile {
        axes = List.copyOf(axes);
        indices = List.copyOf(indices);
        rings = List.copyOf(rings);
        if (!rings.isEmpty() && rings.size() != axes.size()) {
            throw new IllegalArgumentException("tile " + name + ": " + rings.size() + " rings, " + axes + " axes");
        }
    }

    /** A tile of own points alone. */
    public Tile(String name, String array, DataType type, List<Integer> axes, List<Affine> indices) {
        this(name, array, type, axes, indices, List.of());
    }

    /** The room along the tile's axis number {@code position}. */
    public Ring ring(int position) {
        return rings.isEmpty() ? new Ring(0, 0) : rings.get(position);
    }
}
