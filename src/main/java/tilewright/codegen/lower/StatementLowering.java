package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Condition;
import tilewright.tiling.Piece;
import tilewright.tiling.Strategy;

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
        Value rest = fragments.split(guarding.bounds() ? Guards.add(read, context) : read);
        operations.addAll(fragments.defined());
        operations.add(new Operation.Assign(target(), rest, guard, mayPair(guard)));
        return operations;
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

    /**
     * Which points update. A condition that is the same in every iteration may be left to the final store, so that
     * the block computes without asking; not where others would see the speculated value, and not for an integer
     * division.
     */
    private Condition guard() {
        List<Condition> conjuncts = statement.domain().conjuncts();
        if (!maySpeculate()) {
            return domain();
        }
        Set<String> sequential = new HashSet<>(context.sequentialVariables());
        sequential.addAll(Lanes.variables(context.piece()));
        return Affines.and(conjuncts.stream()
                .filter(c -> c.variables().stream().anyMatch(sequential::contains))
                .toList());
    }

    private Condition domain() {
        return Affines.and(statement.domain().conjuncts());
    }

    private boolean maySpeculate() {
        Piece.PlannedAccess target = statement.access(1);
        if (target.strategy() != Strategy.OWN || Values.dividesIntegers(value)) {
            return false;
        }
        boolean onlyWriter =
                context.piece().statements().stream().allMatch(s -> s == statement || !sameTile(target, s.access(1)));
        boolean seenByOthers = context.piece().statements().stream()
                .flatMap(s -> s.accesses().stream())
                .anyMatch(a -> a.strategy() == Strategy.EXCHANGED && sameTile(target, a));
        return onlyWriter && !seenByOthers;
    }

    private static boolean sameTile(Piece.PlannedAccess left, Piece.PlannedAccess right) {
        return left.tile() != null && left.tile().equals(right.tile());
    }
}
