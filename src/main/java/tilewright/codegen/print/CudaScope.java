package tilewright.codegen.print;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Partials;
import tilewright.codegen.ir.SharedArray;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Window;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;

/**
 * Names and places inside one piece's function: what the text of a register, a shared element or a global element
 * is, at the point and iteration where the printer stands.
 */
final class CudaScope extends PieceScope {
    /** Places of elements that a group has loaded already. */
    private final Map<Value, String> loaded = new HashMap<>();

    private final CudaCopies functions;
    private final String thread;
    private final String shared;
    /** What variables stand for in staging, where they are not declared. */
    private Map<String, Affine> substitution = Map.of();

    private String bufferCopy = "0";
    /** By array, what the code that follows finds in shared memory. */
    private final Map<String, Window> windows = new HashMap<>();
    /** Subscripts of fragments that exist for several iterations, before and after those of their points. */
    private final Map<String, String> leading = new HashMap<>();

    private final Map<String, String> trailing = new HashMap<>();

    CudaScope(
            KernelProgram program,
            BlockProgram piece,
            CNames names,
            Map<String, String> pitches,
            CudaCopies functions) {
        super(program, piece, names, pitches);
        this.functions = functions;
        this.thread = names.fresh("thread");
        this.shared = names.fresh("shared");
    }

    String thread() {
        return thread;
    }

    String shared() {
        return shared;
    }

    /** Which half of double buffers the code uses that follows. */
    void useCopy(String copy) {
        bufferCopy = copy;
    }

    String register(String name, List<Integer> which) {
        StringBuilder text = new StringBuilder(names().of(name)).append(leading.getOrDefault(name, ""));
        which.forEach(d -> text.append('[').append(axis(d).index()).append(']'));
        return text.append(trailing.getOrDefault(name, "")).toString();
    }

    /** The registers of a fragment's element. */
    String word(Fragment fragment) {
        return register(fragment.name(), fragment.axes());
    }

    /** From here on, a fragment that exists once per iteration of a round means that iteration's. */
    void part(String fragment, String number) {
        leading.put(fragment, "[" + number + "]");
    }

    /** From here on, a fragment that exists once per iteration of a group means that iteration's. */
    void element(String fragment, String number) {
        trailing.put(fragment, "[" + number + "]");
    }

    /** Ends what {@link #part} and {@link #element} began. */
    void endGroup() {
        leading.clear();
        trailing.clear();
    }

    /** The tile's element of the point at an offset from the current one: among the thread's own, or in its ring. */
    String tile(Tile tile, List<Integer> offset) {
        StringBuilder text = new StringBuilder(expressions().use(names().of(tile.name())));
        for (int p = 0; p < tile.axes().size(); p++) {
            String place =
                    shifted(axis(tile.axes().get(p)).index(), tile.ring(p).low() + offset.get(p));
            text.append('[').append(place).append(']');
        }
        return text.toString();
    }

    String tile(Tile tile) {
        return tile(tile, Collections.nCopies(tile.axes().size(), 0));
    }

    /** The current place in a buffer. */
    String buffer(SharedBuffer buffer, String iterationOffset) {
        return buffer(
                buffer, iterationOffset, buffer.axes().stream().map(this::in).toList());
    }

    private String buffer(SharedBuffer buffer, String iterationOffset, List<String> places) {
        StringBuilder text = new StringBuilder(shared).append('.').append(buffer.name());
        if (buffer.copies() > 1) {
            text.append('[').append(bufferCopy).append(']');
        }
        String iteration = "[" + iterationOffset + "]";
        text.append(buffer.alongSequence() ? "" : iteration);
        places.forEach(p -> text.append('[').append(p).append(']'));
        return text.append(buffer.alongSequence() ? iteration : "").toString();
    }

    /** The current point's place in a slice that its tile's owner fills. */
    String slice(Slice slice) {
        return slice(slice, slice.axes().stream().map(this::in).toList());
    }

    private String slice(Slice slice, List<String> places) {
        StringBuilder text = new StringBuilder(shared).append('.').append(slice.name());
        if (slice.copies() > 1) {
            text.append('[').append(parity()).append(']');
        }
        places.forEach(p -> text.append('[').append(p).append(']'));
        return text + (slice.axes().isEmpty() && slice.copies() == 1 ? "[0]" : "");
    }

    /** A partial result of the current point. */
    String partial(Partials memory, String row) {
        StringBuilder text = new StringBuilder(shared)
                .append('.')
                .append(memory.name())
                .append('[')
                .append(row)
                .append(']');
        memory.axes().forEach(d -> text.append('[').append(in(d)).append(']'));
        return text.toString();
    }

    /** From here on, elements of these arrays are read in shared memory. */
    void useWindows(List<Window> used) {
        windows.clear();
        used.forEach(w -> windows.put(w.array(), w));
    }

    /** Where an element is written: in memory, and where the block reads it. */
    String written(String array, List<Affine> indices) {
        Window window = windows.get(array);
        String memory = global(array, indices);
        return window == null ? memory : memory + " = " + window(window, indices);
    }

    private String window(Window window, List<Affine> indices) {
        StringBuilder text = new StringBuilder(shared).append('.').append(window.name());
        for (int d = 0; d < indices.size(); d++) {
            text.append('[')
                    .append(offset(indices.get(d).minus(window.bases().get(d))))
                    .append(']');
        }
        return text.toString();
    }

    String global(String array, List<Affine> indices) {
        return global(array, indices, substitution);
    }

    /** Where an access to {@code width} neighbours starts: at an element, or in the padding. */
    String start(Value.GlobalElement element, int width) {
        return element.padded()
                ? withinRow(element.array(), element.indices(), width, substitution)
                : global(element.array(), element.indices());
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
    boolean usesPadding() {
        return true;
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
        StringBuilder text =
                new StringBuilder("alignas(16) " + array.elementType().cName() + " " + array.name());
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
            case Value.TileElement t -> tile(t.tile());
            case Value.NeighbourElement n -> tile(n.tile(), n.offset());
            case Value.FragmentElement f ->
                f.fragment().doubled() ? "(short)" + word(f.fragment()) : word(f.fragment());
            case Value.BufferElement b -> buffer(b.buffer(), iteration());
            case Value.StagedElement s ->
                buffer(
                        s.buffer(),
                        iteration(s.later()),
                        s.offsets().stream().map(this::offset).toList());
            case Value.SliceElement s ->
                slice(s.slice(), s.offsets().stream().map(this::offset).toList());
            case Value.GlobalElement g
            when windows.get(g.array()) instanceof Window window -> window(window, g.indices());
            case Value.GlobalElement g -> start(g, 1);
            default -> throw new IllegalArgumentException("no place: " + leaf);
        };
    }

    /** A literal divisor is left to the compiler, which may know better. */
    @Override
    @Nullable
    String quotient(Value.Compute division) {
        boolean literal = division.operands().getLast() instanceof Value.RealLiteral;
        return division.type() == DataType.REAL && !literal ? functions.quotient() : null;
    }

    /** Integers: one instruction of the device since compute capability 9.0 (CUDA math API, DPX); else a few. */
    @Override
    @Nullable
    String sumAndExtreme(boolean minimum, DataType type) {
        return type == DataType.INTEGER ? "__viadd" + (minimum ? "min" : "max") + "_s32" : null;
    }

    @Override
    String extreme(boolean minimum, DataType type) {
        String name = minimum ? "min" : "max";
        return switch (type) {
            case REAL -> "f" + name + "f";
            case DOUBLE -> "f" + name;
            case SHORT, INTEGER, LOGICAL -> name;
        };
    }
}
