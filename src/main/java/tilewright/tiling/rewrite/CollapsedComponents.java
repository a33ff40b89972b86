package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.ArrayDeclaration.Bounds;
import tilewright.model.Expression;
import tilewright.model.FreshName;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Subscript;

/**
 * A nest in which points in a row and their components are one loop (loop collapsing) over longer rows: where components stand beside each other in memory and all of them have the same done to them, a stencil of
 * points with components is a stencil.
 *
 * <p>Before: {@code do i; do j = 2, m-1; do c = 1, 3; b(i,j,c) = a(i,j-1,c) + a(i,j+1,c)} of {@code real a(n,m,3), b(n,m,3)}. After: {@code do i; do j_c = 6, 3*m-1; b(i,j_c) = a(i,j_c-3) + a(i,j_c+3)} of {@code a(n,3:3*m+2)},
 * b alike: the element {@code (i,j,c)} is {@code (i,3*j+c-1)}, and stands where it stood.
 *
 * <p>Asked for: the last dimension of an array is short ({@link GenerationLimits#isShort}) and the one before is not. All accesses to it stand in a loop over its components, all of them from first to last, which is all that a loop over points has in
 * its body; subscripts are the points' loop and something without these two loops, and the components'. Nothing else there depends on either loop: a factor for each component would be one of {@code mod(j_c,3)}.
 *
 * <p>{@link tilewright.tiling.check.ReindexCheck ReindexCheck} proves the result without relying on any of this.
 *
 * @param nest with collapsed loops; the same arrays, some of one dimension fewer
 * @param pairs the loops that are one, by the new loop's variable
 */
public record CollapsedComponents(LoopNest nest, Map<String, Pair> pairs) {
    public CollapsedComponents {
        pairs = Map.copyOf(pairs);
    }

    /**
     * Two loops that are one.
     *
     * @param components how many components a point has
     * @param first the value of the components' loop for the first of them
     */
    public record Pair(String point, String component, long components, long first) {
        /** What the new loop counts: {@code components * point + component - first}. */
        public Affine counted() {
            return Affine.variable(point)
                    .times(components)
                    .plus(Affine.variable(component))
                    .plus(-first);
        }
    }

    /** Nothing where no loops are collapsed. */
    public static Optional<CollapsedComponents> of(LoopNest written) {
        if (written.isIrregular()) {
            return Optional.empty();
        }
        Set<String> arrays = written.arrays().stream()
                .filter(CollapsedComponents::hasComponents)
                .map(ArrayDeclaration::name)
                .collect(Collectors.toCollection(HashSet::new));
        Finder finder = new Finder(written, arrays);
        boolean changed = true;
        while (changed) {
            // Without an array some loops are a pair no longer, and what they access stands outside.
            changed = arrays.removeAll(finder.outside(written.body()));
        }
        arrays.retainAll(names(written.statements().stream()
                .flatMap(p -> p.statement().accesses().stream())
                .toList()));
        return arrays.isEmpty() ? Optional.empty() : Optional.of(new Collapsing(written, arrays, finder).result());
    }

    /** Where its statements come from, by their ids. */
    public Map<String, Reindexed> parts() {
        Map<String, Affine> counted = new HashMap<>();
        pairs.forEach((variable, pair) -> counted.put(variable, pair.counted()));
        Map<String, Reindexed> parts = new HashMap<>();
        nest.statements()
                .forEach(p -> parts.put(
                        p.statement().id(), new Reindexed(p.statement().id(), counted)));
        return parts;
    }

