package tilewright.tiling.strategy;

import java.util.List;
import java.util.Optional;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.tiling.check.BlockRule;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.strategy.AccessStrategies.MixedAccess;

/** Whether everything that is written in a piece has one place where all of a block's points find it. */
final class ElementPlaces {
    private final Dependences dependences;
    private final OrderCheck order;
    private final BlockSpace space;
    private final AccessStrategies values;
    private final List<PlacedStatement> statements;

    ElementPlaces(
            Dependences dependences, BlockSpace space, AccessStrategies values, List<PlacedStatement> statements) {
        this.dependences = dependences;
        this.order = new OrderCheck(dependences);
        this.space = space;
        this.values = values;
        this.statements = statements;
    }

    /**
     * Refuses accesses that would miss what others write.
     *
     * @param blocks the piece's
     */
    void check(Set blocks) throws MixedAccess {
        if (space.hasBlocksOnHost()) {
            onePointPerElement(blocks);
            keptWithinBlocks(blocks);
        } else if (statements.size() > 1) {
            onePlacePerElement();
        }
    }

    /** Refuses a point that finds one element in a register tile and, for another access, elsewhere: {@code a(i,j), a(j,i)}. */
    private void onePlacePerElement() throws MixedAccess {
        for (PlacedStatement placed : statements) {
            for (Access access : placed.statement().accesses()) {
                AccessStrategies.Value value = values.of(placed, access);
                if (value.strategy() != Strategy.OWN) {
                    continue;
                }
                for (PlacedStatement other : statements) {
                    for (Access second : other.statement().accesses()) {
                        boolean elsewhere = second.array().equals(access.array())
                                && (access.index() == 1 || second.index() == 1)
                                && !second.differsInConstant(access)
                                && values.of(other, second).tile() != value.tile();
                        if (elsewhere && !atPoints(placed, access).isDisjoint(atPoints(other, second))) {
                            throw new MixedAccess(second, "touches elements that a register tile holds");
                        }
                    }
                }
            }
        }
    }

    /** Refuses what a point writes to memory and another point of its block touches too: no barrier is between them. */
    private void onePointPerElement(Set blocks) throws MixedAccess {
        Set points = blocks.addDims(Dim.SET, space.points().size());
        for (PlacedStatement placed : statements) {
            Access target = placed.statement().target();
            if (values.of(placed, target).strategy() != Strategy.DIRECT) {
                continue;
            }
            tilewright.isl.Map written = atPoints(placed, target).intersectDomain(points);
            for (PlacedStatement other : statements) {
                for (Access named : other.statement().accesses()) {
                    Access second = values.of(other, named).access();
                    if (second.array().equals(target.array())) {
                        tilewright.isl.Map shared = OrderCheck.agreeingIn(
                                written.applyRange(atPoints(other, second).reverse()), blocks.dim(Dim.SET));
                        boolean inMemory = values.of(other, named).strategy() == Strategy.DIRECT;
                        tilewright.isl.Map same = OrderCheck.agreeingIn(shared, points.dim(Dim.SET));
                        if (!(inMemory ? shared.subtract(same) : shared).isEmpty()) {
                            throw new MixedAccess(second, "touches elements that another point of the block writes");
                        }
                    }
                }
            }
        }
    }

    /**
     * Refuses places that keep no order: a value that one register tile gets, and that is read through another one of the same
     * block, as of {@code a(i,j)} and {@code a(j,i)}, or from memory.
     */
    private void keptWithinBlocks(Set blocks) throws MixedAccess {
        for (Dependence dependence : dependences.dependences()) {
            Optional<PlacedStatement> source = placed(dependence.source());
            Optional<PlacedStatement> sink = placed(dependence.sink());
            if (source.isEmpty() || sink.isEmpty()) {
                continue;
            }
            boolean anti = dependence.kind() == Dependence.Kind.ANTI;
            boolean flow = dependence.kind() == Dependence.Kind.FLOW;
            Access first = access(source.get(), anti ? dependence.access() : 1);
            Access second = access(sink.get(), flow ? dependence.access() : 1);
            // Of what is read from behind a copy, the dependences are those of the element itself.
            if (isBehindCopy(source.get(), first) || isBehindCopy(sink.get(), second)) {
                continue;
            }
            BlockRule rule = BlockRule.of(dependence.kind(), planned(source.get(), first), planned(sink.get(), second));
            if (!rule.possible() && !withinBlocks(dependence, blocks).isEmpty()) {
                throw new MixedAccess(second, "touches elements that the block holds elsewhere");
            }
        }
    }

    private boolean isBehindCopy(PlacedStatement placed, Access access) {
        return !values.of(placed, access).access().equals(access);
    }

    private Optional<PlacedStatement> placed(String id) {
        return statements.stream().filter(p -> p.statement().id().equals(id)).findFirst();
    }

    private static Access access(PlacedStatement placed, int index) {
        return placed.statement().accesses().stream()
                .filter(a -> a.index() == index)
                .findFirst()
                .orElseThrow();
    }

    private Piece.PlannedAccess planned(PlacedStatement placed, Access access) {
        AccessStrategies.Value value = values.of(placed, access);
        Integer tile = value.tile() == null ? null : values.tiles().indexOf(value.tile());
        return new Piece.PlannedAccess(access, value.strategy(), access.indices(), tile);
    }

    /** The blocks in which a dependence has source and sink. */
    private Set withinBlocks(Dependence dependence, Set blocks) {
        tilewright.isl.Map blockMap = space.blockMap();
        tilewright.isl.Map between =
                order.onCommonSpace(dependence).applyDomain(blockMap).applyRange(blockMap);
        return OrderCheck.agreeingIn(between, blocks.dim(Dim.SET)).domain().intersect(blocks);
    }

    /** The elements that an access touches at a point, in all iterations of the sequential loops. */
    private tilewright.isl.Map atPoints(PlacedStatement placed, Access access) {
        Set domain = Iterations.onFlat(dependences, space, placed);
        int first = space.host().size() + space.grid().size();
        return new BlockElements(dependences, space)
                .relation(placed, access)
                .intersectDomain(domain)
                .projectOut(Dim.IN, first, space.sequential().size());
    }
}
