package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.select;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.InputPart;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.FunctionNames;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.HostStep;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Target;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.tiling.plan.HostStep.Lane;

/** What the host has and does: sizes, arrays in device memory, launches in loops. */
final class HostProgram {
    private final KernelProgram program;
    private final Target target;
    private final CNames names = new CNames();
    private final AffineExpressions affine;
    private final @Nullable WindowSteps windows;

    HostProgram(KernelProgram program, Target target) {
        this.program = program;
        this.target = target;
        FunctionNames.reserve(program, names);
        names.declare(program.parameters());
        program.allArrays().forEach(a -> names.declare(a.name()));
        affine = new AffineExpressions(names, lengths(program, new AffineExpressions(names)));
        program.secondCopies().forEach(a -> names.declare(CNames.otherCopy(a), a + "_second"));
        windows = program.windows() == null ? null : new WindowSteps(program, program.windows(), names, affine);
    }

    /** How long axes of several loops are. */
    private static Map<String, Expression> lengths(KernelProgram program, AffineExpressions sizes) {
        Map<String, Expression> lengths = new HashMap<>();
        program.coalescing()
                .lengths()
                .forEach((name, factors) -> lengths.put(
                        name,
                        factors.stream()
                                .map(f -> call(Intrinsic.MAX, ScalarType.I32, integer(0), sizes.of(f)))
                                .reduce(Expressions::multiply)
                                .orElseThrow()));
        return lengths;
    }

    List<Variable> sizes() {
        return program.parameters().stream().map(affine::variable).toList();
    }

    /** The nest's arrays, second copies of some, temporaries, memory for windows. */
    List<Program.Allocation> arrays() {
        List<Program.Allocation> arrays = new ArrayList<>();
        Program.Role role = windows == null ? Program.Role.CALLERS : Program.Role.HOST;
        program.arrays().forEach(a -> arrays.add(allocation(names.of(a.name()), a, role)));
        program.secondCopies()
                .forEach(a ->
                        arrays.add(allocation(names.of(CNames.otherCopy(a)), program.array(a), Program.Role.SCRATCH)));
        program.scratch().forEach(a -> arrays.add(allocation(names.of(a.name()), a, Program.Role.SCRATCH)));
        if (windows != null) {
            arrays.addAll(windows.memories());
        }
        return arrays;
    }

    /** Padding included: rows times their pitch. */
    private Program.Allocation allocation(String name, ArrayLayout layout, Program.Role role) {
        Expression elements = integer(1);
        for (ArrayDeclaration.Bounds each : layout.outer()) {
            elements = multiply(elements, positive(each.extent()));
        }
        elements = multiply(elements, positive(layout.pitch()));
        return new Program.Allocation(name, ScalarType.of(layout.type()), elements, role);
    }

    /** The number where it is positive, else 0; 64 bits. */
    private Expression positive(Affine count) {
        Expression number = affine.of(count);
        return number instanceof Expression.IntegerLiteral l && l.value() >= 0
                ? number
                : convert(ScalarType.I64, call(Intrinsic.MAX, ScalarType.I32, integer(0), number));
    }

    List<HostStep> steps() {
        List<HostStep> steps = new ArrayList<>();
        if (!program.coalescing().tables().isEmpty()) {
            steps.add(tables());
        }
        steps.addAll(steps(program.host()));
        return steps;
    }

    /** Tables of where elements stand, before anything looks there. */
    private HostStep tables() {
        Expression longest = program.coalescing().lengths().keySet().stream()
                .map(affine::value)
                .reduce((a, b) -> call(Intrinsic.MAX, ScalarType.I32, a, b))
                .orElseThrow();
        return new HostStep.Launch(
                OffsetTables.name(program),
                "where elements stand",
                divide(add(longest, OffsetTables.THREADS - 1), OffsetTables.THREADS),
                OffsetTables.THREADS,
                0,
                OffsetTables.arguments(program).stream().map(this::argument).toList(),
                false,
                false);
    }

