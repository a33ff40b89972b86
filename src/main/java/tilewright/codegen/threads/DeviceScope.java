package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.integer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Partials;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedArray;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Window;
import tilewright.codegen.scalar.AxisVariables;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.codegen.scalar.PieceNames;
import tilewright.codegen.scalar.Position;
import tilewright.codegen.scalar.SequenceVariables;
import tilewright.codegen.scalar.ValueExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;

/**
 * Where values stand for a thread, at one position in a body: in registers, in the block's memory, in global memory. Scopes do not
 * change; entering a loop or declaring registers gives another one.
 */
final class DeviceScope extends ValueExpressions {
    /**
     * What holds in the whole body.
     *
     * @param arrays by name in the nest or plan, what the function gets
     * @param windows by array, what the body finds in the block's memory
     * @param writtenBack arrays of windows that go back to memory in the end
     * @param whole those in whose windows points may write what stood there
     * @param once whether points run the body once: what some write of a window others may read then under its guard alone
     */
    private record Body(
            KernelProgram program,
            PieceNames names,
            ElementOffsets offsets,
            Map<String, Memory.Global> arrays,
            Variable thread,
            Map<String, List<Window>> windows,
            Map<String, Affine> origins,
            Set<String> writtenBack,
            Set<String> whole,
            boolean once) {}

    private final Body body;
    private final Position position;
    /** Places of elements that a group has loaded already. */
    private final Map<Value, Place> loaded;
    /** What variables stand for in staging, where they are not declared. */
    private final Map<String, Affine> substitution;
    /** Which half of double buffers is used. */
    private final Expression bufferCopy;

    private final Registers registers;

    private DeviceScope(
            Body body,
            Position position,
            Map<Value, Place> loaded,
            Map<String, Affine> substitution,
            Expression bufferCopy,
            Registers registers) {
        this.body = body;
        this.position = position;
        this.loaded = loaded;
        this.substitution = substitution;
        this.bufferCopy = bufferCopy;
        this.registers = registers;
    }

    /** @param operations the body, of which the scope is the start */
    static DeviceScope of(
            KernelProgram program,
            PieceNames names,
            ElementOffsets offsets,
            Map<String, Memory.Global> arrays,
            List<Operation> operations) {
        Variable thread = Variable.integer(names.names().fresh("thread"));
        Map<String, List<Window>> byArray = Operations.ofKind(operations, Operation.LoadWindow.class).stream()
                .map(Operation.LoadWindow::window)
                .collect(Collectors.groupingBy(Window::array));
        Set<String> writtenBack = Operations.ofKind(operations, Operation.StoreWindow.class).stream()
                .map(s -> s.window().name())
                .collect(Collectors.toSet());
        Set<String> whole = Operations.ofKind(operations, Operation.LoadWindow.class).stream()
                .filter(Operation.LoadWindow::whole)
                .map(l -> l.window().array())
                .collect(Collectors.toSet());
        Map<String, Affine> origins = new HashMap<>();
        names.piece().axes().forEach(a -> origins.put(a.variable(), a.base()));
        Operations.ofKind(operations, Operation.Iterations.class)
                .forEach(i -> origins.put(i.sequence().variable(), i.sequence().origin()));
        boolean once = Operations.ofKind(operations, Operation.Iterations.class).isEmpty();
        Body body = new Body(program, names, offsets, arrays, thread, byArray, origins, writtenBack, whole, once);
        return new DeviceScope(body, Position.start(names), Map.of(), Map.of(), integer(0), Registers.of(names));
    }

    Position position() {
        return position;
    }

    BlockProgram piece() {
        return body.names.piece();
    }

    PieceNames pieceNames() {
        return body.names;
    }

    CNames names() {
        return body.names.names();
    }

    Variable thread() {
        return body.thread;
    }

    AxisVariables axis(int position) {
        return body.names.axis(position);
    }

    List<AxisVariables> axes() {
        return body.names.axes();
    }

    SequenceVariables sequence(Sequence sequence) {
        return body.names.sequence(sequence);
    }

    ArrayLayout array(String array) {
        return body.program.array(array);
    }

    /** The bounds of an array's dimensions, as the kernel sees it. */
    List<ArrayDeclaration.Bounds> bounds(String array) {
        return body.program.coalescing().bounds(array(array));
    }

