package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * Names inside one piece's function, and what variables stand for at the point and iteration where the printer
 * stands: {@code i = i_base + i_in}, {@code k = k_first + k_chunk + k_in}.
 */
abstract class PieceScope extends CValues {
    private final KernelProgram program;
    private final BlockProgram piece;
    private final Map<String, String> pitches;
    private final List<AxisNames> axes = new ArrayList<>();
    private final Map<String, SequenceNames> sequences = new HashMap<>();
    /** Loop variables and points as base plus offset. */
    private final Map<String, Affine> offsets = new HashMap<>();

    private String iteration = "0";
    /** Iterations between two exchanges of values. */
    private int round = 1;

    private @Nullable Neighbours neighbours;

    /**
     * @param names knows the names of the nest, the arguments and the piece's registers
     * @param pitches array to the name of its pitch
     */
    PieceScope(KernelProgram program, BlockProgram piece, CNames names, Map<String, String> pitches) {
        super(new CExpressions(names));
        this.program = program;
        this.piece = piece;
        this.pitches = pitches;
        for (Axis axis : piece.axes()) {
            AxisNames one = AxisNames.of(axis, names);
            axes.add(one);
            offsets.put(axis.variable(), axis.base().plus(Affine.variable(one.in())));
        }
    }

    final BlockProgram piece() {
        return piece;
    }

    /** The bounds of an array's dimension, from 0. */
    final ArrayDeclaration.Bounds bounds(String array, int dimension) {
        return program.array(array).bounds().get(dimension);
    }

    final CNames names() {
        return expressions().names();
    }

    final AxisNames axis(int position) {
        return axes.get(position);
    }

    final List<AxisNames> axes() {
        return axes;
    }

    final SequenceNames sequence(Sequence sequence) {
        return sequences.computeIfAbsent(sequence.variable(), v -> {
            SequenceNames own = SequenceNames.of(v, names());
            return varies(sequence.origin()) ? own.withFirst("(" + expressions().of(sequence.origin()) + ")") : own;
        });
    }

    /** Whether a bound of a loop depends on the loops around it in the block: then it is no constant of the block. */
    final boolean varies(Affine bound) {
        return CudaPiece.sequences(piece).stream()
                .anyMatch(s -> bound.variables().contains(s.variable()));
    }

    /** Number of iterations from the origin, as an operand. */
    final String count(Sequence sequence) {
        if (sequence.hasConstantCount()) {
            return expressions().of(sequence.count());
        }
        return varies(sequence.count())
                ? "(" + expressions().of(sequence.count()) + ")"
                : expressions().use(sequence(sequence).count());
    }

    /** Offset of the first chunk, as text. */
    final String firstChunk(Sequence sequence) {
        return sequence.startsAtOrigin()
                ? "0"
                : expressions()
                        .of(sequence.firstOffset().floorDiv(sequence.chunk()).times(sequence.chunk()));
    }

    /** That a whole chunk starts at an offset that is a multiple of the chunk. */
    final String holdsWhole(Sequence sequence, String offset) {
        return sequence.chunksDivide()
                ? offset + " < " + count(sequence)
                : offset + " + " + sequence.chunk() + " <= " + count(sequence);
    }

    /** Enters a loop: its variable is the origin plus an offset from here on. */
    final void enter(Sequence sequence, Operation.Range range) {
        SequenceNames loop = sequence(sequence);
        offsets.put(sequence.variable(), loop.value(sequence, range));
        iteration = loop.in();
        round = 1;
    }

    /**
     * Neighbouring iterations that are written out: the current one is {@code group + part}.
     *
     * @param group name of the first one's offset, a multiple of {@code width}
     * @param part name of a number below {@code width} that the compiler knows
     */
    record Neighbours(String group, String part, int width) {}

    /** Enters a loop over rounds of that many iterations. */
    final void enterRounds(Operation.Rounds loop) {
        enter(loop.sequence(), loop.range());
        round = loop.size();
    }

    /** The same where rounds are written out. */
    final void enterRounds(Operation.Rounds loop, Neighbours writtenOut) {
        enterRounds(loop);
        neighbours = writtenOut;
    }

    /** Ends what {@link #enterRounds} began. */
    final void leaveRounds() {
        neighbours = null;
    }

    /** Which of two copies of exchanged values the current iteration or round uses. */
    final String parity() {
        return iteration() + (round == 1 ? "" : " / " + round) + " % 2";
    }

