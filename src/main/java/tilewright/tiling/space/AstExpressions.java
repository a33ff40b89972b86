package tilewright.tiling.space;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.isl.AstBuild;
import tilewright.isl.AstExpr;
import tilewright.isl.Dim;
import tilewright.isl.PwAff;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * From isl to expressions that the host evaluates and the code generator prints. isl's own expression generator
 * does the work; this class only changes the data type.
 */
public final class AstExpressions {
    private AstExpressions() {}

    /** A quasi-affine function of parameters alone. */
    static Affine of(PwAff value) {
        PwAff simple = value.coalesce();
        return affine(AstBuild.alloc(simple.context()).exprFromPwAff(simple));
    }

    /**
     * A condition that tells, within a context, what belongs to a set: the set's pieces, or where that is shorter its
     * convex hull without the gaps ({@code ib /= kb} rather than two inequalities).
     *
     * @param set all of its dimensions have names
     * @param context what is known where the condition stands
     */
    public static Condition within(Set set, Set context) {
        Set inside = set.gist(context).coalesce();
        if (inside.pieces() > 1) {
            Set hull = set.simpleHull().toSet();
            Set known = hull.intersect(context);
            Set gaps = known.subtract(set).coalesce().gist(known).coalesce();
            if (gaps.pieces() < inside.pieces()) {
                return Condition.and(List.of(of(hull.gist(context)), of(gaps).negated()));
            }
        }
        return of(inside);
    }

    private static Condition of(Set set) {
        if (set.isEmpty()) {
            return Condition.FALSE;
        }
        Set params = onParameters(set);
        if (params.plainIsUniverse()) {
            return Condition.TRUE;
        }
        return condition(AstBuild.alloc(params.context()).exprFromSet(params));
    }

    /** The set's dimensions as parameters of the same names. */
    static Set onParameters(Set set) {
        int dimensions = set.dim(Dim.SET);
        return set.moveDims(Dim.PARAM, set.dim(Dim.PARAM), Dim.SET, 0, dimensions)
                .params();
    }

    private static Affine affine(AstExpr expression) {
        return switch (expression.getType()) {
            case INT -> Affine.constant(expression.getIntValue());
            case ID -> Affine.variable(expression.getIdName());
            case OP -> affineOperation(expression);
        };
    }

    private static Affine affineOperation(AstExpr e) {
        List<AstExpr> args = e.args();
        return switch (e.getOpType()) {
            case MAX -> new Affine.Max(args.stream().map(AstExpressions::affine).toList());
            case MIN -> new Affine.Min(args.stream().map(AstExpressions::affine).toList());
            case MINUS -> affine(args.get(0)).times(-1);
            case ADD -> withShortQuotients(affine(args.get(0)).plus(affine(args.get(1))));
            case SUB -> withShortQuotients(affine(args.get(0)).minus(affine(args.get(1))));
            case MUL -> product(affine(args.get(0)), affine(args.get(1)));
            case DIV, FDIV_Q, PDIV_Q -> affine(args.get(0)).floorDiv(constant(args.get(1)));
            case PDIV_R, ZDIV_R -> new Affine.Mod(affine(args.get(0)), constant(args.get(1)));
            case COND, SELECT -> select(condition(args.get(0)), affine(args.get(1)), affine(args.get(2)));
            default -> throw unexpected(e);
        };
    }

