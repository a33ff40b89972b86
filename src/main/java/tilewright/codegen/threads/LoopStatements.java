package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.subtract;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.scalar.Position;
import tilewright.codegen.scalar.SequenceVariables;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.LinearForm;

/**
 * Loops that all threads of a block run together.
 *
 * @param body what stands in them
 * @param half which of the buffers is used: of two, which half
 * @param next offset of the chunk that is copied meanwhile: the next one of two buffers, the one after that of three
 * @param atOnce whether both halves are filled before a loop that has two chunks, which then copies nothing
 */
record LoopStatements(BodyStatements body, Variable half, Variable next, boolean atOnce) {
    List<Statement> chunks(DeviceScope scope, Operation.ChunkLoop loop, boolean remainderFollows) {
        Sequence sequence = loop.sequence();
        Expression offset = scope.sequence(sequence).chunk().read();
        Expression condition = loop.whole()
                ? scope.pieceNames().holdsWhole(sequence, offset)
                : less(offset, scope.pieceNames().count(sequence));
        return overChunks(
                scope,
                sequence,
                scope.pieceNames().firstChunk(sequence),
                condition,
                remainderFollows,
                body.of(scope.inside(sequence, Operation.Range.CHUNK), loop.body()));
    }

    /** @param declareBefore whether the offset is needed after the loop */
    private static List<Statement> overChunks(
            DeviceScope scope,
            Sequence sequence,
            Expression start,
            Expression condition,
            boolean declareBefore,
            List<Statement> inner) {
        Variable chunk = scope.sequence(sequence).chunk();
        Expression step = integer(sequence.chunk());
        int unroll = Statement.For.ANY;
        return declareBefore
                ? List.of(
                        new Statement.Declare(chunk, start, false),
                        new Statement.For(chunk, null, condition, step, unroll, inner))
                : List.of(new Statement.For(chunk, start, condition, step, unroll, inner));
    }

    List<Statement> remainder(DeviceScope scope, Operation.Remainder rest) {
        Expression offset = scope.sequence(rest.sequence()).chunk().read();
        Expression left = less(offset, scope.pieceNames().count(rest.sequence()));
        DeviceScope inside = scope.inside(rest.sequence(), Operation.Range.PART_OF_CHUNK);
        return List.of(new Statement.If(left, body.of(inside, rest.body())));
    }

    /** A loop over chunks that fills one of the buffers while it uses another. Of three and more, others are on their way meanwhile. */
    List<Statement> pipeline(DeviceScope scope, Operation.Pipeline loop, boolean remainderFollows) {
        List<Statement> inner = new ArrayList<>(halves(scope, loop));
        inner.addAll(awaited(loop));
        if (!isFilledBefore(loop)) {
            inner.add(new Statement.If(more(scope, loop), stages(scope, loop)));
        }
        DeviceScope inside = scope.usingCopy(half.read()).inside(loop.sequence(), Operation.Range.CHUNK);
        inner.addAll(body.of(inside, loop.body()));
        List<Statement> statements = new ArrayList<>(ifAny(scope, loop, first(scope, loop)));
        statements.addAll(overWhole(scope, loop, remainderFollows, inner));
        return statements;
    }

    private List<Statement> halves(DeviceScope scope, Operation.Pipeline loop) {
        Expression chunk = scope.sequence(loop.sequence()).chunk().read();
        int size = loop.sequence().chunk();
        return List.of(
                new Statement.Declare(half, Expressions.remainder(divide(chunk, size), buffers(loop)), true),
                new Statement.Declare(next, add(chunk, integer(size * (buffers(loop) - 1))), true));
    }

    /** Buffers of each staged value. */
    private static int buffers(Operation.Pipeline loop) {
        return loop.stages().getFirst().buffer().copies();
    }

    /** The buffer some chunks behind the one that is used. */
    private Expression behind(Operation.Pipeline loop, int chunks) {
        return buffers(loop) == 2
                ? subtract(integer(1), half.read())
                : Expressions.remainder(add(half.read(), integer(chunks)), buffers(loop));
    }

    private static Expression evenOrOdd(Expression number) {
        return Expressions.remainder(number, 2);
    }

