package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.ThreadGrid;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Window;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.AxisVariables;
import tilewright.codegen.scalar.BlockCoordinates;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.codegen.scalar.FunctionNames;
import tilewright.codegen.scalar.PieceNames;
import tilewright.codegen.scalar.SequenceVariables;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Condition;

/**
 * One piece of a kernel: the function that its blocks run, and another one where its blocks at the boundary run a body of their
 * own.
 */
final class PieceFunctions {
    private final KernelProgram program;
    private final Kernel kernel;
    private final BlockProgram piece;
    private final Signature signature;
    private final CNames names;
    private final AffineExpressions affine;
    private final BlockCoordinates coordinates;
    private final Telling telling;
    private final Waiting waiting;

    /**
     * What blocks wait for before they touch what others write.
     *
     * @param parameters of the piece's functions, passed on under their own names
     * @param statements that wait; what of the functions does without them comes before
     * @param others names of the arrays that others write meanwhile
     * @param bytes of the block's memory that the statements use, from its start; the piece's own lies behind
     * @param late whether something may come before them: then what a block reads is on its way as early as its memory allows
     */
    record Waiting(
            List<Function.Parameter> parameters,
            List<Statement> statements,
            Set<String> others,
            int bytes,
            boolean late) {
        static final Waiting NOTHING = new Waiting(List.of(), List.of(), Set.of(), 0, false);

        Waiting {
            parameters = List.copyOf(parameters);
            statements = List.copyOf(statements);
            others = Set.copyOf(others);
        }

        List<Statement> in(List<Statement> body) {
            EarlyStatements parts = late ? EarlyStatements.of(body, others) : new EarlyStatements(List.of(), body);
            List<Statement> all = new ArrayList<>(parts.early());
            all.addAll(statements);
            all.addAll(parts.late());
            return all;
        }
    }

    /**
     * What blocks tell others that wait for them ({@link Operation.Tell}).
     *
     * @param parameters of the piece's functions, passed on under their own names
     * @param statements that tell it
     */
    record Telling(List<Function.Parameter> parameters, List<Statement> statements) {
        static final Telling NOTHING = new Telling(List.of(), List.of());

        Telling {
            parameters = List.copyOf(parameters);
            statements = List.copyOf(statements);
        }
    }

    /** @param block number of the block within the piece */
    PieceFunctions(KernelProgram program, Kernel kernel, BlockProgram piece, Signature signature, Variable block) {
        this(program, kernel, piece, signature, block, Telling.NOTHING);
    }

    /** The same, with functions that wait. */
    PieceFunctions waiting(Waiting what) {
        return new PieceFunctions(this, what);
    }

    private PieceFunctions(PieceFunctions other, Waiting waiting) {
        this.waiting = waiting;
        this.telling = other.telling;
        this.program = other.program;
        this.kernel = other.kernel;
        this.piece = other.piece;
        this.signature = other.signature;
        this.names = other.names;
        this.affine = other.affine;
        this.coordinates = other.coordinates;
    }

    PieceFunctions(
            KernelProgram program,
            Kernel kernel,
            BlockProgram piece,
            Signature signature,
            Variable block,
            Telling telling) {
        this.telling = telling;
        this.waiting = Waiting.NOTHING;
        this.program = program;
        this.kernel = kernel;
        this.piece = piece;
        this.signature = signature;
        this.names = signature.names().inner();
        piece.grid().forEach(g -> names.declare(g.variable()));
        piece.axes().forEach(a -> names.declare(a.variable()));
        PieceNames.sequences(piece).forEach(s -> names.declare(s.variable()));
        piece.tiles().forEach(t -> names.declare(t.name()));
        this.affine = new AffineExpressions(names);
        this.coordinates = BlockCoordinates.of(piece, affine, block.read());
    }

    BlockCoordinates coordinates() {
        return coordinates;
    }

    /** The function that the kernel calls comes last. */
    List<Function> all() {
        List<Operation> interior = piece.interiorBody();
        List<Operation> guarded = piece.guardedBody();
        String name = FunctionNames.of(kernel, piece);
        Function.Kind inline = new Function.Kind.Inline();
        if (interior == null || guarded == null) {
            List<Operation> only = interior == null ? guarded : interior;
            return List.of(function(name, inline, piece.role(), List.of(), null, only == null ? List.of() : only));
        }
        String boundary = FunctionNames.ofBoundary(kernel, piece);
        String comment =
                "The same where points are checked one by one. Not inlined: what it takes of registers is not taken"
                        + " from the interior.";
        BlockProgram.OfThreads byThreads =
                piece.decidesByThreads() && waiting == Waiting.NOTHING ? piece.ofThreads() : null;
        if (byThreads != null && byThreads.leaveNone()) {
            return List.of(function(name, inline, piece.role(), List.of(), byThreads, interior));
        }
        List<Statement> start = byThreads == null
                ? List.of(
                        atBoundary(boundary, not(affine.of(piece.interior()))),
                        new Statement.Comment(piece.interiorComment()))
                : List.of();
        return List.of(
                function(boundary, new Function.Kind.Apart(), comment, List.of(), null, guarded),
                function(name, inline, piece.role(), start, byThreads, interior));
    }

