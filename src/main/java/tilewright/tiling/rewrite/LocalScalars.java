package tilewright.tiling.rewrite;

import java.util.List;
import java.util.stream.Stream;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;

/** Scalars of a nest's own, and where they are used. */
final class LocalScalars {
    private LocalScalars() {}

    static List<ArrayDeclaration> of(LoopNest nest) {
        return nest.arrays().stream().filter(LocalScalars::isOne).toList();
    }

    static boolean isOne(ArrayDeclaration array) {
        return array.local() && array.dimensions() == 0;
    }

    /** The nodes beside each other in the innermost body that has all accesses of a scalar, as far as they are in a loop, or more than one. */
    static List<Node> body(List<Node> nodes, String scalar) {
        List<Node> users = users(nodes, scalar);
        if (users.size() != 1) {
            return nodes;
        }
        return switch (users.getFirst()) {
            case Statement _ -> nodes;
            case Node.Loop l -> body(l.body(), scalar);
            case Node.Repeat r -> throw r.notAffine();
            case Node.Guard g -> {
                boolean then = !users(g.then(), scalar).isEmpty();
                boolean otherwise = !users(g.otherwise(), scalar).isEmpty();
                yield then && otherwise ? nodes : body(then ? g.then() : g.otherwise(), scalar);
            }
        };
    }

    /** Those of the nodes that access a scalar. */
    static List<Node> users(List<Node> nodes, String scalar) {
        return nodes.stream()
                .filter(n -> statements(List.of(n))
                        .anyMatch(s ->
                                s.accesses().stream().anyMatch(a -> a.array().equals(scalar))))
                .toList();
    }

    /** Whether a statement sets a scalar, and does not read it. */
    static boolean sets(Node node, String scalar) {
        return node instanceof Statement s
                && s.target().array().equals(scalar)
                && s.value().reads().stream().noneMatch(r -> r.array().equals(scalar));
    }

    static Stream<Statement> statements(List<Node> nodes) {
        return nodes.stream().flatMap(n -> switch (n) {
            case Statement s -> Stream.of(s);
            case Node.Loop l -> statements(l.body());
            case Node.Repeat r -> statements(r.body());
            case Node.Guard g -> Stream.concat(statements(g.then()), statements(g.otherwise()));
        });
    }
}