    /** The chunk has come; those behind it may be on their way. */
    private static List<Statement> awaited(Operation.Pipeline loop) {
        return List.of(await(loop), new Statement.Barrier());
    }

    /** As many groups of copies may be on their way behind the chunk that is waited for as there are other chunks on their way. */
    private static Statement await(Operation.Pipeline loop) {
        return new Statement.AwaitCopies(buffers(loop) - 2);
    }

    /** That there is a next chunk. */
    private Expression more(DeviceScope scope, Operation.Pipeline loop) {
        return runs(scope, loop, next.read());
    }

    /** Copies of the first chunks: one less than there are buffers, or where there are two chunks both. Each is a group of its own: there is nothing to wait for between them. */
    private List<Statement> first(DeviceScope scope, Operation.Pipeline loop) {
        List<Statement> statements = new ArrayList<>();
        int size = loop.sequence().chunk();
        for (int buffer = 0; buffer < (isFilledBefore(loop) ? 2 : buffers(loop) - 1); buffer++) {
            DeviceScope filled = buffer == 0 ? scope : scope.usingCopy(integer(buffer));
            Affine chunk = Affine.constant((long) buffer * size);
            List<Statement> copies = new ArrayList<>();
            for (int s = 0; s < loop.stages().size(); s++) {
                StagingStatements stage = body.stage(filled, loop.stages().get(s), chunk, true);
                copies.addAll(
                        buffer == 0 && loop.isFilled()
                                ? stage.filled(loop.fills().get(s))
                                : stage.all());
            }
            boolean exists = buffer == 0 || isFilledBefore(loop);
            statements.addAll(
                    exists ? copies : List.of(new Statement.If(runs(scope, loop, integer(buffer * size)), copies)));
            if (buffer < buffers(loop) - 2) {
                statements.add(await(loop));
            }
        }
        return statements;
    }

    private boolean isFilledBefore(Operation.Pipeline loop) {
        Sequence sequence = loop.sequence();
        return atOnce
                && buffers(loop) == 2
                && sequence.chunksDivide()
                && LinearForm.of(sequence.count()).constant() == 2L * sequence.chunk();
    }

    /** The copy of a chunk behind, to the buffer that was used before. */
    private StagingStatements stage(DeviceScope scope, Operation.Pipeline loop, Operation.Stage stage) {
        DeviceScope other = scope.usingCopy(behind(loop, buffers(loop) - 1));
        return body.stage(other, stage, Affine.variable(next.name()), true);
    }

    private List<Statement> stages(DeviceScope scope, Operation.Pipeline loop) {
        List<Statement> statements = new ArrayList<>();
        loop.stages().forEach(s -> statements.addAll(stage(scope, loop, s).all()));
        return statements;
    }

    private static List<Statement> ifAny(DeviceScope scope, Operation.Pipeline loop, List<Statement> start) {
        return loop.sequence().hasConstantCount()
                ? start
                : List.of(new Statement.If(runs(scope, loop, integer(0)), start));
    }

    private static List<Statement> overWhole(
            DeviceScope scope, Operation.Pipeline loop, boolean remainderFollows, List<Statement> inner) {
        Sequence sequence = loop.sequence();
        Expression runs = runs(scope, loop, scope.sequence(sequence).chunk().read());
        return overChunks(scope, sequence, integer(0), runs, remainderFollows, inner);
    }

    /** Whether the body runs for a chunk. */
    private static Expression runs(DeviceScope scope, Operation.Pipeline loop, Expression offset) {
        return loop.isFilled()
                ? less(offset, scope.pieceNames().count(loop.sequence()))
                : scope.pieceNames().holdsWhole(loop.sequence(), offset);
    }

