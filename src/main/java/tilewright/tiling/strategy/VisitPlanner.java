package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import tilewright.dependence.Dependences;
import tilewright.isl.BasicSet;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.isl.UnionMap;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.Levels;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;

/**
 * Plans that visit most blocks once for many iterations of the sequential loop (theory.md section 5, after Likhoded and
 * Sipeyko 2019). The blocks of one group of r_1 iterations fall into two kinds, computed from the dependence relation:
 *
 * <ul>
 *   <li><em>early</em> ones, on which another block of the same group depends: diagonal and panels. They advance by
 *       {@code step} iterations at a time, in blocks of that size, in the levels of those blocks' dependence graph;
 *   <li><em>late</em> ones, on which none depends. They are visited once, when the early ones are done, and run all r_1
 *       iterations.
 * </ul>
 *
 * <p>Look-ahead: late blocks that are early in the next group run first, and then the next group's early blocks beside the
 * other late ones, provided these touch no element in common that one of them writes.
 */
final class VisitPlanner {
    private final Dependences dependences;
    private final List<LoopRole> roles;
    private final boolean inside;
    private final boolean withoutSilent;
    private final List<String> order;
    private final Function<BlockSpace, UnionMap> edges;

    /**
     * @param inside whether launches may happen in steps (or for parameters) that have no iterations
     * @param withoutSilent whether silent iterations are left out
     * @param order ids of the statements in the order in which a piece runs them
     * @param edges dependences between different blocks of the same values of all host variables
     */
    VisitPlanner(
            Dependences dependences,
            List<LoopRole> roles,
            boolean inside,
            boolean withoutSilent,
            List<String> order,
            Function<BlockSpace, UnionMap> edges) {
        this.dependences = dependences;
        this.roles = List.copyOf(roles);
        this.inside = inside;
        this.withoutSilent = withoutSilent;
        this.order = List.copyOf(order);
        this.edges = edges;
    }

