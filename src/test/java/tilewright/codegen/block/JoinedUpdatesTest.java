package tilewright.codegen.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Value;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Operator;

/** Updates of one element under one guard are one update; all others stay as they are. */
class JoinedUpdatesTest {
    private static final Affine I = Affine.variable("i");
    private static final Condition GUARD = new Condition.Compare(I, Condition.Relation.LT, Affine.variable("n"));
    private static final Value ONE = new Value.RealLiteral(DataType.REAL, "1.0");

    @Test
    void theSecondUpdateTakesWhatTheFirstOneComputes() {
        Value sum = compute(Operator.ADD, element(I.plus(-1)), ONE);
        Operation.Assign first = update(I, sum, GUARD);
        Operation.Assign second = update(I, compute(Operator.MAX, element(I), ONE), GUARD);
        assertEquals(
                List.of(update(I, compute(Operator.MAX, sum, ONE), GUARD)), JoinedUpdates.in(List.of(first, second)));
    }

    @Test
    void threeUpdatesAreOne() {
        Operation.Assign start = update(I, ONE, GUARD);
        Operation.Assign next = update(I, compute(Operator.MAX, element(I), element(I.plus(1))), GUARD);
        Value inner = compute(Operator.MAX, ONE, element(I.plus(1)));
        assertEquals(
                List.of(update(I, compute(Operator.MAX, inner, element(I.plus(1))), GUARD)),
                JoinedUpdates.in(List.of(start, next, next)));
    }

    @Test
    void whatIsStoredInAnotherTypeIsReadInThatType() {
        Value wide = new Value.RealLiteral(DataType.DOUBLE, "0.1");
        Operation.Assign second = update(I, compute(Operator.MAX, element(I), ONE), GUARD);
        assertEquals(
                List.of(update(I, compute(Operator.MAX, new Value.Convert(DataType.REAL, wide), ONE), GUARD)),
                JoinedUpdates.in(List.of(update(I, wide, GUARD), second)));
    }

    @Test
    void updatesInsideOfOperationsAreJoinedThere() {
        Operation.Assign first = update(I, ONE, GUARD);
        Operation.Assign second = update(I, compute(Operator.MAX, element(I), ONE), GUARD);
        Operation.Assign both = update(I, compute(Operator.MAX, ONE, ONE), GUARD);
        assertEquals(
                List.of(new Operation.LastTurn(List.of(both))),
                JoinedUpdates.in(List.of(new Operation.LastTurn(List.of(first, second)))));
    }

    @Test
    void othersStayApart() {
        Operation.Assign first = update(I, ONE, GUARD);
        Value reads = compute(Operator.MAX, element(I), ONE);
        apart(first, update(I, reads, Condition.TRUE));
        apart(first, update(I.plus(1), reads, GUARD));
        // Who does not read the element would drop the first update, whose value is wanted twice by who reads it twice.
        apart(first, update(I, ONE, GUARD));
        apart(first, update(I, compute(Operator.MUL, element(I), element(I)), GUARD));
        apart(first, new Operation.Barrier(), update(I, reads, GUARD));
        apart(new Operation.Assign(first.target(), ONE, GUARD, true), update(I, reads, GUARD));
    }

    private static void apart(Operation... operations) {
        assertEquals(List.of(operations), JoinedUpdates.in(List.of(operations)));
    }

    private static Operation.Assign update(Affine index, Value value, Condition guard) {
        return new Operation.Assign(new Operation.Target.GlobalTarget("a", List.of(index)), value, guard);
    }

    private static Value element(Affine index) {
        return new Value.GlobalElement("a", DataType.REAL, List.of(index), Condition.TRUE);
    }

    private static Value compute(Operator operator, Value... operands) {
        return new Value.Compute(operator, DataType.REAL, List.of(operands));
    }
}