    /**
     * A pipeline whose iterations read values early: the next iteration's values are on their way while this one's are used; the last
     * one waits for the next chunk's. Registers hold the values of two iterations, the even one's and the odd one's.
     */
    List<Statement> pipelineAhead(DeviceScope scope, Operation.Pipeline loop, boolean remainderFollows) {
        DeviceScope inside = scope.inside(loop.sequence(), Operation.Range.CHUNK);
        Expression in = scope.sequence(loop.sequence()).in().read();
        Expression following = add(in, integer(1));
        List<Statement> statements = new ArrayList<>();
        loop.ahead()
                .forEach(d ->
                        statements.add(PointStatements.declare(scope.part(d.fragment(), integer(0), 2), d.fragment())));
        List<Statement> now = new ArrayList<>();
        List<Statement> late = new ArrayList<>();
        for (Operation.Stage stage : isFilledBefore(loop) ? List.<Operation.Stage>of() : loop.stages()) {
            StagingStatements copy = stage(scope, loop, stage);
            StagingStatements.Halves halves = copy.halves();
            if (halves == null) {
                now.addAll(copy.all());
            } else {
                statements.addAll(halves.registers());
                now.addAll(halves.early());
                late.addAll(halves.late());
            }
        }
        List<Statement> start = new ArrayList<>(first(scope, loop));
        start.addAll(awaited(loop));
        start.addAll(early(inside.at(integer(0)), loop, integer(0), integer(0)));

        List<Statement> over = new ArrayList<>(awaited(loop));
        over.addAll(early(inside.at(integer(0)), loop, behind(loop, 1), integer(0)));
        List<Statement> later = early(inside.at(following), loop, half.read(), evenOrOdd(following));

        Operation.Iterations each = (Operation.Iterations) loop.body().getFirst();
        List<Operation> rest = new ArrayList<>(each.body());
        rest.removeAll(loop.ahead());
        DeviceScope read = inside.usingCopy(half.read());
        for (Operation.Define define : loop.ahead()) {
            read = read.part(define.fragment(), evenOrOdd(in), 2);
        }
        List<Statement> iteration = new ArrayList<>();
        iteration.add(value(scope, loop.sequence(), Operation.Range.CHUNK));
        iteration.add(new Statement.Comment("Read what the next iteration needs."));
        iteration.add(new Statement.If(less(following, integer(loop.sequence().chunk())), later, over));
        iteration.addAll(body.of(read, rest));
        if (!late.isEmpty()) {
            // The last iteration reads what is staged here.
            int chunk = loop.sequence().chunk();
            Expression middle = equal(in, integer(Math.min(chunk / 2, chunk - 2)));
            iteration.add(new Statement.If(binary(Infix.AND_THEN, middle, more(scope, loop)), late));
        }
        List<Statement> inner = new ArrayList<>(halves(scope, loop));
        if (!now.isEmpty()) {
            inner.add(new Statement.If(more(scope, loop), now));
        }
        inner.add(
                loop(scope, loop.sequence(), integer(0), integer(loop.sequence().chunk()), each.unroll(), iteration));
        statements.addAll(ifAny(scope, loop, start));
        statements.addAll(overWhole(scope, loop, remainderFollows, inner));
        return statements;
    }

    /** Reads fragments of the scope's iteration to the registers for even or odd iterations. */
    private static List<Statement> early(DeviceScope scope, Operation.Pipeline loop, Expression copy, Expression part) {
        DeviceScope inside = scope.usingCopy(copy);
        for (Operation.Define define : loop.ahead()) {
            inside = inside.part(define.fragment(), part, 2);
        }
        PointStatements points = new PointStatements(inside);
        List<Statement> statements = new ArrayList<>();
        loop.ahead().forEach(d -> statements.addAll(points.definePart(d)));
        return statements;
    }

    /** The declaration of a loop's variable. */
    private static Statement value(DeviceScope scope, Sequence sequence, Operation.Range range) {
        return new Statement.Declare(
                scope.sequence(sequence).variable(), scope.pieceNames().value(sequence, range), true);
    }

    /** A loop over iterations by their offset. */
    private static Statement loop(
            DeviceScope scope,
            Sequence sequence,
            Expression start,
            Expression end,
            int unroll,
            List<Statement> iteration) {
        Variable in = scope.sequence(sequence).in();
        return new Statement.For(in, start, less(in.read(), end), integer(1), Math.max(1, unroll), iteration);
    }

