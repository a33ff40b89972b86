package tilewright.tune.peer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import tilewright.model.Access;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;

/**
 * A statement that adds products to its target.
 *
 * @param products their factors with subscripts, each
 */
record ProductUpdate(PlacedStatement placed, Access target, List<List<Access>> products) {
    static Optional<ProductUpdate> of(LoopNest nest, PlacedStatement placed) {
        Access target = placed.statement().target();
        List<Expression> terms = new ArrayList<>(terms(placed.statement().value()));
        boolean updates = terms.removeIf(t -> t instanceof Expression.Read r
                && r.access().array().equals(target.array())
                && r.access().indices().equals(target.indices()));
        List<List<Access>> products = new ArrayList<>();
        for (Expression term : updates ? terms : List.<Expression>of()) {
            Optional<List<Access>> factors = factors(nest, term);
            if (factors.isEmpty()) {
                return Optional.empty();
            }
            products.add(factors.get());
        }
        return products.isEmpty() ? Optional.empty() : Optional.of(new ProductUpdate(placed, target, products));
    }

    /** What is added, or taken away from the first term. */
    private static List<Expression> terms(Expression value) {
        if (value instanceof Expression.Apply a && (a.operator() == Operator.ADD || isLess(a))) {
            List<Expression> terms = new ArrayList<>(terms(a.operands().get(0)));
            terms.addAll(terms(a.operands().get(1)));
            return terms;
        }
        return List.of(value);
    }

    /** Whether products are taken away from something: what is left is no matter of signs. */
    private static boolean isLess(Expression.Apply a) {
        return a.operator() == Operator.SUB
                && a.operands().get(1) instanceof Expression.Apply product
                && product.operator() == Operator.MUL;
    }

    /** The factors that are no scalars; empty where it is no product of accesses. */
    private static Optional<List<Access>> factors(LoopNest nest, Expression term) {
        return switch (term) {
            case Expression.Apply a
            when a.operator() == Operator.MUL -> {
                Optional<List<Access>> left = factors(nest, a.operands().get(0));
                Optional<List<Access>> right = factors(nest, a.operands().get(1));
                yield left.flatMap(l -> right.map(r -> {
                    List<Access> both = new ArrayList<>(l);
                    both.addAll(r);
                    return both;
                }));
            }
            case Expression.Read r ->
                Optional.of(nest.array(r.access().array()).dimensions() == 0 ? List.of() : List.of(r.access()));
            case Expression.RealLiteral _, Expression.IntegerLiteral _ -> Optional.of(List.of());
            case Expression.Apply _, Expression.Leaf _ -> Optional.empty();
        };
    }

    /** The loops of an access, in the order of its subscripts; empty where a subscript is something else. */
    Optional<List<String>> loops(Access access) {
        List<String> loops = access.indices().stream().map(Object::toString).toList();
        boolean plain = placed.loopVariables().containsAll(loops) && new HashSet<>(loops).size() == loops.size();
        return plain ? Optional.of(loops) : Optional.empty();
    }

    /** Whether the bounds of one of two loops depend on the other. */
    boolean isTriangular(String one, String other) {
        return placed.loops().stream()
                .anyMatch(l -> l.variable().equals(one) && mentions(l, other)
                        || l.variable().equals(other) && mentions(l, one));
    }

    private static boolean mentions(Node.Loop loop, String variable) {
        return loop.lower().variables().contains(variable)
                || loop.upper().variables().contains(variable);
    }

    boolean isBox() {
        return placed.loops().stream()
                .noneMatch(l -> placed.loopVariables().stream().anyMatch(v -> mentions(l, v)));
    }
}
