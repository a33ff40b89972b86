package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.space.BlockRanges;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopHulls;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.LoopRole;

/**
 * The blocks of a front as a {@link Piece}. The grid spans all blocks that the nest has along each loop, or those between two bounds of
 * which only the beginning moves from front to front; which of them have work, and which are full, follows from the nest's bounds by interval arithmetic ({@link BlockRanges}): short
 * conditions, where exact projections of skewed domains would fill pages. Guards stay exact.
 */
final class FrontPiece {
    /** A size at which numbers of blocks are compared. */
    private static final long LARGE = 1 << 14;

    private final Dependences dependences;
    private final BlockSpace space;
    private final Candidate candidate;
    private final Map<PlacedStatement, tilewright.isl.Set> iterations;

    /** @param iterations of every statement in the flat space */
    FrontPiece(
            Dependences dependences,
            BlockSpace space,
            Candidate candidate,
            Map<PlacedStatement, tilewright.isl.Set> iterations) {
        this.dependences = dependences;
        this.space = space;
        this.candidate = candidate;
        this.iterations = iterations;
    }

    /** Fronts from the first to the last: sums of block coordinates. */
    LoopRange fronts() {
        Affine first = Affine.constant(0);
        Affine last = Affine.constant(0);
        for (int z = 0; z < dependences.loops().size(); z++) {
            if (space.isInFront(z)) {
                LoopRange blocks = blocks(z);
                first = first.plus(blocks.first());
                last = last.plus(blocks.last());
            }
        }
        return new LoopRange(first, last);
    }

    /** @param builder knows the statements' guards */
    Piece piece(PieceBuilder builder, AccessStrategies values) {
        BlockRanges all = new BlockRanges(ranges());
        Condition member = member(all);
        List<Piece.GridDimension> grid = new ArrayList<>();
        for (BlockSpace.Variable variable : space.grid()) {
            grid.add(withWork(variable, member, grid));
        }
        return new Piece(
                "blocks of a front, whose iterations depend on each other",
                grid,
                member,
                interior(all),
                sequential(all),
                builder.points(),
                List.of(),
                builder.statements(iterations, space.box(), values),
                true);
    }

    /**
     * The blocks along a loop: those of the whole nest, or, where two conditions of {@link #member} leave fewer of a front, those between
     * them. Where the blocks of a front begin may depend on the front and on outer coordinates; how many there are may not.
     *
     * <p>Example: of {@code 32 b - 16 front + n >= 0} and {@code 16 front - 32 b + 15 >= 0} at most {@code (n + 15) / 32 + 1} blocks have work, from
     * {@code (16 front - n + 31) / 32} on.
     */
    private Piece.GridDimension withWork(
            BlockSpace.Variable variable, Condition member, List<Piece.GridDimension> outer) {
        Affine coordinate = Affine.variable(variable.name());
        LoopRange whole = blocks(variable.loop());
        List<String> known = new ArrayList<>(dependences.nest().parameters());
        List<String> before = new ArrayList<>(known);
        space.host().forEach(h -> before.add(h.name()));
        outer.forEach(g -> before.add(g.variable()));
        Piece.GridDimension best = new Piece.GridDimension(variable.name(), whole.first(), whole.last());
        List<LinearForm> conditions = member.conjuncts().stream()
                .filter(c -> c instanceof Condition.Compare compare
                        && compare.relation() == Condition.Relation.GE
                        && compare.right().equals(Affine.constant(0)))
                .map(c -> LinearForm.of(((Condition.Compare) c).left()))
                .filter(c -> before.containsAll(c.without(coordinate).toAffine().variables()))
                .toList();
        for (LinearForm from : conditions) {
            for (LinearForm to : conditions) {
                long size = from.coefficient(variable.name());
                if (size <= 1 || to.coefficient(variable.name()) != -size) {
                    continue;
                }
                Affine below = from.without(coordinate).toAffine();
                Affine room = LinearForm.of(below.plus(to.without(coordinate).toAffine()))
                        .toAffine();
                Affine first =
                        LinearForm.of(below.times(-1).plus(size - 1)).toAffine().floorDiv(size);
                Piece.GridDimension between =
                        new Piece.GridDimension(variable.name(), first, first.plus(room.floorDiv(size)));
                if (known.containsAll(room.variables()) && isFewer(between, best)) {
                    best = between;
                }
            }
        }
        return best;
    }

