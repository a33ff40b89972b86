package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.Statement;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.space.StatementGroups;

/**
 * Updates that a step of a loop fetches from all steps before it (lazy, left-looking) are made by those steps as soon as they are done (eager, right-looking):
 * a step then works on everything behind it, in parallel, and reads what it has made itself. Loop interchange over a triangle.
 *
 * <p>Before, classical Gram-Schmidt:
 *
 * <pre>
 * do j = 0, n-1
 *   do k = 0, j-1;  do i;  r(k,j) = r(k,j) + q(i,k)*a(i,j)
 *   do k = 0, j-1;  do i;  q(i,j) = q(i,j) - q(i,k)*r(k,j)
 *   ..  q(i,j) = q(i,j) / r(j,j)
 * </pre>
 *
 * <p>After: {@code do k = 0, n-1}, first the quotients of column k, then {@code do j = k+1, n-1; do i; r(k,j) = ..}, then the same loops around {@code q(i,j) = ..}.
 *
 * <p>A loop over j of the nest is run so if some of its statements have a loop over k from where j begins to a constant before j. Statements that do not depend on each other get
 * loops over j of their own first; in a step, each gets loops of its own, in an order that keeps dependences. {@link tilewright.tiling.check.ExpansionCheck ExpansionCheck} proves the result
 * without relying on that; statements are new ones for it, as their iterations have other numbers.
 */
public final class EagerUpdates {
    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;

