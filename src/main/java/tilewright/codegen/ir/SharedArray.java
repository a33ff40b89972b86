package tilewright.codegen.ir;

import java.util.List;
import tilewright.model.DataType;

/** An array in a block's shared memory. */
public sealed interface SharedArray permits SharedBuffer, Slice, Face {
    /** Identifier, unique in the piece. */
    String name();

    /** What it holds, in the nest's notation. */
    String content();

    DataType type();

    /** Axes that its elements depend on, ascending; the last one is contiguous. */
    List<Integer> axes();

    /** Extents in memory, padding included, outermost first. */
    List<Integer> shape();

    default int bytes() {
        return shape().stream().reduce(type().bytes(), Math::multiplyExact);
    }
}
