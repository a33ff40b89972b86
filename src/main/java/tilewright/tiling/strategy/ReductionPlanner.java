package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.Contiguity;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;

/**
 * Plans for reductions whose order may change: the threads of a block share out the iterations of one of their loops as
 * lanes. Each lane has partial results, which are joined when the block ends.
 *
 * <p>Legal where every statement is such a reduction within a step of the host's loops, or makes another element in each of its iterations, of which others in the same one may be made, no other dependence is left within a step of the host's loops once updates
 * of one accumulator may change places ({@link Reductions#relaxed}), and updates of one accumulator have equal
 * coordinates in the parallel loops: then one point of one block makes all of them.
 *
 * <p>Example: {@code y(i) = y(i) + a(i,j) * x(j)} has parallel blocks along i, lanes along j.
 */
public final class ReductionPlanner implements FamilyPlanner {
    private final Dependences dependences;
    private final Dependences relaxed;
    private final List<LoopRole> roles;
    private final boolean inside;
    private final Map<PlacedStatement, Reduction> reductions;

    private ReductionPlanner(
            Dependences dependences,
            Dependences relaxed,
            List<LoopRole> roles,
            boolean inside,
            Map<PlacedStatement, Reduction> reductions) {
        this.dependences = dependences;
        this.relaxed = relaxed;
        this.roles = roles;
        this.inside = inside;
        this.reductions = reductions;
    }

    /**
     * The planner with the fewest host loops, if the part is made of reductions alone.
     *
     * @param mostHosts host loops that another family needs: with more, this one is no gain
     */
    static Optional<ReductionPlanner> of(Dependences dependences, boolean inside, int mostHosts) {
        int loops = dependences.loops().size();
        boolean deep = dependences.nest().statements().stream().allMatch(p -> p.depth() == loops);
        if (dependences.silentRemoved() || !deep) {
            return Optional.empty();
        }
        for (int hosts = 0; hosts <= Math.min(mostHosts, loops - 1); hosts++) {
            List<Integer> outer = IntStream.range(0, hosts).boxed().toList();
            Function<String, tilewright.isl.Map> free =
                    statement -> OrderCheck.agreeingIn(Reductions.pairs(dependences, statement), outer);
            Map<PlacedStatement, Reduction> reductions = reductions(dependences, free);
            if (reductions.isEmpty()
                    || !dependences.nest().statements().stream()
                            .allMatch(p -> reductions.containsKey(p) || isOfIteration(dependences, p))) {
                continue;
            }
            Dependences relaxed = relaxed(dependences, reductions.values(), free);
            Optional<List<LoopRole>> roles = roles(relaxed, reductions, outer);
            if (roles.isPresent()) {
                return Optional.of(new ReductionPlanner(dependences, relaxed, roles.get(), inside, reductions));
            }
        }
        return Optional.empty();
    }

    /** Whether a statement makes another element in each of its iterations: its lane has it while others are made of it. */
    private static boolean isOfIteration(Dependences dependences, PlacedStatement placed) {
        return accessRelation(dependences, placed, placed.statement().target())
                .reverse()
                .isSingleValued();
    }

    private static tilewright.isl.Map accessRelation(Dependences dependences, PlacedStatement placed, Access access) {
        return tilewright.isl.Map.parse(
                dependences.context(), new SetNotation(dependences.nest()).accessRelation(placed, access));
    }

    static Map<PlacedStatement, Reduction> reductions(
            Dependences dependences, Function<String, tilewright.isl.Map> free) {
        Map<PlacedStatement, Reduction> reductions = new LinkedHashMap<>();
        Reductions.of(dependences, free).stream()
                .filter(Reduction::mayRegroup)
                .forEach(r -> reductions.put(dependences.nest().statement(r.statement()), r));
        return reductions;
    }

    static Dependences relaxed(
            Dependences dependences, Collection<Reduction> reductions, Function<String, tilewright.isl.Map> free) {
        return new Dependences(
                dependences.nest(),
                false,
                dependences.loops(),
                dependences.domains(),
                Reductions.relaxed(dependences, List.copyOf(reductions), Reductions.FreePairs.ofEach(free)),
                dependences.inputs(),
                dependences.silent(),
                dependences.semirings(),
                dependences.embeddings(),
                dependences.bands());
    }

    /** Parallel are the loops in which the updates of an accumulator agree; one of the others gets the lanes. */
    private static Optional<List<LoopRole>> roles(
            Dependences relaxed, Map<PlacedStatement, Reduction> reductions, List<Integer> outer) {
        int hosts = outer.size();
        OrderCheck order = new OrderCheck(relaxed);
        boolean ordered = order.violatedByHostOrder(outer).isEmpty()
                && relaxed.dependences().stream()
                        .allMatch(d -> staysInIteration(order.onCommonSpace(d))
                                || OrderCheck.agreeingIn(order.onCommonSpace(d), outer)
                                        .isEmpty());
        if (!ordered) {
            return Optional.empty();
        }
        List<tilewright.isl.Map> pairs = reductions.keySet().stream()
                .map(p -> OrderCheck.agreeingIn(
                        onCommonSpace(relaxed, p.statement().id()), outer))
                .toList();
        List<LoopRole> roles = new ArrayList<>(Collections.nCopies(hosts, LoopRole.HOST));
        List<Integer> reducing = new ArrayList<>();
        for (int z = hosts; z < relaxed.loops().size(); z++) {
            boolean agree = pairs.stream().allMatch(agreesIn(z));
            roles.add(agree ? LoopRole.PARALLEL : LoopRole.KERNEL);
            if (!agree) {
                reducing.add(z);
            }
        }
        if (reducing.isEmpty() || reducing.stream().anyMatch(z -> isOfAccumulators(reductions, z))) {
            return Optional.empty();
        }
        roles.set(lanes(relaxed.nest(), reducing), LoopRole.REDUCTION);
        return Optional.of(List.copyOf(roles));
    }