    private Statement atBoundary(String boundary, Expression where) {
        return new Statement.If(
                where, List.of(new Statement.Call(boundary, Signature.passedOn(parameters())), new Statement.Return()));
    }

    /** What threads do that are not inside: warps of which one is at the boundary run what is done there, so that none runs both; those that have no points do nothing. Each is one or the other where threads have one point. */
    private List<Statement> apart(DeviceScope scope, BlockProgram.OfThreads threads) {
        Expression inside = ofThread(scope, threads.inside());
        if (threads.leaveNone()) {
            return List.of(new Statement.If(not(inside), List.of(new Statement.Return())));
        }
        Expression none = not(ofThread(scope, threads.some()));
        boolean some = !threads.some().equals(Condition.TRUE);
        boolean warps = piece.threads() == kernel.threads() && piece.threads() % Simt.WARP == 0;
        Expression edge =
                some && warps ? binary(Infix.AND_THEN, ofThread(scope, threads.some()), not(inside)) : not(inside);
        Statement boundary = atBoundary(
                FunctionNames.ofBoundary(kernel, piece),
                warps ? new Expression.Voted(Expression.Vote.ANY, edge) : edge);
        List<Statement> nothing = some ? List.of(new Statement.If(none, List.of(new Statement.Return()))) : List.of();
        List<Statement> all = new ArrayList<>(warps ? List.of(boundary) : nothing);
        all.addAll(warps ? nothing : List.of(boundary));
        all.add(new Statement.Comment(piece.interiorComment()));
        return all;
    }

    /** What holds of a thread's first points. */
    private static Expression ofThread(DeviceScope scope, Condition condition) {
        Map<Variable, Expression> first = new HashMap<>();
        for (int d = 0; d < scope.axes().size(); d++) {
            AxisVariables axis = scope.axis(d);
            first.put(axis.variable(), sum(axis.base().read(), axis.own().read()));
        }
        return new Rewriter() {
            @Override
            protected Expression expression(Expression e) {
                return e instanceof Expression.Read(Place.Scalar(Variable v)) ? first.getOrDefault(v, e) : e;
            }
        }.whole(scope.pieceNames().affine().of(condition));
    }

    /** Expressions over the block's coordinates. */
    AffineExpressions affine() {
        return affine;
    }

    /** The block's coordinates, and the call of the piece's function for blocks that exist. */
    List<Statement> call() {
        List<Statement> statements = new ArrayList<>(coordinateDeclarations());
        statements.add(callOfMembers());
        return statements;
    }

    List<Statement> coordinateDeclarations() {
        List<Statement> statements = new ArrayList<>();
        for (int g = 0; g < coordinates.variables().size(); g++) {
            statements.add(new Statement.Declare(
                    coordinates.variables().get(g), coordinates.places().get(g), true));
        }
        return statements;
    }

    Statement callOfMembers() {
        return callOfMembers(List.of());
    }

    /** @param otherwise what blocks do that do not exist */
    Statement callOfMembers(List<Statement> otherwise) {
        Statement call = new Statement.Call(FunctionNames.of(kernel, piece), Signature.passedOn(parameters()));
        List<Expression> member = piece.member().conjuncts().stream()
                .filter(c -> !c.equals(Condition.TRUE))
                .map(affine::of)
                .toList();
        return member.isEmpty() ? call : new Statement.If(Expressions.all(member), List.of(call), otherwise);
    }

    private List<Function.Parameter> parameters() {
        List<Function.Parameter> all = new ArrayList<>(signature.with(coordinates.variables()));
        all.addAll(telling.parameters());
        all.addAll(waiting.parameters());
        return all;
    }

