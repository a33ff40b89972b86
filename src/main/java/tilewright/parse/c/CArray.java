package tilewright.parse.c;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.ICompositeType;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.SourcePosition;

/**
 * An array or scalar that a scop uses.
 *
 * @param name in the model
 * @param extents numbers of elements; null where the declaration leaves one open, as that of a pointer does
 * @param truth whether it is of C's {@code _Bool}: what is stored in it becomes 0 or 1
 * @param structure of which it is an array: the last dimension are its numbers, see {@link CLayout}; null where it has none
 */
record CArray(
        String name,
        DataType type,
        List<@Nullable Affine> extents,
        boolean truth,
        @Nullable ICompositeType structure,
        SourcePosition position) {
    int dimensions() {
        return extents.size();
    }
}
