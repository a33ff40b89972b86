package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;

/**
 * Blocks in wavefronts (F. Irigoin, R. Triolet, Supernode partitioning, POPL 1988). Conditions: the outermost loop w,
 * but for a batch around it, carries every dependence between different points of the other shared loops, and no dependence has a negative
 * component in any of these. Then all of them may be cut: between blocks no coordinate falls and one rises, so blocks
 * with equal sum of coordinates, a <em>front</em>, are independent, and fronts run in order. Inside a block, the
 * iterations of w run in order with a barrier after each, and points find each other's values in memory.
 */
public final class FrontPlanner implements FamilyPlanner {
    private static final String NAME = "fronts of blocks";
    private static final String LAUNCH = "the blocks of a front";
    private static final String RULE =
            "the outermost loop carries every dependence and no component is negative: blocks"
                    + " with the same sum of coordinates do not depend on each other";

    private final Dependences dependences;
    private final OrderCheck order;
    private final List<LoopRole> roles;
    private final List<Integer> parallel;
    private final int carrying;

    public FrontPlanner(OrderCheck order) {
        this.order = order;
        this.dependences = order.dependences();
        this.roles = cut(order);
        this.carrying = roles.indexOf(LoopRole.FRONTS);
        this.parallel = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.PARALLEL)
                .boxed()
                .toList();
    }

    /**
     * The loops that all statements share are cut, those further inside run within a point. In front of the one that carries what depends
     * on each other may stand loops whose iterations are problems of their own: a batch.
     */
    private static List<LoopRole> cut(OrderCheck order) {
        Dependences dependences = order.dependences();
        int shared = dependences.nest().statements().stream()
                .mapToInt(PlacedStatement::depth)
                .min()
                .orElse(0);
        int carrying = 0;
        while (carrying + 2 < shared && order.isStill(carrying)) {
            carrying++;
        }
        List<LoopRole> found = new ArrayList<>();
        for (int z = 0; z < dependences.loops().size(); z++) {
            found.add(z == carrying ? LoopRole.FRONTS : z < shared ? LoopRole.PARALLEL : LoopRole.KERNEL);
        }
        return found;
    }

    @Override
    public List<LoopRole> roles() {
        return roles;
    }

    @Override
    public boolean accepts(Candidate candidate) {
        return carrying >= 0
                && candidate.block().get(carrying) > 1
                && IntStream.range(0, carrying).allMatch(z -> candidate.block().get(z) == 1);
    }

    @Override
    public Outline outline(Candidate candidate) {
        if (parallel.isEmpty()) {
            return Outline.illegal("fronts of blocks need two loops that all statements share", null);
        }
        Optional<Dependence> violated = dependences.dependences().stream()
                .filter(d -> !isForward(order, d))
                .findFirst();
        if (violated.isPresent()) {
            return Outline.illegal(
                    "fronts of blocks are forbidden by the " + violated.get().inWords(), violated.get());
        }
        BlockSpace space = new BlockSpace(dependences, roles, candidate.block(), BlockOrigin.of(dependences));
        Map<PlacedStatement, Set> iterations = Iterations.flat(dependences, space, true);
        FrontPiece fronts = new FrontPiece(dependences, space, candidate, iterations);
        try {
            Plan plan = plan(candidate, space, iterations, fronts);
            return new Outline.Legal(plan.family(), () -> plan);
        } catch (FrontPiece.NoBounds e) {
            return Outline.illegal("the bounds of a loop inside fronts of blocks are not linear", null);
        }
    }

    private Plan plan(Candidate candidate, BlockSpace space, Map<PlacedStatement, Set> iterations, FrontPiece fronts) {
        List<PlacedStatement> statements = List.copyOf(iterations.keySet());
        AccessStrategies values = AccessStrategies.inMemory(dependences, space, statements);
        Set steps = Set.universe(space.named(space.box(), space.host()).getSpace());
        Piece piece = fronts.piece(new PieceBuilder(dependences, space, candidate, steps), values);
        String name = PlanBuilder.identifier(dependences.nest().name()) + "_front";
        HostStep launch = new HostStep.Launch(name, LAUNCH, List.of(piece));
        LoopRange range = fronts.fronts();
        HostStep loop =
                new HostStep.HostLoop(space.host().getFirst().name(), range.first(), range.last(), List.of(launch));
        return new Plan(dependences.nest(), candidate, family(values), RULE, List.of(loop));
    }

    private Family family(AccessStrategies values) {
        List<PlacedStatement> statements = dependences.nest().statements();
        Family.PieceShape shape = new Family.PieceShape(
                parallel, true, statements.stream().map(p -> p.statement().id()).toList(), values.places(statements));
        return new Family(NAME, roles, List.of(new Family.Level(LAUNCH, List.of(shape))), List.of(), RULE);
    }

    /** Forward in the first loop, or in order at one point; nowhere back in a loop that is cut. */
    private boolean isForward(OrderCheck order, Dependence dependence) {
        tilewright.isl.Map relation = order.onCommonSpace(dependence);
        boolean back = !relation.orderGt(Dim.IN, carrying, Dim.OUT, carrying).isEmpty()
                || parallel.stream()
                        .anyMatch(z -> !relation.orderGt(Dim.IN, z, Dim.OUT, z).isEmpty());
        if (back) {
            return false;
        }
        tilewright.isl.Map tied = relation.equate(Dim.IN, carrying, Dim.OUT, carrying);
        boolean samePoint = parallel.stream()
                .allMatch(z -> tied.orderLt(Dim.IN, z, Dim.OUT, z).isEmpty());
        List<Integer> cut = new ArrayList<>(List.of(carrying));
        cut.addAll(parallel);
        return samePoint && order.keepsOrderInside(dependence, cut);
    }
}
