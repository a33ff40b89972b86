package tilewright.tiling.rewrite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.FreshName;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;

/**
 * A nest whose loops all run upwards in steps of one, and what its variables stand for in the nest as written. Plans
 * are made for this form: {@code do i = n, 1, -1} becomes a loop over {@code i_up = -n .. -1} with {@code i = -i_up},
 * {@code do i = 1, n, 3} one over {@code i_up = 0 .. (n - 1) / 3} with {@code i = 1 + 3 i_up}. Sums whose order is free and that follow on a loop
 * downwards run down with it ({@link DescendingSums}), and so do loops in any order that walk the same rows ({@link TurnedLoops}). Loops are counted so that subscripts are their variables, where
 * that is so for all of them ({@link LoopOrigins}).
 */
public final class UnitSteps {
    private UnitSteps() {}

    /**
     * @param turned loops whose iterations run in the other order
     * @param down loops that run down with a loop around them ({@link DescendingSums})
     */
    public static Rewriting of(LoopNest nest, Set<Node.Loop> turned, Set<Node.Loop> down) {
        return of(nest, new Rewriter(nest, turned, down, Set.of()));
    }

    /**
     * Another such form, in which loops upwards in longer steps run over all values between their ends, and what is in them asks: {@code do j = 1 + mod(i,2), n, 2} becomes {@code do j = 1 + mod(i,2), n: if (mod(j - 1 - mod(i,2), 2) == 0)}.
     * So every other element of a row is one of the row, as stencils want it (red-black relaxation). Nothing where a nest has no such loops.
     */
    public static Optional<Rewriting> asking(LoopNest nest, Set<Node.Loop> turned, Set<Node.Loop> down) {
        Set<Node.Loop> asking = nest.statements().stream()
                .flatMap(p -> p.loops().stream())
                .filter(l -> l.step() > 1 && !(l.lower() instanceof Affine.Extreme))
                .collect(Collectors.toSet());
        return asking.isEmpty() ? Optional.empty() : Optional.of(of(nest, new Rewriter(nest, turned, down, asking)));
    }

    private static Rewriting of(LoopNest nest, Rewriter rewriter) {
        List<Node> body = rewriter.nodes(nest.body(), Map.of());
        LoopNest rewritten = nest.with(nest.arrays(), body);
        return new Rewriting(rewriter.changed ? rewritten : nest, rewriter.original);
    }

    /** Walks the tree with the values of the variables met so far. */
    private static final class Rewriter {
        private final Set<String> taken;
        private final Map<String, Map<String, Affine>> original = new HashMap<>();
        private final Set<Node.Loop> down;
        private final Set<Node.Loop> turned;
        private final Set<Node.Loop> asking;
        private final Map<Node.Loop, Affine> origins;
        private boolean changed;

        Rewriter(LoopNest nest, Set<Node.Loop> turned, Set<Node.Loop> down, Set<Node.Loop> asking) {
            this.asking = asking;
            this.turned = turned;
            this.down = down;
            origins = LoopOrigins.of(nest);
            taken = FreshName.taken(nest);
            nest.statements().forEach(s -> taken.addAll(s.loopVariables()));
        }

        List<Node> nodes(List<Node> nodes, Map<String, Affine> values) {
            return nodes.stream().map(n -> node(n, values)).toList();
        }

        private Node node(Node node, Map<String, Affine> values) {
            return switch (node) {
                case Statement s -> {
                    original.put(s.id(), values);
                    yield Substitution.in(s, values);
                }
                case Node.Guard g ->
                    new Node.Guard(
                            g.condition().substitute(values),
                            nodes(g.then(), values),
                            nodes(g.otherwise(), values),
                            g.position());
                case Node.Loop l -> loop(l, values);
                case Node.Repeat r -> throw r.notAffine();
            };
        }