    /**
     * The same sum with variables inside of a quotient where their factors are smaller there: isl writes {@code ceil((i - 31) / 32)} as
     * {@code i - (31*i + 31)/32}, which is {@code i/32}. What stands in two places is no number to whoever asks how far a sum goes.
     */
    static Affine withShortQuotients(Affine sum) {
        LinearForm form = LinearForm.of(sum);
        for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
            if (term.getKey() instanceof Affine.FloorDiv quotient && Math.abs(term.getValue()) == 1) {
                Affine moved = inside(form, quotient, term.getValue());
                if (moved != null) {
                    return moved;
                }
            }
        }
        return sum;
    }

    /** {@code L + floor(D/m) = floor((D + m*L)/m)} and {@code L - floor(D/m) = floor((m*L - D + m - 1)/m)}, for the variables L whose factors that makes smaller; null where there are none. */
    private static @Nullable Affine inside(LinearForm form, Affine.FloorDiv quotient, long sign) {
        LinearForm dividend = LinearForm.of(quotient.dividend());
        long divisor = quotient.divisor();
        Affine outside = form.without(quotient).toAffine();
        Affine within = quotient.dividend().times(sign).plus(sign < 0 ? divisor - 1 : 0);
        boolean shorter = false;
        for (Map.Entry<Affine, Long> inner : dividend.terms().entrySet()) {
            long factor = form.terms().getOrDefault(inner.getKey(), 0L);
            long merged =
                    Math.addExact(Math.multiplyExact(sign, inner.getValue()), Math.multiplyExact(divisor, factor));
            if (factor != 0 && Math.abs(merged) < Math.abs(inner.getValue())) {
                within = within.plus(inner.getKey().times(Math.multiplyExact(divisor, factor)));
                outside = outside.minus(inner.getKey().times(factor));
                shorter = true;
            }
        }
        if (!shorter) {
            return null;
        }
        Affine whole = LinearForm.of(within).toAffine().floorDiv(divisor);
        return LinearForm.of(outside.plus(whole)).toAffine();
    }

    /** A choice between two values, as minimum or maximum where it is one: isl writes {@code 64*b + 63 >= n ? n : ..}. */
    static Affine select(Condition condition, Affine then, Affine otherwise) {
        if (condition instanceof Condition.Compare c) {
            boolean mirrored = c.relation() == Condition.Relation.LE || c.relation() == Condition.Relation.LT;
            Affine larger = mirrored ? c.right() : c.left();
            Affine smaller = mirrored ? c.left() : c.right();
            boolean strict = c.relation() == Condition.Relation.LT || c.relation() == Condition.Relation.GT;
            Affine margin = larger.minus(smaller).plus(strict ? -1 : 0);
            boolean ordered = c.relation() != Condition.Relation.EQ && c.relation() != Condition.Relation.NE;
            if (ordered && hasSignOf(margin, otherwise.minus(then))) {
                return new Affine.Min(List.of(then, otherwise));
            }
            if (ordered && hasSignOf(margin, then.minus(otherwise))) {
                return new Affine.Max(List.of(then, otherwise));
            }
        }
        return new Affine.Select(condition, then, otherwise);
    }

    /** Whether a difference is, by its form, 0 or more where a margin is, and 0 or less where the margin is -1 or less: {@code q * margin + r} with r from 0 to q. */
    private static boolean hasSignOf(Affine margin, Affine difference) {
        LinearForm given = LinearForm.of(margin);
        LinearForm form = LinearForm.of(difference);
        if (given.isConstant()) {
            return false;
        }
        Map.Entry<Affine, Long> term = given.terms().entrySet().iterator().next();
        long factor = form.terms().getOrDefault(term.getKey(), 0L) / term.getValue();
        LinearForm rest = LinearForm.of(difference.minus(margin.times(factor)));
        return factor > 0 && rest.isConstant() && rest.constant() >= 0 && rest.constant() <= factor;
    }

    private static Condition condition(AstExpr e) {
        if (e.getType() == AstExpr.Kind.INT) {
            return e.getIntValue() != 0 ? Condition.TRUE : Condition.FALSE;
        }
        if (e.getType() == AstExpr.Kind.ID) {
            throw unexpected(e);
        }
        List<AstExpr> args = e.args();
        return switch (e.getOpType()) {
            case AND, AND_THEN ->
                Condition.and(args.stream().map(AstExpressions::condition).toList());
            case OR, OR_ELSE ->
                Condition.or(args.stream().map(AstExpressions::condition).toList());
            case EQ -> compare(args, Condition.Relation.EQ);
            case LE -> compare(args, Condition.Relation.LE);
            case LT -> compare(args, Condition.Relation.LT);
            case GE -> compare(args, Condition.Relation.GE);
            case GT -> compare(args, Condition.Relation.GT);
            default -> throw unexpected(e);
        };
    }

    private static Condition compare(List<AstExpr> args, Condition.Relation relation) {
        return new Condition.Compare(affine(args.get(0)), relation, affine(args.get(1)));
    }

    private static Affine product(Affine left, Affine right) {
        if (left instanceof Affine.Constant c) {
            return right.times(c.value());
        }
        if (right instanceof Affine.Constant c) {
            return left.times(c.value());
        }
        throw new IllegalStateException("isl gave a product of two variables: " + left + " * " + right);
    }

    private static long constant(AstExpr e) {
        return e.getIntValue();
    }

    private static IllegalStateException unexpected(AstExpr e) {
        return new IllegalStateException("isl gave an expression of an unknown shape: " + e.toCStr());
    }
}
