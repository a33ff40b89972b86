package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.StagingOrder;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.SequenceVariables;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.DataType;

/**
 * The cooperative copy of a chunk: the block's threads take groups of neighbours in turn.
 *
 * @param chunk offset of the chunk
 * @param ahead whether the copy may go on while the block computes
 */
record StagingStatements(DeviceScope scope, Names names, Operation.Stage stage, Affine chunk, boolean ahead) {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    /**
     * The variables of copies.
     *
     * @param step round of all threads
     * @param group number of the group that the thread copies
     * @param element index of an element in the group
     * @param loaded prefix of the registers of what is loaded at once
     * @param values registers of what is stored at once
     * @param places registers of where elements stand
     */
    record Names(Variable step, Variable group, Variable element, String loaded, String values, String places) {
        static Names of(CNames names) {
            return new Names(
                    Variable.integer(names.fresh("step")),
                    Variable.integer(names.fresh("group")),
                    Variable.integer(names.fresh("e")),
                    names.fresh("loaded"),
                    names.fresh("values"),
                    names.fresh("places"));
        }
    }

    /** How a group of neighbours goes to shared memory. */
    private enum Kind {
        /** One element per group. */
        SINGLE,
        /** One wide copy. */
        PLAIN,
        /** Wide loads, one value after another, one wide store. */
        COMPUTED,
        /** Wide loads, values stored apart from each other. */
        TRANSPOSED
    }

    List<Statement> all() {
        boolean async = ahead && stage.isCopied();
        if (async
                && steps() <= LIMITS.copiesTogether()
                && stage.value() instanceof Value.GlobalElement element
                && scope.isLookedUp(element.array())) {
            return lookedUp(element);
        }
        int unroll = Math.min(
                steps(), async ? LIMITS.copiesTogether() : Math.max(1, LIMITS.stagedValues() / order().vector()));
        boolean partly = !async && steps() > 2 * unroll && StagedRounds.arePartly(scope, stage);
        StagedRounds rounds = partly ? StagedRounds.of(scope, stage, steps()) : wholly();
        return loop("Stage " + buffer().content() + ".", unroll, group(async), rounds);
    }

    /** The copy of a chunk that may begin before the loop does: a value stands in place of what comes before. */
    List<Statement> filled(Value.Literal fill) {
        Sequence loop = stage.sequence();
        Expression first = scope.pieceNames().affine().of(loop.origin().plus(loop.firstOffset()));
        Expression value =
                scope.pieceNames().affine().of(scope.pieceNames().origin(loop).plus(within()));
        Statement copy = new Statement.If(lessEqual(first, value), group(true), stores(scope.of(fill)));
        return loop(
                "Stage " + buffer().content() + " from its beginning.",
                Math.min(steps(), LIMITS.copiesTogether()),
                List.of(copy));
    }

    /** Stores of one value for all of a group. */
    private List<Statement> stores(Expression value) {
        Place target = scope.substituting(places(null)).buffer(buffer(), in());
        return order().vector() == 1 ? List.of(new Statement.Assign(target, value)) : wide(target, value);
    }

    /** One store of the group's values. */
    private List<Statement> wide(Place target, Expression value) {
        int width = order().vector();
        Memory.Register values = new Memory.Register(
                names.values, ScalarType.of(buffer().elementType()), List.of(width), Function.SharedMemory.ALIGNMENT);
        Place one = new Place.Register(values, List.of(names.element.read()));
        return List.of(
                new Statement.DeclareArray(values, null),
                elements(new Statement.Assign(one, value)),
                new Statement.Copy(width, target, TileStatements.first(values), Statement.Way.WIDE));
    }

    private StagedRounds wholly() {
        return new StagedRounds(integer(0), integer(steps()));
    }

    /** Where all of a thread's elements stand is looked up first: a copy that goes on by itself keeps the compiler from looking up the next one earlier. */
    private List<Statement> lookedUp(Value.GlobalElement element) {
        DeviceScope first = scope.substituting(places(null));
        Place.Global source = first.start(element, order().vector());
        Memory.Register offsets = new Memory.Register(names.places, ScalarType.I64, List.of(steps()), Long.BYTES);
        Place own = new Place.Register(offsets, List.of(steps() > 1 ? names.step.read() : integer(0)));
        List<Statement> statements = new ArrayList<>();
        statements.add(new Statement.DeclareArray(offsets, null));
        statements.addAll(
                loop("Find " + buffer().content() + ".", steps(), List.of(new Statement.Assign(own, source.offset()))));
        Place found = new Place.Global(source.array(), source.as(), new Expression.Read(own), source.access());
        statements.addAll(loop(
                "Stage " + buffer().content() + ".",
                steps(),
                List.of(new Statement.Copy(
                        order().vector(), first.buffer(buffer(), in()), found, Statement.Way.ASYNCHRONOUS))));
        return List.of(new Statement.Scope(statements));
    }