    /**
     * @param start what comes first
     * @param ofThreads which threads run the operations, others what is done at the boundary; null for all
     */
    private Function function(
            String name,
            Function.Kind kind,
            String comment,
            List<Statement> start,
            BlockProgram.@Nullable OfThreads ofThreads,
            List<Operation> operations) {
        CNames inner = names.inner();
        PieceNames pieceNames = new PieceNames(piece, operations, inner);
        ElementOffsets offsets = new ElementOffsets(
                new AffineExpressions(inner), signature.pitches(), program.coalescing(), signature.arrays());
        DeviceScope scope = DeviceScope.of(program, pieceNames, offsets, signature.arrays(), operations);
        Function.SharedMemory shared = shared(inner.fresh("shared"), operations);
        Memory.Global counter = new Memory.Global(FunctionNames.turns(kernel), ScalarType.U32, true);
        BodyStatements body = new BodyStatements(operations, inner, counter, telling.statements(), waiting.late());

        List<Statement> statements = new ArrayList<>(declarations(scope));
        if (piece.threads() < kernel.threads()) {
            Expression surplus = binary(Infix.GE, scope.thread().read(), integer(piece.threads()));
            statements.add(new Statement.If(surplus, List.of(new Statement.Return())));
        }
        if (ofThreads != null) {
            statements.addAll(apart(scope, ofThreads));
        }
        Set<Tile> handedOver = handedOverUnset(operations);
        piece.tiles().forEach(t -> {
            Memory.Register registers = scope.registers().of(t);
            statements.add(
                    handedOver.contains(t)
                            ? Statement.DeclareArray.handedOver(registers)
                            : new Statement.DeclareArray(registers, null));
        });
        statements.addAll(body.of(scope, operations));
        List<Statement> all = new ArrayList<>(start);
        all.addAll(waiting.in(statements));
        return new Function(name, kind, comment, parameters(), shared, all);
    }

    /** Tiles of planes that move on: before the first plane has come that far, neighbours take what is in none of them. */
    private static Set<Tile> handedOverUnset(List<Operation> operations) {
        if (Operations.ofKind(operations, Operation.MoveTile.class).isEmpty()) {
            return Set.of();
        }
        return Operations.ofKind(operations, Operation.TakeFace.class).stream()
                .map(Operation.TakeFace::tile)
                .collect(Collectors.toSet());
    }

    /** Rounds are short: what it takes to find shared memory must not be computed anew in each. */
    private Function.@Nullable SharedMemory shared(String name, List<Operation> operations) {
        boolean none = piece.shared().stream().allMatch(Window.class::isInstance)
                && Operations.ofKind(operations, Operation.LoadWindow.class).isEmpty();
        if (none) {
            return null;
        }
        boolean rounds = !Operations.ofKind(operations, Operation.Rounds.class).isEmpty();
        List<Memory.Shared> arrays = new ArrayList<>();
        if (waiting.bytes() > 0) {
            arrays.add(new Memory.Shared(
                    names.inner().fresh("before"),
                    ScalarType.I32,
                    List.of(waiting.bytes() / ScalarType.I32.bytes()),
                    "what blocks before this one use"));
        }
        piece.shared().forEach(s -> arrays.add(DeviceScope.shared(s)));
        return new Function.SharedMemory(FunctionNames.of(kernel, piece) + "_shared", name, arrays, rounds);
    }

    /** Thread coordinates and bases. */
    private List<Statement> declarations(DeviceScope scope) {
        List<Statement> lines = new ArrayList<>();
        lines.add(constant(scope.thread(), Expressions.THREAD));
        PieceNames inner = scope.pieceNames();
        for (SequenceVariables loop : inner.sequences()) {
            Sequence sequence = loop.sequence();
            if (!inner.varies(sequence.origin())) {
                lines.add(constant(loop.first(), inner.affine().of(sequence.origin())));
            }
            if (!inner.varies(sequence.count())) {
                lines.add(constant(loop.count(), inner.affine().of(sequence.count())));
            }
        }
        for (int d = 0; d < scope.axes().size(); d++) {
            AxisVariables axis = scope.axis(d);
            lines.add(constant(axis.base(), inner.affine().of(axis.axis().base())));
            Expression own = multiply(integer(axis.axis().vector()), coordinate(scope.thread(), d));
            lines.add(new Statement.Declare(axis.own(), own, false));
        }
        return lines;
    }

    private static Statement constant(Variable name, Expression value) {
        return new Statement.Declare(name, value, true);
    }

    /** The thread's coordinate along an axis: its digits of the thread number. */
    private Expression coordinate(Variable thread, int axis) {
        int divisor = 1;
        int weight = 1;
        Expression sum = integer(0);
        for (ThreadGrid.Digit digit : piece.threadGrid().digits()) {
            if (digit.axis() == axis) {
                Expression quotient = divide(thread.read(), divisor);
                boolean highest = divisor * digit.size() == piece.threads();
                Expression value = highest ? quotient : remainder(quotient, digit.size());
                sum = sum(sum, multiply(value, integer(weight)));
                weight *= digit.size();
            }
            divisor *= digit.size();
        }
        return sum;
    }
}
