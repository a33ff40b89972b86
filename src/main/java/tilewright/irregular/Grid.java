package tilewright.irregular;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.THREAD;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.shiftRight;

import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * Where a thread stands among all threads of a launch, whose blocks all run at the same time.
 *
 * @param thread number in the block
 * @param lane number in the warp
 * @param me number in the launch
 * @param all threads of the launch
 * @param warp number in the launch
 * @param warps of the launch
 */
public record Grid(
        int threads, Variable thread, Variable lane, Variable me, Variable all, Variable warp, Variable warps) {
    /** Threads of a warp. */
    public static final int WARP = SlicedRows.WIDTH;

    private static final int WARP_BITS = Integer.numberOfTrailingZeros(WARP);

    /** @param threads of a block */
    public static Grid declare(Body body, int threads) {
        Variable thread = body.let("thread", THREAD);
        Variable lane = body.let("lane", bitAnd(thread.read(), integer(WARP - 1L)));
        Variable me = body.let("me", add(multiply(BLOCK, integer(threads)), thread.read()));
        Expression blocks = convert(ScalarType.I32, new Expression.Own(Expression.Coordinate.BLOCKS));
        Variable all = body.let("all", multiply(blocks, integer(threads)));
        Variable warp = body.let("warp", shiftRight(me.read(), integer(WARP_BITS)));
        Variable warps = body.let("warps", shiftRight(all.read(), integer(WARP_BITS)));
        return new Grid(threads, thread, lane, me, all, warp, warps);
    }

    /** The word of a bitmap that has a vertex' bit. */
    public static Expression word(Expression vertex) {
        return shiftRight(vertex, integer(WARP_BITS));
    }

    /** A vertex' bit in its word. */
    public static Expression bit(Expression vertex) {
        return tilewright.kernel.Expressions.shiftLeft(
                new Expression.IntegerLiteral(ScalarType.U32, 1), bitAnd(vertex, integer(WARP - 1L)));
    }
}