    private List<HostStep> steps(List<KernelProgram.HostStep> steps) {
        return steps.stream().flatMap(s -> step(s).stream()).toList();
    }

    private List<HostStep> step(KernelProgram.HostStep step) {
        return switch (step) {
            case KernelProgram.HostStep.Loop l
            when windows != null && l.windows() != null -> List.of(windows.loop(l, this::steps));
            case KernelProgram.HostStep.Loop l ->
                List.of(new HostStep.Loop(
                        Variable.integer(names.declare(l.variable())),
                        affine.of(l.first()),
                        affine.of(l.last()),
                        steps(l.body()),
                        l.apart()));
            case KernelProgram.HostStep.Launch l -> List.of(launch(l.kernel(), l.lane()));
            case KernelProgram.HostStep.Columns c -> columns(c);
            case KernelProgram.HostStep.Rows r -> rows(r);
            case KernelProgram.HostStep.Kept k -> kept(k);
            case KernelProgram.HostStep.Inputs i -> inputs(i);
            case KernelProgram.HostStep.Staying s -> staying(s);
            case KernelProgram.HostStep.AsWritten _ ->
                throw new IllegalArgumentException("the nest as written runs on processors");
        };
    }

    /** No column has done anything; then all columns run. */
    private List<HostStep> columns(KernelProgram.HostStep.Columns step) {
        Kernel kernel = step.kernel();
        ArrayLayout progress = program.array(step.progress());
        String array = names.of(step.progress());
        Expression elements = allocation(array, progress, Program.Role.SCRATCH).elements();
        Expression blocks = step.columns().stream()
                .map(c -> positive(c.last().minus(c.first()).plus(1)))
                .reduce(Expressions::multiply)
                .orElseThrow();
        List<Argument> arguments = new ArrayList<>();
        for (KernelArgument argument : ColumnFunctions.arguments(step)) {
            arguments.add(argument(argument));
        }
        arguments.add(new Argument.Base(array));
        return List.of(
                new HostStep.Launch(
                        ColumnFunctions.start(kernel),
                        "no block has been run yet",
                        divide(add(elements, ColumnFunctions.THREADS_OF_START - 1), ColumnFunctions.THREADS_OF_START),
                        ColumnFunctions.THREADS_OF_START,
                        0,
                        List.of(new Argument.Value(elements), new Argument.Base(array)),
                        false,
                        false),
                new HostStep.Launch(
                        kernel.name(),
                        kernel.description() + ", in all fronts",
                        blocks,
                        kernel.threads(),
                        kernel.sharedBytes(),
                        arguments,
                        false,
                        false));
    }

    /** No row is done; then all rows run. */
    private List<HostStep> rows(KernelProgram.HostStep.Rows step) {
        KernelProgram.HostStep.Loop loop = step.launches();
        String array = names.of(step.done());
        Expression rows = positive(loop.last().minus(loop.first()).plus(1));
        List<Argument> arguments = new ArrayList<>(
                RowFunctions.arguments(step).stream().map(this::argument).toList());
        arguments.add(new Argument.Base(array));
        return List.of(
                new HostStep.Launch(
                        RowFunctions.start(step),
                        "no row is done yet",
                        divide(add(rows, ColumnFunctions.THREADS_OF_START - 1), ColumnFunctions.THREADS_OF_START),
                        ColumnFunctions.THREADS_OF_START,
                        0,
                        List.of(
                                new Argument.Value(affine.of(
                                        loop.last().minus(loop.first()).plus(1))),
                                new Argument.Base(array)),
                        false,
                        false),
                new HostStep.Launch(
                        RowFunctions.name(step),
                        "all launches for " + loop.variable() + ", a block for each row",
                        rows,
                        RowFunctions.threads(step),
                        RowFunctions.sharedBytes(step, target),
                        arguments,
                        false,
                        false));
    }

