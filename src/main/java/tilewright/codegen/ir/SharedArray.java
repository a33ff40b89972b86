package tilewright.codegen.ir;

import java.util.List;
import tilewright.model.DataType;

/** An array in a block's shared memory. */
public sealed interface SharedArray permits SharedBuffer, Slice, Face, Landing, Partials, Window {
    /** Identifier, unique in the piece. */
    String name();

    /** What it holds, in the nest's notation. */
    String content();

    DataType type();

    /** Axes that its elements depend on, ascending; the last one is contiguous. */
    List<Integer> axes();

    /** Extents in memory, padding included, outermost first. */
    List<Integer> shape();

    /**
     * Whether every 16-bit value stands twice, in both halves of a word, so that one access gives a pair of equal values. A
     * printer may ignore it.
     */
    default boolean doubled() {
        return false;
    }

    /** What a value is kept as: a word where it stands twice. */
    default DataType elementType() {
        return doubled() ? DataType.INTEGER : type();
    }

    default int bytes() {
        return shape().stream().reduce(elementType().bytes(), Math::multiplyExact);
    }
}