    boolean isCoefficient(Value.GlobalElement element) {
        return Coefficients.isOne(element, memory(element.array()), bounds(element.array()));
    }

    private DeviceScope at(Position other) {
        return new DeviceScope(body, other, loaded, substitution, bufferCopy, registers);
    }

    /** Inside a loop. */
    DeviceScope inside(Sequence sequence, Operation.Range range) {
        return at(position.inside(sequence, range));
    }

    /** Inside a loop over rounds that are written out. */
    DeviceScope inside(Operation.Rounds loop, Position.Neighbours writtenOut) {
        return at(position.inside(loop, writtenOut));
    }

    /** Where the current iteration has that offset. */
    DeviceScope at(Expression iteration) {
        return at(position.at(iteration));
    }

    /** With one half of double buffers. */
    DeviceScope usingCopy(Expression copy) {
        return new DeviceScope(body, position, loaded, substitution, copy, registers);
    }

    /** Where variables are written as what they stand for. */
    DeviceScope substituting(Map<String, Affine> places) {
        return new DeviceScope(body, position, loaded, places, bufferCopy, registers);
    }

    /** Where elements of global memory stand in registers. */
    DeviceScope withLoaded(Map<? extends Value, Place> places) {
        Map<Value, Place> more = new HashMap<>(loaded);
        more.putAll(places);
        return new DeviceScope(body, position, more, substitution, bufferCopy, registers);
    }

    /** Where a fragment that exists once per iteration of a round means that iteration's. */
    DeviceScope part(Fragment fragment, Expression number, int count) {
        return with(registers.part(fragment, number, count));
    }

    private DeviceScope with(Registers other) {
        return new DeviceScope(body, position, loaded, substitution, bufferCopy, other);
    }

    /** Of the thread, at this position. */
    Registers registers() {
        return registers;
    }

    /** An array of the block as the function's memory has it. */
    static Memory.Shared shared(SharedArray array) {
        boolean padded = array instanceof SharedBuffer b && b.padding() > 0;
        return new Memory.Shared(
                array.name(),
                ScalarType.of(array.elementType()),
                array.shape(),
                array.content() + (padded ? ", rows padded against bank conflicts" : ""));
    }

    /** The current point's place in a buffer. */
    Place buffer(SharedBuffer buffer, Expression iteration) {
        return buffer(
                buffer, iteration, buffer.axes().stream().map(position::in).toList());
    }

    private Place buffer(SharedBuffer buffer, Expression iteration, List<Expression> places) {
        List<Expression> indices = new ArrayList<>(places);
        indices.add(buffer.alongSequence() ? indices.size() : 0, iteration);
        if (buffer.copies() > 1) {
            indices.addFirst(bufferCopy);
        }
        return new Place.Shared(shared(buffer), indices);
    }

    /** The current point's place in a slice that its tile's owner fills. */
    Place slice(Slice slice) {
        return slice(slice, slice.axes().stream().map(position::in).toList());
    }

    private Place slice(Slice slice, List<Expression> places) {
        List<Expression> indices = new ArrayList<>(places);
        if (slice.copies() > 1) {
            indices.addFirst(position.parity());
        }
        return new Place.Shared(shared(slice), indices.isEmpty() ? List.of(integer(0)) : indices);
    }

    /** A partial result of the current point. */
    Place partial(Partials memory, Expression row) {
        List<Expression> indices = new ArrayList<>(List.of(row));
        memory.axes().forEach(d -> indices.add(position.in(d)));
        return new Place.Shared(shared(memory), indices);
    }

    /** Where the block keeps an element of an array, or null. */
    @Nullable
    Place kept(String array, List<Affine> indices) {
        Window window = holding(array, indices);
        return window == null ? null : window(window, indices);
    }

    /** The window that an element lies in; null where it is found in memory. */
    private @Nullable Window holding(String array, List<Affine> indices) {
        if (!body.windows.containsKey(array)) {
            return null;
        }
        List<Affine> atOrigins =
                indices.stream().map(i -> i.substitute(body.origins)).toList();
        Optional<Window> found = Objects.requireNonNull(body.windows.get(array)).stream()
                .filter(w -> w.holds(array, atOrigins, Set.of()))
                .findFirst();
        if (found.isEmpty() && !body.once) {
            throw new IllegalStateException("no window of " + array + " has " + indices);
        }
        return found.orElse(null);
    }