    private List<Statement> group(boolean async) {
        DeviceScope first = scope.substituting(places(null));
        if (async || kind() == Kind.PLAIN) {
            Place source = first.start((Value.GlobalElement) stage.value(), order().vector());
            Statement.Way way = async ? Statement.Way.ASYNCHRONOUS : Statement.Way.WIDE;
            return List.of(new Statement.Copy(order().vector(), first.buffer(buffer(), in()), source, way));
        }
        Map<Value.GlobalElement, Place> registers = new HashMap<>();
        List<Statement> statements = new ArrayList<>();
        for (Value.GlobalElement wide : Values.globals(stage.value())) {
            if (kind() != Kind.SINGLE && stage.wide().contains(wide) && !registers.containsKey(wide)) {
                String name = stage.wide().size() == 1 ? names.loaded : names.loaded + (registers.size() + 1);
                Memory.Register row = row(name, wide);
                statements.add(new Statement.DeclareArray(row, null));
                statements.add(new Statement.Copy(
                        order().vector(),
                        TileStatements.first(row),
                        first.start(wide, order().vector()),
                        Statement.Way.WIDE));
                registers.put(wide, new Place.Register(row, List.of(names.element.read())));
            }
        }
        statements.addAll(stores(scope.withLoaded(registers)));
        return statements;
    }

    private Memory.Register row(String name, Value.GlobalElement element) {
        return new Memory.Register(
                name, ScalarType.of(element.type()), List.of(order().vector()), Function.SharedMemory.ALIGNMENT);
    }

    /** Computes the values of a group and stores them. */
    private List<Statement> stores(DeviceScope from) {
        DeviceScope first = from.substituting(places(null));
        DeviceScope each = from.substituting(places(names.element));
        return switch (kind()) {
            case SINGLE -> List.of(new Statement.Assign(first.buffer(buffer(), in()), value(first)));
            case PLAIN -> throw new IllegalStateException("copied as it stands: " + buffer().name());
            case COMPUTED -> wide(first.buffer(buffer(), in()), value(each));
            case TRANSPOSED -> {
                Place target = each.buffer(buffer(), sum(in(), names.element.read()));
                yield List.of(elements(new Statement.Assign(target, value(each))));
            }
        };
    }

    private Statement elements(Statement body) {
        return new Statement.For(
                names.element,
                integer(0),
                less(names.element.read(), integer(order().vector())),
                integer(1),
                Statement.For.ALL,
                List.of(body));
    }

    private List<Statement> loop(String comment, int unroll, List<Statement> move) {
        return loop(comment, unroll, move, wholly());
    }

    /** What every thread does for its groups. */
    private List<Statement> loop(String comment, int unroll, List<Statement> move, StagedRounds rounds) {
        int groups = elements() / order().vector();
        int threads = scope.piece().threads();
        List<Statement> body = new ArrayList<>(declarations(groups));
        body.addAll(move);
        if (groups % threads != 0) {
            body = List.of(new Statement.If(less(names.group.read(), integer(groups)), body));
        }
        Expression thread = scope.thread().read();
        List<Statement> inner = new ArrayList<>();
        boolean single = steps() == 1;
        Expression number = single ? thread : sum(multiply(integer(threads), names.step.read()), thread);
        inner.add(new Statement.Declare(names.group, number, true));
        inner.addAll(body);
        Statement all = single
                ? new Statement.Scope(inner)
                : new Statement.For(
                        names.step, rounds.first(), less(names.step.read(), rounds.end()), integer(1), unroll, inner);
        return List.of(new Statement.Comment(comment), all);
    }

    private int steps() {
        return Math.ceilDiv(elements() / order().vector(), scope.piece().threads());
    }

    /**
     * A copy in two halves, so that nothing waits for global memory in between.
     *
     * @param registers declarations of what lies between them
     * @param early loads to registers
     * @param late computes values and stores them to shared memory
     */
    record Halves(List<Statement> registers, List<Statement> early, List<Statement> late) {}

    /** The halves of a copy that has to compute, where a thread has registers for all it loads; else null. */
    @Nullable
    Halves halves() {
        List<Value.GlobalElement> elements =
                Values.globals(stage.value()).stream().distinct().toList();
        if (stage.isCopied() || elements.isEmpty() || !hasRegisters(elements)) {
            return null;
        }
        List<Statement> registers = new ArrayList<>();
        List<Statement> early = new ArrayList<>();
        Map<Value.GlobalElement, Place> places = new HashMap<>();
        Expression step = steps() > 1 ? names.step.read() : integer(0);
        for (Value.GlobalElement one : elements) {
            Memory.Register rows = new Memory.Register(
                    scope.names().fresh("early" + (places.size() + 1)),
                    ScalarType.of(one.type()),
                    List.of(steps(), order().vector()),
                    Function.SharedMemory.ALIGNMENT);
            registers.add(new Statement.DeclareArray(rows, null));
            early.add(early(one, rows, step));
            Expression element = order().vector() == 1 ? integer(0) : names.element.read();
            places.put(one, new Place.Register(rows, List.of(step, element)));
        }
        return new Halves(
                registers,
                loop("Load what it takes to stage " + buffer().content() + " later.", steps(), early),
                loop("Stage " + buffer().content() + ".", steps(), stores(scope.withLoaded(places))));
    }

