package tilewright.parse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.Signs;
import tilewright.model.Statement;

/**
 * Alternatives that would change nothing if they were tried all the same. An arc that has improved one of its ends cannot improve the other one by what it has just
 * made of that:
 *
 * <pre>
 * c = x(p) > x(q) + w                              x(p) = min(x(q) + w, x(p))
 * x(p) = merge(x(q) + w, x(p), c)                  x(q) = min(x(p) + w, x(q))
 * x(q) = merge(min(x(p) + w, x(q)), x(q), .not. c)
 * </pre>
 *
 * <p>Where c holds, x(p) is x(q) + w when the second statement runs, and it offers x(q) + w + w, which is no less than x(q) if w is never negative; rounding to nearest keeps
 * that. With p = q the condition never holds then. So the second statement may run without asking, and the first one needs no name for its condition: both are
 * relaxations, as they are when the loop is written with {@code if} instead of {@code else if} (listing 1 of Kolganov 2014).
 */
public final class SilentAlternatives {
    private final LoopNest nest;
    private final Signs signs;
    private final Set<String> dropped = new HashSet<>();

    private SilentAlternatives(LoopNest nest) {
        this.nest = nest;
        this.signs = new Signs(nest);
    }

    /** The nest with such alternatives asked for nothing, its statements called S1, S2, .. anew; the same nest where there is none. */
    public static LoopNest in(LoopNest nest) {
        SilentAlternatives alternatives = new SilentAlternatives(nest);
        List<Node> body = alternatives.nodes(nest.body());
        return alternatives.dropped.isEmpty()
                ? nest
                : nest.with(
                        nest.arrays().stream()
                                .filter(a -> !alternatives.dropped.contains(a.name()))
                                .toList(),
                        GuardedStatements.numbered(body));
    }

