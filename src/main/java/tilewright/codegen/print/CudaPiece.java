package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedArray;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.model.Condition;

/** One piece of a kernel as a device function, and another one where its blocks at the boundary run a body of their own. */
final class CudaPiece {
    private final KernelProgram program;
    private final Kernel kernel;
    private final BlockProgram piece;
    private final CNames names;
    private final Map<String, String> pitches;
    private final CudaCopies copies;
    private final CExpressions expressions;
    private final CudaGrid grid;

    /**
     * @param names knows the nest and the kernel's arguments
     * @param block name of the number of the block within the piece
     */
    CudaPiece(
            KernelProgram program,
            Kernel kernel,
            BlockProgram piece,
            CNames names,
            Map<String, String> pitches,
            String block,
            CudaCopies copies) {
        this.program = program;
        this.kernel = kernel;
        this.piece = piece;
        this.names = names;
        this.pitches = pitches;
        this.copies = copies;
        piece.grid().forEach(g -> names.declare(g.variable()));
        piece.axes().forEach(a -> names.declare(a.variable()));
        sequences(piece).forEach(s -> names.declare(s.variable()));
        piece.tiles().forEach(t -> names.declare(t.name()));
        this.expressions = new CExpressions(names);
        this.grid = CudaGrid.of(piece, expressions, block, "max");
    }

    /** The function of a piece. */
    static String function(Kernel kernel, BlockProgram piece) {
        return kernel.name() + "_" + piece.name();
    }

    /** The function of its blocks at the boundary, where interior blocks run another body. */
    static String boundaryFunction(Kernel kernel, BlockProgram piece) {
        return function(kernel, piece) + "_boundary";
    }

    CudaView.PieceText view() {
        CudaView.BodyText interior = body(piece.interiorBody());
        CudaView.BodyText guarded = body(piece.guardedBody());
        CudaView.BodyText any = interior != null ? interior : guarded;
        if (any == null) {
            throw new IllegalArgumentException("piece " + piece.name() + " has no body");
        }
        String function = function(kernel, piece);
        return new CudaView.PieceText(
                function,
                piece.role(),
                grid.names().stream().map(n -> "const int " + n).toList(),
                grid.names(),
                grid.counts(),
                grid.blocks(),
                grid.places(),
                piece.member().equals(Condition.TRUE) ? null : expressions.of(piece.member()),
                piece.shared().isEmpty() ? null : function + "_shared",
                sharedArrays(),
                any,
                interior != null && guarded != null ? boundary(guarded) : null);
    }

    private CudaView.@Nullable BodyText body(@Nullable List<Operation> operations) {
        return operations == null
                ? null
                : new CudaBody(program, piece, operations, kernel, names.inner(), pitches, copies).view();
    }

    private CudaView.BoundaryText boundary(CudaView.BodyText body) {
        return new CudaView.BoundaryText(
                boundaryFunction(kernel, piece),
                CudaOccupancy.fillsRegisters(kernel),
                expressions.of(piece.interior()),
                piece.interiorComment(),
                body);
    }

    private List<CudaView.SharedText> sharedArrays() {
        List<CudaView.SharedText> texts = new ArrayList<>();
        for (SharedArray array : piece.shared()) {
            boolean padded = array instanceof SharedBuffer b && b.padding() > 0;
            texts.add(new CudaView.SharedText(
                    CudaScope.declaration(array),
                    array.content() + (padded ? ", rows padded against bank conflicts" : "")));
        }
        return texts;
    }

    /** The sequences of a piece, those of the general body where there is one. */
    static List<Sequence> sequences(BlockProgram piece) {
        List<Sequence> found = new ArrayList<>();
        if (piece.guardedBody() != null) {
            collect(piece.guardedBody(), found);
        } else if (piece.interiorBody() != null) {
            collect(piece.interiorBody(), found);
        }
        return found;
    }

    private static void collect(List<Operation> operations, List<Sequence> found) {
        for (Operation operation : operations) {
            switch (operation) {
                case Operation.ChunkLoop c -> found.add(c.sequence());
                case Operation.Pipeline p -> found.add(p.sequence());
                case Operation.Iterations i
                when i.range() == Operation.Range.SEQUENCE -> {
                    found.add(i.sequence());
                    collect(i.body(), found);
                }
                default -> {}
            }
        }
    }
}
