package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.model.ValueRanges;

/**
 * Finds updates {@code tile = min(tile, value)} (or max) of which two may be joined to one minimum of three numbers
 * compared as integers. That is exact for integers, and for floating-point numbers that are not negative, whose bit
 * patterns order as they do.
 */
public final class Reductions {
    private final LoopNest nest;
    private final ValueRanges ranges;

    public Reductions(LoopNest nest) {
        this.nest = nest;
        this.ranges = new ValueRanges(nest);
    }

    /** Whether one iteration is fragments and such updates of every point, none of which reads what another one writes. */
    public boolean mayJoin(List<Operation> body) {
        List<Operation.Assign> updates = new ArrayList<>();
        for (Operation operation : body) {
            if (operation instanceof Operation.Assign a) {
                updates.add(a);
            } else if (!(operation instanceof Operation.Define)) {
                return false;
            }
        }
        return !updates.isEmpty() && updates.stream().allMatch(u -> mayJoin(u, body));
    }

    /** Whether a statement is such an update, by its text alone. */
    boolean mayJoin(Statement statement) {
        return statement.value() instanceof Expression.Apply(Operator operator, List<Expression> operands)
                && operator.isExtreme()
                && operands.stream().noneMatch(o -> isFused(statement.target().array(), o))
                && ordersAsInteger(statement.target().array());
    }

    /** Whether the device adds and compares in one instruction: then joining two comparisons gains nothing. */
    private boolean isFused(String target, Expression operand) {
        return nest.array(target).type() == DataType.INTEGER
                && operand instanceof Expression.Apply(Operator operator, List<Expression> _)
                && operator == Operator.ADD;
    }

    private boolean mayJoin(Operation.Assign update, List<Operation> body) {
        if (!(update.target() instanceof Operation.Target.TileTarget(Tile tile))
                || !update.guard().equals(Condition.TRUE)
                || !(update.value() instanceof Value.Compute reduction)) {
            return false;
        }
        boolean extreme = reduction.operator().isExtreme();
        Value own = new Value.TileElement(tile);
        return extreme
                && reduction.operands().stream().filter(own::equals).count() == 1
                && reduction.operands().stream().allMatch(o -> o.equals(own) || isOfFragments(o))
                && body.stream().noneMatch(o -> o instanceof Operation.Define d && reads(d.value(), tile))
                && reduction.operands().stream().noneMatch(Reductions::isFused)
                && ordersAsInteger(tile.array());
    }

    private static boolean isFused(Value operand) {
        return operand instanceof Value.Compute sum && sum.operator() == Operator.ADD && sum.type() == DataType.INTEGER;
    }

    /** Whether fragments and literals are all that a value reads. */
    private static boolean isOfFragments(Value value) {
        boolean[] only = {true};
        Values.visit(
                value,
                v -> only[0] &= switch (v) {
                    case Value.TileElement _,
                            Value.NeighbourElement _,
                            Value.BufferElement _,
                            Value.StagedElement _,
                            Value.SliceElement _,
                            Value.GlobalElement _,
                            Value.Index _ -> false;
                    case Value.Literal _, Value.FragmentElement _, Value.Operation _ -> true;
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
    private boolean ordersAsInteger(String array) {
        DataType type = nest.array(array).type();
        return type == DataType.INTEGER
                || (type == DataType.REAL && ranges.of(array).isNonNegative());
    }
}
