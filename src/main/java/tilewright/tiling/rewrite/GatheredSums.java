package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;

/**
 * A nest whose elements gather what the nest as written scatters to them: where a statement adds to the elements around a point, as transposed convolutions and interpolations do, no two points may run at a time,
 * and each element of the result is what all points around it give.
 *
 * <p>Before: {@code do i = 1, n; do r = 0, 2; y(i+r) = y(i+r) + x(i)*h(r)}. After: {@code do i_r = 1, n+2; do r_back = 0, 2; if (1 <= i_r + r_back - 2 <= n) y(i_r) = y(i_r) + x(i_r + r_back - 2)*h(2 - r_back)}: a filter whose
 * points are parallel. Where points are s elements apart, {@code y(2*i+r)}, there is a loop over the s elements besides: of {@code r = p + 2*v} the new point is {@code i + v}.
 *
 * <p>Asked for: one statement alone in loops in steps of one, whose bounds are those of sizes; it changes an element of an array that it reads nowhere else; a subscript of that is {@code s*i + r} of two loops that no
 * other subscript of it has, {@code r} being short ({@link GenerationLimits#isShort}) and longer than s; all other subscripts are of one loop each, which follows from it. Loops of the element stand outermost then, and inside of them all others in their order, that of i or r, whichever stands further outside,
 * in place of the two: every element gets its terms in the order in which the nest as written adds them.
 *
 * <p>{@link tilewright.tiling.check.ReindexCheck ReindexCheck} proves the result without relying on any of this.
 *
 * @param nest its arrays are the same
 * @param loops variables of the loops that are new
 * @param parts where the statements whose loops are others come from, by their ids
 */
public record GatheredSums(LoopNest nest, Set<String> loops, Map<String, Reindexed> parts) {
    public GatheredSums {
        loops = Set.copyOf(loops);
        parts = Map.copyOf(parts);
    }

    /** Nothing where nothing is scattered. */
    public static Optional<GatheredSums> of(LoopNest written) {
        if (written.isIrregular()) {
            return Optional.empty();
        }
        Gathering gathering = new Gathering(written);
        List<Node> body = written.body().stream().map(gathering::changed).toList();
        return gathering.parts.isEmpty()
                ? Optional.empty()
                : Optional.of(new GatheredSums(written.with(written.arrays(), body), gathering.loops, gathering.parts));
    }

    /** Why the nest may be planned so. */
    public String rule() {
        return "elements gather what points around them add to them ("
                + parts.keySet().stream().sorted().collect(Collectors.joining(", ")) + ")";
    }

    /**
     * A subscript {@code stride * point + near + ..}.
     *
     * @param forward whether terms come in the order of {@code near}, as that loop stands outside of the point's; else of the points
     */
    private record Scatter(Node.Loop point, Node.Loop near, long stride, boolean forward) {
        Affine first() {
            return near.lower();
        }

        long iterations() {
            return LinearForm.of(near.upper().minus(near.lower()).plus(1)).constant();
        }

        /** How many points in a row add to an element. */
        long points() {
            return Math.ceilDiv(iterations(), stride);
        }

        /** {@code v} of {@code near = first + p + stride * v}, in the loops as written. */
        Affine counted() {
            return Affine.variable(near.variable()).minus(first()).floorDiv(stride);
        }
    }

    /** Rewrites a nest. */
    private static final class Gathering {
        private final NewNames names;
        private final Set<String> sizes;
        private final Set<String> loops = new HashSet<>();
        private final Map<String, Reindexed> parts = new LinkedHashMap<>();

        Gathering(LoopNest written) {
            this.names = new NewNames(written);
            this.sizes = Set.copyOf(written.parameters());
        }

        Node changed(Node node) {
            List<Node.Loop> chain = new ArrayList<>();
            Node inside = node;
            while (inside instanceof Node.Loop loop && loop.body().size() == 1) {
                chain.add(loop);
                inside = loop.body().getFirst();
            }
            if (!(inside instanceof Statement statement)
                    || !isUpdate(statement)
                    || !chain.stream().allMatch(this::isPlain)) {
                return node;
            }
            List<Scatter> scatters = scatters(statement.target(), chain);
            return scatters.isEmpty() ? node : gathered(statement, chain, scatters);
        }

        private boolean isPlain(Node.Loop loop) {
            return loop.step() == 1
                    && sizes.containsAll(loop.lower().variables())
                    && sizes.containsAll(loop.upper().variables());
        }

        private static boolean isUpdate(Statement statement) {
            List<Access> own = statement.value().reads().stream()
                    .filter(r -> r.array().equals(statement.target().array()))
                    .toList();
            return !own.isEmpty()
                    && own.stream()
                            .allMatch(r -> r.indices().equals(statement.target().indices()));
        }

        /** Subscripts that several iterations share; none where some other subscript has one of their loops, or has several loops or a loop's quotient. */
        private static List<Scatter> scatters(Access target, List<Node.Loop> chain) {
            List<Scatter> found = new ArrayList<>();
            for (int d = 0; d < target.indices().size(); d++) {
                LinearForm index = LinearForm.of(target.indices().get(d));
                List<Node.Loop> in = chain.stream()
                        .filter(l -> index.toAffine().variables().contains(l.variable()))
                        .toList();
                boolean linear = in.stream().allMatch(l -> isLinear(index, l));
                Scatter scatter = linear && in.size() == 2 ? scatter(index, in.getFirst(), in.getLast()) : null;
                if (scatter == null && (in.size() > 1 || !linear)) {
                    // Not every loop of the element follows from it: iterations of one element would change places.
                    return List.of();
                }
                if (scatter != null) {
                    int own = d;
                    boolean alone = IntStream.range(0, target.indices().size())
                            .filter(o -> o != own)
                            .mapToObj(target.indices()::get)
                            .noneMatch(
                                    o -> in.stream().anyMatch(l -> o.variables().contains(l.variable())));
                    if (!alone) {
                        return List.of();
                    }
                    found.add(scatter);
                }
            }
            return found;
        }