    Statement iterations(DeviceScope scope, Operation.Iterations loop) {
        Sequence sequence = loop.sequence();
        Expression chunk = scope.sequence(sequence).chunk().read();
        Expression start = integer(0);
        Expression end = scope.pieceNames().count(sequence);
        if (loop.range() == Operation.Range.CHUNK) {
            end = integer(sequence.chunk());
        } else if (loop.range() == Operation.Range.PART_OF_CHUNK) {
            end = call(Intrinsic.MIN, ScalarType.I32, integer(sequence.chunk()), subtract(end, chunk));
            Expression first = scope.pieceNames().affine().of(sequence.firstOffset());
            start = sequence.startsAtOrigin()
                    ? start
                    : call(Intrinsic.MAX, ScalarType.I32, integer(0), subtract(first, chunk));
        }
        List<Statement> iteration = new ArrayList<>(List.of(value(scope, sequence, loop.range())));
        iteration.addAll(body.of(scope.inside(sequence, loop.range()), loop.body()));
        return loop(scope, sequence, start, end, loop.unroll(), iteration);
    }

    /** Several iterations of a whole chunk at a time: each has its fragments, one update of a tile reduces them all. */
    Statement together(DeviceScope scope, Operation.Iterations loop) {
        int count = loop.together();
        Sequence sequence = loop.sequence();
        Variable first = Variable.integer(scope.names().fresh(sequence.variable() + "_group"));
        Variable part = Variable.integer(scope.names().fresh("p"));
        DeviceScope inside = scope.inside(sequence, Operation.Range.CHUNK);
        List<Operation.Define> defines = Operations.ofKind(loop.body(), Operation.Define.class);
        DeviceScope each = parts(inside, defines, part.read(), count);
        List<Statement> round = new ArrayList<>();
        defines.forEach(d -> round.add(PointStatements.declare(each, d.fragment())));
        List<Statement> iteration = new ArrayList<>();
        iteration.add(new Statement.Declare(scope.sequence(sequence).in(), sum(first.read(), part.read()), true));
        iteration.add(value(scope, sequence, Operation.Range.CHUNK));
        defines.forEach(d -> iteration.addAll(new PointStatements(each).definePart(d)));
        round.add(new Statement.For(
                part, integer(0), less(part.read(), integer(count)), integer(1), Statement.For.ALL, iteration));
        List<DeviceScope> iterations = IntStream.range(0, count)
                .mapToObj(number -> parts(inside, defines, integer(number), count))
                .toList();
        Operations.ofKind(loop.body(), Operation.Assign.class)
                .forEach(u -> round.addAll(new PointStatements(inside).assignTogether(u, iterations)));
        return new Statement.For(
                first,
                integer(0),
                less(first.read(), integer(sequence.chunk())),
                integer(count),
                Math.max(1, loop.unroll() / count),
                round);
    }

    private static DeviceScope parts(DeviceScope scope, List<Operation.Define> defines, Expression number, int count) {
        DeviceScope inside = scope;
        for (Operation.Define define : defines) {
            inside = inside.part(define.fragment(), number, count);
        }
        return inside;
    }

    /** Values are exchanged once for several iterations; so many rounds are written out. */
    Statement rounds(DeviceScope scope, Operation.Rounds loop) {
        Sequence sequence = loop.sequence();
        SequenceVariables names = scope.sequence(sequence);
        Expression end = loop.range() == Operation.Range.CHUNK
                ? integer(sequence.chunk())
                : scope.pieceNames().count(sequence);
        Variable group = Variable.integer(scope.names().fresh(sequence.variable() + "_group"));
        Variable part = Variable.integer(scope.names().fresh(sequence.variable() + "_part"));
        int width = loop.size() * loop.unroll();
        DeviceScope inside = scope.inside(loop, new Position.Neighbours(group, part, width));
        List<Statement> round = new ArrayList<>();
        round.add(new Statement.Declare(names.in(), sum(group.read(), part.read()), true));
        round.add(value(scope, sequence, loop.range()));
        round.addAll(body.round(inside, loop.body()));
        Statement written = new Statement.For(
                part, integer(0), less(part.read(), integer(width)), integer(loop.size()), Statement.For.ALL, round);
        return new Statement.For(group, integer(0), less(group.read(), end), integer(width), 1, List.of(written));
    }
}
