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
    /** What a pass does to blocks. */
    @FunctionalInterface
    private interface Change {
        /**
         * The changed blocks; the same ones where there is nothing to change.
         *
         * @param ordered whether their numbers are given: blocks wait for those of smaller numbers, or are one of each piece
         */
        BlockProgram of(BlockProgram block, LoopNest nest, boolean ordered);
    }

    /** What a pass does to one of the bodies of a block. */
    @FunctionalInterface
    private interface BodyChange {
        /** The changed operations; the same ones where there is nothing to change. */
        List<Operation> of(List<Operation> body, Body facts);
    }

    private static final Map<Pass, Change> CHANGES = new EnumMap<>(Map.ofEntries(
            Map.entry(Pass.ONE_BODY, (block, nest, _) -> OneBody.change(block, nest)),
            Map.entry(Pass.FILL_CHUNKS, bodies(FillChunks::change)),
            Map.entry(Pass.JOIN_MINIMA, bodies(JoinMinima::change)),
            Map.entry(Pass.READ_AHEAD, bodies(ReadAhead::change)),
            Map.entry(Pass.WRITE_OUT, bodies(WriteOut::change)),
            Map.entry(Pass.SHARE_BOXES, (block, nest, _) -> ShareBoxes.change(block, nest)),
            Map.entry(Pass.LONGEST_FIRST, (block, _, ordered) -> ordered ? block : LongestFirst.change(block)),
            Map.entry(Pass.EXCHANGE_IN_WARPS, (block, nest, _) -> ExchangeInWarps.change(block, nest)),
            Map.entry(Pass.WARPS_IN_TURN, bodies(WarpsInTurn::change)),
            Map.entry(Pass.IN_PLACE, bodies(InPlace::change))));

    private BlockPasses() {}

    /**
     * The program after those of the passes that are over blocks.
     *
     * @param nest of the plan: with the arrays of temporaries
     * @param warps whether blocks are run by warps of threads
     */
    public static KernelProgram of(KernelProgram program, LoopNest nest, boolean warps, Passes passes) {
        List<Change> changes = passes.passes().stream()
                .filter(p -> switch (p.level()) {
                    case BLOCKS, LOOPS -> true;
                    case WARPS -> warps;
                    case LAUNCHES, LOWERING, HOST, THREADS -> false;
                })
                .map(BlockPasses::change)
                .toList();
        return changes.isEmpty()
                ? program
                : program.mapKernels((kernel, ordered) -> kernel(kernel, nest, ordered, changes));
    }

    private static Change change(Pass pass) {
        Change change = CHANGES.get(pass);
        if (change == null) {
            throw new IllegalStateException("nothing is known of " + pass + " that blocks would do");
        }
        return change;
    }

    private static Kernel kernel(Kernel kernel, LoopNest nest, boolean ordered, List<Change> changes) {
        return kernel.withPieces(kernel.pieces().stream()
                .map(piece -> {
                    BlockProgram changed = piece;
                    for (Change change : changes) {
                        changed = change.of(changed, nest, ordered || kernel.inTurn());
                    }
                    return changed.withoutUnusedSlices();
                })
                .toList());
    }

    private static Change bodies(BodyChange change) {
        return (block, nest, _) -> block.withBodies(
                body(block, block.interiorBody(), true, nest, change),
                body(block, block.guardedBody(), false, nest, change));
    }

    private static @Nullable List<Operation> body(
            BlockProgram block, @Nullable List<Operation> body, boolean interior, LoopNest nest, BodyChange change) {
        return body == null ? null : change.of(body, new Body(block, nest, interior));
    }
}
