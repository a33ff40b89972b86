package tilewright.codegen.block;

import java.util.List;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.model.LoopNest;

/**
 * What passes ask of the block whose operations they change.
 *
 * @param nest of the plan
 * @param interior whether it is the body without checks of bounds
 */
record Body(BlockProgram block, LoopNest nest, boolean interior) {
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
        return block.axes().stream().mapToInt(Axis::perThread).reduce(1, Math::multiplyExact);
    }

    /** Updates in operations, loops inside them counted once. */
    static int updates(List<Operation> operations) {
        return Operations.ofKind(operations, Operation.Assign.class).size();
    }
}
