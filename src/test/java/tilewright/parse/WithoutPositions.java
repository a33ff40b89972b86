package tilewright.parse;

import java.util.List;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Assumption;
import tilewright.model.Expression;
import tilewright.model.GraphArrays;
import tilewright.model.IndexFacts;
import tilewright.model.Initializer;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Property;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.model.Until;

/** The same nest with one position everywhere: for comparing nests that come from different texts. */
public final class WithoutPositions {
    private static final SourcePosition NOWHERE = new SourcePosition("", 0, 0);

    private WithoutPositions() {}

    public static LoopNest of(LoopNest nest) {
        return new LoopNest(
                nest.name(),
                nest.parameters(),
                nest.arrays().stream().map(WithoutPositions::of).toList(),
                nest.assumptions().stream()
                        .map(a -> new Assumption(of(a.condition()), a.free(), NOWHERE))
                        .toList(),
                nest.initializers().stream()
                        .map(i -> new Initializer(i.array(), i.indices(), of(i.value()), NOWHERE))
                        .toList(),
                of(nest.body()),
                nest.associative(),
                of(nest.indexFacts()));
    }

    private static ArrayDeclaration of(ArrayDeclaration array) {
        ArrayDeclaration moved =
                new ArrayDeclaration(array.name(), array.type(), array.bounds(), array.inferred(), NOWHERE);
        return array.local() ? moved.asLocal() : moved;
    }

    private static IndexFacts of(IndexFacts facts) {
        GraphArrays graph = facts.graph();
        return new IndexFacts(
                facts.properties().stream()
                        .map(p -> new Property(p.kind(), p.arrays(), NOWHERE))
                        .toList(),
                graph == null ? null : new GraphArrays(graph.first(), graph.second(), graph.weights(), NOWHERE));
    }

    private static Until of(Until until) {
        return switch (until) {
            case Until.Unchanged u -> u;
            case Until.Holds h -> new Until.Holds(of(h.condition()));
        };
    }

    private static List<Node> of(List<Node> nodes) {
        return nodes.stream().map(WithoutPositions::of).toList();
    }

    private static Node of(Node node) {
        return switch (node) {
            case Statement s -> new Statement(s.id(), of(s.target()), of(s.value()), NOWHERE);
            case Node.Loop l ->
                new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), of(l.body()), NOWHERE, l.loads());
            case Node.Repeat r -> new Node.Repeat(r.counter(), of(r.until()), of(r.body()), NOWHERE);
            case Node.Guard g -> new Node.Guard(g.condition(), of(g.then()), of(g.otherwise()), NOWHERE);
        };
    }

    private static Access of(Access access) {
        return new Access(access.index(), access.array(), access.subscripts(), NOWHERE);
    }

    private static Expression of(Expression expression) {
        return switch (expression) {
            case Expression.Read r -> new Expression.Read(of(r.access()));
            case Expression.Apply a ->
                new Expression.Apply(
                        a.operator(),
                        a.operands().stream().map(WithoutPositions::of).toList());
            default -> expression;
        };
    }
}