    private static boolean staysInIteration(tilewright.isl.Map relation) {
        return relation.isSubset(OrderCheck.agreeingIn(relation, relation.dim(tilewright.isl.Dim.IN)));
    }

    /** Which of the loops that are not parallel threads share out: the last one along which lanes are neighbours in memory, else the last one. */
    static int lanes(LoopNest nest, List<Integer> loops) {
        return loops.stream()
                .filter(z -> Contiguity.isAlong(nest, z))
                .reduce((a, b) -> b)
                .orElse(loops.getLast());
    }

    static java.util.function.Predicate<tilewright.isl.Map> agreesIn(int loop) {
        return pairs -> pairs.subtract(pairs.equate(tilewright.isl.Dim.IN, loop, tilewright.isl.Dim.OUT, loop))
                .isEmpty();
    }

    static tilewright.isl.Map onCommonSpace(Dependences dependences, String statement) {
        tilewright.isl.Map embedding = dependences.embedding(statement).relation();
        return Reductions.pairs(dependences, statement).applyDomain(embedding).applyRange(embedding);
    }

    /** Whether which element an accumulator is depends on a loop; not on one that it stands outside of. */
    static boolean isOfAccumulators(Map<PlacedStatement, Reduction> reductions, int loop) {
        return reductions.keySet().stream().anyMatch(p -> {
            Access target = p.statement().target();
            return loop < p.depth()
                    && target.indices().stream()
                            .anyMatch(i ->
                                    i.variables().contains(p.loopVariables().get(loop)));
        });
    }

    private String name() {
        long parallel = roles.stream().filter(r -> r == LoopRole.PARALLEL).count();
        boolean along = Contiguity.isAlong(dependences.nest(), roles.indexOf(LoopRole.REDUCTION));
        return parallel + "D blocks with lanes " + (along ? "along" : "across") + " rows";
    }

    @Override
    public List<LoopRole> roles() {
        return roles;
    }

    /**
     * Whether each iteration of every statement reads an element that no other one reads, and lanes are neighbours along rows of such: then no points
     * share what they read, and lanes read it as it lies in memory. Example: {@code s(b,i) = s(b,i) + a(b,i,j) * x(j)}.
     */
    boolean streams() {
        int lanes = roles.indexOf(LoopRole.REDUCTION);
        return dependences.nest().statements().stream().allMatch(p -> streams(dependences, p, lanes));
    }

    /** The same of one statement. */
    static boolean streams(Dependences dependences, PlacedStatement placed, int lanes) {
        return placed.statement().value().reads().stream()
                .filter(r -> Contiguity.isRowOf(r, placed.loopVariables().get(lanes)))
                .anyMatch(r -> isReadOnce(dependences, placed, r));
    }

    private static boolean isReadOnce(Dependences dependences, PlacedStatement placed, Access read) {
        return accessRelation(dependences, placed, read).reverse().isSingleValued();
    }

    @Override
    public boolean accepts(Candidate candidate) {
        return FamilyPlanner.hostSizesAreOne(roles, candidate);
    }

    @Override
    public Outline outline(Candidate candidate) {
        BlockSpace space = new BlockSpace(relaxed, roles, candidate.block(), BlockOrigin.of(dependences));
        Map<PlacedStatement, Set> iterations = Iterations.flat(relaxed, space, false);
        PlanBuilder builder = new PlanBuilder(relaxed, space, candidate, iterations.values(), inside);
        Set blocks = Iterations.blocks(space, iterations.values());
        builder.launch("all reductions", List.of(builder.reduction(blocks, iterations, reductions)));
        return builder.outline(name(), roles, List.of(), rule());
    }

    private String rule() {
        String loop = dependences.loops().get(roles.indexOf(LoopRole.REDUCTION));
        return reductions.values().stream()
                        .map(ReductionPlanner::why)
                        .distinct()
                        .collect(Collectors.joining(", ")) + ": the threads of a block share out loop " + loop
                + " and join their partial results";
    }

    static String why(Reduction reduction) {
        String operator = reduction.operator().notation();
        boolean extreme = reduction.operator().isExtreme();
        return switch (reduction.regrouping()) {
            case DECLARED -> operator + " is declared associative";
            case EXACT, REFUSED -> operator + (extreme ? " is associative" : " of integers is associative");
        };
    }
}