        private Node.Loop loop(Node.Loop loop, Map<String, Affine> values) {
            Affine origin = origins.getOrDefault(loop, Affine.constant(0)).substitute(values);
            Affine first = from(loop.lower().substitute(values), origin);
            Affine last = from(loop.upper().substitute(values), origin);
            String name = loop.variable();
            if (asking.contains(loop)) {
                changed = true;
                Affine distance = modulo(Affine.variable(name).minus(first), loop.step());
                Condition hit = new Condition.Compare(
                        new Affine.Mod(distance, loop.step()), Condition.Relation.EQ, Affine.constant(0));
                Map<String, Affine> inner = new HashMap<>(values);
                inner.put(name, Affine.variable(name).minus(origin));
                List<Node> body = nodes(loop.body(), Map.copyOf(inner));
                return new Node.Loop(
                        name,
                        earlier(first, loop.step()),
                        last,
                        1,
                        List.of(new Node.Guard(hit, body, List.of(), loop.position())),
                        loop.position());
            }
            Affine lower = first;
            Affine upper = last;
            Affine value = Affine.variable(name);
            if (turned.contains(loop) && loop.step() == -1) {
                changed = true;
                lower = last;
                upper = first;
            } else if (down.contains(loop) || turned.contains(loop)) {
                changed = true;
                name = fresh(name + "_up");
                lower = negated(last);
                upper = negated(first);
                value = Affine.variable(name).times(-1);
            } else if (loop.step() != 1) {
                changed = true;
                name = fresh(name + "_up");
                Affine counter = Affine.variable(name);
                if (loop.step() == -1) {
                    lower = negated(first);
                    upper = negated(last);
                    value = counter.times(-1);
                } else {
                    long stride = Math.abs(loop.step());
                    lower = Affine.constant(0);
                    upper = (loop.step() > 0 ? last.minus(first) : first.minus(last)).floorDiv(stride);
                    value = first.plus(counter.times(loop.step()));
                }
            } else if (origins.containsKey(loop)) {
                changed = true;
                name = fresh(name + "_own");
                value = Affine.variable(name);
            }
            Map<String, Affine> inner = new HashMap<>(values);
            inner.put(loop.variable(), value.minus(origin));
            return new Node.Loop(name, lower, upper, 1, nodes(loop.body(), Map.copyOf(inner)), loop.position());
        }

        /** What leaves the same rest: of a rest by a multiple of the divisor what it is the rest of. Example: {@code j - mod(i,2)} by 2 is {@code j - i}. */
        private static Affine modulo(Affine value, long divisor) {
            Affine simpler = Affine.constant(LinearForm.of(value).constant());
            for (Map.Entry<Affine, Long> term : LinearForm.of(value).terms().entrySet()) {
                Affine of = term.getKey() instanceof Affine.Mod m && m.divisor() % divisor == 0
                        ? m.dividend()
                        : term.getKey();
                simpler = simpler.plus(of.times(term.getValue()));
            }
            return LinearForm.of(simpler).toAffine();
        }

        /** A first value without rests, where these make it less than a step later: the values between are no steps. Example: {@code 1 + mod(i,2)} in steps of 2 may be 1. */
        private static Affine earlier(Affine first, long step) {
            LinearForm form = LinearForm.of(first);
            Affine least = Affine.constant(form.constant());
            long later = 0;
            for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
                if (term.getKey() instanceof Affine.Mod m) {
                    long most = term.getValue() * (m.divisor() - 1);
                    later += Math.abs(most);
                    least = least.plus(Math.min(0, most));
                } else {
                    least = least.plus(term.getKey().times(term.getValue()));
                }
            }
            return later < step ? LinearForm.of(least).toAffine() : first;
        }

        /** A bound counted from an origin. */
        private static Affine from(Affine bound, Affine origin) {
            if (origin instanceof Affine.Constant) {
                return bound.plus(origin);
            }
            return switch (bound) {
                case Affine.Min m ->
                    new Affine.Min(
                            m.operands().stream().map(o -> from(o, origin)).toList());
                case Affine.Max m ->
                    new Affine.Max(
                            m.operands().stream().map(o -> from(o, origin)).toList());
                case Affine.Constant _,
                        Affine.Variable _,
                        Affine.Sum _,
                        Affine.Scaled _,
                        Affine.FloorDiv _,
                        Affine.Mod _,
                        Affine.Select _ -> LinearForm.of(bound.plus(origin)).toAffine();
            };
        }

        /** The negation, with minimum and maximum exchanged so that they stay outermost. */
        private static Affine negated(Affine affine) {
            return switch (affine) {
                case Affine.Min m ->
                    new Affine.Max(m.operands().stream().map(Rewriter::negated).toList());
                case Affine.Max m ->
                    new Affine.Min(m.operands().stream().map(Rewriter::negated).toList());
                case Affine.Sum s -> negated(s.left()).plus(negated(s.right()));
                case Affine.Constant _,
                        Affine.Variable _,
                        Affine.Scaled _,
                        Affine.FloorDiv _,
                        Affine.Mod _,
                        Affine.Select _ -> affine.times(-1);
            };
        }

        private String fresh(String wanted) {
            return FreshName.underscored(wanted, taken::add);
        }
    }
}
