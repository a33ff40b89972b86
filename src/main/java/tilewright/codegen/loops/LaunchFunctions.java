package tilewright.codegen.loops;

import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.AxisVariables;
import tilewright.codegen.scalar.BlockCoordinates;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.codegen.scalar.FunctionNames;
import tilewright.codegen.scalar.PieceNames;
import tilewright.codegen.scalar.SequenceVariables;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.ranking.description.HostDescription;

/**
 * The functions of one launch: one per piece, which runs a block, and one that runs all blocks. Blocks are numbered piece after
 * piece, the last coordinate fastest; they run in any order.
 */
final class LaunchFunctions {
    private final KernelProgram program;
    private final Kernel kernel;
    private final CNames names;
    private final @Nullable AccessCounters counters;

    private final List<Function.Parameter> parameters = new ArrayList<>();
    private final Map<String, Memory.Global> arrays = new HashMap<>();
    private final Map<String, Variable> pitches = new HashMap<>();
    private final List<Function> functions = new ArrayList<>();

    /** @param names of the program; what the functions add to them stays here */
    private LaunchFunctions(KernelProgram program, Kernel kernel, CNames names, @Nullable AccessCounters counters) {
        this.program = program;
        this.kernel = kernel;
        this.names = names.inner();
        this.counters = counters;
        this.names.declare(kernel.hostVariables());
        kernel.arguments().forEach(a -> parameters.add(parameter(a)));
    }

    /** The functions, the one that runs all blocks last. */
    static List<Function> of(KernelProgram program, Kernel kernel, CNames names, @Nullable AccessCounters counters) {
        LaunchFunctions launch = new LaunchFunctions(program, kernel, names, counters);
        Function all = launch.all();
        launch.functions.add(all);
        return launch.functions;
    }

    /** The number of blocks of a launch that have not taken their turn. */
    static Memory.Global left(Kernel kernel) {
        return new Memory.Global(FunctionNames.turns(kernel), ScalarType.I64, true);
    }

    /** The structure of what a block of a piece keeps. */
    static String structure(Kernel kernel, BlockProgram piece) {
        return FunctionNames.of(kernel, piece) + "_memory";
    }

    private Function.Parameter parameter(KernelArgument argument) {
        return switch (argument) {
            case KernelArgument.Size s -> value(names.of(s.parameter()));
            case KernelArgument.HostVariable v -> value(names.of(v.variable()));
            case KernelArgument.Pitch p -> {
                Variable pitch = Variable.integer(names.fresh(p.array() + "_pitch"));
                pitches.put(p.array(), pitch);
                yield new Function.Parameter.Value(pitch);
            }
            case KernelArgument.ArrayBase a -> base(a.array(), a.array(), names.of(a.array()), a.written());
            // A launch reads an array's current copy under the array's own name.
            case KernelArgument.AlternatingBase a
            when a.phase() == 0 -> base(a.array(), a.array(), names.of(a.array()), false);
            case KernelArgument.AlternatingBase a -> {
                String copy = CNames.otherCopy(a.array());
                yield base(copy, a.array(), names.declare(copy, a.array() + "_next"), true);
            }
        };
    }

    private static Function.Parameter value(String name) {
        return new Function.Parameter.Value(Variable.integer(name));
    }

    private Function.Parameter base(String copy, String array, String name, boolean written) {
        ScalarType type = ScalarType.of(program.array(array).type());
        Memory.Global memory = new Memory.Global(name, type, written);
        arrays.put(copy, memory);
        return new Function.Parameter.Base(memory, true);
    }