    private boolean hasRegisters(List<Value.GlobalElement> elements) {
        int each = steps() * order().vector();
        int words = elements.stream().mapToInt(e -> words(each, e.type())).sum();
        int tiles = scope.piece().tiles().stream()
                .mapToInt(t -> words(
                        t.axes().stream()
                                .mapToInt(d -> scope.axis(d).axis().perThread())
                                .reduce(1, (a, b) -> a * b),
                        t.type()))
                .sum();
        return elements.size() * each <= LIMITS.halvesValues() || words + tiles <= LIMITS.halvesRegisters();
    }

    private static int words(int values, DataType type) {
        return Math.ceilDiv(values * type.bytes(), Integer.BYTES);
    }

    private Statement early(Value.GlobalElement one, Memory.Register rows, Expression step) {
        int vector = order().vector();
        boolean wide = stage.wide().contains(one);
        if (wide) {
            Place source = scope.substituting(places(null)).start(one, vector);
            return PointStatements.move(
                    vector, new Place.Register(rows, List.of(step, integer(0))), new Expression.Read(source));
        }
        Place source =
                scope.substituting(places(vector == 1 ? null : names.element)).start(one, 1);
        Place target = new Place.Register(rows, List.of(step, names.element.read()));
        return elements(new Statement.Assign(target, new Expression.Read(source)));
    }

    /** What is stored. */
    private Expression value(DeviceScope from) {
        Expression value = from.of(stage.value());
        return buffer().doubled() ? call(Intrinsic.BOTH, ScalarType.I16, value) : value;
    }

    private Kind kind() {
        if (order().vector() == 1) {
            return Kind.SINGLE;
        }
        if (order().alongSequence() && !buffer().alongSequence()) {
            return Kind.TRANSPOSED;
        }
        boolean plain = stage.value() instanceof Value.GlobalElement && !buffer().doubled();
        return plain ? Kind.PLAIN : Kind.COMPUTED;
    }

    private StagingOrder order() {
        return stage.order();
    }

    private SharedBuffer buffer() {
        return stage.buffer();
    }

    private int elements() {
        return buffer().extents().stream().reduce(buffer().chunk(), Math::multiplyExact);
    }

    private Variable iteration() {
        SequenceVariables loop = scope.sequence(stage.sequence());
        return loop.in();
    }

    private Expression in() {
        return iteration().read();
    }

    /** Number of the group's first iteration in the loop. */
    private Affine within() {
        return chunk.plus(Affine.variable(iteration().name()));
    }

    /** The axis along which neighbours lie, where it is not the sequence. */
    private int lastAxis() {
        return buffer().axes().getLast();
    }

    /** Loop variable and points as base plus offset; with {@code element} added in the direction of the group. */
    private Map<String, Affine> places(@Nullable Variable element) {
        Map<String, Affine> places = new HashMap<>(scope.position().offsets());
        places.put(
                stage.sequence().variable(),
                scope.pieceNames().origin(stage.sequence()).plus(within()));
        if (element != null) {
            String moved = order().alongSequence()
                    ? stage.sequence().variable()
                    : scope.axis(lastAxis()).axis().variable();
            places.computeIfPresent(moved, (v, place) -> place.plus(Affine.variable(element.name())));
        }
        return places;
    }

    /** Offsets of the group's first element; the one that grows within the group leads. */
    private List<Statement> declarations(int groups) {
        List<Statement> lines = new ArrayList<>();
        int divisor = order().lanes();
        if (!order().alongSequence()) {
            lines.add(declare(iteration(), digit(divisor, buffer().chunk(), groups)));
            divisor *= buffer().chunk();
        }
        int last = buffer().axes().size() - (order().alongSequence() ? 1 : 2);
        for (int a = last; a >= 0; a--) {
            Variable place = scope.axis(buffer().axes().get(a)).in();
            int extent = buffer().extents().get(a);
            lines.add(declare(place, digit(divisor, extent, groups)));
            divisor *= extent;
        }
        Variable along =
                order().alongSequence() ? iteration() : scope.axis(lastAxis()).in();
        Expression low = digit(1, order().lanes(), groups);
        Expression high = divisor >= groups
                ? integer(0)
                : multiply(integer(order().lanes()), divide(names.group.read(), divisor));
        Expression number = sum(low, high);
        lines.addFirst(declare(along, isInteger(number, 0) ? number : multiply(integer(order().vector()), number)));
        return lines;
    }

    private static Statement declare(Variable name, Expression value) {
        return new Statement.Declare(name, value, true);
    }

    /** The digit {@code group / divisor % radix} of a number below {@code limit}. */
    private Expression digit(int divisor, int radix, int limit) {
        if (radix == 1) {
            return integer(0);
        }
        Expression quotient = divide(names.group.read(), divisor);
        return divisor * radix >= limit ? quotient : remainder(quotient, radix);
    }
}
