package tilewright.codegen.loops;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.scalar.OperatorExpressions;
import tilewright.codegen.scalar.PieceNames;
import tilewright.codegen.scalar.SequenceVariables;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.property.PlannedTraffic;

/**
 * A body's operations as loops over points. A barrier is where one loop nest ends and the next begins: every
 * operation is done for all points before the next one starts.
 */
final class BlockBody {
    private final PieceNames piece;
    private final PointLoops points;
    private final Variable turn;
    private final Memory.Global left;

    /** @param left counts the blocks that have not taken their turn */
    BlockBody(PieceNames piece, Memory.Global left) {
        this.piece = piece;
        this.points = new PointLoops(piece);
        this.turn = new Variable(piece.names().fresh("turn"), left.type());
        this.left = left;
    }

    List<Statement> of(BlockScope scope, List<Operation> operations) {
        return of(scope, operations, null);
    }

    /** @param current the loop whose iterations run the operations, or null */
    private List<Statement> of(BlockScope scope, List<Operation> operations, @Nullable Sequence current) {
        List<Statement> statements = new ArrayList<>();
        List<Operation.Define> defines = new ArrayList<>();
        for (int o = 0; o < operations.size(); o++) {
            boolean remainderFollows =
                    o + 1 < operations.size() && operations.get(o + 1) instanceof Operation.Remainder;
            switch (operations.get(o)) {
                case Operation.Barrier _,
                        Operation.LoadWindow _,
                        Operation.StoreWindow _,
                        Operation.GiveFace _,
                        Operation.Land _,
                        Operation.AwaitLanding _,
                        Operation.TakeFace _ -> {}
                case Operation.TakeLanding t -> statements.addAll(take(scope, t));
                case Operation.Define d -> defines.add(d);
                case Operation.Assign a -> {
                    statements.addAll(points.update(scope, defines, a, null));
                    defines.clear();
                }
                case Operation.LoadTile l -> statements.addAll(load(scope, l));
                case Operation.StoreTile s -> statements.addAll(store(scope, s));
                case Operation.MoveTile m ->
                    statements.addAll(points.copy(
                            scope,
                            m.to().axes(),
                            Condition.TRUE,
                            scope.tile(m.to()),
                            new Expression.Read(scope.tile(m.from()))));
                case Operation.Join j -> statements.addAll(join(scope, j));
                case Operation.Stage s -> statements.addAll(stage(scope, s));
                case Operation.Publish p -> statements.addAll(publish(scope, p, current));
                case Operation.Shuffle _, Operation.Keep _, Operation.InTurn _ ->
                    throw new IllegalArgumentException("loops have no warps");
                case Operation.Tell _ -> throw new IllegalArgumentException("loops do not wait for blocks");
                case Operation.ChunkLoop c ->
                    statements.addAll(chunks(scope, c.sequence(), c.whole(), c.body(), remainderFollows));
                case Operation.Pipeline p
                when p.isFilled() -> throw new IllegalArgumentException("loops do not fill chunks");
                case Operation.Pipeline p -> {
                    List<Operation> body = new ArrayList<>(p.stages());
                    body.addAll(p.body());
                    statements.addAll(chunks(scope, p.sequence(), true, body, remainderFollows));
                }
                case Operation.Remainder r -> statements.add(remainder(scope, r));
                case Operation.Iterations i -> statements.addAll(iterations(scope, i));
                case Operation.Rounds r -> statements.add(rounds(scope, r));
                case Operation.TakeTurn _ -> statements.addAll(takeTurn());
                case Operation.LastTurn l ->
                    statements.add(new Statement.If(equal(turn.read(), integer(1)), of(scope, l.body(), current)));
            }
        }
        return statements;
    }

    private List<Statement> load(BlockScope scope, Operation.LoadTile load) {
        Tile tile = load.tile();
        Value element = new Value.GlobalElement(tile.array(), tile.type(), tile.indices(), load.guard());
        BlockScope loading = scope.accessing(PlannedTraffic.Kind.OWN_LOAD);
        Value start = load.otherwise();
        if (load.guard().equals(Condition.FALSE) && start != null) {
            return commented(
                    "Start " + content(tile),
                    points.copy(scope, tile.axes(), Condition.TRUE, scope.tile(tile), scope.of(start)));
        }
        Expression source = load.otherwise() == null
                ? loading.of(element)
                : select(
                        loading.condition(load.guard()),
                        new Expression.Read(loading.global(tile.array(), tile.indices())),
                        loading.of(load.otherwise()));
        return commented(
                "Load " + content(tile), points.copy(scope, tile.axes(), Condition.TRUE, scope.tile(tile), source));
    }

