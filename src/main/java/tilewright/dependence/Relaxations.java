package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.Statement;

/** Recognises {@link Relaxation}s by the text of statements. */
public final class Relaxations {
    private final Monotone monotone;

    public Relaxations(LoopNest nest) {
        this.monotone = new Monotone(nest);
    }

    /** A choice between the old value and an offer. */
    private record Choice(Operator operator, Expression offer, Relaxation.Active active) {}

    /**
     * The relaxation that a statement is.
     *
     * @param counter the number of the pass; null where the repetition names none
     */
    public Optional<Relaxation> of(Statement statement, Node.@Nullable Counter counter) {
        Choice choice = choice(statement, counter);
        if (choice == null || !monotone.in(choice.offer, statement.target().array())) {
            return Optional.empty();
        }
        Access target = statement.target();
        List<Access> reads = choice.offer.reads().stream()
                .filter(r -> r.array().equals(target.array()))
                .toList();
        boolean ownIndex = target.subscripts().stream().anyMatch(s -> s.reads(target.array()));
        return ownIndex || reads.isEmpty()
                ? Optional.empty()
                : Optional.of(new Relaxation(
                        statement.id(), target.array(), choice.operator, target, choice.offer, reads, choice.active));
    }

    /** Why a statement is no relaxation. */
    public String refusal(Statement statement, Node.@Nullable Counter counter) {
        Access target = statement.target();
        Choice choice = choice(statement, counter);
        if (choice == null) {
            return "it is no choice between " + target + " and another value by min, max, .or. or .and.";
        }
        for (Access read : choice.offer.reads()) {
            if (read.subscripts().stream().anyMatch(s -> s.reads(target.array()))) {
                return "the index of " + read + " is read from " + target.array() + " itself";
            }
        }
        return monotone.in(choice.offer, target.array())
                ? choice.offer + " reads no element of " + target.array()
                : choice.offer + " is not proved to grow with the elements of " + target.array();
    }

    /**
     * Whether a statement is a short cut {@code x(v) = min(x(v), x(x(v)))}: the label of a label.
     *
     * @return its operator; null where it is none
     */
    static @Nullable Operator jump(Statement statement) {
        Access target = statement.target();
        if (!(statement.value() instanceof Expression.Apply(Operator operator, List<Expression> operands))
                || operator != Operator.MIN && operator != Operator.MAX) {
            return null;
        }
        for (int own = 0; own < 2; own++) {
            boolean old = operands.get(own) instanceof Expression.Read r && same(r.access(), target);
            String jumped = target.array() + "(" + target + ")";
            if (old
                    && target.subscripts().size() == 1
                    && operands.get(1 - own).toString().equals(jumped)) {
                return operator;
            }
        }
        return null;
    }

    private static boolean same(Access one, Access other) {
        return one.array().equals(other.array()) && one.subscripts().equals(other.subscripts());
    }

    private @Nullable Choice choice(Statement statement, Node.@Nullable Counter counter) {
        if (!(statement.value() instanceof Expression.Apply apply)
                || !(apply.operator() instanceof Operator operator)) {
            return null;
        }
        return switch (operator) {
            case MIN, MAX, AND, OR -> chain(apply, operator, statement.target());
            case MERGE -> guarded(apply, statement, counter);
            default -> null;
        };
    }

    /** {@code min(min(x(f), a), b)}: what is left of the chain without x(f). */
    private static @Nullable Choice chain(Expression.Apply apply, Operator operator, Access target) {
        List<Expression> parts = new ArrayList<>();
        flatten(apply, operator, parts);
        boolean found = parts.removeIf(p -> p instanceof Expression.Read r && same(r.access(), target));
        if (!found || parts.isEmpty()) {
            return null;
        }
        Expression offer = parts.stream()
                .reduce((a, b) -> Expression.apply(operator, a, b))
                .orElseThrow();
        return new Choice(operator, offer, Relaxation.Active.ALL);
    }