    /** One launch, after one that says that no pivot is done; launches for each iteration where columns do not fit. */
    private List<HostStep> kept(KernelProgram.HostStep.Kept step) {
        KernelProgram.HostStep.Loop loop = step.launches();
        int size = step.columns().size();
        Affine blocks =
                KeptColumns.lastColumn(step).minus(loop.first()).plus(size).floorDiv(size);
        List<Argument> arguments = KeptColumns.arguments(program, step).stream()
                .map(this::argument)
                .toList();
        List<HostStep> steps = new ArrayList<>();
        Expression none = integer(1);
        for (int resident : KeptColumns.resident(step, target)) {
            Expression fits = affine.of(KeptColumns.fits(step, target, resident));
            steps.add(new HostStep.Launch(
                    KeptColumns.function(step, resident),
                    "all steps, by blocks that keep columns",
                    select(none, select(fits, positive(blocks), integer(0)), integer(0)),
                    step.columns().threads(),
                    new KeptColumnFunctions(program, step, target, resident).sharedBytes(),
                    arguments,
                    false,
                    false));
            none = not(fits);
        }
        steps.addFirst(new HostStep.Launch(
                KeptColumns.start(step),
                "no pivot is done yet",
                select(none, integer(0), integer(1)),
                1,
                0,
                List.of(new Argument.Base(names.of(step.progress()))),
                false,
                false));
        steps.add(new HostStep.Loop(
                Variable.integer(names.declare(loop.variable())),
                affine.of(loop.first()),
                select(none, affine.of(loop.last()), add(affine.of(loop.first()), -1)),
                steps(loop.body())));
        return steps;
    }

    /** One launch, where the device holds all blocks with what they keep; else launches for each iteration. */
    private List<HostStep> inputs(KernelProgram.HostStep.Inputs step) {
        KernelProgram.HostStep.Loop loop = step.launches();
        List<HostStep> steps = new ArrayList<>();
        Expression none = integer(1);
        Expression some = lessEqual(affine.of(loop.first()), affine.of(loop.last()));
        KeptInputFunctions functions = KeptInputFunctions.of(program, step, target);
        List<Argument> arguments =
                functions.arguments().stream().map(this::argument).toList();
        for (KeptInputFunctions.Split split : functions.splits()) {
            List<Expression> conditions = new ArrayList<>(List.of(some));
            Expression all = integer(0);
            for (InputPart part : step.parts()) {
                if (part.iterations() != null) {
                    Expression iterations = affine.of(part.iterations());
                    conditions.add(lessEqual(integer(1), iterations));
                    conditions.add(lessEqual(iterations, integer(split.rows())));
                    Expression own = multiply(integer(split.parts()), positive(part.blocks()));
                    all = isInteger(all, 0) ? own : call(Intrinsic.MAX, ScalarType.I64, all, own);
                }
            }
            conditions.add(lessEqual(all, integer(target.processors())));
            for (InputPart part : step.parts()) {
                if (part.iterations() == null) {
                    conditions.add(lessEqual(positive(part.blocks()), all));
                }
            }
            Expression fits = Expressions.all(conditions.stream().distinct().toList());
            steps.add(new HostStep.Launch(
                    split.function().name(),
                    split.function().comment(),
                    select(isInteger(none, 1) ? fits : Expressions.all(List.of(none, fits)), all, integer(0)),
                    functions.threads(),
                    split.sharedBytes(),
                    arguments,
                    false,
                    false));
            none = isInteger(none, 1) ? not(fits) : Expressions.all(List.of(none, not(fits)));
        }
        steps.add(new HostStep.Loop(
                Variable.integer(names.declare(loop.variable())),
                affine.of(loop.first()),
                isInteger(none, 1)
                        ? affine.of(loop.last())
                        : select(none, affine.of(loop.last()), add(affine.of(loop.first()), -1)),
                steps(loop.body())));
        return steps;
    }

