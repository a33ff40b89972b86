package tilewright.codegen.block;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.model.LoopNest;

/** Applies the passes over operations of blocks, in the order in which {@link Pass} has them. */
public final class BlockPasses {
    /** What a pass does to one of the bodies of a block. */
    @FunctionalInterface
    interface Change {
        /** The changed operations; the same ones where there is nothing to change. */
        List<Operation> of(List<Operation> body, Body facts);
    }

    private static final Map<Pass, Change> CHANGES = new EnumMap<>(Map.of(
            Pass.READ_ROWS, ReadRows::change,
            Pass.JOIN_MINIMA, JoinMinima::change,
            Pass.READ_AHEAD, ReadAhead::change,
            Pass.WRITE_OUT, WriteOut::change,
            Pass.SHARE_BOXES, ShareBoxes::change,
            Pass.IN_PLACE, InPlace::change));

    private BlockPasses() {}

    /**
     * The program after those of the passes that are over blocks.
     *
     * @param nest of the plan: with the arrays of temporaries
     */
    public static KernelProgram of(KernelProgram program, LoopNest nest, Passes passes) {
        List<Change> changes = passes.passes().stream()
                .filter(p -> p.level() == Pass.Level.BLOCKS || p.level() == Pass.Level.LOOPS)
                .map(BlockPasses::change)
                .toList();
        return changes.isEmpty() ? program : program.mapKernels(kernel -> kernel(kernel, nest, changes));
    }

    private static Change change(Pass pass) {
        Change change = CHANGES.get(pass);
        if (change == null) {
            throw new IllegalStateException("nothing is known of " + pass + " that blocks would do");
        }
        return change;
    }

    private static Kernel kernel(Kernel kernel, LoopNest nest, List<Change> changes) {
        return kernel.withPieces(kernel.pieces().stream()
                .map(piece -> {
                    BlockProgram changed = piece;
                    for (Change change : changes) {
                        changed = changed.withBodies(
                                body(changed, changed.interiorBody(), true, nest, change),
                                body(changed, changed.guardedBody(), false, nest, change));
                    }
                    return changed;
                })
                .toList());
    }

    private static @Nullable List<Operation> body(
            BlockProgram block, @Nullable List<Operation> body, boolean interior, LoopNest nest, Change change) {
        return body == null ? null : change.of(body, new Body(block, nest, interior));
    }
}