    private List<Node> nodes(List<Node> nodes) {
        List<Node> result = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            List<Node> unasked = i + 2 < nodes.size() ? unasked(nodes.subList(i, i + 3)) : null;
            if (unasked != null) {
                result.addAll(unasked);
                i += 2;
            } else {
                result.add(inside(nodes.get(i)));
            }
        }
        return result;
    }

    private Node inside(Node node) {
        return switch (node) {
            case Statement s -> s;
            case Node.Loop l ->
                new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), nodes(l.body()), l.position(), l.loads());
            case Node.Repeat r -> new Node.Repeat(r.counter(), r.until(), nodes(r.body()), r.position());
            case Node.Guard g -> new Node.Guard(g.condition(), nodes(g.then()), nodes(g.otherwise()), g.position());
        };
    }

    /** The two statements that three nodes as above stand for; null where they are others. */
    private @Nullable List<Node> unasked(List<Node> three) {
        if (!(three.get(0) instanceof Statement condition)
                || !(three.get(1) instanceof Statement first)
                || !(three.get(2) instanceof Statement second)
                || !condition.target().subscripts().isEmpty()
                || !isForBoth(condition.target().array(), first, second)) {
            return null;
        }
        String name = condition.target().array();
        Expression made = kept(first, name, false);
        Expression offered = kept(second, name, true);
        if (made == null
                || offered == null
                || !first.target().array().equals(second.target().array())) {
            return null;
        }
        Expression improved = Choice.of(condition.value(), made, new Expression.Read(first.target()));
        Operator operator = extremum(improved);
        if (operator == null) {
            return null;
        }
        Expression offer = offer(offered, operator, second.target());
        if (offer == null
                || !isStrict(condition.value())
                || isPlacedBy(first)
                || isPlacedBy(second)
                || !isNoBetter(replaced(offer, first.target(), made), second.target(), operator)) {
            return null;
        }
        dropped.add(name);
        return List.of(with(first, improved), with(second, offered));
    }

    /** Whether nothing but the two statements asks for the condition, once each. */
    private boolean isForBoth(String condition, Statement first, Statement second) {
        long all = nest.statements().stream()
                .map(PlacedStatement::statement)
                .mapToLong(s -> count(s, condition))
                .sum();
        return count(first, condition) == 1 && count(second, condition) == 1 && all == 3;
    }

    private static long count(Statement statement, String array) {
        return statement.accesses().stream()
                .filter(a -> a.array().equals(array))
                .count();
    }

    /** The value v of {@code x = merge(v, x, c)}, or with {@code negated} of {@code x = merge(v, x, .not. c)}; null for any other statement. */
    private static @Nullable Expression kept(Statement statement, String condition, boolean negated) {
        if (!(statement.value() instanceof Expression.Apply merge)
                || merge.operator() != Operator.MERGE
                || !isElement(merge.operands().get(1), statement.target())) {
            return null;
        }
        Expression asked = merge.operands().get(2);
        if (negated) {
            asked = asked instanceof Expression.Apply not && not.operator() == Operator.NOT
                    ? not.operands().getFirst()
                    : null;
        }
        boolean named = asked instanceof Expression.Read r && r.access().array().equals(condition);
        return named ? merge.operands().getFirst() : null;
    }

    private static boolean isElement(Expression expression, Access element) {
        return expression instanceof Expression.Read r && isSame(r.access(), element);
    }

    private static boolean isSame(Access one, Access other) {
        return one.array().equals(other.array()) && one.subscripts().equals(other.subscripts());
    }

    private static @Nullable Operator extremum(Expression value) {
        return value instanceof Expression.Apply a && (a.operator() == Operator.MIN || a.operator() == Operator.MAX)
                ? (Operator) a.operator()
                : null;
    }

    /** What {@code min(offer, x)} offers to x; null where the value is no such choice. */
    private static @Nullable Expression offer(Expression value, Operator operator, Access element) {
        if (!(value instanceof Expression.Apply choice) || choice.operator() != operator) {
            return null;
        }
        List<Expression> operands = choice.operands();
        return isElement(operands.get(1), element)
                ? operands.get(0)
                : isElement(operands.get(0), element) ? operands.get(1) : null;
    }

    private static boolean isStrict(Expression condition) {
        return condition instanceof Expression.Apply a && (a.operator() == Operator.LT || a.operator() == Operator.GT);
    }

    /** Whether the place of a statement's element depends on the array itself. */
    private static boolean isPlacedBy(Statement statement) {
        return statement.target().subscripts().stream()
                .anyMatch(s -> s.reads(statement.target().array()));
    }

    private static Expression replaced(Expression expression, Access element, Expression value) {
        return isElement(expression, element) ? value : expression.withOperands(o -> replaced(o, element, value));
    }

    /** Whether a value is at least the element where the operator is a minimum, and at most the element where it is a maximum. */
    private boolean isNoBetter(Expression value, Access element, Operator operator) {
        if (isElement(value, element)) {
            return true;
        }
        if (!(value instanceof Expression.Apply a)) {
            return false;
        }
        List<Expression> o = a.operands();
        boolean least = operator == Operator.MIN;
        return switch (a.operator()) {
            case Operator.ADD ->
                least
                        && (isNoBetter(o.get(0), element, operator) && signs.isNotNegative(o.get(1))
                                || isNoBetter(o.get(1), element, operator) && signs.isNotNegative(o.get(0)));
            case Operator.SUB -> !least && isNoBetter(o.get(0), element, operator) && signs.isNotNegative(o.get(1));
            case Operator.MIN, Operator.MAX ->
                a.operator() == operator
                        ? o.stream().allMatch(x -> isNoBetter(x, element, operator))
                        : o.stream().anyMatch(x -> isNoBetter(x, element, operator));
            default -> false;
        };
    }

    private static Statement with(Statement statement, Expression value) {
        return new Statement(
                statement.id(), statement.target(), new AccessNumbers(1).number(value), statement.position());
    }
}
