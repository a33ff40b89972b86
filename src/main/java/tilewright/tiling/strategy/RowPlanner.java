package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.Embedding;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.UserError;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.Contiguity;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.space.ParallelLoops;

/**
 * Plans for statements that have parallel loops in common, of which some reduce along the others: a block owns values of the parallel loops (rows) and runs what the statements do for
 * them, level by level. The block's threads share out an inner loop as lanes in every level, in those that join partial results ({@link ReductionPlanner}) and in those that set an
 * element for each iteration.
 *
 * <p>Example: {@code mx(i) = max(mx(i), x(i,j))}, then {@code y(i,j) = exp(x(i,j) - mx(i))} and {@code s(i) = s(i) + y(i,j)}, then {@code y(i,j) = y(i,j) / s(i)} are three levels, the
 * second of two statements: the sum reads what the same point has just written.
 *
 * <p>Legal where, once updates of one accumulator may change places, every dependence stays in the same iteration of the parallel loops, and no statement depends on itself. A statement is in
 * a later level than those that it depends on in other iterations of the inner loops. As dependences between levels stay in a block, each launch {@link HostStep.Launch#follows} the one before.
 */
public final class RowPlanner implements FamilyPlanner {
    private final Dependences relaxed;
    private final Dependences dependences;
    private final boolean inside;
    private final List<LoopRole> roles;
    private final Map<PlacedStatement, Reduction> reductions;
    private final List<List<PlacedStatement>> levels;

    private RowPlanner(
            Dependences dependences,
            Dependences relaxed,
            boolean inside,
            List<LoopRole> roles,
            Map<PlacedStatement, Reduction> reductions,
            List<List<PlacedStatement>> levels) {
        this.dependences = dependences;
        this.relaxed = relaxed;
        this.inside = inside;
        this.roles = roles;
        this.reductions = reductions;
        this.levels = levels;
    }

    /** The same dependences with statements of fewer loops at the first point of the others, where blocks begin. */
    public static Dependences atOrigin(Dependences dependences) {
        int origin = Math.toIntExact(BlockOrigin.of(dependences));
        List<Embedding> embeddings = dependences.embeddings().stream()
                .map(e ->
                        atOrigin(e, dependences.nest().statement(e.statement()).depth(), origin))
                .toList();
        return new Dependences(
                dependences.nest(),
                dependences.silentRemoved(),
                dependences.loops(),
                dependences.domains(),
                dependences.dependences(),
                dependences.inputs(),
                dependences.silent(),
                dependences.semirings(),
                embeddings,
                dependences.bands());
    }

    private static Embedding atOrigin(Embedding embedding, int depth, int origin) {
        int others = embedding.coordinates().size() - depth;
        if (others == 0) {
            return embedding;
        }
        List<Affine> coordinates = new ArrayList<>(embedding.coordinates().subList(0, depth));
        tilewright.isl.Map relation =
                embedding.relation().projectOut(Dim.OUT, depth, others).insertDims(Dim.OUT, depth, others);
        for (int z = depth; z < depth + others; z++) {
            coordinates.add(Affine.constant(origin));
            relation = relation.fixSi(Dim.OUT, z, origin);
        }
        relation.liveWith(embedding.relation());
        return new Embedding(embedding.statement(), coordinates, relation);
    }

    /**
     * The planner of all statements, where they are of this form: several levels with a reduction in some of them. Of reductions in two or more parallel loops, as products are, each reads an
     * element that nothing else reads: others have blocks of their own form, in which points share what they read.
     */
    public static Optional<RowPlanner> of(Dependences dependences, boolean inside) {
        if (dependences.silentRemoved() || dependences.nest().statements().size() < 2) {
            return Optional.empty();
        }
        Function<String, tilewright.isl.Map> free = statement -> Reductions.pairs(dependences, statement);
        Map<PlacedStatement, Reduction> reductions = ReductionPlanner.reductions(dependences, free);
        if (reductions.isEmpty()) {
            return Optional.empty();
        }
        Dependences relaxed = ReductionPlanner.relaxed(dependences, reductions.values(), free);
        OrderCheck order = new OrderCheck(relaxed);
        Optional<List<LoopRole>> roles = roles(relaxed, order, reductions);
        Optional<List<List<PlacedStatement>>> levels = roles.flatMap(_ -> levels(relaxed, order, reductions));
        return levels.filter(l -> l.size() > 1 && sharesNothing(dependences, roles.orElseThrow(), reductions))
                .map(l -> new RowPlanner(dependences, relaxed, inside, roles.orElseThrow(), reductions, l));
    }

