package tilewright.codegen.block;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Values;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Condition;
import tilewright.model.LoopNest;

/**
 * Blocks inside and at the boundary run the same operations, where both spend their time in a loop that asks for nothing: copies to shared memory take the last
 * elements of an array in place of those beyond it, and points outside of the domain compute what nobody stores. What asks then is what a block loads before the loop
 * and stores behind it. One body is half the instructions: blocks of both kinds run beside each other on a multiprocessor, and its cache of instructions does
 * not hold two.
 *
 * <p>Measured, an H200, products in single precision of n = 2047 in 128 x 128 points: 411 to 360 us; of n = 2048, where no block is at the boundary, 364 to 357.
 *
 * <p>The loop is to be {@linkplain Body#isLong long}: in front of few iterations, as in a step of an elimination, guards cost more than they save.
 */
final class OneBody {
    private OneBody() {}

    /** @param nest with the arrays */
    static BlockProgram change(BlockProgram block, LoopNest nest) {
        List<Operation> interior = block.interiorBody();
        List<Operation> guarded = block.guardedBody();
        return interior != null
                        && guarded != null
                        && !block.threadGrid().products()
                        && areAlike(block, interior, guarded, nest)
                ? block.withBodies(null, guarded)
                : block;
    }

    /** Whether there is a loop over chunks in both, and the guarded one's does the same as the other one's. */
    private static boolean areAlike(
            BlockProgram block, List<Operation> interior, List<Operation> guarded, LoopNest nest) {
        Operation.Pipeline inside = pipeline(interior);
        Operation.Pipeline other = pipeline(guarded);
        return inside != null
                && other != null
                && isWorthIt(other.sequence(), block)
                && inside.stages().size() == other.stages().size()
                && inside.stages().stream()
                        .allMatch(s -> other.stages().stream().anyMatch(o -> isAsWide(s, o)))
                && other.stages().stream().noneMatch(s -> asks(s, nest))
                && Operations.ofKind(other.body(), Operation.Assign.class).stream()
                        .allMatch(a -> a.guard().equals(Condition.TRUE));
    }

    /** Whether a loop is long, and one whose length is known more than the first cache of instructions holds twice. */
    private static boolean isWorthIt(Sequence loop, BlockProgram block) {
        return Body.isUnbounded(loop)
                || Body.isLong(loop, block)
                        && Body.updatesOfChunk(loop, block)
                                > GenerationLimits.shipped().boundaryUpdates();
    }

    /** The only one; null where there is none or are several. */
    private static Operation.@Nullable Pipeline pipeline(List<Operation> body) {
        List<Operation.Pipeline> all = Operations.ofKind(body, Operation.Pipeline.class);
        return all.size() == 1 ? all.getFirst() : null;
    }

    private static boolean isAsWide(Operation.Stage one, Operation.Stage other) {
        return one.buffer().equals(other.buffer())
                && one.order().equals(other.order())
                && one.wide().size() == other.wide().size();
    }

    /** Whether copies ask for bounds, or compute places anew for elements in place of others: those of views are looked up. */
    private static boolean asks(Operation.Stage stage, LoopNest nest) {
        return Values.globals(stage.value()).stream()
                .anyMatch(g -> !g.guard().equals(Condition.TRUE) && !g.padded()
                        || !nest.array(g.array()).isDense());
    }
}