    /** Which of two numbers of blocks is less, at one large size: with either the same blocks have work. */
    private static boolean isFewer(Piece.GridDimension one, Piece.GridDimension other) {
        return count(one) < count(other);
    }

    private static long count(Piece.GridDimension grid) {
        return LinearForm.of(grid.last().minus(grid.first())).toAffine().evaluate(_ -> LARGE);
    }

    /** Coordinates of the first and the last block along a loop, in the whole nest. */
    private LoopRange blocks(int loop) {
        LoopRange range = new ConstantLoops(dependences).range(loop).orElseGet(() -> values(loop));
        int size = space.blockSize(loop);
        return new LoopRange(
                range.first().plus(-space.origin()).floorDiv(size),
                range.last().plus(-space.origin()).floorDiv(size));
    }

    /** From the first to the last value of a loop in the whole nest. */
    private LoopRange values(int loop) {
        tilewright.isl.Set values = null;
        for (PlacedStatement placed : iterations.keySet()) {
            String id = placed.statement().id();
            tilewright.isl.Set own =
                    dependences.domain(id).apply(dependences.embedding(id).relation());
            tilewright.isl.Set alone = own.projectOut(Dim.SET, loop + 1, own.dim(Dim.SET) - loop - 1)
                    .projectOut(Dim.SET, 0, loop);
            values = values == null ? alone : values.union(alone);
        }
        if (values == null) {
            throw new IllegalStateException("a piece without statements");
        }
        return LoopRange.ofLast(LoopHulls.hull(values));
    }

    /** Ranges of the cut loops within a block, by the common loops' names. */
    private Map<String, LoopRange> ranges() {
        Map<String, LoopRange> ranges = new HashMap<>();
        for (int z = 0; z < dependences.loops().size(); z++) {
            if (space.role(z) != LoopRole.KERNEL) {
                Affine first = space.blockFirst(z);
                ranges.put(dependences.loops().get(z), new LoopRange(first, first.plus(space.blockSize(z) - 1L)));
            }
        }
        return ranges;
    }

    /** What must not be negative where a statement runs; {@code complete} where that is all it takes. */
    private record Bounds(List<Affine> values, boolean complete) {}

    private Bounds bounds(PlacedStatement placed) {
        Map<String, Affine> names = names(placed);
        List<Affine> values = new ArrayList<>();
        boolean complete = placed.depth() == space.grid().size() + 1;
        for (int d = 0; d < Math.min(placed.depth(), space.grid().size() + 1); d++) {
            Node.Loop loop = placed.loops().get(d);
            Affine variable = Affine.variable(loop.variable());
            complete &= collect(Condition.Relation.GE, variable, loop.lower(), values);
            complete &= collect(Condition.Relation.LE, variable, loop.upper(), values);
        }
        for (Condition guard : placed.guards()) {
            complete &= collect(guard, values);
        }
        return new Bounds(
                values.stream()
                        .map(v -> LinearForm.of(v.substitute(names)).toAffine())
                        .distinct()
                        .toList(),
                complete);
    }

    private static boolean collect(Condition condition, List<Affine> values) {
        return switch (condition) {
            case Condition.And and ->
                and.operands().stream().map(c -> collect(c, values)).reduce(true, Boolean::logicalAnd);
            case Condition.Compare c -> collect(c.relation(), c.left(), c.right(), values);
            case Condition.Or _, Condition.Not _ -> false;
        };
    }

    private static boolean collect(Condition.Relation relation, Affine left, Affine right, List<Affine> values) {
        return switch (relation) {
            case GE -> notBelow(left, right, values);
            case LE -> notBelow(right, left, values);
            case GT -> notBelow(left, right.plus(1), values);
            case LT -> notBelow(right, left.plus(1), values);
            case EQ -> notBelow(left, right, values) & notBelow(right, left, values);
            case NE -> false;
        };
    }

