package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.subtract;
import static tilewright.kernel.Expressions.zero;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.lower.TypedExpressions;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.Surfaces;
import tilewright.tiling.TimeTile;

/**
 * The kernel of blocks that stay with their boxes for all iterations of a time loop. Every thread has its points of all arrays in registers. In a round, before a statement that reads
 * neighbours which have changed, a block writes the outermost elements of its box to memory, tells the blocks beside it, waits until they have told as much, and reads what it needs of theirs; its own
 * threads find each other's points in shared memory. What is told goes to two places in turn: a block that writes the one for the second time has seen that those beside it told the other, for
 * which they had read the first.
 *
 * <p>Every block waits for others, whatever their number: all of them are on the device at the same time, else the host launches each iteration.
 *
 * <p>Example: {@code for t { surface of a to memory; barrier; rounds[own] = 2 t + 1; points of a to shared memory; await rounds[beside] >= 2 t + 1; barrier; surfaces
 * beside to shared memory; barrier; b = f(a); .. }}
 */
final class StayingFunctions {
    private static final String SLOT = "slot'";

    private final KernelProgram program;
    private final KernelProgram.HostStep.Staying step;
    private final Surfaces surfaces;
    private final TimeTile boxes;
    private final Signature signature;
    private final CNames names;
    private final AffineExpressions affine;
    private final ElementOffsets offsets;
    private final StayingBox box;
    private final StayingMasks masks;
    private final Variable block;
    private final Variable thread;
    private final Variable element;
    /** The thread's number, anew: where elements lie is cheaper to compute in every round than to keep in registers. */
    private final Variable reader;

    private final Variable blocks;
    private final List<Variable> bases = new ArrayList<>();
    private final List<Variable> anew = new ArrayList<>();
    private final List<Variable> counts = new ArrayList<>();
    private final Map<String, Memory.Register> held = new LinkedHashMap<>();
    private final List<Memory.Shared> shared = new ArrayList<>();

    StayingFunctions(KernelProgram program, KernelProgram.HostStep.Staying step) {
        this.program = program;
        this.step = step;
        this.surfaces = step.surfaces();
        this.boxes = step.boxes();
        this.signature = Signature.of(program, List.of(), arguments(program, step));
        this.names = signature.names();
        names.declare(boxes.time().variable());
        names.declare(SLOT, "slot");
        List<Variable> threads = new ArrayList<>();
        List<Variable> registers = new ArrayList<>();
        for (TimeTile.Dimension d : boxes.dimensions()) {
            names.declare(d.variable());
            names.declare(d.block());
            threads.add(Variable.integer(names.fresh("thread_" + d.variable())));
            registers.add(Variable.integer(names.fresh("point_" + d.variable())));
            bases.add(Variable.integer(names.fresh("first_" + d.variable())));
            anew.add(Variable.integer(names.fresh("from_" + d.variable())));
            counts.add(Variable.integer(names.fresh(d.block() + "_count")));
        }
        this.affine = new AffineExpressions(names);
        this.offsets = new ElementOffsets(affine, signature.pitches());
        this.box = new StayingBox(boxes, surfaces, threads, registers);
        this.block = Variable.integer(names.fresh("block"));
        this.blocks = Variable.integer(names.fresh("blocks"));
        this.thread = Variable.integer(names.fresh("thread"));
        this.element = Variable.integer(names.fresh("element"));
        this.reader = Variable.integer(names.fresh("reader"));
        for (TimeTile.HeldArray array : boxes.arrays()) {
            held.put(
                    array.array(),
                    new Memory.Register(
                            names.fresh(array.array() + "_own"),
                            type(array.array()),
                            box.shape(),
                            Function.SharedMemory.ALIGNMENT));
        }
        int memories =
                surfaces.memory().values().stream().mapToInt(n -> n + 1).max().orElse(0);
        for (int m = 0; m < memories; m++) {
            shared.add(sharedMemory(m));
        }
        this.masks = new StayingMasks(boxes, box, affine, names);
    }

