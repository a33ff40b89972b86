package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.sum;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Prefix;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * Affine numbers and conditions as expressions. Variables are 32-bit integers, and so is all arithmetic but that with a constant
 * that needs more.
 */
public final class AffineExpressions {
    private final CNames names;
    private final Map<String, Expression> values;

    public AffineExpressions(CNames names) {
        this(names, Map.of());
    }

    /** @param values of what has no variable of its own */
    public AffineExpressions(CNames names, Map<String, Expression> values) {
        this.names = names;
        this.values = Map.copyOf(values);
    }

    /** The same with values for more names. */
    public AffineExpressions with(Map<String, Expression> more) {
        Map<String, Expression> all = new HashMap<>(values);
        all.putAll(more);
        return new AffineExpressions(names, all);
    }

    public CNames names() {
        return names;
    }

    /** The variable that holds what the nest or plan calls by that name. */
    public Variable variable(String name) {
        return Variable.integer(names.of(name));
    }

    /** What the nest or plan calls by that name. */
    public Expression value(String name) {
        Expression value = values.get(name);
        return value == null ? variable(name).read() : value;
    }

    /** Terms in their order, the constant last: {@code 64 * ib + 1}. */
    public Expression of(Affine affine) {
        LinearForm form = LinearForm.of(affine);
        Expression sum = integer(0);
        for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
            sum = sum(sum, scaled(term.getValue(), term(term.getKey())));
        }
        return sum(sum, integer(form.constant()));
    }

    /** The same with variables replaced first. */
    public Expression of(Affine affine, Map<String, Affine> replacements) {
        return of(affine.substitute(replacements));
    }

    private static Expression scaled(long factor, Expression term) {
        return factor == -1 ? new Expression.Unary(Prefix.NEG, term) : Expressions.multiply(integer(factor), term);
    }

    private Expression term(Affine term) {
        return switch (term) {
            case Affine.Variable v -> value(v.name());
            case Affine.FloorDiv d -> quotient(d);
            case Affine.Mod m -> remainder(m);
            case Affine.Min m -> extreme(Infix.LT, m.operands());
            case Affine.Max m -> extreme(Infix.GT, m.operands());
            case Affine.Select s -> new Expression.Conditional(of(s.condition()), of(s.then()), of(s.otherwise()));
            case Affine.Constant _, Affine.Sum _, Affine.Scaled _ -> of(term);
        };
    }

    /** Rounds towards minus infinity: a shift does for powers of two, else the sign decides. */
    private Expression quotient(Affine.FloorDiv d) {
        Expression x = of(d.dividend());
        if (Long.bitCount(d.divisor()) == 1) {
            return binary(Infix.SHR, x, integer(Long.numberOfTrailingZeros(d.divisor())));
        }
        Expression rest = Expressions.remainder(x, d.divisor());
        return binary(Infix.SUB, Expressions.divide(x, d.divisor()), Expressions.less(rest, integer(0)));
    }

    private Expression remainder(Affine.Mod m) {
        Expression x = of(m.dividend());
        if (Long.bitCount(m.divisor()) == 1) {
            return binary(Infix.AND, x, integer(m.divisor() - 1));
        }
        Expression rest = Expressions.remainder(x, m.divisor());
        return Expressions.remainder(Expressions.add(rest, m.divisor()), m.divisor());
    }

    private Expression extreme(Infix relation, List<Affine> operands) {
        Expression least = of(operands.getLast());
        for (Affine operand : operands.reversed().subList(1, operands.size())) {
            Expression left = of(operand);
            least = new Expression.Conditional(binary(relation, left, least), left, least);
        }
        return least;
    }

    /** A condition as a truth value; the operands of {@code and} and {@code or} only as far as needed. */
    public Expression of(Condition condition) {
        return switch (condition) {
            case Condition.Compare c -> binary(relation(c.relation()), of(c.left()), of(c.right()));
            case Condition.And a -> chain(Infix.AND_THEN, a.operands(), 1);
            case Condition.Or o -> chain(Infix.OR_ELSE, o.operands(), 0);
            case Condition.Not n -> new Expression.Unary(Prefix.NOT, of(n.operand()));
        };
    }

    private Expression chain(Infix operator, List<Condition> operands, int ofNone) {
        return operands.stream()
                .map(this::of)
                .reduce((a, b) -> binary(operator, a, b))
                .orElse(integer(ofNone));
    }

    private static Infix relation(Condition.Relation relation) {
        return switch (relation) {
            case EQ -> Infix.EQ;
            case NE -> Infix.NE;
            case LT -> Infix.LT;
            case LE -> Infix.LE;
            case GT -> Infix.GT;
            case GE -> Infix.GE;
        };
    }
}