    private Place window(Window window, List<Affine> indices) {
        return new Place.Shared(
                shared(window),
                window.place(indices).stream().map(position::offset).toList());
    }

    /** Whether an element of a window goes to memory when the block ends. */
    boolean isWrittenBack(String array, List<Affine> indices) {
        Window window = holding(array, indices);
        return window != null && body.writtenBack.contains(window.name());
    }

    /** Whether points may write what stood in the array's window. */
    boolean isWhole(String array) {
        return body.whole.contains(array);
    }

    /** An element in global memory. */
    Place global(String array, List<Affine> indices) {
        return global(array, indices, 0);
    }

    /**
     * The same of a windowed array. A window has elements that no point of the block needs; other blocks may write these while it is
     * copied, so that accesses must not be torn.
     */
    Place.Global untorn(String array, List<Affine> indices) {
        Place.Global plain = global(array, indices, 0);
        return new Place.Global(plain.array(), plain.as(), plain.offset(), Place.Access.RELAXED);
    }

    /** An element of the copy of an array that the kernel writes. */
    Place otherGlobal(String array, List<Affine> indices) {
        return new Place.Global(memory(CNames.otherCopy(array)), body.offsets.of(body.program.array(array), indices));
    }

    /** Whether places of the array's elements are found in tables. */
    boolean isLookedUp(String array) {
        return body.program.coalescing().array(array).stream()
                .anyMatch(a -> !a.ownTables().isEmpty());
    }

    /** Where an access to {@code width} neighbours starts: at an element, or in the padding. */
    Place.Global start(Value.GlobalElement element, int width) {
        return global(element.array(), element.indices(), element.padded() ? width : 0);
    }

    private Place.Global global(String array, List<Affine> indices, int width) {
        List<Affine> places =
                indices.stream().map(i -> i.substitute(substitution)).toList();
        return new Place.Global(memory(array), body.offsets.of(body.program.array(array), places, width));
    }

    private Memory.Global memory(String array) {
        return Objects.requireNonNull(body.arrays.get(array), array);
    }

    /** A guard of points. */
    Expression guard(Condition condition) {
        return position.guard(condition);
    }

    @Override
    protected boolean usesPadding() {
        return true;
    }

    @Override
    protected boolean isKept(Value.GlobalElement element) {
        return !body.once && holding(element.array(), element.indices()) != null;
    }

    @Override
    protected Expression condition(Condition condition) {
        return body.names.affine().of(condition.substitute(substitution));
    }

    @Override
    protected Expression index(Affine index) {
        return body.names.affine().of(index.substitute(substitution));
    }

    @Override
    protected Expression place(Value leaf) {
        Place register = loaded.get(leaf);
        if (register != null) {
            return new Expression.Read(register);
        }
        return switch (leaf) {
            case Value.TileElement t -> new Expression.Read(registers.tile(t.tile()));
            case Value.NeighbourElement n -> new Expression.Read(registers.tile(n.tile(), n.offset()));
            case Value.FragmentElement f -> element(f.fragment());
            case Value.BufferElement b -> new Expression.Read(buffer(b.buffer(), position.iteration()));
            case Value.StagedElement s ->
                new Expression.Read(buffer(
                        s.buffer(),
                        position.iteration(s.later()),
                        s.offsets().stream().map(position::offset).toList()));
            case Value.SliceElement s ->
                new Expression.Read(slice(
                        s.slice(), s.offsets().stream().map(position::offset).toList()));
            case Value.GlobalElement g -> new Expression.Read(element(g));
            case Value.Literal _, Value.Index _, Value.Operation _ ->
                throw new IllegalArgumentException("no place: " + leaf);
        };
    }

    private Expression element(Fragment fragment) {
        Expression word = new Expression.Read(registers.place(fragment));
        return fragment.doubled() ? new Expression.Convert(ScalarType.of(fragment.type()), word) : word;
    }

    private Place element(Value.GlobalElement element) {
        Place kept = kept(element.array(), element.indices());
        return kept == null ? start(element, 1) : kept;
    }
}
