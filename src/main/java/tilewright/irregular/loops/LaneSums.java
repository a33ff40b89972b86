package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.THREAD;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.load;

import java.util.List;
import tilewright.irregular.Grid;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/** Sums that the lanes of a warp join. */
final class LaneSums {
    private LaneSums() {}

    /** What a sum begins with. */
    static Expression zero(ScalarType type) {
        return type.isFloating() ? new Expression.RealLiteral(type, "0.0") : new Expression.IntegerLiteral(type, 0);
    }

    /** A sum with that of the lane at a distance. */
    static Expression joined(Variable sum, int distance) {
        return binary(
                Infix.ADD,
                sum.read(),
                new Expression.Shuffle(Expression.Lane.XOR, sum.read(), integer(distance), Grid.WARP));
    }

    /** Memory for a sum of each warp of a block. */
    static Memory.Shared ofWarps(int number, ScalarType type, int threads) {
        return new Memory.Shared("tw_block_sums" + number, type, List.of(threads / Grid.WARP), "a sum of each warp");
    }

    /** Adds the sums of a block's warps to an element, by one update: updates of one element wait for each other. */
    static void ofBlock(Body body, Memory.Shared warps, Variable sum, Place.Global target) {
        int count = warps.elements();
        body.when(
                equal(bitAnd(THREAD, integer(Grid.WARP - 1L)), integer(0)),
                one -> one.set(
                        element(warps, new Expression.Binary(Infix.DIV, THREAD, integer(Grid.WARP))), sum.read()));
        body.barrier();
        body.when(equal(THREAD, integer(0)), one -> {
            for (int w = 1; w < count; w++) {
                one.set(sum, binary(Infix.ADD, sum.read(), load(warps, integer(w))));
            }
            one.evaluate(atomic(Expression.Update.ADD, target, sum.read()));
        });
    }
}
