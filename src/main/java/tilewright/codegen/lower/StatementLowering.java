package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
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
        Map<Value, Fragment> fragments = new LinkedHashMap<>();
        Value rest = split(guarding.bounds() ? Guards.add(value, context) : value, fragments, names);
        fragments.forEach((part, fragment) -> operations.add(new Operation.Define(fragment, part.as(fragment.type()))));
        Condition guard = guarding.remaining(guard());
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

    /** Replaces the largest parts that do not depend on every axis by fragments. */
    private Value split(Value part, Map<Value, Fragment> fragments, Names names) {
        if (part instanceof Value.BufferElement || part instanceof Value.SliceElement) {
            return fragment(part, fragments, names);
        }
        if (isInvariant(part)) {
            return fragment(Values.mapLeaves(part, leaf -> loaded(leaf, fragments, names)), fragments, names);
        }
        return switch (part) {
            case Value.Convert c -> new Value.Convert(c.type(), split(c.operand(), fragments, names));
            case Value.Compute c ->
                new Value.Compute(
                        c.operator(),
                        c.type(),
                        c.operands().stream()
                                .map(o -> split(o, fragments, names))
                                .toList());
            default -> part;
        };
    }

    /** Shared memory is read to registers first, in wide accesses. */
    private Value loaded(Value leaf, Map<Value, Fragment> fragments, Names names) {
        boolean isShared = leaf instanceof Value.BufferElement || leaf instanceof Value.SliceElement;
        return isShared ? fragment(leaf, fragments, names) : leaf;
    }

    /** Whether a part costs something and is the same for all points along some axis. */
    private boolean isInvariant(Value part) {
        boolean[] reads = {false};
        Values.visit(
                part, v -> reads[0] |= !isCheap(v) && !(v instanceof Value.Compute) && !(v instanceof Value.Convert));
        boolean costs = part instanceof Value.Compute || part instanceof Value.GlobalElement;
        return costs
                && reads[0]
                && context.axesOf(part).size() < context.axes().size()
                && !Values.dividesIntegers(part);
    }

    private static boolean isCheap(Value leaf) {
        return leaf instanceof Value.RealLiteral
                || leaf instanceof Value.IntegerLiteral
                || leaf instanceof Value.LogicalLiteral;
    }

    private Value fragment(Value part, Map<Value, Fragment> fragments, Names names) {
        Fragment fragment = fragments.get(part);
        if (fragment == null) {
            List<Integer> axes = context.axesOf(part);
            DataType type = context.pairs() ? DataType.SHORT : part.type();
            fragment = new Fragment(names.fresh(name(part)), type, axes, context.isDoubled(axes));
            fragments.put(part, fragment);
        }
        return new Value.FragmentElement(fragment);
    }

    private String name(Value part) {
        return switch (part) {
            case Value.BufferElement b -> b.buffer().name();
            case Value.SliceElement s -> s.slice().name();
            case Value.GlobalElement g -> Names.ofElement(g.array(), g.indices());
            default -> {
                List<Affine> variables = context.axesOf(part).stream()
                        .map(d -> Affine.variable(context.axes().get(d).variable()))
                        .toList();
                yield Names.ofElement("factor", variables);
            }
        };
    }

    /**
     * Which points update. A condition that is the same in every iteration may be left to the final store, so that
     * the block computes without asking; not where others would see the speculated value, and not for an integer
     * division.
     */
    private Condition guard() {
        List<Condition> conjuncts = Affines.conjuncts(statement.domain());
        if (!maySpeculate()) {
            return Affines.and(conjuncts);
        }
        Set<String> sequential = new HashSet<>(context.sequentialVariables());
        sequential.addAll(Lanes.variables(context.piece()));
        return Affines.and(conjuncts.stream()
                .filter(c -> c.variables().stream().anyMatch(sequential::contains))
                .toList());
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
