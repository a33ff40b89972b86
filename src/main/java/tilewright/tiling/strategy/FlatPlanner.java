package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.isl.UnionMap;
import tilewright.isl.UnionSet;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.Levels;
import tilewright.tiling.space.LongChain;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.space.StatementGroups;

/**
 * Plans whose sequential outer loops run on the host one iteration at a time. What remains of a step is either
 * sorted into levels of independent iterations, one launch each, or (where loops carry dependences only among
 * equal parallel coordinates) runs with these loops inside the kernel.
 */
final class FlatPlanner implements FamilyPlanner {
    /** A dependence between iterations of one step. */
    record Edge(Dependence dependence, tilewright.isl.Map relation) {
        String source() {
            return dependence.source();
        }

        String sink() {
            return dependence.sink();
        }

        /** Whether it leads from iterations of a statement to others of it, always the same distance away. */
        boolean isOneStep() {
            return source().equals(sink())
                    && dependence.vector().components().stream().allMatch(c -> c.least() == c.greatest())
                    && relation.pieces() == 1;
        }
    }

    /**
     * What one launch runs.
     *
     * @param iterations by statement
     * @param together whether some depend on each other, all such at one point, which runs its statements in order
     */
    private record Level(Map<String, Set> iterations, boolean together) {}

    private final OrderCheck order;
    private final Dependences dependences;
    private final List<LoopRole> roles;
    private final boolean inside;
    private final List<Integer> hosts;