    /** Elements come from memory when they are taken: nobody changes them meanwhile. */
    private List<Statement> take(BlockScope scope, Operation.TakeLanding take) {
        Tile tile = take.tile();
        Expression source = new Expression.Read(
                scope.accessing(PlannedTraffic.Kind.OWN_LOAD).global(tile.array(), tile.indices()));
        return commented(
                "Load " + content(tile), points.copy(scope, tile.axes(), take.guard(), scope.tile(tile), source));
    }

    private List<Statement> store(BlockScope scope, Operation.StoreTile store) {
        Tile tile = store.tile();
        BlockScope storing = scope.accessing(PlannedTraffic.Kind.OWN_STORE);
        Place target = store.other()
                ? storing.otherGlobal(tile.array(), tile.indices())
                : storing.global(tile.array(), tile.indices());
        Expression source = new Expression.Read(scope.tile(tile));
        return commented("Store " + content(tile), points.copy(scope, tile.axes(), store.guard(), target, source));
    }

    private static String content(Tile tile) {
        return tile.array() + "("
                + String.join(",", tile.indices().stream().map(Affine::toString).toList()) + ")";
    }

    private static List<Statement> commented(String text, List<Statement> statements) {
        List<Statement> all = new ArrayList<>(List.of(new Statement.Comment(text + ".")));
        all.addAll(statements);
        return all;
    }

    /** The other lanes' results, one after another, into the first one's. */
    private List<Statement> join(BlockScope scope, Operation.Join join) {
        Tile tile = join.tile();
        List<Expression> first = new ArrayList<>();
        for (int d : tile.axes()) {
            first.add(d == join.axis() ? integer(0) : scope.in(d));
        }
        Place target = scope.tile(tile, first);
        Expression before = new Expression.Read(target);
        Expression own = new Expression.Read(scope.tile(tile));
        ScalarType type = target.type().promoted();
        Expression source = OperatorExpressions.of(join.operator(), type, List.of(before, own));
        List<Loop> loops = new ArrayList<>(points.loops(tile.axes()));
        int position = tile.axes().indexOf(join.axis());
        loops.set(position, loops.get(position).from(integer(1)));
        return commented(
                "Join the lanes' partial results of " + content(tile),
                Loop.nest(loops, new Statement.Assign(target, source)));
    }

    private List<Statement> stage(BlockScope scope, Operation.Stage stage) {
        Sequence sequence = stage.sequence();
        BlockScope staging = scope.staging(sequence);
        Statement copy = new Statement.Assign(staging.buffer(stage.buffer()), staging.of(stage.value()));
        List<Loop> loops = new ArrayList<>(points.loops(stage.buffer().axes()));
        Loop overChunk = Loop.over(piece, sequence, Operation.Range.CHUNK, integer(0), integer(sequence.chunk()));
        // The direction in which global memory is contiguous goes innermost.
        loops.add(stage.order().alongSequence() ? loops.size() : 0, overChunk);
        return commented("Stage " + stage.buffer().content(), Loop.nest(loops, copy));
    }

    private List<Statement> publish(BlockScope scope, Operation.Publish publish, @Nullable Sequence current) {
        List<Expression> places = new ArrayList<>();
        List<Expression> conditions = new ArrayList<>();
        for (int axis : publish.tile().axes()) {
            Affine owner = publish.owners().get(axis);
            Expression place = owner == null ? scope.in(axis) : scope.offset(owner);
            places.add(place);
            if (owner != null && !isInside(scope, owner, axis, current)) {
                int extent = piece.axis(axis).axis().extent();
                conditions.add(binary(Infix.GE, place, integer(0)));
                conditions.add(less(place, integer(extent)));
            }
        }
        List<Statement> copies = points.copy(
                scope,
                publish.slice().axes(),
                Condition.TRUE,
                scope.slice(publish.slice()),
                new Expression.Read(scope.tile(publish.tile(), places)));
        return commented(
                "Hand out " + publish.slice().content(),
                Loop.when(Loop.all(conditions.stream().distinct().toList()), copies));
    }

