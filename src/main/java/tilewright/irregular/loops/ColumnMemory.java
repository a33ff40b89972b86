package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;

import java.util.List;
import tilewright.kernel.Expression;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * Memory of {@link Columns}.
 *
 * @param order arcs in the order of the vertices that they leave
 * @param pieceRow whose arcs a piece has
 * @param pieceBegin where they begin in {@code order}
 * @param group values of the columns that are taken together
 * @param stamps the last step that changed a vertex, by part and vertex
 * @param control four flags of passes, then how often a group was passed at most, and whether one was given up
 * @param together times {@link Columns#WIDTH} columns are taken together
 */
record ColumnMemory(
        Memory.Global order,
        Memory.Global pieceRow,
        Memory.Global pieceBegin,
        Memory.Global group,
        Memory.Global stamps,
        Memory.Global control,
        Variable pieces,
        Variable together) {
    static ColumnMemory of(ScalarType type) {
        return new ColumnMemory(
                new Memory.Global("tw_order", ScalarType.I32, false),
                new Memory.Global("tw_piece_row", ScalarType.I32, false),
                new Memory.Global("tw_piece_begin", ScalarType.I32, false),
                new Memory.Global("tw_group", type, true),
                new Memory.Global("tw_stamps", ScalarType.I32, true),
                new Memory.Global("tw_control", ScalarType.I32, true),
                Variable.integer("tw_pieces"),
                Variable.integer("tw_together"));
    }

    List<Memory.Global> all() {
        return List.of(order, pieceRow, pieceBegin, group, stamps, control);
    }

    /** Whether a step changed something. */
    Place.Global flag(Expression step) {
        return element(control, bitAnd(step, integer(3)), Place.Access.RELAXED);
    }

    /** Where the columns of a vertex begin in the group's own memory. */
    Expression place(Variable rows, Expression part, Expression row) {
        return multiply(integer(Columns.WIDTH), add(multiply(part, rows.read()), row));
    }

    /** When a vertex changed last. */
    Place.Global stamp(Variable rows, Variable part, Expression row) {
        return element(stamps, add(multiply(part.read(), rows.read()), row), Place.Access.RELAXED);
    }
}