    /**
     * Whether a nest may have statements for it: a reduction whose order may change, and a statement that it depends on, or that depends on it, with values that stay in the same iterations of a
     * loop, within iterations of those around it. Others are not worth planning. Values count, and not memory, which plans may change.
     */
    public static boolean mayOwnRows(Dependences dependences) {
        java.util.Set<String> reductions = ids(dependences);
        List<Dependence> values = dependences.ofKind(Dependence.Kind.FLOW);
        return values.stream()
                .filter(d -> !d.source().equals(d.sink()))
                .filter(d -> reductions.contains(d.source()) || reductions.contains(d.sink()))
                .map(d -> java.util.Set.of(d.source(), d.sink()))
                .distinct()
                .anyMatch(both -> IntStream.range(0, dependences.loops().size())
                        .anyMatch(loop -> values.stream()
                                .filter(d -> both.contains(d.source()) && both.contains(d.sink()))
                                .allMatch(d -> reductions.contains(d.source())
                                                && d.source().equals(d.sink())
                                        ? staysInLoop(others(dependences, d), loop)
                                        : staysInLoop(d.relation(), loop))));
    }

    /** Where a statement reads what it wrote for other elements than its own. */
    private static tilewright.isl.Map others(Dependences dependences, Dependence own) {
        return own.relation().subtract(Reductions.pairs(dependences, own.source()));
    }

    /** Ids of the reductions whose order may change. */
    public static java.util.Set<String> ids(Dependences dependences) {
        return Reductions.of(dependences).stream()
                .filter(Reduction::mayRegroup)
                .map(Reduction::statement)
                .collect(Collectors.toSet());
    }

    /** Whether a dependence stays in the same iterations of a loop, within iterations of those around it. */
    public static boolean staysInLoop(tilewright.isl.Map relation, int loop) {
        if (Math.min(relation.dim(Dim.IN), relation.dim(Dim.OUT)) <= loop) {
            return false;
        }
        return ReductionPlanner.agreesIn(loop).test(OrderCheck.agreeingIn(relation, loop));
    }

    /** What is said of a nest that has nothing for it. */
    public static UserError noRows(LoopNest nest) {
        return UserError.badInput("--schedule rows: " + nest.name()
                + " has no reductions whose order may change (assume associative(+)) together with statements that use"
                + " their results in the same iterations of a parallel loop; leave --schedule out");
    }

    private static Optional<List<LoopRole>> roles(
            Dependences relaxed, OrderCheck order, Map<PlacedStatement, Reduction> reductions) {
        List<tilewright.isl.Map> pairs = new ArrayList<>();
        reductions
                .keySet()
                .forEach(p -> pairs.add(
                        ReductionPlanner.onCommonSpace(relaxed, p.statement().id())));
        relaxed.dependences().forEach(d -> pairs.add(order.onCommonSpace(d)));
        int common = relaxed.nest().statements().stream()
                .mapToInt(PlacedStatement::depth)
                .min()
                .orElse(0);
        List<Integer> inner = new ArrayList<>();
        List<LoopRole> roles = new ArrayList<>();
        for (int z = 0; z < relaxed.loops().size(); z++) {
            boolean parallel = z < common && pairs.stream().allMatch(ReductionPlanner.agreesIn(z));
            roles.add(parallel ? LoopRole.PARALLEL : LoopRole.KERNEL);
            if (!parallel) {
                inner.add(z);
            }
        }
        boolean some = roles.contains(LoopRole.PARALLEL) && !inner.isEmpty();
        if (!some || inner.stream().anyMatch(z -> ReductionPlanner.isOfAccumulators(reductions, z))) {
            return Optional.empty();
        }
        int lanes = ReductionPlanner.lanes(relaxed.nest(), inner);
        if (areShort(relaxed, roles, lanes)) {
            return Optional.empty();
        }
        roles.set(lanes, LoopRole.REDUCTION);
        return Optional.of(List.copyOf(roles));
    }

    /** Whether rows have so few iterations that a point's are written out, and fewer than a warp has lanes. Example: windows of 3 x 3 elements, as of a pooling, leave five of eight lanes idle. */
    private static boolean areShort(Dependences dependences, List<LoopRole> roles, int lanes) {
        ConstantLoops constant = new ConstantLoops(dependences);
        return !constant.writtenOut(roles).contains(LoopRole.KERNEL) && constant.iterations(lanes) < Simt.WARP;
    }