    private Memory.Shared sharedMemory(int number) {
        List<String> arrays = surfaces.memory().entrySet().stream()
                .filter(e -> e.getValue() == number)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return new Memory.Shared(
                names.fresh("box_" + arrays.getFirst()),
                type(arrays.getFirst()),
                List.of(box.elements()),
                "what threads read of each other of " + String.join(", ", arrays));
    }

    private ScalarType type(String array) {
        return ScalarType.of(program.array(array).type());
    }

    /** Sizes, the arrays of the boxes' statements, what is told, and who has told how much. */
    static List<KernelArgument> arguments(KernelProgram program, KernelProgram.HostStep.Staying step) {
        List<KernelArgument> arguments = new ArrayList<>();
        program.parameters().forEach(p -> arguments.add(new KernelArgument.Size(p)));
        Set<String> used = new TreeSet<>();
        Set<String> written = new TreeSet<>();
        for (TimeTile.TimedStatement s : step.boxes().statements()) {
            s.statement().accesses().forEach(a -> used.add(a.array()));
            written.add(s.statement().target().array());
        }
        step.nest().arrays().stream()
                .map(ArrayDeclaration::name)
                .filter(used::contains)
                .forEach(a -> take(arguments, program.array(a), written.contains(a)));
        step.told().forEach(t -> arguments.add(new KernelArgument.ArrayBase(t.name(), true)));
        step.unwritten().forEach(t -> arguments.add(new KernelArgument.ArrayBase(t.name(), true)));
        arguments.add(new KernelArgument.ArrayBase(step.progress().name(), true));
        return arguments;
    }

    private static void take(List<KernelArgument> arguments, ArrayLayout layout, boolean written) {
        arguments.add(new KernelArgument.ArrayBase(layout.name(), written));
        if (layout.dimensions() > 1) {
            arguments.add(new KernelArgument.Pitch(layout.name()));
        }
    }

    /** The kernel that says that nothing has been told. */
    static String start(KernelProgram.HostStep.Staying step) {
        return step.function() + "_start";
    }

    Function startFunction() {
        return ColumnFunctions.startFunction(
                start(step),
                "Nothing has been told yet.",
                memory(step.progress().name()),
                0);
    }

    int sharedBytes() {
        return sharedMemory().bytes();
    }

    private Function.SharedMemory sharedMemory() {
        return new Function.SharedMemory(
                step.function() + "_shared", names.inner().fresh("shared"), shared, false);
    }

    Function function() {
        return new Function(
                step.function(),
                new Function.Kind.Kernel(box.threadCount(), 1, Function.Start.TOGETHER),
                "all iterations, by blocks that stay",
                signature.parameters(),
                shared.isEmpty() ? null : sharedMemory(),
                body());
    }

    private Memory.Global memory(String array) {
        return Objects.requireNonNull(signature.arrays().get(array), array);
    }

    private Memory.Register registers(String array) {
        return Objects.requireNonNull(held.get(array), array);
    }

    private Memory.Shared sharedOf(String array) {
        return shared.get(Objects.requireNonNull(surfaces.memory().get(array), array));
    }

    private Expression time() {
        return affine.variable(boxes.time().variable()).read();
    }

    private List<Statement> body() {
        List<Statement> body = new ArrayList<>(coordinates());
        held.values().forEach(r -> body.add(new Statement.DeclareArray(r, null)));
        body.add(new Statement.Comment("Load the block's elements."));
        held.forEach((array, registers) -> body.addAll(overPoints(() -> List.of(new Statement.Assign(
                here(registers), select(inBounds(array), new Expression.Read(global(array)), zero(type(array))))))));
        for (String array : KernelProgram.HostStep.Staying.overwritten(boxes)) {
            body.addAll(overPoints(() -> List.of(new Statement.Assign(
                    kept(array, Place.Access.PLAIN), new Expression.Read(here(registers(array)))))));
        }
        body.addAll(clear());
        for (String array : surfaces.constant()) {
            body.addAll(publish(array));
            body.addAll(receive(array));
        }
        if (!surfaces.constant().isEmpty()) {
            body.add(new Statement.AwaitCopies());
            body.add(new Statement.Barrier());
        }
        List<Statement> iteration = iteration();
        List<Statement> stores = boxes.arrays().stream()
                .filter(a -> a.transfer() == TimeTile.Transfer.CARRIED)
                .flatMap(a -> store(a).stream())
                .toList();
        body.addAll(masks.declarations());
        body.add(new Statement.For(
                affine.variable(boxes.time().variable()),
                affine.of(boxes.time().first()),
                lessEqual(time(), affine.of(boxes.time().last())),
                integer(1),
                1,
                iteration));
        body.add(new Statement.Comment("Store the block's elements."));
        body.addAll(stores);
        return body;
    }

