package tilewright.parse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;

/**
 * Statements under a condition on data. They run always, and keep what their target holds where the condition does not hold, so that every
 * access and dependence is known. Before and after:
 *
 * <pre>
 * if (c(i) &lt; 0) x(i) = v            x(i) = merge(v, x(i), c(i) &lt; 0)
 * if (c(i) &lt; 0) then
 *   x(i) = v
 * else                               x(i) = merge(v, w, c(i) &lt; 0)
 *   x(i) = w
 * endif
 * if (a(i) > m) then                 k = merge(i, k, a(i) > m)
 *   m = a(i)                         m = max(a(i), m)
 *   k = i
 * endif
 * if (a(i) > m) then                 t = a(i) > m
 *   l = m                            l = merge(m, l, t)
 *   m = a(i)                         m = merge(a(i), m, t)
 *   k = l                            k = merge(l, k, t)
 * endif
 * </pre>
 *
 * <p>A choice between the numbers that the condition compares is a minimum or maximum ({@link Choice}). A statement that changes what the condition reads
 * runs last, where it may; else a scalar keeps the condition. Locals of a branch are assigned without asking: nobody
 * sees them elsewhere.
 */
public final class GuardedStatements {
    /** A condition on data. */
    @FunctionalInterface
    public interface Guard {
        /** The condition, a logical value, for a statement that assigns to an array of a type, by which literals have theirs. */
        Expression in(DataType target);
    }

    /** The arrays and scalars of the nest. */
    public interface Arrays {
        DataType type(String array);

        /** The name of a new logical scalar. */
        String logical(SourcePosition position);
    }

    private final Arrays arrays;

    public GuardedStatements(Arrays arrays) {
        this.arrays = arrays;
    }

    /**
     * What stands for {@code if (guard) then .. else ..}.
     *
     * @param locals arrays and scalars that are declared inside one of the branches
     */
    public List<Node> of(
            Guard guard, List<Node> then, List<Node> otherwise, Set<String> locals, SourcePosition position) {
        Guard kept = memoized(guard);
        List<Node> both = new ArrayList<>(then);
        both.addAll(otherwise);
        if (sameTargets(then, otherwise)) {
            return then.size() == 1 || !changes(both, kept)
                    ? pairs(then, otherwise, kept)
                    : named(kept, position, g -> pairs(then, otherwise, g));
        }
        if (!changes(both, kept)) {
            return branches(then, otherwise, kept, locals);
        }
        Statement last = alone(both, kept);
        return last != null
                ? movedLast(branches(then, otherwise, kept, locals), last)
                : named(kept, position, g -> branches(then, otherwise, g, locals));
    }

    /**
     * The only statement that changes what the condition reads, if it may as well run after all others: then each of them still asks the
     * condition itself. Null where there is none.
     */
    private @Nullable Statement alone(List<Node> nodes, Guard guard) {
        List<Statement> statements = new ArrayList<>();
        for (Node node : nodes) {
            if (!(node instanceof Statement statement)) {
                return null;
            }
            statements.add(statement);
        }
        List<Statement> changing =
                statements.stream().filter(s -> changes(List.of(s), guard)).toList();
        if (changing.size() != 1) {
            return null;
        }
        Statement last = changing.getFirst();
        boolean free = statements.stream()
                .skip(statements.indexOf(last) + 1L)
                .allMatch(later -> !touches(later, last.target().array())
                        && !touches(last, later.target().array()));
        return free ? last : null;
    }

    private static boolean touches(Statement statement, String array) {
        return statement.accesses().stream()
                .anyMatch(
                        a -> a.array().equals(array) || a.subscripts().stream().anyMatch(s -> s.reads(array)));
    }

    private static List<Node> movedLast(List<Node> nodes, Statement last) {
        List<Node> moved = new ArrayList<>(nodes);
        moved.removeIf(n -> isOf(n, last));
        nodes.stream().filter(n -> isOf(n, last)).forEach(moved::add);
        return moved;
    }

    /** Whether a node is what a statement has become. */
    private static boolean isOf(Node node, Statement statement) {
        return node instanceof Statement s && s.target() == statement.target();
    }

    private static Guard memoized(Guard guard) {
        Map<DataType, Expression> known = new HashMap<>();
        return type -> known.computeIfAbsent(type, guard::in);
    }

    /** Whether statements write what the condition reads. */
    private boolean changes(List<Node> nodes, Guard guard) {
        Set<String> written = new HashSet<>();
        visit(nodes, s -> written.add(s.target().array()));
        return guard.in(DataType.DOUBLE).reads().stream()
                .anyMatch(r -> written.contains(r.array())
                        || written.stream()
                                .anyMatch(w -> r.subscripts().stream().anyMatch(s -> s.reads(w))));
    }

    private static void visit(List<Node> nodes, Consumer<Statement> visitor) {
        for (Node node : nodes) {
            switch (node) {
                case Statement s -> visitor.accept(s);
                case Node.Loop l -> visit(l.body(), visitor);
                case Node.Repeat r -> visit(r.body(), visitor);
                case Node.Guard g -> {
                    visit(g.then(), visitor);
                    visit(g.otherwise(), visitor);
                }
            }
        }
    }

    /** Whether both branches are statements that assign to the same elements one after another. */
    private static boolean sameTargets(List<Node> then, List<Node> otherwise) {
        boolean same = !then.isEmpty() && then.size() == otherwise.size();
        for (int i = 0; same && i < then.size(); i++) {
            same = then.get(i) instanceof Statement one
                    && otherwise.get(i) instanceof Statement other
                    && isSame(one.target(), other.target());
        }
        return same;
    }