    Verdict plan(Candidate candidate, long origin, List<Family.Divides> constraints, String rule) {
        int step = candidate.options().panel();
        if (Collections.frequency(roles, LoopRole.HOST_BLOCKS) != 1) {
            return new Verdict.Illegal("a panel size needs exactly one blocked sequential loop; leave it out", null);
        }
        for (int size : candidate.block()) {
            if (size % step != 0) {
                return new Verdict.Illegal(
                        "panel size " + step + " does not divide block size " + size + "; choose a common divisor",
                        null);
            }
        }
        BlockSpace visits = new BlockSpace(dependences, roles, candidate.block(), origin);
        Set early = earlyBlocks(visits);
        Map<PlacedStatement, Set> all = Iterations.inOrder(Iterations.flat(dependences, visits, withoutSilent), order);
        Set late = Iterations.blocks(visits, all.values()).subtract(early).coalesce();
        if (late.isEmpty()) {
            return new Verdict.Illegal(
                    "every block of a step is needed by another one; leave the panel size out", null);
        }
        Candidate small = candidate.early(roles);
        BlockSpace steps = new BlockSpace(
                dependences, roles, small.block(), origin, candidate.block().get(roles.indexOf(LoopRole.HOST_BLOCKS)));
        Map<PlacedStatement, Set> iterations = earlyIterations(visits, early, steps);
        Set blocks = Iterations.blocks(steps, iterations.values());
        if (blocks.isEmpty()) {
            return new Verdict.Illegal("no block of a step is needed by another one; leave the panel size out", null);
        }
        Levels.Result levels =
                Levels.of(blocks.projectOutAllParams().toUnionSet(), edges.apply(steps), FamilySearch.MAX_LEVELS);
        if (!levels.complete()) {
            return new Verdict.Illegal(
                    "blocks of " + step + " depend on each other in a cycle, or in more than " + FamilySearch.MAX_LEVELS
                            + " levels; choose another panel size, or none",
                    null);
        }
        try {
            boolean ahead = mayRunAhead(visits, all, early, late);
            int number = 0;
            List<HostStep> launches = new ArrayList<>();
            List<Family.Level> both = new ArrayList<>();
            for (tilewright.isl.UnionSet level : levels.sets()) {
                boolean updates = number > 1 && number == levels.sets().size() - 1;
                PlanBuilder inner = new PlanBuilder(
                        dependences,
                        steps,
                        updates ? candidate.earlyUpdates(roles) : small,
                        iterations.values(),
                        inside,
                        number);
                inner.launch(
                        "level " + number++ + " of the blocks that others of the step need",
                        pieces(inner, steps, level.asSet().intersect(blocks), iterations),
                        new HostStep.Lane(ahead, false));
                launches.addAll(inner.launches());
                both.addAll(inner.levels());
            }
            PlanBuilder loops = new PlanBuilder(dependences, steps, small, iterations.values(), inside);
            List<HostStep> body = new ArrayList<>(loops.withHostLoops(launches, 1));
            Set urgent = ahead ? late.intersect(ofNextGroup(early)).coalesce() : late.subtract(late);
            if (!urgent.isEmpty()) {
                PlanBuilder first =
                        new PlanBuilder(dependences, visits, candidate.urgent(roles), all.values(), inside, number++);
                first.launch(
                        "level of other blocks that the next step needs early",
                        pieces(first, visits, urgent, all),
                        new HostStep.Lane(true, true));
                body.addAll(first.launches());
                both.addAll(first.levels());
            }
            PlanBuilder outer = new PlanBuilder(dependences, visits, candidate, all.values(), inside, number);
            Set rest = late.subtract(urgent).coalesce();
            if (!rest.isEmpty()) {
                outer.launch(
                        "level of all other blocks",
                        pieces(outer, visits, rest, all),
                        new HostStep.Lane(false, ahead && urgent.isEmpty()));
            }
            body.addAll(outer.launches());
            both.addAll(outer.levels());
            Family family = new Family("3D blocks", roles, both, constraints, rule);
            return new Verdict.Legal(
                    new Plan(dependences.nest(), candidate, family, rule, outer.withHostLoops(body, 0)));
        } catch (AccessStrategies.MixedAccess e) {
            return new Verdict.Illegal("blocks " + candidate.block() + ": " + e.getMessage(), null);
        }
    }

    /** Blocks on which another block of the same group depends, for any sizes. */
    private Set earlyBlocks(BlockSpace visits) {
        UnionMap between = edges.apply(visits);
        Set none = Set.empty(visits.blockMap().projectOutAllParams().range().getSpace());
        return between.isEmpty() ? none : between.domain().coalesce().asSet();
    }

