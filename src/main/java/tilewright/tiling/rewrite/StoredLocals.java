package tilewright.tiling.rewrite;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;

/**
 * Scalars of the nest's own that collect what is stored to an element in the end, in the place of that element: the nest then is what it would have been without the scalar, which all that knows sums of
 * arrays can take (coalesced loops, packed operands, shares of sums).
 *
 * <p>Before: {@code do i; do j; s = 0; do k; s = s + a(i,k)*b(k,j); enddo; c(i,j) = s}. After: {@code do i; do j; c(i,j) = 0; do k; c(i,j) = c(i,j) + a(i,k)*b(k,j)}.
 *
 * <p>Asked for, of the statements and loops that stand beside each other in the innermost body around all uses of the scalar: the first user sets it, and does not read it; a loop among them updates it; the last one
 * stores it, as it is and with the same type, to an element that nothing else in that body accesses: it does not access the array, or reads elements that differ from it in a subscript by the bounds of
 * loops, as {@code m(i,k)} and {@code m(k+1,j)} of {@code k = i .. j-1} do from {@code m(i,j)}. The element is the same for all of them then, and nobody sees what it holds meanwhile.
 *
 * <p>{@link tilewright.tiling.check.PlanCheck PlanCheck} proves the result without relying on any of this.
 */
public final class StoredLocals {
    private StoredLocals() {}

    /** The nest without such scalars; nothing where it has none. The arrays stay the same, so that a scalar may be left that no statement accesses. */
    public static Optional<LoopNest> of(LoopNest nest) {
        LoopNest changed = nest;
        for (ArrayDeclaration array : nest.arrays()) {
            if (array.local() && array.dimensions() == 0) {
                List<Node> users = body(changed.body(), array.name());
                Statement store = store(changed, users, array);
                changed = store == null ? changed : placed(changed, array.name(), store);
            }
        }
        return changed == nest ? Optional.empty() : Optional.of(changed);
    }

    /** The nodes beside each other in the innermost body that has all accesses of a scalar, as far as they are in a loop, or more than one. */
    private static List<Node> body(List<Node> nodes, String scalar) {
        List<Node> users = nodes.stream().filter(n -> accesses(n, scalar)).toList();
        if (users.size() != 1) {
            return nodes;
        }
        return switch (users.getFirst()) {
            case Statement _ -> nodes;
            case Node.Loop l -> body(l.body(), scalar);
            case Node.Repeat r -> throw r.notAffine();
            case Node.Guard g -> {
                boolean then = g.then().stream().anyMatch(n -> accesses(n, scalar));
                boolean otherwise = g.otherwise().stream().anyMatch(n -> accesses(n, scalar));
                yield then && otherwise ? nodes : body(then ? g.then() : g.otherwise(), scalar);
            }
        };
    }

    /** The statement that stores the scalar; null where something that is asked for does not hold. */
    private static @Nullable Statement store(LoopNest nest, List<Node> body, ArrayDeclaration scalar) {
        String name = scalar.name();
        List<Node> users = body.stream().filter(n -> accesses(n, name)).toList();
        boolean begins = users.size() > 2
                && users.getFirst() instanceof Statement first
                && first.accesses().stream().allMatch(a -> a.array().equals(name) == (a.index() == 1));
        boolean updates = users.stream().anyMatch(n -> n instanceof Node.Loop l && isUpdated(List.of(l), name));
        if (!begins
                || !updates
                || !(users.getLast() instanceof Statement last)
                || !(last.value() instanceof Expression.Read(Access source))
                || !source.array().equals(name)) {
            return null;
        }
        boolean alone = body.stream().filter(n -> n != last).allMatch(n -> isElsewhere(n, List.of(), last.target()));
        return alone && nest.array(last.target().array()).type() == scalar.type() ? last : null;
    }

    /** Whether what a node accesses of an element's array are other elements, which it reads. */
    private static boolean isElsewhere(Node node, List<Node.Loop> inside, Access element) {
        return switch (node) {
            case Statement s ->
                s.accesses().stream()
                        .filter(a -> a.array().equals(element.array()))
                        .allMatch(a -> a.index() > 1 && differs(a, inside, element));
            case Node.Loop l -> {
                List<Node.Loop> inner =
                        Stream.concat(Stream.of(l), inside.stream()).toList();
                yield l.body().stream().allMatch(n -> isElsewhere(n, inner, element));
            }
            case Node.Guard g ->
                Stream.concat(g.then().stream(), g.otherwise().stream()).allMatch(n -> isElsewhere(n, inside, element));
            case Node.Repeat r -> throw r.notAffine();
        };
    }

    /** @param loops around the access, the innermost one first */
    private static boolean differs(Access access, List<Node.Loop> loops, Access element) {
        return access.isAffine()
                && element.isAffine()
                && IntStream.range(0, element.indices().size()).anyMatch(d -> {
                    Affine apart =
                            access.indices().get(d).minus(element.indices().get(d));
                    return isPositive(apart, loops) || isPositive(apart.times(-1), loops);
                });
    }

    /** Whether a sum is at least one for all values of loops, each of which may be bounded by those around it. */
    private static boolean isPositive(Affine sum, List<Node.Loop> loops) {
        Affine least = sum;
        for (Node.Loop loop : loops) {
            long factor = LinearForm.of(least).coefficient(loop.variable());
            boolean upwards = loop.step() > 0 == factor > 0;
            least = factor == 0
                    ? least
                    : least.substitute(Map.of(loop.variable(), upwards ? loop.lower() : loop.upper()));
        }
        LinearForm form = LinearForm.of(least);
        return form.isConstant() && form.constant() >= 1;
    }

    private static LoopNest placed(LoopNest nest, String scalar, Statement store) {
        List<Node> body = Substitution.ofAccesses(
                Substitution.kept(nest.body(), s -> s != store),
                (_, access) -> access.array().equals(scalar)
                        ? new Access(
                                access.index(),
                                store.target().array(),
                                store.target().subscripts(),
                                access.position())
                        : access);
        return nest.with(nest.arrays(), body);
    }

    private static boolean isUpdated(List<Node> nodes, String scalar) {
        return statements(nodes)
                .anyMatch(s -> s.target().array().equals(scalar)
                        && s.accesses().stream()
                                .anyMatch(a -> a.index() > 1 && a.array().equals(scalar)));
    }

    private static boolean accesses(Node node, String array) {
        return statements(List.of(node))
                .anyMatch(s -> s.accesses().stream().anyMatch(a -> a.array().equals(array)));
    }

    private static Stream<Statement> statements(List<Node> nodes) {
        return nodes.stream().flatMap(n -> switch (n) {
            case Statement s -> Stream.of(s);
            case Node.Loop l -> statements(l.body());
            case Node.Repeat r -> statements(r.body());
            case Node.Guard g -> Stream.concat(statements(g.then()), statements(g.otherwise()));
        });
    }
}
