package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.property.Surfaces;

/** What the kernel of blocks that stay calls things: who a thread is, where its points and those beside are kept, in registers, in shared memory and in memory. */
final class StayingPlaces {
    /** Which of the two places for what is told a round uses. */
    static final String SLOT = "slot'";

    final KernelProgram program;
    final KernelProgram.HostStep.Staying step;
    final Surfaces surfaces;
    final TimeTile boxes;
    final Signature signature;
    final CNames names;
    final AffineExpressions affine;
    final ElementOffsets offsets;
    final StayingBox box;
    /** The block's number. */
    final Variable block;
    /** The thread's number. */
    final Variable thread;
    /** Of what threads share out. */
    final Variable element;
    /** The thread's number, anew: where elements lie is cheaper to compute in every round than to keep in registers. */
    final Variable reader;

    /** How many blocks there are. */
    final Variable blocks;
    /** Coordinates of the box's first point, by dimension. */
    final List<Variable> bases = new ArrayList<>();
    /** The same, computed anew. */
    final List<Variable> anew = new ArrayList<>();
    /** How many blocks there are along each dimension. */
    final List<Variable> counts = new ArrayList<>();
    /** A thread's points of each array. */
    final Map<String, Memory.Register> held = new LinkedHashMap<>();
    /** What threads read of each other, and of the blocks beside. */
    final List<Memory.Shared> shared = new ArrayList<>();

    StayingPlaces(KernelProgram program, KernelProgram.HostStep.Staying step) {
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
    }

    Memory.Shared sharedMemory(int number) {
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

    ScalarType type(String array) {
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
                .forEach(a -> arguments.addAll(KernelArgument.ofArray(program.array(a), written.contains(a))));
        step.told().forEach(t -> arguments.add(new KernelArgument.ArrayBase(t.name(), true)));
        step.unwritten().forEach(t -> arguments.add(new KernelArgument.ArrayBase(t.name(), true)));
        arguments.add(new KernelArgument.ArrayBase(step.progress().name(), true));
        return arguments;
    }

    Memory.Global memory(String array) {
        return Objects.requireNonNull(signature.arrays().get(array), array);
    }

    Memory.Register registers(String array) {
        return Objects.requireNonNull(held.get(array), array);
    }

    Memory.Shared sharedOf(String array) {
        return shared.get(Objects.requireNonNull(surfaces.memory().get(array), array));
    }

    Expression time() {
        return affine.variable(boxes.time().variable()).read();
    }

    /** A loop nest over the thread's points, written out, with the coordinates of the point. */
    List<Statement> overPoints(Supplier<List<Statement>> body) {
        return overPoints(bases, body);
    }

    /** @param first coordinates of the box's first point */
    List<Statement> overPoints(List<Variable> first, Supplier<List<Statement>> body) {
        List<Statement> inner = body.get();
        for (int d = box.dimensions() - 1; d >= 0; d--) {
            List<Statement> inside = new ArrayList<>();
            Variable point = affine.variable(box.dimension(d).variable());
            if (tilewright.kernel.Mentions.in(inner).contains(point.name())) {
                inside.add(new Statement.Declare(point, add(first.get(d).read(), box.position(d)), true));
            }
            inside.addAll(inner);
            inner = List.of(box.overPoints(d, inside));
        }
        return inner;
    }

    List<Integer> none() {
        return Collections.nCopies(box.dimensions(), 0);
    }

    Place here(Memory.Register registers) {
        return box.register(registers, none());
    }

    List<Affine> point() {
        return boxes.dimensions().stream()
                .map(d -> Affine.variable(d.variable()))
                .toList();
    }

    Place.Global global(String array) {
        return new Place.Global(memory(array), offsets.of(program.array(array), point()));
    }

    /** The place of the present point in what is told of an array. */
    Place.Global told(String array) {
        ArrayLayout layout = step.told(array);
        Expression number = Expressions.sum(multiply(variable(SLOT), blocks.read()), block.read());
        return new Place.Global(memory(layout.name()), inBlock(layout, number, box.number()));
    }

    /** The place of the present point among elements of an array that no statement writes. */
    Place.Global kept(String array, Place.Access access) {
        ArrayLayout layout = step.unwritten(array);
        return Expressions.element(memory(layout.name()), inBlock(layout, block.read(), box.number()), access);
    }

    /** A point of a block: its threads' first points lie beside each other, then their second ones. */
    static Expression inBlock(ArrayLayout layout, Expression number, Expression point) {
        return Expressions.sum(
                multiply(number, integer(LinearForm.of(layout.pitch()).constant())), point);
    }

    Expression variable(String name) {
        return affine.variable(name).read();
    }

    List<Condition> bounds(String array) {
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
    Expression inBounds(String array) {
        return affine.of(new Condition.And(bounds(array)));
    }

    /** The number of the block at a distance from this one. */
    Expression number(List<Integer> direction) {
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

    /** Whether there is a block in a direction. */
    List<Expression> exists(List<Integer> direction) {
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
}
