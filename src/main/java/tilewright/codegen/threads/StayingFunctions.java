package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.zero;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.lower.TypedExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.property.Surfaces;

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
    private final StayingPlaces places;
    private final StayingRounds rounds;
    private final StayingMasks masks;

    StayingFunctions(KernelProgram program, KernelProgram.HostStep.Staying step) {
        places = new StayingPlaces(program, step);
        rounds = new StayingRounds(places);
        masks = new StayingMasks(places);
    }

    /** The kernel that says that nothing has been told. */
    static String start(KernelProgram.HostStep.Staying step) {
        return step.function() + "_start";
    }

    Function startFunction() {
        return ColumnFunctions.startFunction(
                start(places.step),
                "Nothing has been told yet.",
                places.memory(places.step.progress().name()),
                0);
    }

    int sharedBytes() {
        return sharedMemory().bytes();
    }

    private Function.SharedMemory sharedMemory() {
        return new Function.SharedMemory(
                places.step.function() + "_shared", places.names.inner().fresh("shared"), places.shared, false);
    }

    Function function() {
        return new Function(
                places.step.function(),
                new Function.Kind.Kernel(places.box.threadCount(), 1).withStart(Function.Start.TOGETHER),
                "all iterations, by blocks that stay",
                places.signature.parameters(),
                places.shared.isEmpty() ? null : sharedMemory(),
                body());
    }

    private List<Statement> body() {
        List<Statement> body = new ArrayList<>(coordinates());
        places.held.values().forEach(r -> body.add(new Statement.DeclareArray(r, null)));
        body.add(new Statement.Comment("Load the block's elements."));
        places.held.forEach((array, registers) -> body.addAll(places.overPoints(() -> List.of(new Statement.Assign(
                places.here(registers),
                !places.boxes.held(array).transfer().isInMemory()
                        ? zero(places.type(array))
                        : select(
                                places.inBounds(array),
                                new Expression.Read(places.global(array)),
                                zero(places.type(array))))))));
        for (String array : KernelProgram.HostStep.Staying.overwritten(places.boxes)) {
            body.addAll(places.overPoints(() -> List.of(new Statement.Assign(
                    places.kept(array, Place.Access.PLAIN),
                    new Expression.Read(places.here(places.registers(array)))))));
        }
        body.addAll(clear());
        for (String array : places.surfaces.constant()) {
            body.addAll(rounds.publish(array));
            body.addAll(rounds.receive(array));
        }
        if (!places.surfaces.constant().isEmpty()) {
            body.add(new Statement.AwaitCopies());
            body.add(new Statement.Barrier());
        }
        List<Statement> iteration = iteration();
        List<Statement> stores = places.boxes.arrays().stream()
                .filter(a -> a.transfer() == TimeTile.Transfer.CARRIED)
                .flatMap(a -> store(a).stream())
                .toList();
        body.addAll(masks.declarations());
        body.add(new Statement.For(
                places.affine.variable(places.boxes.time().variable()),
                places.affine.of(places.boxes.time().first()),
                lessEqual(places.time(), places.affine.of(places.boxes.time().last())),
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
        statements.add(new Statement.Declare(places.block, Expressions.BLOCK, true));
        statements.add(new Statement.Declare(places.thread, Expressions.THREAD, true));
        statements.add(new Statement.Declare(places.blocks, new Expression.Own(Expression.Coordinate.BLOCKS), true));
        List<Statement> own = new ArrayList<>();
        Expression left = places.block.read();
        int before = 1;
        for (int d = places.box.dimensions() - 1; d >= 0; d--) {
            TimeTile.Dimension dimension = places.box.dimension(d);
            Variable count = places.counts.get(d);
            statements.add(new Statement.Declare(
                    count, places.affine.of(dimension.lastBlock().plus(1)), true));
            Expression coordinate = d == 0 ? left : binary(Infix.REM, left, count.read());
            own.add(new Statement.Declare(places.affine.variable(dimension.block()), coordinate, true));
            left = binary(Infix.DIV, left, count.read());
            Expression quotient = divide(places.thread.read(), before);
            before *= dimension.threads();
            Expression digit = before == places.box.threadCount() ? quotient : remainder(quotient, dimension.threads());
            own.add(new Statement.Declare(
                    places.box.threads().get(d), dimension.threads() == 1 ? integer(0) : digit, true));
        }
        statements.addAll(own);
        for (int d = 0; d < places.box.dimensions(); d++) {
            statements.add(new Statement.Declare(
                    places.bases.get(d),
                    places.affine.of(places.box.dimension(d).base()),
                    true));
        }
        return statements;
    }

    /** What is outside of the arrays is read by points whose result nobody uses. */
    private List<Statement> clear() {
        List<Statement> statements = new ArrayList<>();
        for (Memory.Shared memory : places.shared) {
            statements.add(new Statement.For(
                    places.element,
                    places.thread.read(),
                    less(places.element.read(), integer(memory.elements())),
                    integer(places.box.threadCount()),
                    1,
                    List.of(new Statement.Assign(
                            new Place.Shared(memory, List.of(places.element.read())), zero(memory.type())))));
        }
        statements.add(new Statement.Barrier());
        return statements;
    }

    /** Computing the addresses anew is cheaper than registers that hold them in all iterations. */
    private List<Statement> store(TimeTile.HeldArray array) {
        List<Statement> statements = new ArrayList<>();
        for (int d = 0; d < places.box.dimensions(); d++) {
            statements.add(new Statement.Declare(
                    places.anew.get(d), places.bases.get(d).read(), false));
        }
        statements.add(new Statement.Hide(places.anew));
        statements.addAll(places.overPoints(
                places.anew,
                () -> List.of(new Statement.If(
                        masks.holds(array.written()),
                        List.of(new Statement.Assign(
                                places.global(array.array()),
                                new Expression.Read(places.here(places.registers(array.array())))))))));
        return List.of(new Statement.Scope(statements));
    }

    private List<Statement> iteration() {
        List<Statement> statements = new ArrayList<>();
        for (int s = 0; s < places.boxes.statements().size(); s++) {
            for (Surfaces.Round round : places.surfaces.rounds()) {
                if (round.before() == s) {
                    statements.addAll(rounds.round(round));
                }
            }
            TimeTile.TimedStatement timed = places.boxes.statements().get(s);
            statements.add(new Statement.Comment(timed.statement().toString()));
            statements.addAll(places.overPoints(() -> compute(timed)));
            String target = timed.statement().target().array();
            boolean lastWrite = places
                    .boxes
                    .statements()
                    .subList(s + 1, places.boxes.statements().size())
                    .stream()
                    .noneMatch(l -> l.statement().target().array().equals(target));
            TimeTile.HeldArray array = places.boxes.held(target);
            if (lastWrite && array.transfer() == TimeTile.Transfer.RECOMPUTED) {
                statements.add(new Statement.If(
                        equal(
                                places.time(),
                                places.affine.of(places.boxes.time().last())),
                        store(array)));
            }
        }
        return statements;
    }

    /** A statement at the present point. */
    private List<Statement> compute(TimeTile.TimedStatement timed) {
        String target = timed.statement().target().array();
        StayingValues values = new StayingValues(timed, places.affine, new StayingValues.Source() {
            @Override
            public Expression held(String array, List<Integer> offset) {
                return neighbour(array, offset);
            }

            @Override
            public Expression memory(String array, List<Affine> indices) {
                return new Expression.Read(new Place.Global(
                        places.memory(array), places.offsets.of(places.program.array(array), indices)));
            }
        });
        Expression value = values.of(TypedExpressions.ofStatement(places.step.nest(), timed.statement()));
        Place own = places.here(places.registers(target));
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
        return KernelProgram.HostStep.Staying.overwritten(places.boxes).contains(target)
                ? new Expression.Read(places.kept(target, Place.Access.RELAXED))
                : null;
    }

    private Expression neighbour(String array, List<Integer> offset) {
        if (offset.stream().allMatch(o -> o == 0)) {
            return new Expression.Read(places.here(places.registers(array)));
        }
        Expression beside = new Expression.Read(places.box.shared(places.sharedOf(array), offset));
        return places.box.mayBeOwn(offset)
                ? select(
                        all(places.box.isOwn(offset)),
                        new Expression.Read(places.box.register(places.registers(array), offset)),
                        beside)
                : beside;
    }
}
