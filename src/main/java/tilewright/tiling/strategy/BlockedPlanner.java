package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.dependence.ClosedSemiring;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.isl.UnionMap;
import tilewright.isl.UnionSet;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.tiling.check.Obligations;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.Levels;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;

/**
 * Plans that cut sequential loops into blocks as well: the host runs over their blocks, the iterations of a block
 * run in order inside the kernel, and the blocks of one step run in the levels of their dependence graph.
 *
 * <p>Legal if (1) no dependence has a negative component in a sequential loop, (2) with those loops fixed, the
 * statements can be ordered so that every dependence leads from an earlier one to a later one, so that a barrier between statements keeps it, and
 * (3) the block dependence graph of a step has no cycle. For a closed-semiring update only flow dependences
 * count: a value that is more reduced than the sequential program's is as good, because it stands for a path
 * that the final minimum covers (theory.md section 5).
 */
public final class BlockedPlanner implements FamilyPlanner {
    private final OrderCheck order;
    private final Dependences dependences;
    private final List<LoopRole> roles;
    private final boolean inside;
    private final List<Integer> sequential;
    private final List<ClosedSemiring> semirings;
    private final boolean square;

    BlockedPlanner(OrderCheck order, List<LoopRole> roles, boolean inside) {
        this(order, roles, inside, false);
    }

