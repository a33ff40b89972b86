package tilewright.tiling.rewrite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.parse.AccessNumbers;
import tilewright.tiling.space.ConstantLoops;

/**
 * Sums of a known few neighbours, in scalars of the nest's own, as one expression: the statement that uses a sum then is that of a stencil, which all that knows stencils can take (time tiles, planes,
 * registers that hold neighbours).
 *
 * <p>Before: {@code do t; do i; s = 0; do k = 1, 2; s = s + w(k)*(a(i-k) + a(i+k)); enddo; b(i) = s; ..}. After: {@code do t; do i; b(i) = (0 + w(1)*(a(i-1) + a(i+1))) + w(2)*(a(i-2) + a(i+2)); ..}.
 *
 * <p>Asked for, of the statements and loops that stand beside each other in the innermost body around all uses of the scalar: the first user sets it; those between update it, in loops whose bounds are
 * numbers, each reading it once; the last one reads it once and has the same type; nothing else in that body writes what the terms read, or stands between. The terms read elements that a loop around
 * writes anew in each of its iterations: a step. Where there are no steps, loops over terms are better left as they are, as filters.
 *
 * <p>{@link tilewright.tiling.check.PlanCheck PlanCheck} proves the result without relying on any of this.
 */
final class SumsInExpressions {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    private SumsInExpressions() {}

    /** The nest with such sums in the statements that use them; nothing where it has none. */
    static Optional<LoopNest> of(LoopNest nest) {
        LoopNest changed = nest;
        for (ArrayDeclaration scalar : LocalScalars.of(nest)) {
            List<Node> body = LocalScalars.body(changed.body(), scalar.name());
            List<Node> users = LocalScalars.users(body, scalar.name());
            if (users.size() > 2 && users.getLast() instanceof Statement last && isSum(changed, body, users, scalar)) {
                changed = inside(changed, scalar.name(), users, last);
            }
        }
        return changed == nest ? Optional.empty() : Optional.of(changed);
    }

    private static boolean isSum(LoopNest nest, List<Node> body, List<Node> users, ArrayDeclaration scalar) {
        String name = scalar.name();
        List<Node> making = users.subList(0, users.size() - 1);
        Statement last = (Statement) users.getLast();
        List<Statement> terms =
                LocalScalars.statements(making).filter(s -> isOf(s, name)).toList();
        Set<String> read = terms.stream()
                .flatMap(s -> s.value().reads().stream())
                .map(Access::array)
                .filter(a -> !a.equals(name))
                .collect(Collectors.toSet());
        long updates = making.subList(1, making.size()).stream()
                .mapToLong(n -> updates(n, name))
                .reduce(0, (all, one) -> all < 0 || one < 0 ? -1 : all + one);
        Set<String> written = LocalScalars.statements(body)
                .filter(s -> s != last)
                .map(s -> s.target().array())
                .collect(Collectors.toSet());
        written.remove(name);
        return LocalScalars.sets(users.getFirst(), name)
                && making.stream().anyMatch(Node.Loop.class::isInstance)
                && updates > 0
                && updates <= LIMITS.writtenOutTerms()
                && !isOf(last, name)
                && reads(last, name) == 1
                && nest.array(last.target().array()).type() == scalar.type()
                && read.stream().noneMatch(written::contains)
                && read.stream().noneMatch(a -> LocalScalars.isOne(nest.array(a)))
                && isInSteps(nest, terms);
    }

    private static boolean isOf(Statement statement, String scalar) {
        return statement.target().array().equals(scalar);
    }

    private static long reads(Statement statement, String scalar) {
        return statement.value().reads().stream()
                .filter(r -> r.array().equals(scalar))
                .count();
    }

