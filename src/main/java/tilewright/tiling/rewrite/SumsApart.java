package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.tiling.space.OrderCheck;

/**
 * Loops that do something else beside a sum are distributed (U. Banerjee, R. Eigenmann, A. Nicolau, D. Padua, Automatic program parallelization, Proceedings of the IEEE 81 (1993),
 * section IV: loop fission), so that the sum has loops of its own and {@link tilewright.tiling.schedule.SplitSums SplitSums} may take it in shares.
 *
 * <p>Before: {@code do t; do i; do j; res(t) = res(t) + (v(i,j) - u(i,j))**2; u(i,j) = v(i,j)}. After: {@code do t; do i; do j; res(t) = ..}, then {@code do i; do j; u(i,j) = v(i,j)} in
 * the same iteration of t.
 *
 * <p>Loops over a sum's elements that stand inside of those that it adds up along are brought outside ({@link SumsInside}).
 *
 * <p>A loop is distributed if no dependence within an iteration of the loops around it leads from what runs later then to what runs earlier.
 */
public final class SumsApart {
    private final Dependences dependences;
    /** Reductions whose order may change, by statement. */
    private final Map<String, Reduction> sums;

    private SumsApart(Dependences dependences) {
        this.dependences = dependences;
        this.sums = Reductions.of(dependences).stream()
                .filter(Reduction::mayRegroup)
                .collect(Collectors.toMap(Reduction::statement, r -> r));
    }

    /**
     * The same nest with sums in loops of their own; where none had anything beside it, the dependences that are given.
     *
     * @param dependences with silent iterations
     */
    public static Dependences of(Dependences dependences) {
        SumsApart apart = new SumsApart(dependences);
        LoopNest nest = dependences.nest();
        if (apart.sums.isEmpty()) {
            return dependences;
        }
        List<Node> body = apart.nodes(nest.body(), 0);
        return body.equals(nest.body())
                ? dependences
                : DependenceAnalysis.withSilent(
                        DependenceAnalysis.analyze(dependences.context(), nest.with(nest.arrays(), body)));
    }

    private List<Node> nodes(List<Node> nodes, int depth) {
        return nodes.stream().flatMap(node -> node(node, depth)).toList();
    }

    /** @param depth how many loops are around the node */
    private Stream<Node> node(Node node, int depth) {
        return switch (node) {
            case Statement s -> Stream.of(s);
            case Node.Guard g -> Stream.of(g);
            case Node.Repeat r -> Stream.of(r);
            case Node.Loop l -> loop(l, depth);
        };
    }

    private Stream<Node> loop(Node.Loop loop, int depth) {
        Optional<Node.Loop> inside = SharedReductions.onlyStatement(loop)
                .flatMap(s -> Optional.ofNullable(sums.get(s.id())))
                .flatMap(sum -> SumsInside.of(dependences, sum, loop, depth));
        if (inside.isPresent()) {
            return Stream.of(inside.get());
        }
        List<Node> body = nodes(loop.body(), depth + 1);
        List<List<Node>> groups = new ArrayList<>();
        for (Node node : body) {
            boolean alone = isSum(node, depth);
            if (groups.isEmpty() || alone || isSum(groups.getLast().getFirst(), depth)) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(node);
        }
        if (groups.size() < 2 || !loop.loads().isEmpty() || !keepsOrder(groups, depth)) {
            return Stream.of(body.equals(loop.body()) ? loop : with(loop, body));
        }
        return groups.stream().map(group -> with(loop, group));
    }

    private static Node with(Node.Loop loop, List<Node> body) {
        return new Node.Loop(loop.variable(), loop.lower(), loop.upper(), loop.step(), body, loop.position());
    }

    /** Whether a node is a sum along the loop around it, and nothing else. */
    private boolean isSum(Node node, int depth) {
        return switch (node) {
            case Statement s -> isAlong(s, depth);
            case Node.Loop l ->
                SharedReductions.onlyStatement(l).filter(s -> isAlong(s, depth)).isPresent();
            case Node.Guard _, Node.Repeat _ -> false;
        };
    }

    private boolean isAlong(Statement statement, int loop) {
        Reduction sum = sums.get(statement.id());
        return sum != null && sum.loops().contains(loop);
    }

    private boolean keepsOrder(List<List<Node>> groups, int depth) {
        Set<String> later = new HashSet<>();
        for (List<Node> group : groups.reversed()) {
            Set<String> own = group.stream().flatMap(SumsApart::ids).collect(Collectors.toSet());
            boolean back = dependences.dependences().stream()
                    .anyMatch(d -> later.contains(d.source())
                            && own.contains(d.sink())
                            && !OrderCheck.agreeingIn(d.relation(), depth).isEmpty());
            if (back) {
                return false;
            }
            later.addAll(own);
        }
        return true;
    }

    private static Stream<String> ids(Node node) {
        return switch (node) {
            case Statement s -> Stream.of(s.id());
            case Node.Loop l -> l.body().stream().flatMap(SumsApart::ids);
            case Node.Guard g ->
                Stream.concat(g.then().stream(), g.otherwise().stream()).flatMap(SumsApart::ids);
            case Node.Repeat r -> throw r.notAffine();
        };
    }
}