    /** Who this is: the block's coordinates, the last one fastest, the thread's, and where the thread's points begin. */
    private List<Statement> coordinates() {
        List<Statement> statements = new ArrayList<>();
        statements.add(new Statement.Declare(block, Expressions.BLOCK, true));
        statements.add(new Statement.Declare(thread, Expressions.THREAD, true));
        statements.add(new Statement.Declare(blocks, new Expression.Own(Expression.Coordinate.BLOCKS), true));
        List<Statement> own = new ArrayList<>();
        Expression left = block.read();
        int before = 1;
        for (int d = box.dimensions() - 1; d >= 0; d--) {
            TimeTile.Dimension dimension = box.dimension(d);
            Variable count = counts.get(d);
            statements.add(
                    new Statement.Declare(count, affine.of(dimension.lastBlock().plus(1)), true));
            Expression coordinate = d == 0 ? left : binary(Infix.REM, left, count.read());
            own.add(new Statement.Declare(affine.variable(dimension.block()), coordinate, true));
            left = binary(Infix.DIV, left, count.read());
            Expression quotient = divide(thread.read(), before);
            before *= dimension.threads();
            Expression digit = before == box.threadCount() ? quotient : remainder(quotient, dimension.threads());
            own.add(new Statement.Declare(box.threads().get(d), dimension.threads() == 1 ? integer(0) : digit, true));
        }
        statements.addAll(own);
        for (int d = 0; d < box.dimensions(); d++) {
            statements.add(new Statement.Declare(
                    bases.get(d), affine.of(box.dimension(d).base()), true));
        }
        return statements;
    }

    /** What is outside of the arrays is read by points whose result nobody uses. */
    private List<Statement> clear() {
        List<Statement> statements = new ArrayList<>();
        for (Memory.Shared memory : shared) {
            statements.add(new Statement.For(
                    element,
                    thread.read(),
                    less(element.read(), integer(memory.elements())),
                    integer(box.threadCount()),
                    1,
                    List.of(new Statement.Assign(
                            new Place.Shared(memory, List.of(element.read())), zero(memory.type())))));
        }
        statements.add(new Statement.Barrier());
        return statements;
    }

    /** A loop nest over the thread's points, written out, with the coordinates of the point. */
    private List<Statement> overPoints(Supplier<List<Statement>> body) {
        return overPoints(bases, body);
    }

    /** @param first coordinates of the box's first point */
    private List<Statement> overPoints(List<Variable> first, Supplier<List<Statement>> body) {
        List<Statement> inner = body.get();
        for (int d = box.dimensions() - 1; d >= 0; d--) {
            List<Statement> inside = new ArrayList<>();
            Variable point = affine.variable(box.dimension(d).variable());
            if (tilewright.kernel.Mentions.in(inner).contains(point.name())) {
                inside.add(new Statement.Declare(point, add(first.get(d).read(), box.position(d)), true));
            }
            inside.addAll(inner);
            Variable register = box.registers().get(d);
            inner = box.points(d) == 1
                    ? List.of(new Statement.Scope(inside))
                    : List.of(new Statement.For(
                            register,
                            integer(0),
                            less(register.read(), integer(box.points(d))),
                            integer(1),
                            Statement.For.ALL,
                            inside));
        }
        return inner;
    }

    private List<Integer> none() {
        return Collections.nCopies(box.dimensions(), 0);
    }

    private Place here(Memory.Register registers) {
        return box.register(registers, none());
    }

    private List<Affine> point() {
        return boxes.dimensions().stream()
                .map(d -> (Affine) Affine.variable(d.variable()))
                .toList();
    }