    /** How often a node updates a scalar; -1 where it does anything else with it, or that is not known. */
    private static long updates(Node node, String scalar) {
        return switch (node) {
            case Statement s -> {
                boolean update = isOf(s, scalar) && reads(s, scalar) == 1;
                boolean other = !isOf(s, scalar) && reads(s, scalar) == 0;
                yield update ? 1 : other ? 0 : -1;
            }
            case Node.Repeat r -> throw r.notAffine();
            case Node.Guard _ -> -1;
            case Node.Loop l -> {
                List<Node> users = LocalScalars.users(l.body(), scalar);
                long each = users.stream()
                        .mapToLong(n -> updates(n, scalar))
                        .reduce(0, (all, one) -> all < 0 || one < 0 ? -1 : all + one);
                yield each < 0 || !ConstantLoops.isConstant(l)
                        ? -1
                        : each * ConstantLoops.values(l).count();
            }
        };
    }

    /** Whether a loop around terms writes elements that they read, and no subscript of those has its variable: it writes them anew in each iteration. */
    private static boolean isInSteps(LoopNest nest, List<Statement> terms) {
        Set<String> ids = terms.stream().map(Statement::id).collect(Collectors.toSet());
        return isInSteps(nest.body(), ids, terms);
    }

    private static boolean isInSteps(List<Node> nodes, Set<String> ids, List<Statement> terms) {
        return nodes.stream().anyMatch(n -> switch (n) {
            case Statement _ -> false;
            case Node.Repeat r -> throw r.notAffine();
            case Node.Guard g -> isInSteps(g.then(), ids, terms) || isInSteps(g.otherwise(), ids, terms);
            case Node.Loop l ->
                LocalScalars.statements(l.body()).anyMatch(s -> ids.contains(s.id()))
                        && (isStep(l, terms) || isInSteps(l.body(), ids, terms));
        });
    }

    private static boolean isStep(Node.Loop loop, List<Statement> terms) {
        Set<String> written = LocalScalars.statements(loop.body())
                .map(s -> s.target().array())
                .collect(Collectors.toCollection(HashSet::new));
        return terms.stream()
                .flatMap(s -> s.value().reads().stream())
                .filter(r -> !r.indices().isEmpty() && written.contains(r.array()))
                .anyMatch(r -> r.indices().stream().noneMatch(i -> i.variables().contains(loop.variable())));
    }

    private static LoopNest inside(LoopNest nest, String scalar, List<Node> users, Statement last) {
        Expression sum = null;
        for (Node node : users.subList(0, users.size() - 1)) {
            sum = after(node, scalar, sum, Map.of());
        }
        Statement whole = new Statement(
                last.id(),
                last.target(),
                new AccessNumbers(1).number(with(last.value(), scalar, sum)),
                last.position());
        List<Node> rest = Substitution.kept(nest.body(), s -> !isOf(s, scalar));
        return nest.with(nest.arrays(), Substitution.ofStatements(rest, s -> s == last ? whole : s));
    }

    /** The scalar's value after a node, as an expression. */
    private static @Nullable Expression after(
            Node node, String scalar, @Nullable Expression before, Map<String, Affine> loops) {
        return switch (node) {
            case Statement s -> isOf(s, scalar) ? with(Substitution.in(s.value(), loops), scalar, before) : before;
            case Node.Repeat r -> throw r.notAffine();
            case Node.Guard _ -> throw new IllegalArgumentException("a guard around updates of " + scalar);
            case Node.Loop l -> {
                Expression value = before;
                for (long iteration : ConstantLoops.values(l).boxed().toList()) {
                    Map<String, Affine> inside = new HashMap<>(loops);
                    inside.put(l.variable(), Affine.constant(iteration));
                    for (Node inner : l.body()) {
                        value = after(inner, scalar, value, inside);
                    }
                }
                yield value;
            }
        };
    }

    private static Expression with(Expression expression, String scalar, @Nullable Expression value) {
        return value != null
                        && expression instanceof Expression.Read(Access a)
                        && a.array().equals(scalar)
                ? value
                : expression.withOperands(o -> with(o, scalar, value));
    }
}