    /** One launch, after one that says that nothing has been told; launches for each iteration where the device does not hold all blocks at a time. */
    private List<HostStep> staying(KernelProgram.HostStep.Staying step) {
        KernelProgram.HostStep.Loop loop = step.launches();
        StayingFunctions functions = new StayingFunctions(program, step);
        Expression blocks = step.boxes().dimensions().stream()
                .map(d -> positive(d.lastBlock().plus(1)))
                .reduce(Expressions::multiply)
                .orElseThrow();
        Expression fits = functions.sharedBytes() + target.sharedBytesReserved() <= target.sharedBytesPerProcessor()
                ? lessEqual(blocks, integer(target.processors()))
                : integer(0);
        String progress = names.of(step.progress().name());
        Expression elements =
                allocation(progress, step.progress(), Program.Role.SCRATCH).elements();
        List<HostStep> steps = new ArrayList<>();
        steps.add(new HostStep.Launch(
                StayingFunctions.start(step),
                "nothing has been told",
                select(
                        fits,
                        divide(add(elements, ColumnFunctions.THREADS_OF_START - 1), ColumnFunctions.THREADS_OF_START),
                        integer(0)),
                ColumnFunctions.THREADS_OF_START,
                0,
                List.of(new Argument.Value(elements), new Argument.Base(progress)),
                false,
                false));
        steps.add(new HostStep.Launch(
                step.function(),
                "all iterations, by blocks that stay",
                select(fits, blocks, integer(0)),
                step.threads(),
                functions.sharedBytes(),
                StayingPlaces.arguments(program, step).stream()
                        .map(this::argument)
                        .toList(),
                false,
                false));
        steps.add(new HostStep.Loop(
                Variable.integer(names.declare(loop.variable())),
                affine.of(loop.first()),
                select(fits, add(affine.of(loop.first()), -1), affine.of(loop.last())),
                steps(loop.body())));
        return steps;
    }

    private HostStep launch(Kernel kernel, Lane lane) {
        return new HostStep.Launch(
                kernel.name(),
                kernel.description(),
                blocks(kernel),
                kernel.threads(),
                kernel.sharedBytes(),
                kernel.arguments().stream().map(this::argument).toList(),
                lane.ahead(),
                lane.meets());
    }

    /** Blocks of all pieces; none where no piece has any at this step. */
    private Expression blocks(Kernel kernel) {
        Expression sum = kernel.counted().stream()
                .map(this::blocks)
                .reduce(Expressions::add)
                .orElseThrow();
        Condition active = kernel.active();
        return active.equals(Condition.TRUE) ? sum : new Expression.Conditional(affine.of(active), sum, integer(0));
    }

    private Expression blocks(BlockProgram piece) {
        return piece.grid().stream()
                .map(c -> positive(c.count()))
                .reduce(Expressions::multiply)
                .orElse(integer(1));
    }

    private Argument argument(KernelArgument argument) {
        return switch (argument) {
            case KernelArgument.Size s -> new Argument.Value(affine.value(s.parameter()));
            case KernelArgument.HostVariable v ->
                new Argument.Value(affine.variable(v.variable()).read());
            case KernelArgument.ArrayBase a ->
                windows != null && windows.knows(a.array())
                        ? windows.argument(a.array())
                        : new Argument.Base(names.of(a.array()));
            case KernelArgument.AlternatingBase a -> turn(a);
            case KernelArgument.Pitch p ->
                new Argument.Value(affine.of(program.array(p.array()).rowLength()));
        };
    }

    /** The array itself at even turns, else its second copy. */
    private Argument turn(KernelArgument.AlternatingBase base) {
        Expression turn = add(affine.variable(base.variable()).read(), integer(base.phase()));
        return new Argument.Either(
                equal(remainder(turn, 2), integer(0)),
                names.of(base.array()),
                names.of(CNames.otherCopy(base.array())));
    }
}