    /** Runs all blocks. */
    private Function all() {
        Variable block = new Variable(names.fresh("block"), ScalarType.I64);
        Variable blocks = new Variable(names.fresh("blocks"), ScalarType.I64);
        List<Statement> body = new ArrayList<>();
        List<Expression> before = new ArrayList<>();
        List<List<Statement>> calls = new ArrayList<>();
        for (BlockProgram piece : kernel.pieces()) {
            // The counts of all pieces are declared in one function, hence the shared names for coordinates.
            CNames own = pieceNames(piece);
            Variable within = before.isEmpty() ? block : new Variable(own.fresh("within"), ScalarType.I64);
            functions.add(piece(piece, own));
            AffineExpressions affine = new AffineExpressions(own);
            BlockCoordinates grid = BlockCoordinates.of(piece, affine, within.read());
            for (BlockCoordinates.Named count : grid.counts()) {
                names.declare(count.variable().name());
                body.add(new Statement.Declare(count.variable(), count.value(), true));
            }
            List<Statement> call = new ArrayList<>();
            if (!before.isEmpty()) {
                Expression number = before.stream().reduce(block.read(), Expressions::subtract);
                call.add(new Statement.Declare(within, number, true));
            }
            call.addAll(call(piece, affine, grid));
            calls.add(call);
            before.add(grid.blocks());
        }
        body.add(new Statement.Declare(blocks, sum(before), true));
        if (kernel.takesTurns()) {
            body.add(new Statement.Assign(new Place.Global(left(kernel), integer(0)), blocks.read()));
        }
        body.add(new Statement.ParallelFor(
                block,
                integer(0),
                blocks.read(),
                greater(blocks.read(), integer(alone())),
                Statement.ParallelFor.Sharing.IN_TURN,
                choice(block.read(), before, calls)));
        return new Function(
                kernel.name(), new Function.Kind.Kernel(1, 0), kernel.description(), parameters, null, body);
    }

    /** So many blocks are run by one thread: one, and those of one iteration whose points take less time than starting the others. */
    private int alone() {
        boolean once =
                kernel.pieces().stream().allMatch(p -> PieceNames.sequences(p).isEmpty());
        int points = kernel.pieces().stream()
                .mapToInt(p -> p.axes().stream().mapToInt(Axis::extent).reduce(1, Math::multiplyExact))
                .max()
                .orElse(1);
        return once ? HostDescription.blocksAlone(points) : 1;
    }

    private static Expression sum(List<Expression> terms) {
        return terms.stream().reduce(integer(0), Expressions::add);
    }

    /** The call of the piece that a block belongs to. */
    private static List<Statement> choice(Expression block, List<Expression> counts, List<List<Statement>> calls) {
        List<Statement> choice = calls.getLast();
        for (int p = calls.size() - 2; p >= 0; p--) {
            Expression end = sum(counts.subList(0, p + 1));
            choice = List.of(new Statement.If(less(block, end), calls.get(p), choice));
        }
        return choice;
    }

    private CNames pieceNames(BlockProgram piece) {
        CNames own = names.inner();
        piece.grid().forEach(g -> own.declare(g.variable()));
        piece.axes().forEach(a -> own.declare(a.variable()));
        PieceNames.sequences(piece).forEach(s -> own.declare(s.variable()));
        piece.tiles().forEach(t -> own.declare(t.name()));
        return own;
    }

    private List<Statement> call(BlockProgram piece, AffineExpressions affine, BlockCoordinates grid) {
        List<Statement> call = new ArrayList<>();
        List<Argument> arguments = new ArrayList<>();
        for (Function.Parameter parameter : parameters) {
            arguments.add(
                    switch (parameter) {
                        case Function.Parameter.Value v ->
                            new Argument.Value(v.variable().read());
                        case Function.Parameter.Base b -> new Argument.Base(b.name());
                    });
        }
        for (int g = 0; g < grid.variables().size(); g++) {
            Variable coordinate = grid.variables().get(g);
            call.add(new Statement.Declare(
                    coordinate, convert(ScalarType.I32, grid.places().get(g)), true));
            arguments.add(new Argument.Value(coordinate.read()));
        }
        Statement run = new Statement.Call(FunctionNames.of(kernel, piece), arguments);
        boolean always = piece.member().equals(Condition.TRUE);
        call.addAll(Loop.when(always ? null : affine.of(piece.member()), List.of(run)));
        return call;
    }