    private Map<PlacedStatement, Set> earlyIterations(BlockSpace visits, Set early, BlockSpace steps) {
        Set points = visits.blockMap().intersectRange(early).domain();
        Map<PlacedStatement, Set> result = new LinkedHashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            Set domain = Iterations.domain(dependences, placed, withoutSilent)
                    .apply(dependences.embedding(placed.statement().id()).relation());
            result.put(placed, domain.intersect(points).apply(steps.flatMap()).coalesce());
        }
        return Iterations.inOrder(result, order);
    }

    private List<Supplier<Piece>> pieces(
            PlanBuilder builder, BlockSpace space, Set blocks, Map<PlacedStatement, Set> iterations)
            throws AccessStrategies.MixedAccess {
        List<Supplier<Piece>> pieces = new ArrayList<>();
        for (Set part : BlockParts.of(dependences, space, blocks, iterations)) {
            for (Set tight : byNarrowness(part, space)) {
                Map<PlacedStatement, Set> inPart = Iterations.of(space, tight, iterations);
                if (!inPart.isEmpty()) {
                    pieces.add(builder.piece(tight, inPart));
                }
            }
        }
        return pieces;
    }

    /**
     * Cuts a cross into its rows and its columns, so that grids are not much larger than what they hold: basic sets go
     * together if they are narrow (of bounded extent for given host variables, whatever the sizes) along the same grid
     * dimensions.
     */
    private static List<Set> byNarrowness(Set blocks, BlockSpace space) {
        Map<List<Boolean>, Set> groups = new LinkedHashMap<>();
        for (BasicSet basic : blocks.getBasicSetList()) {
            Set one = basic.toSet();
            groups.merge(narrow(one, space), one, Set::union);
        }
        List<Set> parts = new ArrayList<>();
        Set done = null;
        List<List<Boolean>> narrowFirst = new ArrayList<>(groups.keySet());
        narrowFirst.sort((a, b) -> Collections.frequency(b, true) - Collections.frequency(a, true));
        for (List<Boolean> key : narrowFirst) {
            Set group = groups.get(key);
            if (group == null) {
                continue;
            }
            Set part = (done == null ? group : group.subtract(done)).coalesce();
            done = done == null ? group : done.union(group);
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return parts;
    }

    private static List<Boolean> narrow(Set blocks, BlockSpace space) {
        int hosts = space.host().size();
        Set free = blocks.projectOutAllParams();
        List<Boolean> narrow = new ArrayList<>();
        for (int g = 0; g < space.grid().size(); g++) {
            int rest = space.grid().size() - g - 1;
            Set alone = free.projectOut(Dim.SET, hosts + g + 1, rest).projectOut(Dim.SET, hosts, g);
            tilewright.isl.Map pairs = OrderCheck.agreeingIn(alone.productMap(alone), hosts);
            narrow.add(pairs.deltas().dimIsBounded(Dim.SET, hosts));
        }
        return narrow;
    }

    /** The blocks of each group whose places are those of the set in the next group. */
    private Set ofNextGroup(Set blocks) {
        List<String> from = new ArrayList<>();
        for (int d = 0; d < blocks.dim(Dim.SET); d++) {
            from.add("x" + d);
        }
        List<String> to = new ArrayList<>(from);
        to.set(0, "x0 - 1");
        tilewright.isl.Map move = tilewright.isl.Map.parse(
                dependences.context(), "{ [" + String.join(", ", from) + "] -> [" + String.join(", ", to) + "] }");
        return blocks.apply(move);
    }

    /** Whether late blocks that the next group does not need early share no written element with its early ones. */
    private boolean mayRunAhead(BlockSpace visits, Map<PlacedStatement, Set> all, Set early, Set late) {
        Set rest = late.subtract(ofNextGroup(early));
        for (PlacedStatement mine : all.keySet()) {
            for (PlacedStatement other : all.keySet()) {
                for (Access a : mine.statement().accesses()) {
                    for (Access b : other.statement().accesses()) {
                        boolean writes = a.index() == 1 || b.index() == 1;
                        if (writes
                                && a.array().equals(b.array())
                                && meet(elements(visits, all, rest, mine, a), elements(visits, all, early, other, b))) {
                            return false;
                        }
                    }
                }
            }
        }
        return true;
    }

    /** Whether a group of the first relation and the following group of the second touch the same element. */
    private static boolean meet(tilewright.isl.Map first, tilewright.isl.Map second) {
        tilewright.isl.Map groups = first.applyRange(second.reverse());
        Set distance = groups.deltas();
        return !distance.fixSi(Dim.SET, 0, 1).isEmpty();
    }

    /** The elements that some blocks touch by one access, {@code { [group] -> array[..] }}. */
    private tilewright.isl.Map elements(
            BlockSpace visits, Map<PlacedStatement, Set> all, Set blocks, PlacedStatement placed, Access access) {
        Set iterations = all.get(placed);
        if (iterations == null) {
            throw new IllegalArgumentException("no iterations of " + placed.statement());
        }
        int inside = visits.sequential().size() + visits.points().size();
        tilewright.isl.Map touched = new BlockElements(dependences, visits)
                .relation(placed, access)
                .intersectDomain(iterations.intersect(blocks.addDims(Dim.SET, inside)));
        return touched.projectOut(Dim.IN, 1, touched.dim(Dim.IN) - 1);
    }
}
