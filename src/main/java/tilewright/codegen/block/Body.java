package tilewright.codegen.block;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;

/**
 * What passes ask of the block whose operations they change.
 *
 * @param nest of the plan
 * @param interior whether it is the body without checks of bounds
 */
record Body(BlockProgram block, LoopNest nest, boolean interior) {
    /** Whether it is the body of blocks at the boundary, and others run another one beside them. */
    boolean isBesideInterior() {
        return !interior && block.interiorBody() != null;
    }

    /** Whether warps multiply matrices. */
    boolean multipliesMatrices() {
        return block.threadGrid().products();
    }

    /** Whether some points are updated two at a time. */
    boolean hasPairs() {
        return block.bodies()
                .flatMap(b -> Operations.ofKind(b, Operation.Assign.class).stream())
                .anyMatch(Operation.Assign::pairs);
    }

    /** Points of a thread. */
    int pointsOfThread() {
        return pointsOfThread(block);
    }

    private static int pointsOfThread(BlockProgram block) {
        return block.axes().stream().mapToInt(Axis::perThread).reduce(1, Math::multiplyExact);
    }

    /**
     * Whether updates do without each other: none reads what another one changes, or what points hand out. One of them waits for the next one's values then no more than a
     * single update does.
     */
    static boolean areSeparate(List<Operation> operations) {
        List<Operation.Assign> updates = Operations.ofKind(operations, Operation.Assign.class);
        return updates.stream()
                .allMatch(u -> updates.stream().filter(o -> o != u).noneMatch(o -> reads(o.value(), u.target())));
    }

    private static boolean reads(Value value, Operation.Target target) {
        boolean[] found = {false};
        Values.visit(
                value,
                v -> found[0] |= switch (target) {
                    case Operation.Target.TileTarget(Tile tile) ->
                        v instanceof Value.TileElement t && t.tile().equals(tile)
                                || v instanceof Value.NeighbourElement n
                                        && n.tile().equals(tile)
                                || v instanceof Value.SliceElement;
                    case Operation.Target.GlobalTarget g ->
                        v instanceof Value.GlobalElement e && e.array().equals(g.array());
                });
        return found[0];
    }

    /** Whether a loop is worth what stands in front of it: it has more iterations the larger a nest is, or is shared out among blocks, many iterations to each. */
    static boolean isLong(Sequence loop, BlockProgram block) {
        boolean shared =
                block.grid().stream().anyMatch(g -> loop.count().variables().contains(g.variable()));
        return isUnbounded(loop)
                || shared
                        && ends(LinearForm.of(loop.count()))
                                .filter(LinearForm::isConstant)
                                .allMatch(e -> e.constant()
                                        >= GenerationLimits.shipped().longLoop());
    }

    /** Whether no number bounds how many iterations a loop has. */
    static boolean isUnbounded(Sequence loop) {
        return ends(LinearForm.of(loop.count())).noneMatch(LinearForm::isConstant);
    }

    /** Updates of a thread in a written-out chunk of a loop. */
    static int updatesOfChunk(Sequence loop, BlockProgram block) {
        return pointsOfThread(block) * loop.chunk();
    }

    /** Numbers of iterations of which a loop has the least. */
    private static Stream<LinearForm> ends(LinearForm count) {
        for (Map.Entry<Affine, Long> each : count.terms().entrySet()) {
            if (each.getKey() instanceof Affine.Min(var operands) && each.getValue() == 1) {
                Affine rest = count.toAffine().minus(each.getKey());
                return operands.stream().flatMap(o -> ends(LinearForm.of(rest.plus(o))));
            }
        }
        return Stream.of(count);
    }

    /** Updates in operations, loops inside them counted once; a long function counts as the many instructions that it is. */
    static int updates(List<Operation> operations) {
        return Operations.ofKind(operations, Operation.Assign.class).stream()
                .mapToInt(update ->
                        1 + GenerationLimits.shipped().longFunctionUpdates() * Values.longFunctions(update.value()))
                .sum();
    }

    /**
     * The same, each with its functions ({@link Values#functions}): compilers
     * compute those of written-out iterations beside each other, which takes registers for each.
     */
    static int updatesAndFunctions(List<Operation> operations) {
        return updates(operations)
                + Operations.ofKind(operations, Operation.Assign.class).stream()
                        .mapToInt(update ->
                                GenerationLimits.shipped().functionUpdates() * Values.functions(update.value()))
                        .sum();
    }
}