    /** Offset, within its chunk or sequence, of an iteration after the current one. */
    final String iteration(int later) {
        return shifted(iteration(), later);
    }

    /** From here on, the current iteration has that offset. */
    final void at(String offset) {
        iteration = offset;
    }

    /** Offset of the current iteration within its chunk or sequence. */
    final String iteration() {
        return expressions().use(iteration);
    }

    /** An expression in offsets, simplified: the owner's place {@code k - base} becomes {@code k_in}. */
    final String offset(Affine affine) {
        return expressions().of(affine, offsets);
    }

    final Map<String, Affine> offsets() {
        return offsets;
    }

    /** The declaration of a point's place in memory along an axis. */
    final String coordinate(AxisNames names, String offset) {
        Axis.Jump jump = names.axis().jump();
        String moved = jump == null
                ? ""
                : " + (" + offset + " < " + jump.at() + " ? 0 : "
                        + expressions().of(jump.by()) + ")";
        return "const int " + names.variable() + " = " + expressions().use(names.base()) + " + " + offset + moved + ";";
    }

    final String in(int axis) {
        return expressions().use(axes.get(axis).in());
    }

    /**
     * A guard's text. Where both sides count from the same base only offsets are compared: {@code i > k} becomes
     * {@code i_in > k_in}, which the compiler can decide for unrolled loops, or groups of neighbours
     * ({@link GroupGuards}).
     */
    final String guard(Condition condition) {
        if (condition instanceof Condition.Compare compare) {
            LinearForm difference =
                    LinearForm.of(compare.left().minus(compare.right()).substitute(offsets));
            if (!difference.isConstant() && difference.terms().keySet().stream().allMatch(this::isOffset)) {
                String ofGroups = neighbours == null
                        ? null
                        : new GroupGuards(expressions(), axes, List.copyOf(sequences.values()), neighbours)
                                .of(difference, compare.relation());
                return ofGroups != null ? ofGroups : expressions().of(balanced(difference, compare.relation()));
            }
        }
        return expressions().of(condition);
    }

    private boolean isOffset(Affine term) {
        return term instanceof Affine.Variable v
                && (axes.stream()
                                .anyMatch(
                                        a -> a.in().equals(v.name()) || a.own().equals(v.name()))
                        || sequences.values().stream()
                                .anyMatch(s ->
                                        s.in().equals(v.name()) || s.chunk().equals(v.name())));
    }

    /** {@code difference R 0} with negative terms moved to the right. */
    private static Condition balanced(LinearForm difference, Condition.Relation relation) {
        Affine left = Affine.constant(Math.max(0, difference.constant()));
        Affine right = Affine.constant(Math.max(0, -difference.constant()));
        for (Map.Entry<Affine, Long> term : difference.terms().entrySet()) {
            if (term.getValue() > 0) {
                left = left.plus(term.getKey().times(term.getValue()));
            } else {
                right = right.plus(term.getKey().times(-term.getValue()));
            }
        }
        return new Condition.Compare(left, relation, right);
    }

    /** {@code text + by}; the constant alone where the text is 0. */
    static String shifted(String text, int by) {
        if (text.equals("0")) {
            return Integer.toString(by);
        }
        return by == 0 ? text : text + (by < 0 ? " - " : " + ") + Math.abs(by);
    }

    /** An element of the copy of an array that the kernel writes. */
    final String otherGlobal(String array, List<Affine> indices) {
        return expressions()
                .element(
                        program.array(array),
                        indices,
                        names().of(CNames.otherCopy(array)),
                        pitches.getOrDefault(array, ""));
    }

    /** An element of global memory, with variables replaced first. */
    final String global(String array, List<Affine> indices, Map<String, Affine> substitution) {
        List<Affine> places =
                indices.stream().map(i -> i.substitute(substitution)).toList();
        return expressions().element(program.array(array), places, names().of(array), pitches.getOrDefault(array, ""));
    }

    /** Like {@link #global}, for an access to {@code width} neighbours that must not leave the padded row. */
    final String withinRow(String array, List<Affine> indices, int width, Map<String, Affine> substitution) {
        List<Affine> places =
                indices.stream().map(i -> i.substitute(substitution)).toList();
        String pitch = pitches.getOrDefault(array, "");
        return expressions().withinRow(program.array(array), places, names().of(array), pitch, width);
    }
}
