package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedArray;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Value;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LinearForm;

/**
 * Names and places inside one piece's function: what the text of a register, a shared element or a global element
 * is, at the point and iteration where the printer stands.
 */
final class CudaScope extends CValues {
    private final KernelProgram program;
    private final BlockProgram piece;
    private final Map<String, String> pitches;
    private final List<AxisNames> axes = new ArrayList<>();
    private final Map<String, SequenceNames> sequences = new HashMap<>();
    /** Loop variables and points as base plus offset. */
    private final Map<String, Affine> offsets = new HashMap<>();
    /** Places of elements that a group has loaded already. */
    private final Map<Value, String> loaded = new HashMap<>();
    /** What variables stand for in staging, where they are not declared. */
    private Map<String, Affine> substitution = Map.of();

    private final String thread;
    private final String shared;
    private String iteration = "0";
    private String bufferCopy = "0";

    /**
     * @param names knows the names of the nest, the arguments and the piece's registers
     * @param pitches array to the name of its pitch argument
     */
    CudaScope(KernelProgram program, BlockProgram piece, CNames names, Map<String, String> pitches) {
        super(new CExpressions(names));
        this.program = program;
        this.piece = piece;
        this.pitches = pitches;
        this.thread = names.fresh("thread");
        this.shared = names.fresh("shared");
        for (Axis axis : piece.axes()) {
            AxisNames one = AxisNames.of(axis, names);
            axes.add(one);
            offsets.put(axis.variable(), axis.base().plus(Affine.variable(one.in())));
        }
    }

    BlockProgram piece() {
        return piece;
    }

    CNames names() {
        return expressions().names();
    }

    String thread() {
        return thread;
    }

    String shared() {
        return shared;
    }

    AxisNames axis(int position) {
        return axes.get(position);
    }

    List<AxisNames> axes() {
        return axes;
    }

    SequenceNames sequence(Sequence sequence) {
        return sequences.computeIfAbsent(sequence.variable(), v -> SequenceNames.of(v, names()));
    }

    Map<String, SequenceNames> sequences() {
        return sequences;
    }

    /** Which half of double buffers the code uses that follows. */
    void useCopy(String copy) {
        bufferCopy = copy;
    }

    /** Enters a loop: its variable is the origin plus an offset from here on. */
    void enter(Sequence sequence, Operation.Range range) {
        SequenceNames loop = sequence(sequence);
        offsets.put(sequence.variable(), loop.value(sequence, range));
        iteration = loop.in();
    }

    /** An expression in offsets, simplified: the owner's place {@code k - base} becomes {@code k_in}. */
    String offset(Affine affine) {
        return expressions().of(affine, offsets);
    }

    Map<String, Affine> offsets() {
        return offsets;
    }

    /**
     * A guard's text. Where both sides count from the same base only offsets are compared: {@code i > k} becomes
     * {@code i_in > k_in}, which the compiler can decide for unrolled loops.
     */
    String guard(Condition condition) {
        if (condition instanceof Condition.Compare compare) {
            LinearForm difference =
                    LinearForm.of(compare.left().minus(compare.right()).substitute(offsets));
            if (!difference.isConstant() && difference.terms().keySet().stream().allMatch(this::isOffset)) {
                return expressions().of(balanced(difference, compare.relation()));
            }
        }
        return expressions().of(condition);
    }

    private boolean isOffset(Affine term) {
        return term instanceof Affine.Variable v
                && (axes.stream().anyMatch(a -> a.in().equals(v.name()))
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

    String register(String name, List<Integer> which) {
        StringBuilder text = new StringBuilder(names().of(name));
        which.forEach(d -> text.append('[').append(axes.get(d).index()).append(']'));
        return text.toString();
    }

    /** The current place in a buffer. */
    String buffer(SharedBuffer buffer, String iterationOffset) {
        StringBuilder text = new StringBuilder(shared).append('.').append(buffer.name());
        if (buffer.copies() > 1) {
            text.append('[').append(bufferCopy).append(']');
        }
        text.append('[').append(iterationOffset).append(']');
        buffer.axes().forEach(d -> text.append('[').append(in(d)).append(']'));
        return text.toString();
    }

    /** The current point's place in a slice that its tile's owner fills. */
    String slice(Slice slice) {
        return slice(slice, slice.axes().stream().map(this::in).toList());
    }

    private String slice(Slice slice, List<String> places) {
        StringBuilder text = new StringBuilder(shared).append('.').append(slice.name());
        if (slice.copies() > 1) {
            text.append('[').append(expressions().use(iteration)).append(" % 2]");
        }
        places.forEach(p -> text.append('[').append(p).append(']'));
        return text + (slice.axes().isEmpty() && slice.copies() == 1 ? "[0]" : "");
    }

    String in(int axis) {
        return expressions().use(axes.get(axis).in());
    }

    String global(String array, List<Affine> indices) {
        ArrayLayout layout = program.array(array);
        List<Affine> places =
                indices.stream().map(i -> i.substitute(substitution)).toList();
        return expressions().element(layout, places, names().of(array), pitches.getOrDefault(array, ""));
    }

    /** From here on, the text of that element is a register. */
    void load(Value.GlobalElement element, String register) {
        loaded.put(element, register);
    }

    boolean isLoaded(Value.GlobalElement element) {
        return loaded.containsKey(element);
    }

    /** From here on, variables are printed as what they stand for. */
    void substitute(Map<String, Affine> places) {
        substitution = Map.copyOf(places);
    }

    void endStaging() {
        loaded.clear();
        substitution = Map.of();
    }

    @Override
    String condition(Condition condition) {
        return expressions().of(condition.substitute(substitution));
    }

    @Override
    String index(Affine index) {
        return expressions().of(index.substitute(substitution));
    }

    /** The declaration of a shared array as a member of the piece's struct. */
    static String declaration(SharedArray array) {
        StringBuilder text = new StringBuilder("alignas(16) " + array.type().cName() + " " + array.name());
        array.shape().forEach(e -> text.append('[').append(e).append(']'));
        return text.toString();
    }

    @Override
    String place(Value leaf) {
        String register = loaded.get(leaf);
        if (register != null) {
            return register;
        }
        return switch (leaf) {
            case Value.TileElement t -> register(t.tile().name(), t.tile().axes());
            case Value.FragmentElement f ->
                register(f.fragment().name(), f.fragment().axes());
            case Value.BufferElement b -> buffer(b.buffer(), expressions().use(iteration));
            case Value.SliceElement s ->
                slice(s.slice(), s.offsets().stream().map(this::offset).toList());
            case Value.GlobalElement g -> global(g.array(), g.indices());
            default -> throw new IllegalArgumentException("no place: " + leaf);
        };
    }

    @Override
    String extreme(boolean minimum, DataType type) {
        String name = minimum ? "min" : "max";
        return switch (type) {
            case REAL -> "f" + name + "f";
            case DOUBLE -> "f" + name;
            case INTEGER, LOGICAL -> name;
        };
    }
}
