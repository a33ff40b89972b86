package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Subscript;

/** Loop nests with loop variables replaced; loops keep their own variables. */
public final class Substitution {
    private Substitution() {}

    public static Node in(Node node, Map<String, Affine> values) {
        return switch (node) {
            case Statement s -> in(s, values);
            case Node.Repeat r -> throw r.notAffine();
            case Node.Guard g ->
                new Node.Guard(
                        g.condition().substitute(values),
                        in(g.then(), values),
                        in(g.otherwise(), values),
                        g.position());
            case Node.Loop l ->
                new Node.Loop(
                        l.variable(),
                        l.lower().substitute(values),
                        l.upper().substitute(values),
                        l.step(),
                        in(l.body(), values),
                        l.position());
        };
    }

    public static List<Node> in(List<Node> nodes, Map<String, Affine> values) {
        return nodes.stream().map(n -> in(n, values)).toList();
    }

    public static Statement in(Statement statement, Map<String, Affine> values) {
        return new Statement(
                statement.id(), in(statement.target(), values), in(statement.value(), values), statement.position());
    }

    /** The nodes with some of their statements only; what has none left is left out. */
    public static List<Node> kept(List<Node> nodes, Predicate<Statement> which) {
        List<Node> kept = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Statement s -> {
                    if (which.test(s)) {
                        kept.add(s);
                    }
                }
                case Node.Repeat r -> throw r.notAffine();
                case Node.Loop l -> {
                    List<Node> body = kept(l.body(), which);
                    if (!body.isEmpty()) {
                        kept.add(new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), body, l.position()));
                    }
                }
                case Node.Guard g -> {
                    List<Node> then = kept(g.then(), which);
                    List<Node> otherwise = kept(g.otherwise(), which);
                    if (!then.isEmpty() || !otherwise.isEmpty()) {
                        kept.add(new Node.Guard(g.condition(), then, otherwise, g.position()));
                    }
                }
            }
        }
        return kept;
    }

    /** The nodes with others right behind some of their statements, by the ids of these. */
    static List<Node> withBehind(List<Node> nodes, Map<String, Node> behind) {
        List<Node> changed = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Statement s -> {
                    changed.add(s);
                    Node other = behind.get(s.id());
                    if (other != null) {
                        changed.add(other);
                    }
                }
                case Node.Repeat r -> throw r.notAffine();
                case Node.Loop l ->
                    changed.add(new Node.Loop(
                            l.variable(), l.lower(), l.upper(), l.step(), withBehind(l.body(), behind), l.position()));
                case Node.Guard g ->
                    changed.add(new Node.Guard(
                            g.condition(),
                            withBehind(g.then(), behind),
                            withBehind(g.otherwise(), behind),
                            g.position()));
            }
        }
        return changed;
    }

    /** What stands for an access of a statement. */
    public interface AccessChange {
        Access of(String statement, Access access);
    }

    /** The nest with its accesses changed; their numbers stay. */
    public static List<Node> ofAccesses(List<Node> nodes, AccessChange change) {
        return ofStatements(
                nodes,
                s -> new Statement(
                        s.id(), change.of(s.id(), s.target()), ofReads(s.id(), s.value(), change), s.position()));
    }

    /** The nest with its statements changed. */
    static List<Node> ofStatements(List<Node> nodes, UnaryOperator<Statement> change) {
        return nodes.stream()
                .<Node>map(node -> switch (node) {
                    case Statement s -> change.apply(s);
                    case Node.Repeat r -> throw r.notAffine();
                    case Node.Guard g ->
                        new Node.Guard(
                                g.condition(),
                                ofStatements(g.then(), change),
                                ofStatements(g.otherwise(), change),
                                g.position());
                    case Node.Loop l ->
                        new Node.Loop(
                                l.variable(),
                                l.lower(),
                                l.upper(),
                                l.step(),
                                ofStatements(l.body(), change),
                                l.position());
                })
                .toList();
    }

    private static Expression ofReads(String statement, Expression expression, AccessChange change) {
        return switch (expression) {
            case Expression.Read r -> new Expression.Read(change.of(statement, r.access()));
            case Expression.Apply a ->
                new Expression.Apply(
                        a.operator(),
                        a.operands().stream()
                                .map(o -> ofReads(statement, o, change))
                                .toList());
            case Expression.IndexValue v -> v;
            case Expression.RealLiteral l -> l;
            case Expression.IntegerLiteral l -> l;
            case Expression.LogicalLiteral l -> l;
        };
    }

    private static Access in(Access access, Map<String, Affine> values) {
        List<Subscript> subscripts = access.indices().stream()
                .<Subscript>map(i -> new Subscript.AffineSubscript(cancelled(i.substitute(values))))
                .toList();
        return new Access(access.index(), access.array(), subscripts, access.position());
    }

    /** Without variables that cancel: of loops over i and lengths l in tiles, {@code i + l} is {@code (31 - t) + (t + u - 31)}, which is u. */
    private static Affine cancelled(Affine index) {
        Affine simple = LinearForm.of(index).toAffine();
        return simple.variables().size() < index.variables().size() ? simple : index;
    }

    public static Expression in(Expression expression, Map<String, Affine> values) {
        return switch (expression) {
            case Expression.Read r -> new Expression.Read(in(r.access(), values));
            case Expression.IndexValue v -> new Expression.IndexValue(v.index().substitute(values));
            case Expression.Apply a ->
                new Expression.Apply(
                        a.operator(),
                        a.operands().stream().map(o -> in(o, values)).toList());
            case Expression.RealLiteral l -> l;
            case Expression.IntegerLiteral l -> l;
            case Expression.LogicalLiteral l -> l;
        };
    }
}