    private Place.Global global(String array) {
        return new Place.Global(memory(array), offsets.of(program.array(array), point()));
    }

    /** The place of the present point in what is told of an array. */
    private Place.Global told(String array) {
        ArrayLayout layout = step.told(array);
        Expression number = Expressions.sum(multiply(variable(SLOT), blocks.read()), block.read());
        return new Place.Global(memory(layout.name()), inBlock(layout, number, box.number()));
    }

    /** The place of the present point among elements of an array that no statement writes. */
    private Place.Global kept(String array, Place.Access access) {
        ArrayLayout layout = step.unwritten(array);
        return Expressions.element(memory(layout.name()), inBlock(layout, block.read(), box.number()), access);
    }

    /** A point of a block: its threads' first points lie beside each other, then their second ones. */
    private static Expression inBlock(ArrayLayout layout, Expression number, Expression point) {
        return Expressions.sum(
                multiply(number, integer(LinearForm.of(layout.pitch()).constant())), point);
    }

    private Expression variable(String name) {
        return affine.variable(name).read();
    }

    private List<Condition> bounds(String array) {
        List<Condition> conditions = new ArrayList<>();
        List<ArrayDeclaration.Bounds> bounds = step.nest().array(array).bounds();
        for (int d = 0; d < bounds.size(); d++) {
            Affine point = Affine.variable(box.dimension(d).variable());
            conditions.add(new Condition.Compare(
                    point, Condition.Relation.GE, bounds.get(d).lower()));
            conditions.add(new Condition.Compare(
                    point, Condition.Relation.LE, bounds.get(d).upper()));
        }
        return conditions;
    }

    /** Whether the array has the thread's present point. */
    private Expression inBounds(String array) {
        return affine.of(new Condition.And(bounds(array)));
    }

    /** Computing the addresses anew is cheaper than registers that hold them in all iterations. */
    private List<Statement> store(TimeTile.HeldArray array) {
        List<Statement> statements = new ArrayList<>();
        for (int d = 0; d < box.dimensions(); d++) {
            statements.add(new Statement.Declare(anew.get(d), bases.get(d).read(), false));
        }
        statements.add(new Statement.Hide(anew));
        statements.addAll(overPoints(
                anew,
                () -> List.of(new Statement.If(
                        masks.holds(array.written()),
                        List.of(new Statement.Assign(
                                global(array.array()), new Expression.Read(here(registers(array.array())))))))));
        return List.of(new Statement.Scope(statements));
    }

    private List<Statement> iteration() {
        List<Statement> statements = new ArrayList<>();
        for (int s = 0; s < boxes.statements().size(); s++) {
            for (Surfaces.Round round : surfaces.rounds()) {
                if (round.before() == s) {
                    statements.addAll(round(round));
                }
            }
            TimeTile.TimedStatement timed = boxes.statements().get(s);
            statements.add(new Statement.Comment(timed.statement().toString()));
            statements.addAll(overPoints(() -> compute(timed)));
            String target = timed.statement().target().array();
            boolean lastWrite = boxes
                    .statements()
                    .subList(s + 1, boxes.statements().size())
                    .stream()
                    .noneMatch(l -> l.statement().target().array().equals(target));
            TimeTile.HeldArray array = boxes.held(target);
            if (lastWrite && array.transfer() == TimeTile.Transfer.RECOMPUTED) {
                statements.add(
                        new Statement.If(equal(time(), affine.of(boxes.time().last())), store(array)));
            }
        }
        return statements;
    }