    /** The statements of each level, in textual order; empty where some depend on themselves. */
    private static Optional<List<List<PlacedStatement>>> levels(
            Dependences relaxed, OrderCheck order, Map<PlacedStatement, Reduction> reductions) {
        List<PlacedStatement> statements = relaxed.nest().statements();
        List<String> ids = statements.stream().map(p -> p.statement().id()).toList();
        int[] level = new int[ids.size()];
        boolean changed = true;
        for (int round = 0; changed; round++) {
            if (round > ids.size()) {
                return Optional.empty();
            }
            changed = false;
            for (Dependence d : relaxed.dependences()) {
                int source = ids.indexOf(d.source());
                int sink = ids.indexOf(d.sink());
                boolean together = source < sink && staysAtPoint(d, order, reductions);
                int least = level[source] + (together ? 0 : 1);
                changed |= level[sink] < least;
                level[sink] = Math.max(level[sink], least);
            }
        }
        int last = IntStream.of(level).max().orElse(0);
        return Optional.of(IntStream.rangeClosed(0, last)
                .mapToObj(l -> IntStream.range(0, level.length)
                        .filter(s -> level[s] == l)
                        .mapToObj(statements::get)
                        .toList())
                .toList());
    }

    /** Whether the thread of the source's iteration finds in memory what it has written there, or the sink writes what it has read: of a sum it has a part. */
    private static boolean staysAtPoint(Dependence d, OrderCheck order, Map<PlacedStatement, Reduction> reductions) {
        boolean partial = reductions.values().stream()
                .anyMatch(r -> r.array().equals(d.array())
                        && (r.statement().equals(d.source()) || r.statement().equals(d.sink())));
        tilewright.isl.Map points = order.onCommonSpace(d);
        tilewright.isl.Map same = points;
        for (int z = 0; z < points.dim(Dim.IN); z++) {
            same = same.equate(Dim.IN, z, Dim.OUT, z);
        }
        return !partial && points.subtract(same).isEmpty();
    }

    private static boolean sharesNothing(
            Dependences dependences, List<LoopRole> roles, Map<PlacedStatement, Reduction> reductions) {
        int lanes = roles.indexOf(LoopRole.REDUCTION);
        return reductions.keySet().stream()
                .allMatch(
                        p -> parallel(roles) < ParallelLoops.ENOUGH || ReductionPlanner.streams(dependences, p, lanes));
    }

    private static long parallel(List<LoopRole> roles) {
        return roles.stream().filter(r -> r == LoopRole.PARALLEL).count();
    }

    @Override
    public List<LoopRole> roles() {
        return roles;
    }

    @Override
    public boolean accepts(Candidate candidate) {
        return true;
    }

    @Override
    public Outline outline(Candidate candidate) {
        BlockSpace space = new BlockSpace(relaxed, roles, candidate.block(), BlockOrigin.of(dependences));
        Map<PlacedStatement, Set> iterations = Iterations.flat(relaxed, space, false);
        PlanBuilder builder = new PlanBuilder(relaxed, space, candidate, iterations.values(), inside);
        // All levels have the blocks of all statements, so that coordinates mean the same in each of them.
        Set blocks = Iterations.blocks(space, iterations.values());
        for (int l = 0; l < levels.size(); l++) {
            Map<PlacedStatement, Set> own = new LinkedHashMap<>();
            Map<PlacedStatement, Reduction> joined = new HashMap<>();
            for (PlacedStatement placed : levels.get(l)) {
                own.put(placed, Objects.requireNonNull(iterations.get(placed)));
                Reduction reduction = reductions.get(placed);
                if (reduction != null) {
                    joined.put(placed, reduction);
                }
            }
            Set active = Iterations.blocks(space, own.values()).params();
            builder.rows(
                    "level " + l + " of rows", builder.reduction(blocks.intersectParams(active), own, joined), l > 0);
        }
        return builder.outline(name(), roles, List.of(), rule());
    }

    private String name() {
        boolean along = Contiguity.isAlong(dependences.nest(), roles.indexOf(LoopRole.REDUCTION));
        return parallel(roles) + "D rows with lanes " + (along ? "along" : "across") + " rows";
    }

    private String rule() {
        String rows = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.PARALLEL)
                .mapToObj(dependences.loops()::get)
                .collect(Collectors.joining(", "));
        String lanes = dependences.loops().get(roles.indexOf(LoopRole.REDUCTION));
        return reductions.values().stream()
                        .map(ReductionPlanner::why)
                        .distinct()
                        .collect(Collectors.joining(", "))
                + ": the threads of a block share out loop " + lanes
                + "; all dependences stay in the same iterations of " + rows + ", so that a block runs all of its own";
    }
}
