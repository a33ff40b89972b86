package tilewright.parse.c.affine;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.IType;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.SourcePosition;
import tilewright.parse.c.unit.CLayout;

/**
 * An array or scalar that a scop uses.
 *
 * @param name in the model
 * @param extents numbers of elements; null where the declaration leaves one open, as that of a pointer does
 * @param truth whether it is of C's {@code _Bool}: what is stored in it becomes 0 or 1
 * @param parts the structure or complex type of which it is an array: the last dimension are its numbers, see {@link CLayout}; null
 *     where an element is one number
 * @param flat whether the source has one subscript for all of its dimensions, see {@link FlatSubscript}
 */
public record CArray(
        String name,
        DataType type,
        List<@Nullable Affine> extents,
        boolean truth,
        @Nullable IType parts,
        boolean flat,
        SourcePosition position) {
    public int dimensions() {
        return extents.size();
    }
}
