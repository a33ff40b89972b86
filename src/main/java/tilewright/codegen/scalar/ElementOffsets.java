package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.sum;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.Coalescing;
import tilewright.codegen.ir.ScatteredArray;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.schedule.CoalescedLoops.Axis;

/**
 * Where elements stand in the padded layout of their array, counted from its base. Indices and extents have 32 bits; offsets are
 * computed in 64 bits, those of {@link ArrayLayout#narrow} arrays in 32.
 *
 * @param pitches by array, elements from row to row, for those of more than one dimension that are not narrow
 * @param coalescing which arrays are seen otherwise than they lie in memory
 * @param memories by name, where tables of these are
 */
public record ElementOffsets(
        AffineExpressions affine,
        Map<String, Variable> pitches,
        Coalescing coalescing,
        Map<String, Memory.Global> memories) {
    public ElementOffsets {
        pitches = Map.copyOf(pitches);
        memories = Map.copyOf(memories);
    }

    /** Of arrays that are seen as they lie in memory. */
    public ElementOffsets(AffineExpressions affine, Map<String, Variable> pitches) {
        this(affine, pitches, Coalescing.NONE, Map.of());
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
        Optional<ScatteredArray> scattered = coalescing.array(array.name());
        if (scattered.isPresent()) {
            return of(scattered.get(), indices, width);
        }
        Expression column = affine.of(array.column(indices));
        if (width > 0) {
            Expression end = !array.hasRows() || array.window() > 0
                    ? affine.of(array.pitch().plus(-width))
                    : Expressions.add(pitch(array), -width);
            column = Expressions.call(Intrinsic.MIN, ScalarType.I32, column, end);
        }
        if (!array.hasRows()) {
            return column;
        }
        if (array.narrow()) {
            Affine row = indices.getFirst().minus(array.bounds().getFirst().lower());
            return sum(binary(Infix.MUL, affine.of(row), affine.of(array.pitch())), column);
        }
        // From the first factor on in 64 bits: the product of two extents may exceed 2^31.
        Expression row = integer(0);
        for (int d = 0; d < array.outer().size(); d++) {
            Expression offset =
                    affine.of(indices.get(d).minus(array.bounds().get(d).lower()));
            row = d == 0
                    ? Expressions.convert(ScalarType.I64, offset)
                    : sum(binary(Infix.MUL, row, affine.of(array.bounds().get(d).extent())), offset);
        }
        return sum(binary(Infix.MUL, row, pitch(array)), column);
    }

    /** A term for each dimension of the view. */
    private Expression of(ScatteredArray array, List<Affine> indices, int width) {
        List<Axis> axes = array.view().axes();
        Expression offset = integer(0);
        for (int d = 0; d < axes.size(); d++) {
            Axis axis = axes.get(d);
            Expression index = affine.of(indices.get(d));
            if (width > 0 && d == axes.size() - 1) {
                Affine first = axis.bounds().lower();
                // Rows of the array, padding included, where the dimension is one of its rows.
                Affine end = !axis.isSeveral() && array.isAligned().equals(Condition.TRUE)
                        ? first.plus(array.layout().pitch())
                        : axis.bounds().upper().plus(1);
                Affine last = end.plus(-width);
                index = Expressions.call(Intrinsic.MIN, ScalarType.I32, index, affine.of(last));
            }
            offset = sum(
                    offset,
                    axis.isSeveral()
                            ? new Expression.Read(
                                    new Place.Global(memory(array.tables().get(d)), index))
                            : term(array, axis, Map.of(axis.variable(), index)));
        }
        return array.ownTables().isEmpty() ? sum(offset, fixed(array)) : offset;
    }

    private Memory.Global memory(String table) {
        return Objects.requireNonNull(memories.get(table), table);
    }

    /**
     * What an axis adds to the offset of an element.
     *
     * @param loops values of its loops
     */
    public Expression term(ScatteredArray array, Axis axis, Map<String, Expression> loops) {
        AffineExpressions inside = affine.with(loops);
        Expression sum = integer(0);
        for (int d = 0; d < array.layout().dimensions(); d++) {
            Affine part = array.view().part(d, axis);
            if (!part.equals(Affine.constant(0))) {
                sum = sum(sum, scaled(array, d, inside.of(part)));
            }
        }
        return sum;
    }

    /** What is the same for all elements. */
    public Expression fixed(ScatteredArray array) {
        Expression sum = integer(0);
        for (int d = 0; d < array.layout().dimensions(); d++) {
            Affine fixed = LinearForm.of(array.view()
                            .fixed(d)
                            .minus(array.layout().bounds().get(d).lower()))
                    .toAffine();
            if (!fixed.equals(Affine.constant(0))) {
                sum = sum(sum, scaled(array, d, affine.of(fixed)));
            }
        }
        return sum;
    }

    /** So many steps along a dimension, in elements. */
    private Expression scaled(ScatteredArray array, int dimension, Expression steps) {
        ArrayLayout layout = array.layout();
        Expression offset = Expressions.convert(ScalarType.I64, steps);
        int rows = layout.outer().size();
        boolean inRow = dimension >= rows;
        for (int d = dimension + 1; d < (inRow ? layout.dimensions() : rows); d++) {
            offset = binary(Infix.MUL, offset, affine.of(layout.bounds().get(d).extent()));
        }
        return inRow ? offset : binary(Infix.MUL, offset, pitch(layout));
    }

    private Expression pitch(ArrayLayout array) {
        return Objects.requireNonNull(pitches.get(array.name()), array.name()).read();
    }
}
