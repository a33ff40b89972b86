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
 */
public record Tile(String name, String array, DataType type, List<Integer> axes, List<Affine> indices) {
    public Tile {
        axes = List.copyOf(axes);
        indices = List.copyOf(indices);
    }
}