    /** Blocks tell each other the surface of some arrays. */
    private List<Statement> round(Surfaces.Round round) {
        Expression number = affine.of(Affine.variable(boxes.time().variable())
                .minus(boxes.time().first())
                .times(surfaces.rounds().size())
                .plus(surfaces.number(round) + 1L));
        List<Statement> statements = new ArrayList<>();
        for (String array : round.arrays()) {
            statements.add(new Statement.Comment("Tell the surface of " + array + "."));
            statements.add(inSlot(
                    round,
                    array,
                    overPoints(() -> List.of(new Statement.If(
                            box.isSurface(array),
                            List.of(new Statement.Assign(
                                    told(array), new Expression.Read(here(registers(array))))))))));
        }
        statements.add(new Statement.Barrier());
        statements.add(new Statement.If(
                equal(thread.read(), integer(0)), List.of(new Statement.Assign(rounds(none()), number))));
        round.arrays().forEach(a -> statements.addAll(publish(a)));
        statements.addAll(awaits(number));
        statements.add(new Statement.Barrier());
        for (String array : round.arrays()) {
            statements.add(new Statement.Comment("Read the surfaces of " + array + " beside."));
            statements.add(inSlot(round, array, receiveTold(array)));
        }
        statements.add(new Statement.AwaitCopies());
        statements.add(new Statement.Barrier());
        return statements;
    }

    private Statement inSlot(Surfaces.Round round, String array, List<Statement> body) {
        int perIteration = surfaces.perIteration(array);
        Affine told = Affine.variable(boxes.time().variable())
                .minus(boxes.time().first())
                .times(perIteration % 2)
                .plus(surfaces.before(round, array));
        List<Statement> all = new ArrayList<>();
        all.add(new Statement.Declare(affine.variable(SLOT), affine.of(new Affine.Mod(told, 2)), true));
        all.addAll(body);
        return new Statement.Scope(all);
    }

    /** Who has told how much: the block at a distance from this one. */
    private Place.Global rounds(List<Integer> direction) {
        return Expressions.element(
                memory(step.progress().name()),
                inBlock(step.progress(), number(direction), integer(0)),
                Place.Access.ORDERED);
    }

    /** The number of the block at a distance from this one. */
    private Expression number(List<Integer> direction) {
        Expression number = block.read();
        Expression stride = integer(1);
        for (int d = box.dimensions() - 1; d >= 0; d--) {
            int side = direction.get(d);
            if (side != 0) {
                number = side > 0 ? add(number, stride) : subtract(number, stride);
            }
            stride = multiply(stride, counts.get(d).read());
        }
        return number;
    }

    /** A thread for each block beside this one waits for it. */
    private List<Statement> awaits(Expression number) {
        List<Statement> statements = new ArrayList<>();
        for (int n = 0; n < surfaces.directions().size(); n++) {
            List<Integer> direction = surfaces.directions().get(n);
            List<Expression> waits = new ArrayList<>();
            waits.add(equal(thread.read(), integer(n % box.threadCount())));
            waits.addAll(exists(direction));
            statements.add(new Statement.If(all(waits), List.of(new Statement.Await(rounds(direction), number))));
        }
        return statements;
    }

    /** Whether there is a block in a direction. */
    private List<Expression> exists(List<Integer> direction) {
        List<Expression> exists = new ArrayList<>();
        for (int d = 0; d < direction.size(); d++) {
            Expression own = affine.variable(box.dimension(d).block()).read();
            if (direction.get(d) < 0) {
                exists.add(less(integer(0), own));
            }
            if (direction.get(d) > 0) {
                exists.add(less(add(own, 1), counts.get(d).read()));
            }
        }
        return exists;
    }

    /** Threads hand each other what they read of each other. */
    private List<Statement> publish(String array) {
        List<Expression> sides = box.isReadByThreads(array);
        if (sides.isEmpty()) {
            return List.of();
        }
        Statement give =
                new Statement.Assign(box.shared(sharedOf(array), none()), new Expression.Read(here(registers(array))));
        boolean always = isInteger(sides.getFirst(), 1);
        return overPoints(() -> List.of(always ? give : new Statement.If(StayingBox.any(sides), List.of(give))));
    }

    /** Threads share out what is read of the blocks beside, of an array that nothing writes. */
    private List<Statement> receive(String array) {
        List<Statement> statements = new ArrayList<>(readAnew());
        for (StayingBox.Side side : box.sides(array)) {
            List<Statement> body = new ArrayList<>();
            List<Expression> positions = side.positions(element.read());
            for (int d = 0; d < box.dimensions(); d++) {
                body.add(new Statement.Declare(
                        affine.variable(box.dimension(d).variable()),
                        Expressions.sum(bases.get(d).read(), positions.get(d)),
                        true));
            }
            body.add(new Statement.If(inBounds(array), List.of(move(array, global(array), positions))));
            statements.add(overElements(side, body));
        }
        return List.of(new Statement.Scope(statements));
    }