        private static boolean isLinear(LinearForm index, Node.Loop loop) {
            Affine variable = Affine.variable(loop.variable());
            return index.coefficient(loop.variable()) != 0
                    && !index.without(variable).toAffine().variables().contains(loop.variable());
        }

        private static @Nullable Scatter scatter(LinearForm index, Node.Loop outer, Node.Loop inner) {
            for (boolean forward : new boolean[] {false, true}) {
                Node.Loop point = forward ? inner : outer;
                Node.Loop near = forward ? outer : inner;
                long stride = index.coefficient(point.variable());
                boolean isNear = index.coefficient(near.variable()) == 1
                        && GenerationLimits.isShort(
                                near.upper().minus(near.lower()).plus(1))
                        && LinearForm.of(near.lower()).isConstant();
                boolean isLong = !GenerationLimits.isShort(
                        point.upper().minus(point.lower()).plus(1));
                Scatter scatter = new Scatter(point, near, stride, forward);
                if (isNear && isLong && stride > 0 && scatter.iterations() > stride) {
                    return scatter;
                }
            }
            return null;
        }

        private Node gathered(Statement statement, List<Node.Loop> chain, List<Scatter> scatters) {
            Set<String> ofElement = statement.target().indices().stream()
                    .flatMap(i -> i.variables().stream())
                    .collect(Collectors.toSet());
            List<Node.Loop> outer = new ArrayList<>();
            List<Node.Loop> others = new ArrayList<>();
            List<Node.Loop> inner = new ArrayList<>();
            List<Condition> exist = new ArrayList<>();
            Map<String, Affine> now = new HashMap<>();
            Map<String, Affine> then = new HashMap<>();
            for (Node.Loop loop : chain) {
                Scatter scatter = scatters.stream()
                        .filter(s -> s.point() == loop || s.near() == loop)
                        .findFirst()
                        .orElse(null);
                if (scatter == null) {
                    (ofElement.contains(loop.variable()) ? outer : inner).add(loop);
                } else if ((scatter.forward() ? scatter.near() : scatter.point()) == loop) {
                    replace(scatter, outer, others, inner, exist, now, then);
                }
            }
            loops.addAll(then.keySet());
            parts.put(statement.id(), new Reindexed(statement.id(), then));
            Node body = Substitution.in(statement, now);
            body = new Node.Guard(Condition.and(exist), List.of(body), List.of(), statement.position());
            List<Node.Loop> order = new ArrayList<>(outer);
            order.addAll(others);
            order.addAll(inner);
            for (Node.Loop loop : order.reversed()) {
                body = new Node.Loop(loop.variable(), loop.lower(), loop.upper(), 1, List.of(body), loop.position());
            }
            return body;
        }

        /**
         * New loops for the two of a subscript.
         *
         * @param now what these are in terms of the new ones
         * @param then what the new ones count
         */
        private void replace(
                Scatter scatter,
                List<Node.Loop> outer,
                List<Node.Loop> others,
                List<Node.Loop> inner,
                List<Condition> exist,
                Map<String, Affine> now,
                Map<String, Affine> then) {
            Node.Loop point = scatter.point();
            Node.Loop near = scatter.near();
            long last = scatter.points() - 1;
            Affine pointNow = Affine.variable(point.variable());
            String place = names.fresh(point.variable() + "_" + near.variable());
            outer.add(loop(place, point.lower(), point.upper().plus(last), point));
            then.put(place, pointNow.plus(scatter.counted()));
            Affine besides = Affine.constant(0);
            if (scatter.stride() > 1) {
                String part = names.fresh(near.variable() + "_part");
                others.add(loop(part, Affine.constant(0), Affine.constant(scatter.stride() - 1), near));
                besides = Affine.variable(part);
                then.put(
                        part,
                        new Affine.Mod(Affine.variable(near.variable()).minus(scatter.first()), scatter.stride()));
            }
            String number = names.fresh(near.variable() + (scatter.forward() ? "_on" : "_back"));
            inner.add(loop(number, Affine.constant(0), Affine.constant(last), near));
            Affine counted = scatter.forward()
                    ? Affine.variable(number)
                    : Affine.variable(number).times(-1).plus(last);
            then.put(
                    number,
                    scatter.forward()
                            ? scatter.counted()
                            : scatter.counted().times(-1).plus(last));
            Affine from = simple(Affine.variable(place).minus(counted));
            Affine nearby = simple(scatter.first().plus(besides).plus(counted.times(scatter.stride())));
            now.put(point.variable(), from);
            now.put(near.variable(), nearby);
            exist.add(new Condition.Compare(from, Condition.Relation.GE, point.lower()));
            exist.add(new Condition.Compare(from, Condition.Relation.LE, point.upper()));
            if (scatter.iterations() % scatter.stride() != 0) {
                exist.add(new Condition.Compare(nearby, Condition.Relation.LE, near.upper()));
            }
        }

        private static Node.Loop loop(String variable, Affine lower, Affine upper, Node.Loop like) {
            return new Node.Loop(variable, simple(lower), simple(upper), 1, List.of(), like.position());
        }

        private static Affine simple(Affine affine) {
            return LinearForm.of(affine).toAffine();
        }
    }
}