    /** Runs one block. */
    private Function piece(BlockProgram piece, CNames own) {
        BlockMemory memory = new BlockMemory(piece, own);
        String pointer = own.fresh("memory");
        List<Function.Parameter> all = new ArrayList<>(parameters);
        piece.grid().forEach(g -> all.add(value(own.of(g.variable()))));
        List<Statement> body;
        if (piece.interiorBody() != null && piece.guardedBody() != null) {
            Body interior = body(piece, piece.interiorBody(), memory, own.inner());
            Body guarded = body(piece, piece.guardedBody(), memory, own.inner());
            List<Statement.Declare> common = common(guarded.constants(), interior.constants());
            body = new ArrayList<>(common);
            body.addAll(memory.clear(interior.names()));
            body.add(new Statement.If(
                    interior.names().affine().of(piece.interior()),
                    interior.after(piece.interiorComment(), common),
                    guarded.after("Boundary: points are checked one by one.", common)));
        } else {
            List<Operation> operations = piece.interiorBody() != null ? piece.interiorBody() : piece.guardedBody();
            Body only = body(piece, Objects.requireNonNull(operations), memory, own);
            body = new ArrayList<>(only.constants());
            body.addAll(memory.clear(only.names()));
            body.addAll(only.statements());
        }
        return new Function(
                FunctionNames.of(kernel, piece),
                new Function.Kind.Inline(),
                piece.role(),
                all,
                memory.of(structure(kernel, piece), pointer),
                body);
    }

    /** The constants of two bodies, except those that have different values in them. */
    private static List<Statement.Declare> common(List<Statement.Declare> one, List<Statement.Declare> other) {
        return Stream.concat(one.stream(), other.stream())
                .distinct()
                .filter(c -> Stream.concat(one.stream(), other.stream())
                        .allMatch(d -> d.equals(c) || !d.variable().equals(c.variable())))
                .toList();
    }

    /**
     * What some blocks of a piece do.
     *
     * @param constants of the block, declared
     */
    private record Body(PieceNames names, List<Statement.Declare> constants, List<Statement> statements) {
        /** The statements after a comment and those constants that are not declared already. */
        List<Statement> after(String comment, List<Statement.Declare> declared) {
            List<Statement> all = new ArrayList<>(List.of(new Statement.Comment(comment)));
            constants.stream().filter(c -> !declared.contains(c)).forEach(all::add);
            all.addAll(statements);
            return all;
        }
    }

    private Body body(BlockProgram piece, List<Operation> operations, BlockMemory memory, CNames own) {
        PieceNames inBody = new PieceNames(piece, operations, own);
        ElementOffsets offsets = new ElementOffsets(inBody.affine(), pitches);
        GlobalArrays global = new GlobalArrays(program, arrays, offsets, counters);
        List<Statement> statements =
                new BlockBody(inBody, left(kernel)).of(BlockScope.start(inBody, global, memory), operations);
        return new Body(inBody, constants(inBody, statements), statements);
    }

    /** The constants of a block that statements read. */
    private static List<Statement.Declare> constants(PieceNames piece, List<Statement> readers) {
        List<Statement.Declare> constants = new ArrayList<>();
        for (SequenceVariables sequence : piece.sequences()) {
            Affine origin = sequence.sequence().origin();
            if (!piece.varies(origin)) {
                declare(constants, sequence.first(), piece.affine().of(origin), readers);
            }
            Affine count = sequence.sequence().count();
            if (!piece.varies(count)) {
                declare(constants, sequence.count(), piece.affine().of(count), readers);
            }
        }
        for (AxisVariables axis : piece.axes()) {
            declare(constants, axis.base(), piece.affine().of(axis.axis().base()), readers);
        }
        return constants;
    }

    private static void declare(
            List<Statement.Declare> to, Variable variable, Expression value, List<Statement> readers) {
        if (Loop.reads(readers, variable)) {
            to.add(new Statement.Declare(variable, value, true));
        }
    }
}
