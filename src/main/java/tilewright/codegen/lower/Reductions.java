package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.Operator;

/**
 * Finds updates {@code tile = min(tile, value)} (or max) of which two may be joined to one minimum of three numbers
 * compared as integers. That is exact for integers, and for floating-point numbers that are not negative, whose bit
 * patterns order as they do.
 */
final class Reductions {
    private final NonNegative facts;

    Reductions(LoopNest nest) {
        this.facts = new NonNegative(nest);
    }

    /** Whether one iteration is fragments and a single such update of every point. */
    boolean mayJoin(List<Operation> body) {
        List<Operation.Assign> updates = new ArrayList<>();
        for (Operation operation : body) {
            switch (operation) {
                case Operation.Define _ -> {}
                case Operation.Assign a -> updates.add(a);
                default -> {
                    return false;
                }
            }
        }
        return updates.size() == 1 && mayJoin(updates.getFirst(), body);
    }

    private boolean mayJoin(Operation.Assign update, List<Operation> body) {
        if (!(update.target() instanceof Operation.Target.TileTarget(Tile tile))
                || !update.guard().equals(Condition.TRUE)
                || !(update.value() instanceof Value.Compute reduction)) {
            return false;
        }
        boolean extreme = reduction.operator() == Operator.MIN || reduction.operator() == Operator.MAX;
        Value own = new Value.TileElement(tile);
        return extreme
                && reduction.operands().stream().filter(own::equals).count() == 1
                && reduction.operands().stream().allMatch(o -> o.equals(own) || isOfFragments(o))
                && body.stream().noneMatch(o -> o instanceof Operation.Define d && reads(d.value(), tile))
                && ordersAsInteger(tile);
    }

    /** Whether fragments and literals are all that a value reads. */
    private static boolean isOfFragments(Value value) {
        boolean[] only = {true};
        Values.visit(
                value,
                v -> only[0] &= switch (v) {
                    case Value.TileElement _,
                            Value.BufferElement _,
                            Value.SliceElement _,
                            Value.GlobalElement _,
                            Value.Index _ -> false;
                    default -> true;
                });
        return only[0];
    }

    private static boolean reads(Value value, Tile tile) {
        boolean[] found = {false};
        Values.visit(
                value,
                v -> found[0] |= v instanceof Value.TileElement t && t.tile().equals(tile));
        return found[0];
    }

    /** Values that are joined have the tile's type, and what the array holds bounds them from the side that counts. */
    private boolean ordersAsInteger(Tile tile) {
        return tile.type() == DataType.INTEGER || (tile.type() == DataType.REAL && facts.holdsFor(tile.array()));
    }
}