    FlatPlanner(OrderCheck order, List<LoopRole> roles, boolean inside) {
        this.order = order;
        this.dependences = order.dependences();
        this.roles = List.copyOf(roles);
        this.inside = inside;
        this.hosts = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.HOST)
                .boxed()
                .toList();
    }

    private String name() {
        long parallel = roles.stream().filter(r -> r == LoopRole.PARALLEL).count();
        return parallel + "D blocks";
    }

    @Override
    public List<LoopRole> roles() {
        return roles;
    }

    @Override
    public boolean accepts(Candidate candidate) {
        return FamilyPlanner.hostSizesAreOne(roles, candidate)
                && new ConstantLoops(dependences).areSizesOf(roles, candidate);
    }

    @Override
    public Outline outline(Candidate candidate) {
        Optional<Dependence> backwards = order.violatedByHostOrder(hosts);
        if (backwards.isPresent()) {
            return Outline.illegal(
                    "the loops cannot share host loops: " + backwards.get().inWords(), backwards.get());
        }
        BlockSpace space = new BlockSpace(
                dependences, roles, candidate.block(), tilewright.dependence.BlockOrigin.of(dependences));
        PlanBuilder builder = new PlanBuilder(
                dependences,
                space,
                candidate,
                Iterations.flat(dependences, space, true).values(),
                inside);
        try {
            return roles.stream().anyMatch(LoopRole::runsInside) ? oneLevel(space, builder) : byLevels(space, builder);
        } catch (AccessStrategies.MixedAccess e) {
            return Outline.illegal("blocks " + candidate.block() + ": " + e.getMessage(), null);
        }
    }

    /** Kernel loops inside: every dependence stays within one parallel point, in the original order. */
    private Outline oneLevel(BlockSpace space, PlanBuilder builder) throws AccessStrategies.MixedAccess {
        Optional<Dependence> violated = dependences.dependences().stream()
                .filter(d -> !order.keepsOrderInside(d, hosts))
                .findFirst();
        if (violated.isPresent()) {
            return Outline.illegal("the " + violated.get().inWords() + " leaves its block", violated.get());
        }
        Map<PlacedStatement, Set> iterations = Iterations.flat(dependences, space, true);
        Set blocks = Iterations.blocks(space, iterations.values());
        builder.launch("all blocks", List.of(builder.piece(blocks, iterations)));
        return builder.outline(
                name(), roles, List.of(), "the parallel loops carry no dependence; the others run inside the kernel");
    }

    private Outline byLevels(BlockSpace space, PlanBuilder builder) throws AccessStrategies.MixedAccess {
        Optional<List<Level>> levels = levels();
        if (levels.isEmpty()) {
            return Outline.illegal(
                    "with " + hosts.size() + " host loops the iterations of a step need more than "
                            + FamilySearch.MAX_LEVELS + " levels",
                    null);
        }
        int count = levels.get().size();
        boolean atPoints = levels.get().stream().anyMatch(Level::together);
        for (int l = 0; l < count; l++) {
            Level level = levels.get().get(l);
            String all = level.together() ? "all statements of a step" : "all iterations of a step";
            builder.launch(count == 1 ? all : "level " + l + " of a step", pieces(space, builder, level));
        }
        return builder.outline(name(), roles, List.of(), rule(count, atPoints));
    }

    private static String rule(int levels, boolean atPoints) {
        if (!atPoints) {
            return "the iterations of one launch do not depend on each other";
        }
        return levels == 1
                ? "within a step every dependence stays at one point, which runs its statements in order"
                : "the iterations of one launch that depend on each other are at one point, which runs its statements"
                        + " in order";
    }

    /** Whole statements in levels where that is enough, single iterations else. */
    private Optional<List<Level>> levels() {
        Map<String, Set> nodes = new LinkedHashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            nodes.put(placed.statement().id(), Iterations.domain(dependences, placed, true));
        }
        List<Edge> edges = edges();
        Predicate<Dependence> atPoint = order.stayingAtPoint(hosts);
        Optional<List<List<String>>> byStatement =
                StatementLevels.of(List.copyOf(nodes.keySet()), edges, e -> atPoint.test(e.dependence()));
        return byStatement.isPresent()
                ? byStatement.map(levels ->
                        levels.stream().map(l -> level(l, nodes, edges)).toList())
                : byIteration(nodes, edges);
    }

    private static Level level(List<String> statements, Map<String, Set> nodes, List<Edge> edges) {
        Map<String, Set> iterations = new LinkedHashMap<>();
        statements.forEach(s -> iterations.put(s, nodes.get(s)));
        return new Level(
                iterations,
                edges.stream().anyMatch(e -> statements.contains(e.source()) && statements.contains(e.sink())));
    }

    private Optional<List<Level>> byIteration(Map<String, Set> nodes, List<Edge> edges) {
        if (edges.stream()
                .anyMatch(e -> e.isOneStep() && LongChain.isOfOneStep(e.relation(), FamilySearch.MAX_LEVELS))) {
            return Optional.empty();
        }
        UnionSet all = nodes.values().stream()
                .map(Set::toUnionSet)
                .reduce(UnionSet::union)
                .orElseThrow();
        UnionMap before = edges.stream()
                .map(e -> e.relation().toUnionMap())
                .reduce(UnionMap::union)
                .orElseThrow();
        if (LongChain.isIn(all, before, FamilySearch.MAX_LEVELS)) {
            return Optional.empty();
        }
        Levels.Result levels = Levels.of(all, before, FamilySearch.MAX_LEVELS);
        return levels.complete()
                ? Optional.of(levels.sets().stream().map(this::independent).toList())
                : Optional.empty();
    }

    private Level independent(UnionSet level) {
        Map<String, Set> iterations = new LinkedHashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            Set domain = dependences.domain(placed.statement().id());
            Set own = level.intersect(domain.toUnionSet()).extractSet(domain.getSpace());
            if (!own.isEmpty()) {
                iterations.put(placed.statement().id(), own);
            }
        }
        return new Level(iterations, false);
    }

    /**
     * One piece for all statements of a level that a point runs one after the other; where they are independent, one for those that share arrays and have the
     * same points, and so find in registers and caches what the statements before have read, and one for each other statement.
     */
    private List<Supplier<Piece>> pieces(BlockSpace space, PlanBuilder builder, Level level)
            throws AccessStrategies.MixedAccess {
        List<Map<PlacedStatement, Set>> pieces = new ArrayList<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            Set own = level.iterations().get(placed.statement().id());
            if (own != null && !own.isEmpty()) {
                Set points = Iterations.onFlat(dependences, space, placed, own);
                if (pieces.isEmpty() || !level.together() && !belongs(placed, points, pieces.getLast())) {
                    pieces.add(new LinkedHashMap<>());
                }
                pieces.getLast().put(placed, points);
            }
        }
        List<Supplier<Piece>> built = new ArrayList<>();
        for (Map<PlacedStatement, Set> iterations : pieces) {
            built.add(builder.piece(Iterations.blocks(space, iterations.values()), iterations));
        }
        return built;
    }

    private static boolean belongs(PlacedStatement placed, Set points, Map<PlacedStatement, Set> piece) {
        List<PlacedStatement> all = new ArrayList<>(piece.keySet());
        all.add(placed);
        return StatementGroups.share(all)
                && piece.values().stream().allMatch(p -> p.isSubset(points) && points.isSubset(p));
    }

    /** Dependences between iterations of the same step; those without any are left out, and those that are the same pairs are one. */
    private List<Edge> edges() {
        Map<tilewright.isl.Map, tilewright.isl.Map> within = new IdentityHashMap<>();
        Map<tilewright.isl.Map, java.util.Set<List<String>>> seen = new IdentityHashMap<>();
        List<Edge> edges = new ArrayList<>();
        for (Dependence dependence : dependences.dependences()) {
            tilewright.isl.Map points = order.onCommonSpace(dependence);
            List<String> ends = List.of(dependence.source(), dependence.sink());
            if (!seen.computeIfAbsent(points, _ -> new HashSet<>()).add(ends)) {
                continue;
            }
            tilewright.isl.Map pairs = within.computeIfAbsent(points, p -> inStep(dependence, p));
            if (!pairs.isEmpty()) {
                edges.add(new Edge(
                        dependence,
                        pairs.setTupleName(Dim.IN, dependence.source()).setTupleName(Dim.OUT, dependence.sink())));
            }
        }
        return edges;
    }

    /** The pairs of a dependence that are in one step. */
    private tilewright.isl.Map inStep(Dependence dependence, tilewright.isl.Map points) {
        tilewright.isl.Map sameStep = OrderCheck.agreeingIn(points, hosts);
        if (sameStep.isEmpty()) {
            return sameStep;
        }
        tilewright.isl.Map back = sameStep.applyDomain(
                        dependences.embedding(dependence.source()).relation().reverse())
                .applyRange(dependences.embedding(dependence.sink()).relation().reverse());
        return dependence.relation().intersect(back);
    }
}
