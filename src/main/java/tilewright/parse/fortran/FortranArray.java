package tilewright.parse.fortran;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.SourcePosition;

/**
 * An array or scalar that a scop uses.
 *
 * @param name in the model
 * @param dimensions in the order of the text: the first one is contiguous
 */
record FortranArray(String name, DataType type, List<Dimension> dimensions, SourcePosition position) {
    /** Inclusive bounds of a dimension; null where the declaration leaves one open. */
    record Dimension(@Nullable Affine lower, @Nullable Affine upper) {}

    FortranArray {
        dimensions = List.copyOf(dimensions);
    }

    int rank() {
        return dimensions.size();
    }
}
