package tilewright.parse.c;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.SourcePosition;

/**
 * An array or scalar that a scop uses.
 *
 * @param name in the model
 * @param extents numbers of elements; null where the declaration leaves one open, as that of a pointer does
 * @param writable whether a value of its C type is kept as it is by {@code type}
 */
record CArray(String name, DataType type, List<@Nullable Affine> extents, boolean writable, SourcePosition position) {
    int dimensions() {
        return extents.size();
    }
}
