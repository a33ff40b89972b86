package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.remainder;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.TakingPart;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;

/** A body's operations as statements of one thread, in order; loops are {@link LoopStatements}. */
final class BodyStatements {
    private final Memory.Global counter;
    private final List<Statement> tell;
    private final Variable turn;
    private final Variable last;
    private final String wide;
    private final StagingStatements.Names staging;
    private final boolean apart;
    private final LoopStatements loops;

    /**
     * @param body all operations
     * @param counter number of blocks that have taken a turn
     * @param tell how threads tell other blocks what all of them have done
     * @param atOnce {@link LoopStatements#atOnce}
     */
    BodyStatements(List<Operation> body, CNames names, Memory.Global counter, List<Statement> tell, boolean atOnce) {
        this.counter = counter;
        this.tell = List.copyOf(tell);
        this.turn = new Variable(names.fresh("turn"), ScalarType.U32);
        this.last = Variable.integer(names.fresh("last"));
        this.wide = names.fresh("wide");
        this.staging = StagingStatements.Names.of(names);
        this.apart = Operations.ofKind(body, Operation.Pipeline.class).stream()
                .anyMatch(p -> !p.ahead().isEmpty());
        this.loops = new LoopStatements(
                this, Variable.integer(names.fresh("half")), Variable.integer(names.fresh("next")), atOnce);
    }

    List<Statement> of(DeviceScope scope, List<Operation> operations) {
        List<Statement> statements = new ArrayList<>();
        for (int o = 0; o < operations.size(); o++) {
            List<Operation.LoadWindow> windows = new ArrayList<>();
            while (o < operations.size() && operations.get(o) instanceof Operation.LoadWindow w) {
                windows.add(w);
                o++;
            }
            statements.addAll(WindowStatements.load(scope, windows));
            if (o == operations.size()) {
                break;
            }
            boolean remainderFollows =
                    o + 1 < operations.size() && operations.get(o + 1) instanceof Operation.Remainder;
            statements.addAll(of(scope, operations.get(o), remainderFollows));
        }
        return statements;
    }

    private List<Statement> of(DeviceScope scope, Operation operation, boolean remainderFollows) {
        return switch (operation) {
            case Operation.Barrier _ -> List.of(new Statement.Barrier());
            case Operation.LoadTile l -> tiles(scope).load(l);
            case Operation.StoreTile s -> tiles(scope).store(s);
            case Operation.Join j -> new JoinStatements(scope, j).all();
            case Operation.Stage s ->
                stage(
                                scope,
                                s,
                                Affine.variable(
                                        scope.sequence(s.sequence()).chunk().name()),
                                false)
                        .all();
            case Operation.Publish p -> tiles(scope).publish(p);
            case Operation.Shuffle s -> new ShuffleStatements(scope, s).all();
            case Operation.Keep k -> List.of(keep(scope, k));
            case Operation.InTurn t -> inTurn(scope, t);
            case Operation.TakeTurn _ -> takeTurn(scope);
            case Operation.LastTurn l -> lastTurn(scope, l);
            case Operation.LoadWindow w -> WindowStatements.load(scope, List.of(w));
            case Operation.StoreWindow w -> WindowStatements.store(scope, w);
            case Operation.Tell _ -> tell;
            case Operation.GiveFace g -> new FaceStatements(scope).give(g.face());
            case Operation.TakeFace t -> new FaceStatements(scope).take(t);
            case Operation.Land l -> new LandingStatements(scope).land(l);
            case Operation.AwaitLanding _ -> List.of(new Statement.AwaitCopies());
            case Operation.TakeLanding t -> new LandingStatements(scope).take(t);
            case Operation.MoveTile m -> tiles(scope).move(m);
            case Operation.Define d -> new PointStatements(scope).define(d);
            case Operation.Assign a -> new PointStatements(scope).assign(a);
            case Operation.ChunkLoop c -> loops.chunks(scope, c, remainderFollows);
            case Operation.Pipeline p when !p.ahead().isEmpty() -> loops.pipelineAhead(scope, p, remainderFollows);
            case Operation.Pipeline p -> loops.pipeline(scope, p, remainderFollows);
            case Operation.Remainder r -> loops.remainder(scope, r);
            case Operation.Iterations i when i.together() > 1 -> List.of(loops.together(scope, i));
            case Operation.Iterations i -> List.of(loops.iterations(scope, i));
            case Operation.Rounds r -> List.of(loops.rounds(scope, r));
        };
    }

