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
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.ThreadGrid;

/** One of a piece's bodies as the text of a function: its operations, and the declarations that these mention. */
final class CudaBody {
    private final BlockProgram piece;
    private final int threads;
    private final CudaScope scope;
    private final String sharedStart;
    private final List<CudaView.OperationText> operations;

    /**
     * @param kernel whose blocks may have threads that the piece has no use for; they leave
     * @param names knows the nest and the parameters of the function
     */
    CudaBody(
            KernelProgram program,
            BlockProgram piece,
            List<Operation> body,
            Kernel kernel,
            CNames names,
            Map<String, String> pitches,
            CudaCopies copies) {
        this.piece = piece;
        this.threads = kernel.threads();
        this.scope = new CudaScope(program, piece, names, pitches, copies);
        this.operations = new CudaOperations(scope, copies, CudaFile.turns(kernel)).body(body);
        this.sharedStart = sharedStart(piece, body, copies);
    }

    /** Rounds are short: what it takes to find shared memory must not be computed anew in each. */
    private static String sharedStart(BlockProgram piece, List<Operation> body, CudaCopies copies) {
        boolean rounds = !Operations.ofKind(body, Operation.Rounds.class).isEmpty();
        return rounds && !piece.shared().isEmpty() ? copies.sharedStart() : "shared_memory";
    }

    CudaView.BodyText view() {
        List<String> declarations = declarations();
        return new CudaView.BodyText(declarations, surplus(), scope.shared(), sharedStart, registers(), operations);
    }

    private @Nullable String surplus() {
        if (piece.threads() == threads) {
            return null;
        }
        return scope.expressions().use(scope.thread()) + " >= " + piece.threads();
    }

    /** Thread coordinates and bases, those that the bodies mention. */
    private List<String> declarations() {
        List<String> lines = new ArrayList<>();
        CExpressions expressions = scope.expressions();
        for (Sequence sequence : CudaPiece.sequences(piece)) {
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
        return piece.tiles().stream()
                .filter(t -> scope.expressions().uses(scope.names().of(t.name())))
                .map(t -> points.array(t) + ";")
                .toList();
    }
}
