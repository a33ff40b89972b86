package tilewright.codegen.lower;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Assumption;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;

/**
 * Arrays that never hold a negative number, by induction: an assumption says so of all their initial elements, and every
 * statement that writes one computes a value that is not negative if they are not. Data with NaN or infinities are
 * refused elsewhere.
 *
 * <p>Example: {@code assume a(i,j) >= 0} and {@code a(i,j) = min(a(i,j), a(i,k) + a(k,j))}.
 */
final class NonNegative {
    private final Set<String> arrays = new HashSet<>();

    NonNegative(LoopNest nest) {
        nest.assumptions().forEach(a -> declare(a.condition(), a));
        boolean changed = true;
        while (changed) {
            changed = false;
            for (PlacedStatement placed : nest.statements()) {
                String target = placed.statement().target().array();
                if (arrays.contains(target) && !holds(placed.statement().value())) {
                    arrays.remove(target);
                    changed = true;
                }
            }
        }
    }

    boolean holdsFor(String array) {
        return arrays.contains(array);
    }

    private void declare(Expression condition, Assumption assumption) {
        if (!(condition instanceof Expression.Apply(Operator operator, List<Expression> operands))) {
            return;
        }
        switch (operator) {
            case AND -> operands.forEach(o -> declare(o, assumption));
            case GE, GT -> declare(operands.get(0), operands.get(1), assumption);
            case LE, LT -> declare(operands.get(1), operands.get(0), assumption);
            default -> {}
        }
    }

    /** {@code greater >= least}, where the left side is every element of an array. */
    private void declare(Expression greater, Expression least, Assumption assumption) {
        if (greater instanceof Expression.Read(Access element) && isNonNegativeLiteral(least)) {
            Set<Affine> indices = new HashSet<>(element.indices());
            boolean every = indices.size() == element.indices().size()
                    && indices.stream()
                            .allMatch(i -> i instanceof Affine.Variable v
                                    && assumption.free().contains(v.name()));
            if (every) {
                arrays.add(element.array());
            }
        }
    }

    private static boolean isNonNegativeLiteral(Expression expression) {
        return switch (expression) {
            case Expression.RealLiteral r -> r.value() >= 0;
            case Expression.IntegerLiteral i -> i.value() >= 0;
            default -> false;
        };
    }

    private boolean holds(Expression expression) {
        return switch (expression) {
            case Expression.RealLiteral r -> r.value() >= 0;
            case Expression.IntegerLiteral i -> i.value() >= 0;
            case Expression.LogicalLiteral _ -> true;
            case Expression.IndexValue _ -> false;
            case Expression.Read r -> arrays.contains(r.access().array());
            case Expression.Apply(Operator operator, List<Expression> operands) ->
                switch (operator) {
                    case ADD, MUL, MIN -> operands.stream().allMatch(this::holds);
                    case MAX -> operands.stream().anyMatch(this::holds);
                    case ABS, EXP -> true;
                    case SQRT -> operands.stream().allMatch(this::holds);
                    case MERGE -> holds(operands.get(0)) && holds(operands.get(1));
                    default -> false;
                };
        };
    }
}