    /** Whether a place that is the iteration's offset lies in the block for all iterations. */
    private boolean isInside(BlockScope scope, Affine owner, int axis, @Nullable Sequence current) {
        if (current == null) {
            return false;
        }
        LinearForm place = LinearForm.of(owner.substitute(scope.offsets()));
        Map<Affine, Long> terms = place.terms();
        Operation.Range range = terms.size() == 1 ? Operation.Range.SEQUENCE : Operation.Range.CHUNK;
        Affine offset = piece.sequence(current).offset(range);
        return place.constant() == 0
                && terms.equals(LinearForm.of(offset).terms())
                && current.hasConstantCount()
                && LinearForm.of(current.count()).constant()
                        <= piece.axis(axis).axis().extent();
    }

    /** @param remainderFollows whether the offset is needed after the loop */
    private List<Statement> chunks(
            BlockScope scope, Sequence sequence, boolean whole, List<Operation> operations, boolean remainderFollows) {
        Variable chunk = piece.sequence(sequence).chunk();
        Expression condition =
                whole ? piece.holdsWhole(sequence, chunk.read()) : less(chunk.read(), piece.count(sequence));
        Expression start = piece.firstChunk(sequence);
        Expression step = integer(sequence.chunk());
        List<Statement> body = of(scope.inside(sequence, Operation.Range.CHUNK), operations);
        int any = Statement.For.ANY;
        return remainderFollows
                ? List.of(
                        new Statement.Declare(chunk, start, false),
                        new Statement.For(chunk, null, condition, step, any, body))
                : List.of(new Statement.For(chunk, start, condition, step, any, body));
    }

    private Statement remainder(BlockScope scope, Operation.Remainder remainder) {
        Sequence sequence = remainder.sequence();
        Expression chunk = piece.sequence(sequence).chunk().read();
        BlockScope inside = scope.inside(sequence, Operation.Range.PART_OF_CHUNK);
        return new Statement.If(less(chunk, piece.count(sequence)), of(inside, remainder.body()));
    }

    private List<Statement> iterations(BlockScope scope, Operation.Iterations iterations) {
        Sequence sequence = iterations.sequence();
        Operation.Range range = iterations.range();
        Loop loop = Loop.over(piece, sequence, range, first(sequence, range), end(sequence, range));
        BlockScope inside = scope.inside(sequence, range);
        List<Operation> body = iterations.body();
        if (PointLoops.isPointwise(body) && !points.needsRows(body)) {
            List<Operation.Define> defines = body.stream()
                    .filter(o -> o instanceof Operation.Define)
                    .map(o -> (Operation.Define) o)
                    .toList();
            Operation.Assign assign = (Operation.Assign) body.getLast();
            return points.update(inside, defines, assign, new PointLoops.Inner(sequence, range, loop));
        }
        return List.of(loop.around(of(inside, body, sequence)));
    }

    /** Offset of the first iteration of the current chunk, or of the sequence. */
    private Expression first(Sequence sequence, Operation.Range range) {
        if (range != Operation.Range.PART_OF_CHUNK || sequence.startsAtOrigin()) {
            return integer(0);
        }
        SequenceVariables variables = piece.sequence(sequence);
        Expression first = subtract(
                piece.affine().of(sequence.firstOffset()), variables.chunk().read());
        return select(binary(Infix.GT, first, integer(0)), first, integer(0));
    }

    /** Offset after the last iteration. */
    private Expression end(Sequence sequence, Operation.Range range) {
        Expression chunk = integer(sequence.chunk());
        return switch (range) {
            case SEQUENCE -> piece.count(sequence);
            case CHUNK -> chunk;
            case PART_OF_CHUNK -> {
                Expression rest = subtract(
                        piece.count(sequence), piece.sequence(sequence).chunk().read());
                yield select(less(rest, chunk), rest, chunk);
            }
        };
    }

    private Statement rounds(BlockScope scope, Operation.Rounds rounds) {
        Sequence sequence = rounds.sequence();
        Loop loop = Loop.over(piece, sequence, rounds.range(), integer(0), end(sequence, rounds.range()));
        return loop.around(of(scope.inside(rounds), rounds.body(), sequence), rounds.size());
    }

    private List<Statement> takeTurn() {
        Place counter = new Place.Global(left, integer(0));
        Expression last = new Expression.Atomic(
                Expression.Update.ADD, counter, new Expression.IntegerLiteral(left.type(), -1), true);
        return List.of(
                new Statement.Comment("What every block has read by now only the last one to come here may overwrite."),
                new Statement.Declare(turn, last, true));
    }
}
