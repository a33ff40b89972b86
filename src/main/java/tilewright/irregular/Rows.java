package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.subtract;

import java.util.List;
import tilewright.kernel.Expression;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * {@link SlicedRows} as a kernel sees them, or {@link PlainRows}.
 *
 * @param plain whether all rows stand one after another: nothing is in slices
 */
record Rows(Variable count, Variable words, Variable hubs, Memory.Global first, Memory.Global slices, boolean plain) {
    static Rows declare() {
        return new Rows(
                Variable.integer("rows"),
                Variable.integer("words"),
                Variable.integer("hubs"),
                new Memory.Global("first", ScalarType.I32, false),
                new Memory.Global("slices", ScalarType.I32, false),
                false);
    }

    /** Rows of the arcs that leave the same vertices, of a graph that has not every arc in both directions. */
    Rows leaving() {
        return new Rows(count, words, hubs, new Memory.Global("out_first", ScalarType.I32, false), slices, true);
    }

    /** {@code rows} rounded up to whole words of a bitmap is {@code 32 * words}. */
    List<Variable> sizes() {
        return List.of(count, words, hubs);
    }

    List<Memory.Global> memory() {
        return List.of(first, slices);
    }

    /** Where the arcs of a row outside the hubs begin, each {@value SlicedRows#WIDTH} places after the one before. */
    Expression sliced(Expression vertex) {
        Expression within = subtract(vertex, hubs.read());
        return add(load(slices, Grid.word(within), Place.Access.PLAIN), bitAnd(within, integer(SlicedRows.WIDTH - 1L)));
    }
}
