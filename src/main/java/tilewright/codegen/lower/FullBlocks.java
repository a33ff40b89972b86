package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.Piece;
import tilewright.tiling.Strategy;

/**
 * Blocks that lie wholly inside arrays although some of their points leave the domain in the course of the
 * iterations, as on the diagonal of an elimination. The condition of a block is that of its worst point: {@code i <= n}
 * holds for all points where {@code base + extent - 1 <= n}.
 */
final class FullBlocks {
    private final PieceContext context;
    private final List<Sequence> sequences;

    /** @param sequences as full blocks run them */
    FullBlocks(PieceContext context, List<Sequence> sequences) {
        this.context = context;
        this.sequences = sequences;
    }

    /**
     * @param known conditions that hold for every point and iteration of such a block
     * @param condition when a block is full
     */
    record Result(List<Condition> known, Condition condition) {}

    /** Empty where a condition of some point has no worst case that is an affine comparison. */
    Optional<Result> find() {
        Set<Condition> known = new LinkedHashSet<>();
        Set<String> sequential = context.sequentialVariables();
        for (Piece.PlannedStatement statement : context.piece().statements()) {
            statement.domain().conjuncts().stream()
                    .filter(c -> c.variables().stream().noneMatch(sequential::contains))
                    .forEach(known::add);
            for (Piece.PlannedAccess access : statement.accesses()) {
                if (access.strategy() == Strategy.STAGED || access.strategy() == Strategy.DIRECT) {
                    known.addAll(bounds(access.access().array(), access.indices()));
                }
            }
        }
        for (Tile tile : context.tiles()) {
            known.addAll(bounds(tile.array(), tile.indices()));
        }
        List<Condition> worst = new ArrayList<>();
        for (Condition condition : known) {
            Optional<Condition> ofBlock = worstCase(condition);
            if (ofBlock.isEmpty()) {
                return Optional.empty();
            }
            worst.add(ofBlock.get());
        }
        return Optional.of(new Result(List.copyOf(known), Affines.and(worst)));
    }

    private List<Condition> bounds(String array, List<Affine> indices) {
        return context.inBounds(array, indices).conjuncts().stream()
                .filter(c -> !c.equals(Condition.TRUE))
                .toList();
    }

    private Optional<Condition> worstCase(Condition condition) {
        if (!(condition instanceof Condition.Compare compare)) {
            return condition.equals(Condition.TRUE) ? Optional.of(condition) : Optional.empty();
        }
        return switch (compare.relation()) {
            case LE, LT -> largest(compare.left(), compare.right(), compare.relation());
            case GE -> largest(compare.right(), compare.left(), Condition.Relation.LE);
            case GT -> largest(compare.right(), compare.left(), Condition.Relation.LT);
            case EQ, NE -> Optional.empty();
        };
    }

    /** {@code small R large} for all points and iterations. */
    private Optional<Condition> largest(Affine small, Affine large, Condition.Relation relation) {
        LinearForm difference = LinearForm.of(small.minus(large));
        Affine left = Affine.constant(difference.constant());
        for (Map.Entry<Affine, Long> term : difference.terms().entrySet()) {
            Optional<Affine> extreme = extreme(term.getKey(), term.getValue() > 0);
            if (extreme.isEmpty()) {
                return Optional.empty();
            }
            left = left.plus(extreme.get().times(term.getValue()));
        }
        return Optional.of(new Condition.Compare(Affines.simplify(left), relation, Affine.constant(0)));
    }

    /** The largest or smallest value of a term over the block's points and iterations. */
    private Optional<Affine> extreme(Affine term, boolean largest) {
        if (term instanceof Affine.Variable variable) {
            int axis = context.axisOf(variable.name());
            if (axis >= 0) {
                Axis found = context.axes().get(axis);
                return Optional.of(largest ? found.base().plus(found.extent() - 1L) : found.base());
            }
            return Optional.of(sequences.stream()
                    .filter(s -> s.variable().equals(variable.name()))
                    .findFirst()
                    .map(s -> s.origin().plus(largest ? s.count().plus(-1) : Affine.constant(0)))
                    .orElse(term));
        }
        boolean fixed = term.variables().stream()
                .noneMatch(v ->
                        context.axisOf(v) >= 0 || context.sequentialVariables().contains(v));
        return fixed ? Optional.of(term) : Optional.empty();
    }
}
