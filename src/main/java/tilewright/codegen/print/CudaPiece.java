package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedArray;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.ThreadGrid;
import tilewright.model.Condition;

/** One piece of a kernel as a device function. */
final class CudaPiece {
    private final Kernel kernel;
    private final BlockProgram piece;
    private final CudaScope scope;
    private final CudaOperations operations;
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
        this.kernel = kernel;
        this.piece = piece;
        piece.grid().forEach(g -> names.declare(g.variable()));
        piece.axes().forEach(a -> names.declare(a.variable()));
        sequences(piece).forEach(s -> names.declare(s.variable()));
        piece.tiles().forEach(t -> names.declare(t.name()));
        this.scope = new CudaScope(program, piece, names, pitches, copies);
        this.operations = new CudaOperations(scope, copies);
        this.grid = CudaGrid.of(piece, scope.expressions(), block, "max");
    }

    CudaView.PieceText view() {
        List<CudaView.OperationText> interior =
                piece.interiorBody() == null ? null : operations.body(piece.interiorBody());
        List<CudaView.OperationText> guarded =
                piece.guardedBody() == null ? null : operations.body(piece.guardedBody());
        boolean both = interior != null && guarded != null;
        String function = kernel.name() + "_" + piece.name();
        List<String> declarations = declarations();
        return new CudaView.PieceText(
                function,
                piece.role(),
                grid.names().stream().map(n -> "const int " + n).toList(),
                grid.names(),
                grid.counts(),
                grid.blocks(),
                grid.places(),
                piece.member().equals(Condition.TRUE)
                        ? null
                        : scope.expressions().of(piece.member()),
                piece.shared().isEmpty() ? null : function + "_shared",
                scope.shared(),
                sharedArrays(),
                surplus(),
                declarations,
                registers(),
                both ? scope.expressions().of(piece.interior()) : null,
                piece.interiorIsUnguarded()
                        ? "Interior: every point takes part in every iteration."
                        : "Full block: inside all arrays; what changes with the iterations is checked.",
                interior,
                guarded);
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

    private @Nullable String surplus() {
        if (piece.threads() == kernel.threads()) {
            return null;
        }
        return scope.expressions().use(scope.thread()) + " >= " + piece.threads();
    }

    /** Thread coordinates and bases, those that the bodies mention. */
    private List<String> declarations() {
        List<String> lines = new ArrayList<>();
        CExpressions expressions = scope.expressions();
        for (Sequence sequence : sequences(piece)) {
            SequenceNames names = scope.sequence(sequence);
            if (!scope.varies(sequence.origin()) && expressions.declared(names.first())) {
                lines.add(declare(names.first(), expressions.of(sequence.origin())));
            }
            if (!scope.varies(sequence.count()) && expressions.declared(names.count())) {
                lines.add(declare(names.count(), expressions.of(sequence.count())));
            }
        }
        for (int d = 0; d < scope.axes().size(); d++) {
            AxisNames names = scope.axis(d);
            if (expressions.declared(names.base())) {
                lines.add(declare(names.base(), expressions.of(names.axis().base())));
            }
            if (expressions.declared(names.own())) {
                expressions.use(scope.thread());
                lines.add("int " + names.own() + " = " + own(names.axis(), coordinate(d)) + ";");
            }
        }
        if (surplus() != null || expressions.uses(scope.thread())) {
            lines.addFirst(declare(scope.thread(), "threadIdx.x"));
        }
        return lines;
    }

    private static String declare(String name, String value) {
        return "const int " + name + " = " + value + ";";
    }

    private static String own(Axis axis, String coordinate) {
        boolean atom = coordinate.chars().allMatch(Character::isLetterOrDigit);
        return axis.vector() == 1 ? coordinate : axis.vector() + " * " + (atom ? coordinate : "(" + coordinate + ")");
    }

    /** The thread's coordinate along an axis: its digits of the thread number. */
    private String coordinate(int axis) {
        int divisor = 1;
        int weight = 1;
        List<String> parts = new ArrayList<>();
        for (ThreadGrid.Digit digit : piece.threadGrid().digits()) {
            if (digit.axis() == axis) {
                String quotient = divisor == 1 ? scope.thread() : scope.thread() + " / " + divisor;
                boolean highest = divisor * digit.size() == piece.threads();
                String value = highest ? quotient : quotient + " % " + digit.size();
                parts.add(weight == 1 ? value : value + " * " + weight);
                weight *= digit.size();
            }
            divisor *= digit.size();
        }
        return parts.isEmpty() ? "0" : String.join(" + ", parts);
    }

    private List<String> registers() {
        CudaPoints points = new CudaPoints(scope, new CudaCopies());
        return piece.tiles().stream().map(t -> points.array(t) + ";").toList();
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