    /** Why the nest may be planned so. */
    public String rule() {
        return pairs.values().stream()
                        .map(p -> p.point() + ", " + p.component())
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining("; ", "loops (", ")"))
                + " over points and their components are one each";
    }

    /** The array with its last two dimensions as one. */
    public static ArrayDeclaration collapsed(ArrayDeclaration array) {
        int last = array.dimensions() - 1;
        Bounds points = array.bounds().get(last - 1);
        long components = components(array);
        List<Bounds> bounds = new ArrayList<>(array.bounds().subList(0, last - 1));
        bounds.add(new Bounds(first(points.lower(), components), last(points.upper(), components)));
        return new ArrayDeclaration(
                array.name(), array.type(), bounds, array.inferred(), array.position(), array.apart(), array.local());
    }

    private static Affine first(Affine point, long components) {
        return LinearForm.of(point.times(components)).toAffine();
    }

    private static Affine last(Affine point, long components) {
        return first(point.plus(1), components).plus(-1);
    }

    /** The number of components of a point. */
    private static long components(ArrayDeclaration array) {
        return LinearForm.of(array.bounds().getLast().extent()).constant();
    }

    private static boolean hasComponents(ArrayDeclaration array) {
        int last = array.dimensions() - 1;
        return last >= 1
                && array.isDense()
                && LinearForm.of(array.bounds().getLast().lower()).isConstant()
                && GenerationLimits.isShort(array.bounds().getLast().extent())
                && components(array) > 1
                && !GenerationLimits.isShort(array.bounds().get(last - 1).extent());
    }

    private static Set<String> names(Collection<Access> accesses) {
        return accesses.stream().map(Access::array).collect(Collectors.toSet());
    }

    /**
     * Finds pairs of loops.
     *
     * @param arrays that may have their last two dimensions as one
     */
    private record Finder(LoopNest nest, Set<String> arrays) {
        /** The arrays that something accesses outside of all pairs. */
        Set<String> outside(List<Node> nodes) {
            return nodes.stream()
                    .flatMap(n -> switch (n) {
                        case Statement s -> names(s.accesses()).stream();
                        case Node.Guard g -> Stream.of(g.then(), g.otherwise()).flatMap(b -> outside(b).stream());
                        case Node.Loop l -> pair(l) == null ? outside(l.body()).stream() : Stream.<String>empty();
                        case Node.Repeat r -> throw r.notAffine();
                    })
                    .collect(Collectors.toSet());
        }

        /** The pair whose outer loop it is; null where it is none. */
        @Nullable
        Pair pair(Node.Loop points) {
            if (points.step() != 1
                    || points.body().size() != 1
                    || !(points.body().getFirst() instanceof Node.Loop of)) {
                return null;
            }
            LinearForm first = LinearForm.of(of.lower());
            LinearForm last = LinearForm.of(of.upper());
            if (of.step() != 1 || !first.isConstant() || !last.isConstant() || last.constant() <= first.constant()) {
                return null;
            }
            Pair pair = new Pair(
                    points.variable(), of.variable(), last.constant() - first.constant() + 1, first.constant());
            return fits(of.body(), pair) && hasComponents(of.body()) ? pair : null;
        }

        private boolean fits(List<Node> nodes, Pair pair) {
            return nodes.stream().allMatch(node -> switch (node) {
                case Statement s -> s.accesses().stream().allMatch(a -> fits(a, pair)) && !readsEither(s.value(), pair);
                case Node.Guard g ->
                    isFree(g.condition().variables(), pair) && fits(g.then(), pair) && fits(g.otherwise(), pair);
                case Node.Loop l ->
                    isFree(l.lower().variables(), pair) && isFree(l.upper().variables(), pair) && fits(l.body(), pair);
                case Node.Repeat r -> throw r.notAffine();
            });
        }

        /** Whether statements access an array that may have longer rows. */
        private boolean hasComponents(List<Node> nodes) {
            return nodes.stream().anyMatch(node -> switch (node) {
                case Statement s -> s.accesses().stream().anyMatch(a -> arrays.contains(a.array()));
                case Node.Guard g -> hasComponents(g.then()) || hasComponents(g.otherwise());
                case Node.Loop l -> hasComponents(l.body());
                case Node.Repeat r -> throw r.notAffine();
            });
        }

        /** Whether an access names the component that the inner loop is at, of a point as far from the outer loop's as always; or has nothing to do with the two. */
        private boolean fits(Access access, Pair pair) {
            List<Affine> indices = access.indices();
            if (!arrays.contains(access.array())) {
                return indices.stream().allMatch(i -> isFree(i.variables(), pair));
            }
            ArrayDeclaration array = nest.array(access.array());
            int last = indices.size() - 1;
            LinearForm place = LinearForm.of(indices.get(last).minus(Affine.variable(pair.component())));
            LinearForm start = LinearForm.of(array.bounds().getLast().lower().plus(-pair.first()));
            Affine point = LinearForm.of(indices.get(last - 1).minus(Affine.variable(pair.point())))
                    .toAffine();
            return components(array) == pair.components()
                    && place.equals(start)
                    && isFree(point.variables(), pair)
                    && indices.subList(0, last - 1).stream().allMatch(i -> isFree(i.variables(), pair));
        }

        private static boolean readsEither(Expression expression, Pair pair) {
            return switch (expression) {
                case Expression.IndexValue v -> !isFree(v.index().variables(), pair);
                case Expression.Apply a -> a.operands().stream().anyMatch(o -> readsEither(o, pair));
                case Expression.Read _,
                        Expression.RealLiteral _,
                        Expression.IntegerLiteral _,
                        Expression.LogicalLiteral _ -> false;
            };
        }

        private static boolean isFree(Collection<String> variables, Pair pair) {
            return !variables.contains(pair.point()) && !variables.contains(pair.component());
        }
    }

    /** Rewrites a nest. */
    private static final class Collapsing {
        private final LoopNest written;
        private final Set<String> arrays;
        private final Finder finder;
        private final Set<String> taken;
        private final Map<Pair, String> variables = new LinkedHashMap<>();

        Collapsing(LoopNest written, Set<String> arrays, Finder finder) {
            this.written = written;
            this.arrays = arrays;
            this.finder = finder;
            this.taken = FreshName.taken(written);
            written.statements().forEach(p -> taken.addAll(p.loopVariables()));
        }

        CollapsedComponents result() {
            List<Node> body = nodes(written.body());
            List<ArrayDeclaration> declared = written.arrays().stream()
                    .map(a -> arrays.contains(a.name()) ? collapsed(a) : a)
                    .toList();
            Map<String, Pair> pairs = new HashMap<>();
            variables.forEach((pair, variable) -> pairs.put(variable, pair));
            return new CollapsedComponents(written.with(declared, body), pairs);
        }

        private List<Node> nodes(List<Node> nodes) {
            return nodes.stream()
                    .<Node>map(node -> switch (node) {
                        case Statement s -> s;
                        case Node.Repeat r -> throw r.notAffine();
                        case Node.Guard g ->
                            new Node.Guard(g.condition(), nodes(g.then()), nodes(g.otherwise()), g.position());
                        case Node.Loop l -> loop(l);
                    })
                    .toList();
        }

        private Node.Loop loop(Node.Loop loop) {
            Pair pair = finder.pair(loop);
            if (pair == null) {
                return new Node.Loop(
                        loop.variable(), loop.lower(), loop.upper(), loop.step(), nodes(loop.body()), loop.position());
            }
            String variable = variables.computeIfAbsent(
                    pair, p -> FreshName.underscored(p.point() + "_" + p.component(), taken::add));
            List<Node> body = ((Node.Loop) loop.body().getFirst()).body();
            return new Node.Loop(
                    variable,
                    first(loop.lower(), pair.components()),
                    last(loop.upper(), pair.components()),
                    1,
                    Substitution.ofAccesses(body, (_, access) -> access(access, variable, pair)),
                    loop.position());
        }

        private Access access(Access access, String variable, Pair pair) {
            if (!arrays.contains(access.array())) {
                return access;
            }
            List<Subscript> subscripts = new ArrayList<>(access.subscripts());
            subscripts.removeLast();
            Affine apart = access.indices().get(subscripts.size() - 1).minus(Affine.variable(pair.point()));
            subscripts.set(
                    subscripts.size() - 1,
                    new Subscript.AffineSubscript(
                            LinearForm.of(Affine.variable(variable).plus(apart.times(pair.components())))
                                    .toAffine()));
            return new Access(access.index(), access.array(), subscripts, access.position());
        }
    }
}