    private static boolean isSame(Access one, Access other) {
        return one.array().equals(other.array()) && one.subscripts().equals(other.subscripts());
    }

    /** A scalar that keeps the condition, and the statements under it. */
    private List<Node> named(Guard guard, SourcePosition position, Function<Guard, List<Node>> statements) {
        String name = arrays.logical(position);
        Expression read = new Expression.Read(new Access(0, name, List.of(), position));
        List<Node> nodes = new ArrayList<>();
        nodes.add(statement(new Access(1, name, List.of(), position), guard.in(DataType.LOGICAL), position));
        nodes.addAll(statements.apply(_ -> read));
        return nodes;
    }

    private List<Node> pairs(List<Node> then, List<Node> otherwise, Guard guard) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < then.size(); i++) {
            Statement one = (Statement) then.get(i);
            Statement other = (Statement) otherwise.get(i);
            nodes.add(merged(one, other.value(), condition(one, guard)));
        }
        return nodes;
    }

    private Expression condition(Statement statement, Guard guard) {
        return guard.in(arrays.type(statement.target().array()));
    }

    private List<Node> branches(List<Node> then, List<Node> otherwise, Guard guard, Set<String> locals) {
        List<Node> nodes = new ArrayList<>(under(then, guard, locals));
        nodes.addAll(under(otherwise, type -> Expression.apply(Operator.NOT, guard.in(type)), locals));
        return nodes;
    }

    private List<Node> under(List<Node> nodes, Guard guard, Set<String> locals) {
        List<Node> guarded = new ArrayList<>();
        for (Node node : nodes) {
            guarded.add(
                    switch (node) {
                        case Statement s -> isUnasked(s, locals) ? s : kept(s, condition(s, guard));
                        case Node.Loop l ->
                            new Node.Loop(
                                    l.variable(),
                                    l.lower(),
                                    l.upper(),
                                    l.step(),
                                    under(l.body(), guard, locals),
                                    l.position(),
                                    l.loads());
                        case Node.Repeat r ->
                            new Node.Repeat(r.counter(), r.until(), under(r.body(), guard, locals), r.position());
                        case Node.Guard g ->
                            new Node.Guard(
                                    g.condition(),
                                    under(g.then(), guard, locals),
                                    under(g.otherwise(), guard, locals),
                                    g.position());
                    });
        }
        return guarded;
    }

    /** Whether a statement may run where the condition does not hold: a division of integers might stop the program. */
    private static boolean isUnasked(Statement statement, Set<String> locals) {
        return locals.contains(statement.target().array()) && !mayStop(statement.value());
    }

    /** Whether evaluating the expression may divide an integer by zero; a division of floating-point numbers counts too. */
    public static boolean mayStop(Expression expression) {
        boolean[] found = {false};
        expression.visit(e -> found[0] |= e instanceof Expression.Apply a
                && (a.operator() == Operator.DIV || a.operator() == Operator.REMAINDER)
                && !(a.operands().getLast() instanceof Expression.IntegerLiteral)
                && !(a.operands().getLast() instanceof Expression.RealLiteral));
        return found[0];
    }

    /** The statement under a condition; a condition that it is under already is joined with it. */
    private static Statement kept(Statement statement, Expression condition) {
        Expression old = new Expression.Read(statement.target());
        boolean joins = statement.value() instanceof Expression.Apply inner
                && inner.operator() == Operator.MERGE
                && inner.operands().get(1) instanceof Expression.Read r
                && isSame(r.access(), statement.target())
                && !mayStop(inner.operands().get(2));
        if (!joins) {
            return merged(statement, old, condition);
        }
        List<Expression> inner = ((Expression.Apply) statement.value()).operands();
        Expression both = Expression.apply(Operator.AND, condition, inner.get(2));
        return statement(
                statement.target(), Expression.apply(Operator.MERGE, inner.get(0), old, both), statement.position());
    }

    private static Statement merged(Statement statement, Expression otherwise, Expression condition) {
        return statement(statement.target(), Choice.of(condition, statement.value(), otherwise), statement.position());
    }

    private static Statement statement(Access target, Expression value, SourcePosition position) {
        return new Statement("", target, new AccessNumbers(1).number(value), position);
    }

    /** The nodes with their statements called S1, S2, .. in the order in which they are written. */
    public static List<Node> numbered(List<Node> nodes) {
        return named(
                nodes, IntStream.iterate(1, n -> n + 1).mapToObj(n -> "S" + n).iterator());
    }

    /** The nodes with their statements called as said, in the order in which they are written. */
    public static List<Node> named(List<Node> nodes, Iterator<String> names) {
        List<Node> named = new ArrayList<>();
        for (Node node : nodes) {
            named.add(
                    switch (node) {
                        case Statement s -> new Statement(names.next(), s.target(), s.value(), s.position());
                        case Node.Loop l ->
                            new Node.Loop(
                                    l.variable(),
                                    l.lower(),
                                    l.upper(),
                                    l.step(),
                                    named(l.body(), names),
                                    l.position(),
                                    l.loads());
                        case Node.Repeat r ->
                            new Node.Repeat(r.counter(), r.until(), named(r.body(), names), r.position());
                        case Node.Guard g ->
                            new Node.Guard(
                                    g.condition(), named(g.then(), names), named(g.otherwise(), names), g.position());
                    });
        }
        return named;
    }
}