    /** {@code x >= max(a,b)} and {@code min(a,b) >= x} are two each. */
    private static boolean notBelow(Affine larger, Affine smaller, List<Affine> values) {
        List<Affine> least = larger instanceof Affine.Min m ? m.operands() : List.of(larger);
        List<Affine> most = smaller instanceof Affine.Max m ? m.operands() : List.of(smaller);
        least.forEach(l -> most.forEach(s -> values.add(l.minus(s))));
        return true;
    }

    private Map<String, Affine> names(PlacedStatement placed) {
        Map<String, Affine> names = new HashMap<>();
        for (int d = 0; d < placed.depth(); d++) {
            names.put(
                    placed.loopVariables().get(d),
                    Affine.variable(dependences.loops().get(d)));
        }
        return names;
    }

    /** A block has no work where a bound that all statements share fails at all of its points. */
    private Condition member(BlockRanges all) {
        List<Bounds> each = iterations.keySet().stream().map(this::bounds).toList();
        return Condition.and(each.getFirst().values().stream()
                .filter(v -> each.stream().allMatch(b -> b.values().contains(v)))
                .flatMap(v -> all.greatest(v).stream())
                .map(FrontPiece::notNegative)
                .distinct()
                .toList());
    }

    /** A block is full where no bound of any statement fails at any of its points. */
    private Condition interior(BlockRanges all) {
        List<Condition> needed = new ArrayList<>();
        for (PlacedStatement placed : iterations.keySet()) {
            Bounds bounds = bounds(placed);
            if (!bounds.complete() || dependences.silentRemoved()) {
                return Condition.FALSE;
            }
            for (Affine value : bounds.values()) {
                Optional<Affine> least = all.least(value);
                if (least.isEmpty()) {
                    return Condition.FALSE;
                }
                needed.add(notNegative(least.get()));
            }
        }
        return Condition.and(needed.stream().distinct().toList());
    }

    private static Condition notNegative(Affine value) {
        return new Condition.Compare(value, Condition.Relation.GE, Affine.constant(0));
    }

    /** The first loop through its whole block; those inside through all values that they take in it. */
    private List<Piece.SequentialLoop> sequential(BlockRanges all) {
        List<Piece.SequentialLoop> loops = new ArrayList<>();
        for (BlockSpace.Variable variable : space.sequential()) {
            int size = space.blockSize(variable.loop());
            if (space.role(variable.loop()) == LoopRole.FRONTS) {
                Affine first = space.blockFirst(variable.loop());
                loops.add(new Piece.SequentialLoop(variable.name(), first, first.plus(size - 1L), first, size));
            } else {
                LoopRange range = range(variable.loop(), all);
                int chunk = Math.min(candidate.options().kTile(), size);
                loops.add(new Piece.SequentialLoop(variable.name(), range.first(), range.last(), range.first(), chunk));
            }
        }
        return loops;
    }

    /** All values of a loop further inside, over a block's points and the statements that stand outside of it. */
    private LoopRange range(int loop, BlockRanges all) {
        List<Affine> firsts = new ArrayList<>();
        List<Affine> lasts = new ArrayList<>();
        for (PlacedStatement placed : iterations.keySet()) {
            Map<String, Affine> names = names(placed);
            boolean inside = loop < placed.depth();
            Affine lower = inside
                    ? placed.loops().get(loop).lower()
                    : dependences
                            .embedding(placed.statement().id())
                            .coordinates()
                            .get(loop);
            Affine upper = inside ? placed.loops().get(loop).upper() : lower;
            firsts.add(all.least(lower.substitute(names)).orElseThrow(NoBounds::new));
            lasts.add(all.greatest(upper.substitute(names)).orElseThrow(NoBounds::new));
        }
        return new LoopRange(
                one(firsts.stream().distinct().toList(), false),
                one(lasts.stream().distinct().toList(), true));
    }

    private static Affine one(List<Affine> values, boolean largest) {
        return values.size() == 1 ? values.getFirst() : largest ? new Affine.Max(values) : new Affine.Min(values);
    }

    /** Thrown where a loop inside has bounds that interval arithmetic cannot follow. */
    static final class NoBounds extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
