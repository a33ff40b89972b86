package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.sum;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Affine;

/**
 * Where elements stand in the padded layout of their array, counted from its base. Indices and extents have 32 bits; offsets are
 * computed in 64 bits, those of {@link ArrayLayout#narrow} arrays in 32.
 *
 * @param pitches by array, elements from row to row, for those of more than one dimension that are not narrow
 */
public record ElementOffsets(AffineExpressions affine, Map<String, Variable> pitches) {
    public ElementOffsets {
        pitches = Map.copyOf(pitches);
    }

    /** Offset of an element. */
    public Expression of(ArrayLayout array, List<Affine> indices) {
        return of(array, indices, 0);
    }

    /**
     * The same; that of the last {@code width} elements of the padded row where it has fewer from there on.
     *
     * @param width 0 for no matter what the row has
     */
    public Expression of(ArrayLayout array, List<Affine> indices, int width) {
        if (indices.isEmpty()) {
            return integer(0);
        }
        Expression column =
                affine.of(indices.getLast().minus(array.bounds().getLast().lower()));
        if (width > 0) {
            Expression end = indices.size() == 1 || array.window() > 0
                    ? affine.of(array.pitch().plus(-width))
                    : Expressions.add(pitch(array), -width);
            column = Expressions.call(Intrinsic.MIN, ScalarType.I32, column, end);
        }
        if (indices.size() == 1) {
            return column;
        }
        if (array.narrow()) {
            Affine row = indices.getFirst().minus(array.bounds().getFirst().lower());
            return sum(binary(Infix.MUL, affine.of(row), affine.of(array.pitch())), column);
        }
        // From the first factor on in 64 bits: the product of two extents may exceed 2^31.
        Expression row = integer(0);
        for (int d = 0; d < indices.size() - 1; d++) {
            Expression offset =
                    affine.of(indices.get(d).minus(array.bounds().get(d).lower()));
            row = d == 0
                    ? Expressions.convert(ScalarType.I64, offset)
                    : sum(binary(Infix.MUL, row, affine.of(array.bounds().get(d).extent())), offset);
        }
        return sum(binary(Infix.MUL, row, pitch(array)), column);
    }

    private Expression pitch(ArrayLayout array) {
        return Objects.requireNonNull(pitches.get(array.name()), array.name()).read();
    }
}
