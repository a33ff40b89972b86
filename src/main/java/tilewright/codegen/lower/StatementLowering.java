package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Condition;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.property.PieceConditions;

/**
 * The operations of one statement in one iteration: publish what other points need, wait, compute what does not
 * depend on every axis once per row or column, then update the points.
 */
final class StatementLowering {
    private final PieceContext context;
    private final Piece.PlannedStatement statement;
    private final List<Operation.Publish> published;
    private final Value value;

    /** @param value the right-hand side without guards */
    StatementLowering(
            PieceContext context, Piece.PlannedStatement statement, Value value, List<Operation.Publish> published) {
        this.context = context;
        this.statement = statement;
        this.value = value;
        this.published = published;
    }

    /** @param names for fragments */
    List<Operation> operations(Guarding guarding, Names names) {
        List<Operation> operations = new ArrayList<>(published);
        if (!published.isEmpty()) {
            operations.add(new Operation.Barrier());
        }
        Fragments fragments = new Fragments(context, names);
        Condition guard = guarding.remaining(guard());
        Value read = new ReadGuards(context).guarded(value, guarding.remaining(domain()), guard);
        Value kept = guarding.asksOfIterations() ? Guards.addEarly(read, context, guarding) : read;
        Value rest = fragments.split(guarding.bounds() ? inBounds(read) : kept);
        if (guarding.bounds() && guard.equals(domain())) {
            // Where the statement runs, its elements lie in their arrays.
            rest = Guards.drop(rest, context);
        }
        operations.addAll(fragments.defined());
        if (context.piece().runsOnce(statement)) {
            guard = Affines.and(List.of(guard, Lanes.first(context.piece())));
        }
        operations.add(new Operation.Assign(target(), rest, guard, mayPair(guard)));
        return operations;
    }

    /** The value of points that may lie outside. */
    private Value inBounds(Value read) {
        PieceConditions conditions = new PieceConditions(context.nest(), context.piece());
        boolean mayRead = !context.pairs() && !Values.dividesIntegers(value);
        return Guards.inBounds(read, context, array -> mayRead && conditions.readsNearest(statement, array));
    }

    /** Whether both points of a pair take part, or neither. */
    private boolean mayPair(Condition guard) {
        return context.pairs()
                && !guard.variables().contains(context.axes().getLast().variable());
    }

    private Operation.Target target() {
        Piece.PlannedAccess access = statement.access(1);
        return switch (access.strategy()) {
            case OWN -> {
                if (access.tile() == null) {
                    throw new IllegalArgumentException("plan gives no tile for " + access.access());
                }
                yield new Operation.Target.TileTarget(context.tiles().get(access.tile()));
            }
            case DIRECT -> new Operation.Target.GlobalTarget(access.access().array(), access.indices());
            case STAGED, EXCHANGED ->
                throw new IllegalArgumentException("plan writes " + access.access() + " through " + access.strategy());
        };
    }

    /** Which points update; an integer division is asked for in full. */
    private Condition guard() {
        return Values.dividesIntegers(value)
                ? domain()
                : Affines.and(new PieceConditions(context.nest(), context.piece())
                        .asked(statement)
                        .conjuncts());
    }

    private Condition domain() {
        return Affines.and(statement.domain().conjuncts());
    }
}