    /** @param square whether all parallel loops must have blocks of one size */
    private BlockedPlanner(OrderCheck order, List<LoopRole> roles, boolean inside, boolean square) {
        this.order = order;
        this.dependences = order.dependences();
        this.roles = List.copyOf(roles);
        this.inside = inside;
        this.sequential = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.HOST_BLOCKS)
                .boxed()
                .toList();
        this.semirings = applicableSemirings();
        this.square = square;
    }

    /**
     * The rules, where every statement is an update of a closed semiring whose k loop is the sequential one, and none touches what
     * another one updates; else none.
     */
    private List<ClosedSemiring> applicableSemirings() {
        List<ClosedSemiring> found = dependences.nest().statements().stream()
                .flatMap(p -> dependences.semiring(p.statement().id()).stream())
                .filter(s -> sequential.equals(
                        List.of(dependences.loops().indexOf(s.loops().getFirst()))))
                .toList();
        boolean all = found.size() == dependences.nest().statements().size()
                && Obligations.closedUpdates(dependences).size() == found.size();
        return all ? found : List.of();
    }

    @Override
    public List<LoopRole> roles() {
        return roles;
    }

    @Override
    public boolean accepts(Candidate candidate) {
        return sequential.stream().anyMatch(z -> candidate.block().get(z) > 1);
    }

    /** Whether legal blocks must be as long in one parallel loop as in another, going by a sample that is legal. */
    boolean needsSquares(Candidate sample) {
        return readsTransposed() && !oblong(sample);
    }

    /** The same, for blocks that have one size in all parallel loops. */
    BlockedPlanner ofSquares() {
        return new BlockedPlanner(order, roles, inside, true);
    }

    /**
     * Whether some access takes one parallel loop where a write of the same array takes another one, as {@code a(j,k)}
     * beside {@code a(i,j)}: then the blocks of both may have to be cut at the same places.
     */
    private boolean readsTransposed() {
        List<String> loops = dependences.loops();
        for (PlacedStatement writer : dependences.nest().statements()) {
            Access target = writer.statement().target();
            for (PlacedStatement placed : dependences.nest().statements()) {
                for (Access access : placed.statement().accesses()) {
                    for (int d = 0;
                            access.array().equals(target.array())
                                    && d < target.indices().size();
                            d++) {
                        int own = loops.indexOf(access.indices().get(d).toString());
                        int other = loops.indexOf(target.indices().get(d).toString());
                        if (own >= 0 && other >= 0 && own != other && isParallel(own) && isParallel(other)) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    /** Whether blocks of a parallel loop depend on each other: where none do, they may lie anywhere. */
    private boolean isMoved(int loop) {
        return isParallel(loop) && !order.isStill(loop);
    }

    private boolean isParallel(int loop) {
        return roles.get(loop) == LoopRole.PARALLEL;
    }

    /** Whether blocks that are longer in one parallel loop are legal, whichever loop it is. */
    private boolean oblong(Candidate sample) {
        for (int z = 0; z < roles.size(); z++) {
            if (isParallel(z)) {
                List<Integer> block = new ArrayList<>(sample.block());
                block.set(z, 2 * block.get(z));
                if (outline(new Candidate(block, sample.thread(), sample.options())) instanceof Outline.Illegal) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public Outline outline(Candidate candidate) {
        List<String> statements = order.statementOrder(relevant(), sequential);
        Optional<Dependence> violated = order.violatedBySequential(relevant(), sequential, statements);
        if (violated.isPresent()) {
            return Outline.illegal(
                    "blocks over loop " + dependences.loops().get(sequential.getFirst()) + " are forbidden by the "
                            + violated.get().inWords() + "; use block size 1 for it" + hint(),
                    violated.get());
        }
        if (candidate.options().panel() > 0) {
            return Outline.of(new VisitPlanner(dependences, roles, inside, semirings.isEmpty(), statements, this::edges)
                    .plan(candidate, origin(), constraints(), rule()));
        }
        BlockSpace space = new BlockSpace(dependences, roles, candidate.block(), origin());
        Map<PlacedStatement, Set> iterations =
                Iterations.inOrder(Iterations.flat(dependences, space, semirings.isEmpty()), statements);
        Set blocks = Iterations.blocks(space, iterations.values());
        List<Crossing> crossings = crossings(space);
        Levels.Result levels =
                Levels.of(blocks.projectOutAllParams().toUnionSet(), union(crossings, space), FamilySearch.MAX_LEVELS);
        if (!levels.complete()) {
            return cycle(candidate, crossings, levels.remainder());
        }
        return build(
                candidate,
                space,
                iterations,
                levels.sets().stream().map(l -> l.asSet().intersect(blocks)).toList());
    }

    private String hint() {
        boolean algebra =
                dependences.silentRemoved() || !dependences.nest().assumptions().isEmpty();
        return algebra ? "" : ", or declare the assumption that makes the blocks legal (see 'assume')";
    }

    private long origin() {
        return tilewright.dependence.BlockOrigin.of(dependences);
    }

    private List<Dependence> relevant() {
        return semirings.isEmpty() ? dependences.dependences() : dependences.ofKind(Dependence.Kind.FLOW);
    }

    /** @param blocks from blocks to other blocks of the same step that depend on them */
    private record Crossing(Dependence dependence, tilewright.isl.Map blocks) {}

    /**
     * Dependences between different blocks of the same step, for any sizes: levels that do not depend on the
     * parameters keep the last, partial step from having levels of its own.
     */
    private UnionMap edges(BlockSpace space) {
        return union(crossings(space), space);
    }

    private static UnionMap union(List<Crossing> crossings, BlockSpace space) {
        return crossings.stream()
                .map(Crossing::blocks)
                .distinct()
                .map(tilewright.isl.Map::toUnionMap)
                .reduce(UnionMap::union)
                .orElseGet(() -> UnionMap.empty(space.blockMap().getSpace().params()));
    }

    private List<Crossing> crossings(BlockSpace space) {
        Map<tilewright.isl.Map, tilewright.isl.Map> known = new IdentityHashMap<>();
        return relevant().stream()
                .map(d -> new Crossing(
                        d, known.computeIfAbsent(order.onCommonSpace(d), points -> edgesOf(points, space))))
                .toList();
    }

    /** Sizes go before the blocks come, which do not depend on them: that leaves the same edges, and isl far fewer constraints to combine. */
    private static tilewright.isl.Map edgesOf(tilewright.isl.Map points, BlockSpace space) {
        tilewright.isl.Map blockMap = space.blockMap();
        tilewright.isl.Map between = OrderCheck.agreeingIn(
                points.projectOutAllParams()
                        .applyDomain(blockMap)
                        .applyRange(blockMap)
                        .projectOutAllParams(),
                space.host().size());
        int dimensions = between.dim(Dim.IN);
        return between.subtract(OrderCheck.agreeingIn(between, dimensions));
    }

    private Outline cycle(Candidate candidate, List<Crossing> crossings, UnionSet remainder) {
        Dependence culprit = null;
        for (Crossing crossing : crossings) {
            Dependence dependence = crossing.dependence();
            UnionMap inside =
                    crossing.blocks().toUnionMap().intersectDomain(remainder).intersectRange(remainder);
            boolean worse =
                    culprit == null || dependence.vector().components().stream().anyMatch(c -> !c.isNonNegative());
            if (!inside.isEmpty() && worse) {
                culprit = dependence;
            }
        }
        String which = culprit == null ? "" : ", e.g. by the " + culprit.inWords();
        return Outline.illegal(
                "blocks " + candidate.block() + " of one step depend on each other in a cycle or in more than "
                        + FamilySearch.MAX_LEVELS + " levels" + which
                        + "; choose a block size of "
                        + dependences.loops().get(sequential.getFirst())
                        + " that divides the others, or 1" + hint(),
                culprit);
    }

    private Outline build(
            Candidate candidate, BlockSpace space, Map<PlacedStatement, Set> iterations, List<Set> levels) {
        PlanBuilder builder = new PlanBuilder(dependences, space, candidate, iterations.values(), inside);
        try {
            int number = 0;
            for (Set level : levels) {
                List<Supplier<Piece>> pieces = new ArrayList<>();
                for (Set part : BlockParts.of(dependences, space, level, iterations)) {
                    Map<PlacedStatement, Set> inPart = Iterations.of(space, part, iterations);
                    if (!inPart.isEmpty()) {
                        pieces.add(builder.piece(part, inPart));
                    }
                }
                builder.launch("level " + number++ + " of the block dependence graph", pieces);
            }
        } catch (AccessStrategies.MixedAccess e) {
            return Outline.illegal("blocks " + candidate.block() + ": " + e.getMessage(), null);
        }
        return builder.outline("3D blocks", roles, constraints(), rule());
    }

    private List<Family.Divides> constraints() {
        List<Family.Divides> constraints = new ArrayList<>();
        for (int s = 0; s < roles.size(); s++) {
            for (int p = 0; p < roles.size(); p++) {
                boolean sequentialInParallel = roles.get(s) == LoopRole.HOST_BLOCKS && isMoved(p);
                if (sequentialInParallel || square && s != p && isMoved(s) && isMoved(p)) {
                    constraints.add(new Family.Divides(s, p));
                }
            }
        }
        return constraints;
    }

    private String rule() {
        return semirings.isEmpty()
                ? "no dependence component is negative in a sequential loop, and the blocks of a step form "
                        + "an acyclic dependence graph"
                : semirings.stream().map(ClosedSemiring::rule).distinct().collect(Collectors.joining("; "));
    }
}