    private EagerUpdates(Dependences dependences) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.context = dependences.context();
    }

    /** The nest with eager updates; nothing where it has no lazy ones, or dependences forbid it. */
    public static Optional<LoopNest> of(Dependences dependences) {
        EagerUpdates eager = new EagerUpdates(dependences);
        NewNames names = new NewNames(dependences.nest());
        List<Node> body = new ArrayList<>();
        boolean changed = false;
        for (Node node : dependences.nest().body()) {
            List<Node> eagerly = node instanceof Node.Loop l ? eager.loop(l, names) : List.of();
            changed |= !eagerly.isEmpty();
            body.addAll(eagerly.isEmpty() ? List.of(node) : eagerly);
        }
        return changed ? Optional.of(dependences.nest().with(dependences.nest().arrays(), body)) : Optional.empty();
    }

    /**
     * What a statement does in a step.
     *
     * @param step depth of the loop whose variable is the number of the step: 0 where it is the step's own
     */
    private record Share(PlacedStatement placed, int step) {}

    /** What takes a loop's place: a loop for every strongly connected component of its statements; none where none has lazy updates. */
    private List<Node> loop(Node.Loop loop, NewNames names) {
        List<PlacedStatement> inside = nest.statements().stream()
                .filter(p -> !p.loops().isEmpty() && p.loops().getFirst().equals(loop))
                .toList();
        boolean plain = inside.stream()
                .allMatch(p -> p.guards().isEmpty() && p.loops().stream().allMatch(l -> l.step() == 1));
        if (!plain || inside.stream().allMatch(p -> share(p, loop).step() == 0)) {
            return List.of();
        }
        String step = names.fresh(inside.stream()
                .map(p -> p.loopVariables().get(share(p, loop).step()))
                .filter(v -> !v.equals(loop.variable()))
                .findFirst()
                .orElseThrow());
        List<Node> loops = new ArrayList<>();
        for (List<PlacedStatement> component : StatementGroups.components(dependences, inside, 0)) {
            List<Share> shares = component.stream().map(p -> share(p, loop)).toList();
            Optional<List<Share>> ordered =
                    shares.stream().allMatch(EagerUpdates::isFree) ? inOrder(shares) : Optional.empty();
            if (ordered.isEmpty()) {
                return List.of();
            }
            loops.add(eager(loop, ordered.get(), step, names));
        }
        return loops;
    }

    private static Share share(PlacedStatement placed, Node.Loop loop) {
        int step = 0;
        for (int z = 1; z < placed.depth() && step == 0; z++) {
            step = isLazy(placed.loops().get(z), loop) ? z : 0;
        }
        return new Share(placed, step);
    }

    /** Whether a loop runs from where the step's loop begins to a constant before the step. */
    private static boolean isLazy(Node.Loop inner, Node.Loop loop) {
        return inner.lower().equals(loop.lower()) && before(inner, loop) >= 1;
    }

    /** How far before the step a loop ends; 0 where that is no constant. */
    private static long before(Node.Loop inner, Node.Loop loop) {
        LinearForm distance = LinearForm.of(Affine.variable(loop.variable()).minus(inner.upper()));
        return distance.terms().isEmpty() ? distance.constant() : 0;
    }

    /** Whether bounds of a statement's other loops are the same in all steps, where it has the step's number from another loop. */
    private static boolean isFree(Share share) {
        List<Node.Loop> loops = share.placed().loops();
        return share.step() == 0
                || loops.stream()
                        .skip(1)
                        .filter(l -> l != loops.get(share.step()))
                        .noneMatch(l -> names(l).contains(loops.getFirst().variable())
                                || names(l).contains(loops.get(share.step()).variable()));
    }

    private static java.util.Set<String> names(Node.Loop loop) {
        java.util.Set<String> names = new java.util.HashSet<>(loop.lower().variables());
        names.addAll(loop.upper().variables());
        return names;
    }

    /** The statements in an order that keeps all dependences; nothing where none does. */
    private Optional<List<Share>> inOrder(List<Share> shares) {
        Map<String, tilewright.isl.Map> steps = new HashMap<>();
        shares.forEach(s -> steps.put(s.placed().statement().id(), map(s.placed(), List.of(step(s)))));
        List<Dependence> among = dependences.dependences().stream()
                .filter(d -> steps.containsKey(d.source()) && steps.containsKey(d.sink()))
                .toList();
        Predicate<Dependence> within = d -> {
            tilewright.isl.Map between = d.relation()
                    .applyDomain(Objects.requireNonNull(steps.get(d.source())))
                    .applyRange(Objects.requireNonNull(steps.get(d.sink())));
            return !OrderCheck.agreeingIn(between, 1).isEmpty();
        };
        List<List<PlacedStatement>> groups =
                StatementGroups.components(shares.stream().map(Share::placed).toList(), among, within);
        if (groups.stream().anyMatch(g -> g.size() > 1)) {
            return Optional.empty();
        }
        List<Share> ordered = groups.stream()
                .map(List::getFirst)
                .flatMap(p -> shares.stream().filter(s -> s.placed() == p))
                .toList();
        Map<String, tilewright.isl.Map> times = times(ordered);
        return among.stream()
                        .allMatch(d -> OrderCheck.notBefore(
                                        d,
                                        Objects.requireNonNull(times.get(d.source())),
                                        Objects.requireNonNull(times.get(d.sink())))
                                .isEmpty())
                ? Optional.of(ordered)
                : Optional.empty();
    }

    private Map<String, tilewright.isl.Map> times(List<Share> ordered) {
        int deepest = ordered.stream().mapToInt(s -> s.placed().depth()).max().orElse(0);
        Map<String, tilewright.isl.Map> times = new HashMap<>();
        for (int s = 0; s < ordered.size(); s++) {
            Share share = ordered.get(s);
            List<Affine> time = new ArrayList<>(List.of(step(share), Affine.constant(s)));
            for (Node.Loop inner : inner(share)) {
                time.add(Affine.variable(inner.variable()));
            }
            while (time.size() <= deepest) {
                time.add(Affine.constant(0));
            }
            times.put(share.placed().statement().id(), map(share.placed(), time));
        }
        return times;
    }

    private static Affine step(Share share) {
        return Affine.variable(share.placed().loopVariables().get(share.step()));
    }

    /** The loops inside of the step's. */
    private static List<Node.Loop> inner(Share share) {
        List<Node.Loop> loops = share.placed().loops();
        return loops.stream().filter(l -> l != loops.get(share.step())).toList();
    }

    private tilewright.isl.Map map(PlacedStatement placed, List<Affine> values) {
        return tilewright.isl.Map.parse(
                        context,
                        new SetNotation(nest).parameters() + SetNotation.map(SetNotation.tuple(placed), "", values))
                .intersectDomain(dependences.domain(placed.statement().id()));
    }

    private static Node eager(Node.Loop loop, List<Share> ordered, String step, NewNames names) {
        List<Node> body = new ArrayList<>();
        for (Share share : ordered) {
            Statement written = share.placed().statement();
            Node node = new Statement(names.statement(), written.target(), written.value(), written.position());
            for (Node.Loop inner : inner(share).reversed()) {
                boolean behind = inner.equals(loop);
                Affine lower = behind
                        ? step(share).plus(before(share.placed().loops().get(share.step()), loop))
                        : inner.lower();
                node = new Node.Loop(inner.variable(), lower, inner.upper(), 1, List.of(node), inner.position());
            }
            body.add(Substitution.in(
                    node, Map.of(share.placed().loopVariables().get(share.step()), Affine.variable(step))));
        }
        return new Node.Loop(step, loop.lower(), loop.upper(), 1, body, loop.position());
    }
}