    private TileStatements tiles(DeviceScope scope) {
        return new TileStatements(scope, apart, wide);
    }

    /** The copy of a chunk. */
    StagingStatements stage(DeviceScope scope, Operation.Stage stage, Affine chunk, boolean ahead) {
        return new StagingStatements(scope, staging, stage, chunk, ahead);
    }

    /** Hand out, wait; what threads do for themselves up to the next barrier, those whose points are done leave out. */
    List<Statement> round(DeviceScope scope, List<Operation> operations) {
        int first = operations.indexOf(new Operation.Barrier()) + 1;
        while (first < operations.size() && operations.get(first) instanceof Operation.Shuffle) {
            first++;
        }
        int rest = first;
        while (rest < operations.size()
                && (operations.get(rest) instanceof Operation.Assign
                        || operations.get(rest) instanceof Operation.Define)) {
            rest++;
        }
        List<Operation> own = operations.subList(first, rest);
        List<Expression> conditions =
                new TakingPart(scope.axes()).in(own).stream().map(scope::guard).toList();
        List<Statement> statements = new ArrayList<>(of(scope, operations.subList(0, first)));
        if (conditions.isEmpty()) {
            statements.addAll(of(scope, own));
        } else {
            statements.add(new Statement.If(all(conditions), of(scope, own)));
        }
        statements.addAll(of(scope, operations.subList(rest, operations.size())));
        return statements;
    }

    private static Statement keep(DeviceScope scope, Operation.Keep keep) {
        Expression isFirst = equal(remainder(scope.thread().read(), Simt.WARP), integer(0));
        return new Statement.If(
                isFirst,
                List.of(new Statement.Assign(
                        scope.buffer(keep.buffer(), scope.position().iteration()),
                        new Expression.Read(scope.registers().place(keep.fragment())))));
    }

    private List<Statement> inTurn(DeviceScope scope, Operation.InTurn turns) {
        Expression own = divide(scope.thread().read(), Simt.WARP);
        Expression now = divide(scope.sequence(turns.sequence()).chunk().read(), Simt.WARP);
        return List.of(
                new Statement.If(equal(own, now), of(scope, turns.first())),
                new Statement.Barrier(),
                new Statement.If(greater(own, now), of(scope, turns.then())));
    }

    /** The first thread counts its block. What it gets is the number of blocks that have come here, this one included. */
    private List<Statement> takeTurn(DeviceScope scope) {
        Expression others = binary(Infix.SUB, new Expression.Own(Expression.Coordinate.BLOCKS), integer(1));
        Expression before =
                new Expression.Atomic(Expression.Update.COUNT, new Place.Global(counter, integer(0)), others, true);
        Expression number = new Expression.Conditional(
                equal(scope.thread().read(), integer(0)), add(before, integer(1)), integer(0));
        return List.of(
                new Statement.Comment("What every block has read by now only the last one to come here may overwrite."),
                new Statement.Declare(turn, number, true));
    }

    private List<Statement> lastTurn(DeviceScope scope, Operation.LastTurn operation) {
        Expression isLast = equal(turn.read(), new Expression.Own(Expression.Coordinate.BLOCKS));
        return List.of(
                new Statement.BarrierOr(last, isLast), new Statement.If(last.read(), of(scope, operation.body())));
    }
}
