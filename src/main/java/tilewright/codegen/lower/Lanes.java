package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Partials;
import tilewright.codegen.ir.ThreadGrid;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Operator;
import tilewright.tiling.plan.Piece;

/** The lanes of a piece's reductions: where their partial results start and how they are joined. */
final class Lanes {
    private static final int WARP = Simt.WARP;

    private final PieceContext context;

    Lanes(PieceContext context) {
        this.context = context;
    }

    /** Variables of the points that are lanes. */
    static Set<String> variables(Piece piece) {
        return piece.points().stream()
                .filter(Piece.PointDimension::lanes)
                .map(Piece.PointDimension::variable)
                .collect(Collectors.toSet());
    }

    /** Whether a point is the first lane; always true where there are none. */
    static Condition first(Piece piece) {
        return Affines.and(variables(piece).stream()
                .sorted()
                .map(v -> (Condition)
                        new Condition.Compare(Affine.variable(v), Condition.Relation.EQ, Affine.constant(0)))
                .toList());
    }

    /** Whether the first lane alone starts from the element: minima may count it more than once. */
    static boolean startsInFirst(Operator operator) {
        return operator == Operator.ADD || operator == Operator.MUL;
    }

    /** What the other lanes start from, or null for zero. */
    static @Nullable Value neutral(Operator operator, DataType type) {
        if (operator != Operator.MUL) {
            return null;
        }
        return type.isFloating() ? new Value.RealLiteral(type, "1.0") : new Value.IntegerLiteral(1);
    }

    static Value zero(DataType type) {
        return type.isFloating() ? new Value.RealLiteral(type, "0.0") : new Value.IntegerLiteral(0);
    }

    /** The operation that joins the partial results of a tile. */
    Operation.Join join(Tile tile, Operator operator) {
        int axis = context.axisOf(variables(context.piece()).iterator().next());
        ThreadGrid grid = AxisPlanner.threads(context.axes(), context.matrices());
        int lanes = context.axes().get(axis).threads();
        int distance = 1;
        int digits = 0;
        for (ThreadGrid.Digit digit : grid.digits()) {
            if (digit.axis() == axis) {
                digits++;
            } else if (digits == 0) {
                distance *= digit.size();
            }
        }
        boolean shuffles = digits == 1
                && Integer.bitCount(lanes) == 1
                && Integer.bitCount(distance) == 1
                && grid.threads() % WARP == 0;
        int inWarp = shuffles ? Math.clamp(WARP / distance, 1, lanes) : 1;
        return new Operation.Join(tile, axis, operator, inWarp, distance, memory(tile, axis, lanes / inWarp));
    }

    private @Nullable Partials memory(Tile tile, int axis, int rows) {
        if (rows == 1) {
            return null;
        }
        List<Integer> others = new ArrayList<>(tile.axes());
        others.remove(Integer.valueOf(axis));
        String content = "partial results of " + tile.array()
                + tile.indices().stream().map(Affine::toString).collect(Collectors.joining(",", "(", ")"));
        return new Partials(tile.name() + "_partial", content, tile.type(), others, context.extents(others), rows);
    }
}
