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
 * With {@code c(i,j) = max(s, 0)} in the end, {@code c(i,j) = max(c(i,j), 0)} stays.
 *
 * <p>Asked for, of the statements and loops that stand beside each other in the innermost body around all uses of the scalar: the first user sets it, and does not read it; a loop among them updates it; the last one
 * stores it, or what it makes of it and of no other scalar of the nest's own, with the same type, to an element that nothing else in that body accesses: it does not access the array, or reads elements that differ from it in a subscript by the bounds of
 * loops, as {@code m(i,k)} and {@code m(k+1,j)} of {@code k = i .. j-1} do from {@code m(i,j)}. The element is the same for all of them then, and nobody sees what it holds meanwhile.
 *
 * <p>{@link tilewright.tiling.check.PlanCheck PlanCheck} proves the result without relying on any of this.
 */
final class StoredLocals {
    private StoredLocals() {}

    /** The nest without such scalars; nothing where it has none. The arrays stay the same, so that a scalar may be left that no statement accesses. */
    static Optional<LoopNest> of(LoopNest nest) {
        LoopNest changed = nest;
        for (ArrayDeclaration scalar : LocalScalars.of(nest)) {
            Statement store = store(changed, LocalScalars.body(changed.body(), scalar.name()), scalar);
            changed = store == null ? changed : placed(changed, scalar.name(), store);
        }
        return changed == nest ? Optional.empty() : Optional.of(changed);
    }

    /** The statement that stores the scalar; null where something that is asked for does not hold. */
    private static @Nullable Statement store(LoopNest nest, List<Node> body, ArrayDeclaration scalar) {
        String name = scalar.name();
        List<Node> users = LocalScalars.users(body, name);
        boolean begins = users.size() > 2 && LocalScalars.sets(users.getFirst(), name);
        boolean updates = users.stream().anyMatch(n -> n instanceof Node.Loop l && isUpdated(List.of(l), name));
        if (!begins || !updates || !(users.getLast() instanceof Statement last) || !isMadeOf(nest, last, name)) {
            return null;
        }
        boolean alone = body.stream()
                .allMatch(n -> n == last
                        ? last.value().reads().stream().allMatch(r -> isElsewhere(r, List.of(), last.target()))
                        : isElsewhere(n, List.of(), last.target()));
        return alone && nest.array(last.target().array()).type() == scalar.type() ? last : null;
    }

    /** Whether a statement makes an element of a scalar, and of no other scalar of the nest's own. */
    private static boolean isMadeOf(LoopNest nest, Statement last, String scalar) {
        return !last.target().array().equals(scalar)
                && last.value().reads().stream()
                        .map(Access::array)
                        .allMatch(a -> a.equals(scalar) || !LocalScalars.isOne(nest.array(a)));
    }

    /** Whether a statement stores a scalar as it is. */
    private static boolean isCopyOf(Statement statement, String scalar) {
        return statement.value() instanceof Expression.Read(Access source)
                && source.array().equals(scalar);
    }

    /** Whether what a node accesses of an element's array are other elements, which it reads. */
    private static boolean isElsewhere(Node node, List<Node.Loop> inside, Access element) {
        return switch (node) {
            case Statement s ->
                s.accesses().stream()
                        .allMatch(a -> isElsewhere(a, inside, element)
                                && (a.index() > 1 || !a.array().equals(element.array())));
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
    private static boolean isElsewhere(Access access, List<Node.Loop> loops, Access element) {
        return !access.array().equals(element.array()) || differs(access, loops, element);
    }

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
                Substitution.kept(nest.body(), s -> s != store || !isCopyOf(s, scalar)),
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
        return LocalScalars.statements(nodes)
                .anyMatch(s -> s.target().array().equals(scalar)
                        && s.accesses().stream()
                                .anyMatch(a -> a.index() > 1 && a.array().equals(scalar)));
    }
}
