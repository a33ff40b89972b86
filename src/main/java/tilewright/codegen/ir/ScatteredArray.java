package tilewright.codegen.ir;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Simt;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.tiling.schedule.CoalescedLoops.Axis;
import tilewright.tiling.schedule.CoalescedLoops.View;

/**
 * An array that kernels see as a {@link View}. Where an element stands is a sum with a term for each dimension of the view, as in the scatter vectors of a tensor seen
 * as a matrix (Matthews, High-Performance Tensor Contraction without Transposition, SIAM J. Sci. Comput. 40, 2018). A dimension of several loops has a table of its
 * terms in memory: digits of numbers take divisions, which are done once for each of its values.
 *
 * <p>Example: A(a,e,b,f) as A(a_b,e_f) stands at {@code A_at_a_b[a_b] + A_at_e_f[e_f]}, and for n iterations of each loop and rows of p elements {@code A_at_a_b[x]}
 * is {@code x / n * n * n * p + x % n * p}.
 *
 * @param layout of the array in memory
 * @param tables for each dimension of the view, the array that holds its terms; empty where it is one loop
 */
public record ScatteredArray(ArrayLayout layout, View view, List<String> tables) {
    public ScatteredArray {
        tables = List.copyOf(tables);
    }

    /**
     * A table.
     *
     * @param constant whether what no loop changes of the place is part of its terms
     */
    public record Table(ScatteredArray array, String name, Axis axis, boolean constant) {}

    /** When wide accesses along the last dimension of the view are aligned accesses to neighbours. */
    public Condition isAligned() {
        ArrayDeclaration.Bounds row = layout.bounds().getLast();
        int width = Simt.ACCESS_BYTES / layout.type().bytes();
        return GenerationLimits.rowAlignment(layout.bounds(), layout.type()) % width == 0
                ? view.isAligned(row.lower(), width)
                : Condition.FALSE;
    }

    /** Those of the view's dimensions. */
    public List<ArrayDeclaration.Bounds> bounds() {
        return view.axes().stream().map(Axis::bounds).toList();
    }

    /** The tables that it has; what is the same for all elements is part of the first one's terms. */
    public List<Table> ownTables() {
        List<Integer> several = IntStream.range(0, tables.size())
                .filter(d -> !tables.get(d).isEmpty())
                .boxed()
                .toList();
        return several.stream()
                .map(d -> new Table(this, tables.get(d), view.axes().get(d), d.equals(several.getFirst())))
                .toList();
    }
}