    private List<Statement> readAnew() {
        return List.of(new Statement.Declare(reader, thread.read(), false), new Statement.Hide(List.of(reader)));
    }

    /** The same of what they tell. */
    private List<Statement> receiveTold(String array) {
        List<Statement> statements = new ArrayList<>(readAnew());
        ArrayLayout layout = step.told(array);
        for (StayingBox.Side side : box.sides(array)) {
            List<Expression> positions = side.positions(element.read());
            Expression number = Expressions.sum(multiply(variable(SLOT), blocks.read()), number(side.direction()));
            Place.Global from =
                    new Place.Global(memory(layout.name()), inBlock(layout, number, box.number(side, element.read())));
            statements.add(new Statement.If(
                    all(exists(side.direction())), List.of(overElements(side, List.of(move(array, from, positions))))));
        }
        return statements;
    }

    private Statement move(String array, Place from, List<Expression> positions) {
        Place to = box.shared(sharedOf(array), positions, box.dimensions() - 1);
        return type(array).bytes() >= Integer.BYTES
                ? new Statement.Copy(1, to, from, Statement.Way.ASYNCHRONOUS)
                : new Statement.Assign(to, new Expression.Read(from));
    }

    private Statement overElements(StayingBox.Side side, List<Statement> body) {
        return new Statement.For(
                element,
                reader.read(),
                less(element.read(), integer(side.elements())),
                integer(box.threadCount()),
                Statement.For.ANY,
                body);
    }

    /** A statement at the present point. */
    private List<Statement> compute(TimeTile.TimedStatement timed) {
        String target = timed.statement().target().array();
        StayingValues values = new StayingValues(timed, affine, new StayingValues.Source() {
            @Override
            public Expression held(String array, List<Integer> offset) {
                return neighbour(array, offset);
            }

            @Override
            public Expression memory(String array, List<Affine> indices) {
                return new Expression.Read(new Place.Global(
                        StayingFunctions.this.memory(array), offsets.of(program.array(array), indices)));
            }
        });
        Expression value = values.of(TypedExpressions.ofStatement(step.nest(), timed.statement()));
        Place own = here(registers(target));
        if (timed.domain().equals(Condition.TRUE)) {
            return List.of(new Statement.Assign(own, value));
        }
        Expression runs = masks.holds(timed.domain());
        Expression otherwise = unwritten(timed);
        if (values.readsMemory()) {
            return List.of(new Statement.If(
                    runs,
                    List.of(new Statement.Assign(own, value)),
                    otherwise == null ? List.of() : List.of(new Statement.Assign(own, otherwise))));
        }
        return otherwise == null
                ? List.of(new Statement.Assign(own, select(runs, value, new Expression.Read(own))))
                : List.of(
                        new Statement.Assign(own, value),
                        new Statement.If(not(runs), List.of(new Statement.Assign(own, otherwise))));
    }

    /**
     * An element that no statement writes, for points that do not run the only statement which writes the array, so that registers need not keep it; null where they keep it anyway, or
     * another statement may write it. Loaded in the order of the program, as the compiler would else load those of all points at once.
     */
    private @Nullable Expression unwritten(TimeTile.TimedStatement timed) {
        String target = timed.statement().target().array();
        return KernelProgram.HostStep.Staying.overwritten(boxes).contains(target)
                ? new Expression.Read(kept(target, Place.Access.RELAXED))
                : null;
    }

    private Expression neighbour(String array, List<Integer> offset) {
        if (offset.stream().allMatch(o -> o == 0)) {
            return new Expression.Read(here(registers(array)));
        }
        Expression beside = new Expression.Read(box.shared(sharedOf(array), offset));
        return box.mayBeOwn(offset)
                ? select(all(box.isOwn(offset)), new Expression.Read(box.register(registers(array), offset)), beside)
                : beside;
    }
}
