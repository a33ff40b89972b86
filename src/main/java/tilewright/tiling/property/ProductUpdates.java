package tilewright.tiling.property;

import java.util.Set;
import tilewright.model.Access;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.tiling.plan.Strategy;

/**
 * Whether a statement's updates are products of matrices that warps can compute together: {@code c = c + a * b}, or with a difference, or
 * with several products where their order does not matter, in double precision, whose {@code c} the thread keeps, whose {@code a} is the
 * same for all points along the last axis of a block and {@code b} for all along the next to last one, both staged. Lowering and the
 * model of times ask here, each with what it knows of a block.
 */
public final class ProductUpdates {
    /** Where a block that runs the statement has its values. */
    public interface Place {
        Strategy strategy(Access access);

        /** Whether the elements are numbers of double precision. */
        boolean isDouble(Access access);

        /** Whether an expression without operands has other values along the last axis of a block. */
        boolean variesAlongLast(Expression leaf);

        /** The same along the next to last one. */
        boolean variesAlongNext(Expression leaf);
    }

    private final Statement statement;
    private final Place place;

    private ProductUpdates(Statement statement, Place place) {
        this.statement = statement;
        this.place = place;
    }

    /** @param associative operators whose order may change */
    public static boolean areIn(Statement statement, Set<Operator> associative, Place place) {
        ProductUpdates updates = new ProductUpdates(statement, place);
        return place.strategy(statement.target()) == Strategy.OWN
                && statement.accesses().stream().allMatch(place::isDouble)
                && SumTerms.updates(statement, associative).stream().allMatch(updates::isProduct);
    }

    private boolean isProduct(Expression update) {
        if (!(update instanceof Expression.Apply sum)
                || sum.operator() != Operator.ADD && sum.operator() != Operator.SUB) {
            return false;
        }
        boolean swapped =
                sum.operator() == Operator.ADD && !isOwn(sum.operands().getFirst());
        Expression own = sum.operands().get(swapped ? 1 : 0);
        Expression term = sum.operands().get(swapped ? 0 : 1);
        if (!isOwn(own) || !(term instanceof Expression.Apply product) || product.operator() != Operator.MUL) {
            return false;
        }
        Expression first = product.operands().get(0);
        Expression second = product.operands().get(1);
        return term.reads().stream().allMatch(this::isStaged)
                && (isFactor(first, true) && isFactor(second, false)
                        || isFactor(first, false) && isFactor(second, true));
    }

    private boolean isOwn(Expression operand) {
        return operand instanceof Expression.Read r
                && r.access().array().equals(statement.target().array())
                && r.access().indices().equals(statement.target().indices())
                && place.strategy(r.access()) == Strategy.OWN;
    }

    /** Whether a factor comes from the block's memory, or is the same for all points and iterations. */
    private boolean isStaged(Access access) {
        return switch (place.strategy(access)) {
            case STAGED -> true;
            case DIRECT -> access.indices().isEmpty();
            case OWN, EXCHANGED -> false;
        };
    }

    /** Whether a factor differs along one of the two axes alone: the next to last one, or the last one. */
    private boolean isFactor(Expression factor, boolean alongNext) {
        boolean[] varies = {false, false};
        factor.visit(e -> {
            varies[0] |= place.variesAlongNext(e);
            varies[1] |= place.variesAlongLast(e);
        });
        return varies[0] == alongNext && varies[1] != alongNext;
    }
}
