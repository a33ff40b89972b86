package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.LinearForm;

/** The variables of one piece's function: of the axes of its points, and of the loops that its blocks run in order. */
public final class PieceNames {
    /** What tells loops over the same variable apart. */
    private record Loop(String variable, Affine origin, Affine count) {
        static Loop of(Sequence sequence) {
            return new Loop(sequence.variable(), sequence.origin(), sequence.count());
        }
    }

    private final BlockProgram piece;
    private final AffineExpressions affine;
    private final List<AxisVariables> axes;
    private final Map<Loop, SequenceVariables> sequences = new LinkedHashMap<>();

    /**
     * @param body what a function runs of the piece
     * @param names knows the names of the nest, of the arguments and of what the piece declares
     */
    public PieceNames(BlockProgram piece, List<Operation> body, CNames names) {
        this.piece = piece;
        this.affine = new AffineExpressions(names);
        this.axes = piece.axes().stream().map(a -> AxisVariables.of(a, names)).toList();
        sequences(body).forEach(s -> sequences.computeIfAbsent(Loop.of(s), _ -> SequenceVariables.of(s, names)));
    }

    /** The loops that the piece's blocks run in order, in either body. */
    public static List<Sequence> sequences(BlockProgram piece) {
        return bodies(piece).stream().flatMap(b -> sequences(b).stream()).toList();
    }

    private static List<Sequence> sequences(List<Operation> body) {
        List<Sequence> found = new ArrayList<>();
        Operations.visit(body, operation -> {
            if (operation instanceof Operation.Loop l) {
                found.add(l.sequence());
            }
        });
        return found;
    }

    private static List<List<Operation>> bodies(BlockProgram piece) {
        List<List<Operation>> bodies = new ArrayList<>();
        if (piece.guardedBody() != null) {
            bodies.add(piece.guardedBody());
        }
        if (piece.interiorBody() != null) {
            bodies.add(piece.interiorBody());
        }
        return bodies;
    }

    public BlockProgram piece() {
        return piece;
    }

    public AffineExpressions affine() {
        return affine;
    }

    public CNames names() {
        return affine.names();
    }

    public List<AxisVariables> axes() {
        return axes;
    }

    public AxisVariables axis(int position) {
        return axes.get(position);
    }

    /** The variables of all loops, in the order of the body. */
    public List<SequenceVariables> sequences() {
        return List.copyOf(sequences.values());
    }

    public SequenceVariables sequence(Sequence sequence) {
        return Objects.requireNonNull(sequences.get(Loop.of(sequence)), sequence.variable());
    }

    /** Whether a bound of a loop depends on the loops around it in the block: then it is no constant of the block. */
    public boolean varies(Affine bound) {
        return sequences.keySet().stream().anyMatch(l -> bound.variables().contains(l.variable()));
    }

    /** The loop's value at offset 0. */
    public Expression first(Sequence sequence) {
        return varies(sequence.origin())
                ? affine.of(sequence.origin())
                : sequence(sequence).first().read();
    }

    /** The same, of variables: that which holds it, where it takes more to compute than a sum. */
    public Affine origin(Sequence sequence) {
        boolean computed =
                LinearForm.of(sequence.origin()).terms().keySet().stream().anyMatch(Affine.Mod.class::isInstance);
        return computed && !varies(sequence.origin())
                ? Affine.variable(sequence(sequence).first().name())
                : sequence.origin();
    }

    /** The loop's value at the current iteration, in a loop of that range. */
    public Expression value(Sequence sequence, Operation.Range range) {
        return sequence(sequence).value(first(sequence), range);
    }

    /** The loop's value at offset 0 of a loop of that range. */
    public Expression start(Sequence sequence, Operation.Range range) {
        return sequence(sequence).start(first(sequence), range);
    }

    /** Number of iterations from the origin. */
    public Expression count(Sequence sequence) {
        return sequence.hasConstantCount() || varies(sequence.count())
                ? affine.of(sequence.count())
                : sequence(sequence).count().read();
    }

    /** Offset of the first chunk. */
    public Expression firstChunk(Sequence sequence) {
        return sequence.startsAtOrigin()
                ? integer(0)
                : affine.of(sequence.firstOffset().floorDiv(sequence.chunk()).times(sequence.chunk()));
    }

    /** That a whole chunk starts at an offset that is a multiple of the chunk. */
    public Expression holdsWhole(Sequence sequence, Expression offset) {
        return sequence.chunksDivide()
                ? less(offset, count(sequence))
                : binary(Infix.LE, sum(offset, integer(sequence.chunk())), count(sequence));
    }

    /** A point's place in memory along an axis, from its offset in the block. */
    public Expression coordinate(AxisVariables names, Expression offset) {
        Expression place = sum(names.base().read(), offset);
        Axis.Jump jump = names.axis().jump();
        return jump == null
                ? place
                : sum(
                        place,
                        new Expression.Conditional(less(offset, integer(jump.at())), integer(0), affine.of(jump.by())));
    }

    /** Whether it is the name of an offset: of a point, of a thread's first point, of an iteration or of a chunk. */
    boolean isOffset(String name) {
        return axes.stream().anyMatch(a -> is(a.in(), name) || is(a.own(), name))
                || sequences.values().stream().anyMatch(s -> is(s.in(), name) || is(s.chunk(), name));
    }

    private static boolean is(Variable variable, String name) {
        return variable.name().equals(name);
    }
}
