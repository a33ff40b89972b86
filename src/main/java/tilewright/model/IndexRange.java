package tilewright.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Between which values the elements of an index array lie, as {@code assume 1 <= src(e) .and. src(e) <= n} declares: what
 * proves that an access with a loaded subscript stays inside its array.
 *
 * @param lower null where nothing is declared
 * @param upper null where nothing is declared
 */
public record IndexRange(@Nullable Affine lower, @Nullable Affine upper) {
    /** The declared range of all elements of an array; the tightest is not sought, the last line counts. */
    public static IndexRange of(LoopNest nest, String array) {
        IndexRange range = new IndexRange(null, null);
        for (Assumption assumption : nest.assumptions()) {
            for (Bound bound : bounds(nest, assumption)) {
                if (bound.array().equals(array)) {
                    range = bound.isUpper()
                            ? new IndexRange(range.lower, bound.limit())
                            : new IndexRange(bound.limit(), range.upper);
                }
            }
        }
        return range;
    }

    /**
     * One comparison of all elements of an array with a number.
     *
     * @param limit affine in the parameters; elements are at most it where {@code isUpper}, else at least
     */
    public record Bound(String array, Affine limit, boolean isUpper) {}

    /** The bounds that an assumption consists of; empty where a part of it is something else. */
    public static List<Bound> bounds(LoopNest nest, Assumption assumption) {
        List<Bound> bounds = new ArrayList<>();
        return collect(nest, assumption.condition(), assumption.free(), bounds) ? bounds : List.of();
    }

    private static boolean collect(LoopNest nest, Expression condition, List<String> free, List<Bound> bounds) {
        if (!(condition instanceof Expression.Apply a)) {
            return false;
        }
        if (a.operator() == Operator.AND) {
            return a.operands().stream().allMatch(o -> collect(nest, o, free, bounds));
        }
        if (a.operands().size() != 2) {
            return false;
        }
        Expression left = a.operands().get(0);
        Expression right = a.operands().get(1);
        return a.operator() instanceof Operator operator
                && (bound(nest, left, operator, right, free, bounds)
                        || bound(nest, right, operator.mirrored(), left, free, bounds));
    }

    /** {@code array(e) operator limit}. */
    private static boolean bound(
            LoopNest nest,
            Expression element,
            Operator operator,
            Expression limit,
            List<String> free,
            List<Bound> bounds) {
        Affine number = affine(limit, free);
        if (!(element instanceof Expression.Read r) || number == null || !isAnyElement(r.access(), free)) {
            return false;
        }
        String array = r.access().array();
        // Beyond a number of the reals there is no next one.
        boolean strict = operator == Operator.LT || operator == Operator.GT;
        if (strict && !nest.array(array).type().isInteger()) {
            return false;
        }
        switch (operator) {
            case LE -> bounds.add(new Bound(array, number, true));
            case LT -> bounds.add(new Bound(array, number.plus(-1), true));
            case GE -> bounds.add(new Bound(array, number, false));
            case GT -> bounds.add(new Bound(array, number.plus(1), false));
            case EQ -> {
                bounds.add(new Bound(array, number, false));
                bounds.add(new Bound(array, number, true));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Whether the subscripts are different free variables: the fact is one of all elements. */
    private static boolean isAnyElement(Access access, List<String> free) {
        List<Affine> variables = free.stream().map(Affine::variable).toList();
        return !access.subscripts().isEmpty()
                && access.isAffine()
                && variables.containsAll(access.indices())
                && access.indices().stream().distinct().count()
                        == access.indices().size();
    }

    /**
     * The value of an expression over parameters and whole numbers; null for anything else.
     *
     * @param free variables that it must not mention
     */
    public static @Nullable Affine affine(Expression expression, List<String> free) {
        return switch (expression) {
            case Expression.IntegerLiteral l -> Affine.constant(l.value());
            case Expression.IndexValue v -> v.index().variables().stream().anyMatch(free::contains) ? null : v.index();
            case Expression.Apply a
            when a.operands().size() == 2 -> {
                Affine left = affine(a.operands().get(0), free);
                Affine right = affine(a.operands().get(1), free);
                if (left == null || right == null) {
                    yield null;
                }
                yield switch (a.operator()) {
                    case Operator.ADD -> LinearForm.of(left.plus(right)).toAffine();
                    case Operator.SUB -> LinearForm.of(left.minus(right)).toAffine();
                    case Operator.MUL ->
                        left instanceof Affine.Constant c
                                ? right.times(c.value())
                                : right instanceof Affine.Constant c ? left.times(c.value()) : null;
                    default -> null;
                };
            }
            case Expression.Apply a -> null;
            case Expression.RealLiteral l ->
                l.value() == Math.rint(l.value()) && Math.abs(l.value()) < 1e15
                        ? Affine.constant((long) l.value())
                        : null;
            case Expression.LogicalLiteral l -> null;
            case Expression.Read r -> null;
        };
    }
}