    private static void flatten(Expression expression, Operator operator, List<Expression> parts) {
        if (expression instanceof Expression.Apply a && a.operator() == operator) {
            a.operands().forEach(o -> flatten(o, operator, parts));
        } else {
            parts.add(expression);
        }
    }

    /**
     * {@code merge(v, x(f), v < x(f))}, and by levels {@code merge(it + 1, x(f), x(h) == it .and. x(f) > it)}, which is {@code
     * min(x(f), x(h) + 1)} where x(h) is it.
     */
    private @Nullable Choice guarded(Expression.Apply merge, Statement statement, Node.@Nullable Counter counter) {
        Access target = statement.target();
        Expression value = merge.operands().get(0);
        boolean keeps = merge.operands().get(1) instanceof Expression.Read r && same(r.access(), target);
        if (!keeps) {
            return null;
        }
        List<Expression> conditions = new ArrayList<>();
        flatten(merge.operands().get(2), Operator.AND, conditions);
        Operator better = null;
        Expression level = null;
        for (Expression condition : conditions) {
            if (!(condition instanceof Expression.Apply c)
                    || c.operands().size() != 2
                    || !(c.operator() instanceof Operator compared)) {
                return null;
            }
            boolean onLeft = c.operands().get(0) instanceof Expression.Read r && same(r.access(), target);
            Expression other = c.operands().get(onLeft ? 1 : 0);
            Operator relation = onLeft ? compared : compared.mirrored();
            boolean onRight = c.operands().get(1) instanceof Expression.Read r && same(r.access(), target);
            if (onLeft || onRight) {
                Operator found = better(relation, other, value);
                if (found == null || better != null) {
                    return null;
                }
                better = found;
            } else if (level == null && counter != null) {
                level = level(c, target.array(), counter);
                if (level == null) {
                    return null;
                }
            } else {
                return null;
            }
        }
        if (better == null) {
            return null;
        }
        if (level == null) {
            return new Choice(better, value, Relaxation.Active.ALL);
        }
        boolean next = counter != null && isNext(value, counter);
        Expression offer = Expression.apply(Operator.ADD, level, new Expression.IntegerLiteral(1));
        return next ? new Choice(better, offer, Relaxation.Active.LEVEL) : null;
    }

    /** MIN where {@code x relation other} says that {@code value} is less than x, MAX where it says greater; else null. */
    private @Nullable Operator better(Operator relation, Expression other, Expression value) {
        // By text: accesses that are numbered apart are the same elements.
        boolean self = other.toString().equals(value.toString());
        boolean before = other instanceof Expression.IndexValue o && isNext(value, o.index());
        return switch (relation) {
            case GT -> self || before ? Operator.MIN : null;
            case LT -> self ? Operator.MAX : null;
            default -> null;
        };
    }

    private static boolean isNext(Expression value, Node.Counter counter) {
        return isNext(value, Affine.variable(counter.variable()));
    }

    /** Whether the value is one more than an index. */
    private static boolean isNext(Expression value, Affine index) {
        Affine number = switch (value) {
            case Expression.IndexValue v -> v.index();
            case Expression.Apply(Operator operator, List<Expression> o)
            when operator == Operator.ADD
                    && o.get(0) instanceof Expression.IndexValue v
                    && o.get(1) instanceof Expression.IntegerLiteral l ->
                v.index().plus(l.value());
            case Expression.Leaf _, Expression.Read _, Expression.Apply _ -> null;
        };
        return number != null && LinearForm.of(number.minus(index)).toAffine().equals(Affine.constant(1));
    }

    /** The element of x that is compared with the number of the pass; null where the comparison is another one. */
    private static @Nullable Expression level(Expression.Apply condition, String array, Node.Counter counter) {
        if (condition.operator() != Operator.EQ) {
            return null;
        }
        for (int side = 0; side < 2; side++) {
            boolean pass = condition.operands().get(1 - side) instanceof Expression.IndexValue v
                    && v.index().equals(Affine.variable(counter.variable()));
            if (pass
                    && condition.operands().get(side) instanceof Expression.Read r
                    && r.access().array().equals(array)) {
                return r;
            }
        }
        return null;
    }
}
