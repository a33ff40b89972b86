package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.PlacedStatement;

/**
 * Makes a {@link Piece} from a set of blocks and the iterations that the statements run in them: bounds and
 * guards by isl, simplified by what is already known where they stand.
 */
final class PieceBuilder {
    private final Dependences dependences;
    private final BlockSpace space;
    private final Candidate candidate;
    private final Set steps;
    private final int prefix;

    /** @param steps values of the host variables for which the host launches kernels */
    PieceBuilder(Dependences dependences, BlockSpace space, Candidate candidate, Set steps) {
        this.steps = steps;
        this.dependences = dependences;
        this.space = space;
        this.candidate = candidate;
        this.prefix = space.host().size() + space.grid().size();
    }

    /**
     * @param blocks block coordinates {@code [host.., grid..]}
     * @param iterations for each statement of the piece, its iterations in the flat space, in these blocks or more
     * @param values where each access finds its value
     */
    Piece build(String role, Set blocks, Map<PlacedStatement, Set> iterations, AccessStrategies values) {
        Set all = union(iterations);
        Set hull = hull(blocks);
        Set box = space.box().intersect(extend(hull));
        Set known = box.intersect(sequentialRange(all));
        return new Piece(
                role,
                grid(hull),
                member(blocks, hull),
                interior(hull, known, iterations),
                sequentialLoops(all),
                points(),
                tiles(values, iterations, box),
                statements(iterations, known, values));
    }

    /** A grid's bounds hold only for steps in which the piece has blocks: other steps are told apart here. */
    private Condition member(Set blocks, Set hull) {
        Set active = space.named(blocks, space.host());
        Condition step = AstExpressions.within(active, steps);
        return Condition.and(List.of(step, AstExpressions.within(space.named(blocks), space.named(gridBox(hull)))));
    }

    /** A convex superset, so that bounds and guards stay conjunctions; membership is tested exactly elsewhere. */
    static Set hull(Set set) {
        return set.simpleHull().toSet();
    }

    private List<Piece.GridDimension> grid(Set blocks) {
        List<Piece.GridDimension> grid = new ArrayList<>();
        for (BlockSpace.Variable variable : space.grid()) {
            Range range = rangeOfLast(space.named(blocks, keep(space.host(), variable)));
            grid.add(new Piece.GridDimension(variable.name(), range.first(), range.last()));
        }
        return grid;
    }

    record Range(Affine first, Affine last) {}

    /** Smallest and largest value of a set's last dimension; the others must have names and become parameters. */
    static Range rangeOfLast(Set set) {
        int outer = set.dim(Dim.SET) - 1;
        Set alone = set.moveDims(Dim.PARAM, set.dim(Dim.PARAM), Dim.SET, 0, outer);
        Set nonEmpty = alone.params();
        return new Range(
                AstExpressions.of(alone.dimMin(0).gist(nonEmpty)),
                AstExpressions.of(alone.dimMax(0).gist(nonEmpty)));
    }

    /** The blocks' box: per grid dimension, all values between the smallest and the largest. */
    private Set gridBox(Set blocks) {
        Set box = Set.universe(blocks.getSpace());
        for (int g = 0; g < space.grid().size(); g++) {
            Set alone = space.named(blocks, keep(space.host(), space.grid().get(g)));
            box = box.intersect(hullOfLast(alone)
                    .insertDims(Dim.SET, space.host().size(), g)
                    .addDims(Dim.SET, space.grid().size() - g - 1));
        }
        return box;
    }

    private static List<BlockSpace.Variable> keep(List<BlockSpace.Variable> outer, BlockSpace.Variable last) {
        List<BlockSpace.Variable> kept = new ArrayList<>(outer);
        kept.add(last);
        return kept;
    }

    /** What nested loops from the smallest to the largest value of each dimension run through. */
    static Set loopRange(Set set) {
        int dimensions = set.dim(Dim.SET);
        if (dimensions == 0) {
            return Set.universe(set.getSpace());
        }
        Set range = hullOfLast(set.projectOut(Dim.SET, 1, dimensions - 1));
        for (int d = 1; d < dimensions; d++) {
            Set upToHere = set.projectOut(Dim.SET, d + 1, dimensions - d - 1);
            range = range.addDims(Dim.SET, 1).intersect(ifReached(hullOfLast(upToHere), range));
        }
        return Set.universe(set.getSpace()).intersect(range).coalesce();
    }

    /** The same where loops further out have iterations further inside: what the bounds of the loops are read from. */
    static Set loopBounds(Set set) {
        Set bounds = Set.universe(set.getSpace());
        int dimensions = set.dim(Dim.SET);
        for (int d = 0; d < dimensions; d++) {
            int rest = dimensions - d - 1;
            Set upToHere = set.projectOut(Dim.SET, d + 1, rest);
            bounds = bounds.intersect(hullOfLast(upToHere).addDims(Dim.SET, rest));
        }
        return bounds.coalesce();
    }

    /**
     * What is known of a loop's variable inside it: its range where the iteration around it has one at all. A loop over
     * {@code i} runs through the odd values too, though only even ones have iterations further inside.
     *
     * @param around the values of the variables around it that the loops run through
     */
    private static Set ifReached(Set inner, Set around) {
        Set missed = around.subtract(inner.projectOut(Dim.SET, inner.dim(Dim.SET) - 1, 1));
        return missed.isEmpty()
                ? inner
                : inner.union(missed.addDims(Dim.SET, 1)).coalesce();
    }

    /** All values of the last dimension between its extremes, for given values of the others. */
    private static Set hullOfLast(Set set) {
        Set universe = Set.universe(set.getSpace());
        Set notBelow = set.apply(withOthersEqual(universe.lexLeSet(universe)));
        Set notAbove = set.apply(withOthersEqual(universe.lexGeSet(universe)));
        return notBelow.intersect(notAbove).coalesce();
    }

    private static tilewright.isl.Map withOthersEqual(tilewright.isl.Map order) {
        tilewright.isl.Map result = order;
        for (int d = 0; d < order.dim(Dim.IN) - 1; d++) {
            result = result.equate(Dim.IN, d, Dim.OUT, d);
        }
        return result;
    }

    /** Blocks as a set of the flat space: every point of them. */
    private Set extend(Set blocks) {
        return blocks.addDims(
                Dim.SET, space.sequential().size() + space.points().size());
    }

    /** What is known of KERNEL loops inside their loop: they lie between their bounds for the given host step. */
    private Set sequentialRange(Set all) {
        int hosts = space.host().size();
        int points = space.points().size();
        Set onSequential = all.projectOut(Dim.SET, prefix + space.sequential().size(), points)
                .projectOut(Dim.SET, hosts, space.grid().size());
        if (space.sequential().isEmpty()) {
            return Set.universe(onSequential.getSpace())
                    .insertDims(Dim.SET, hosts, space.grid().size())
                    .addDims(Dim.SET, points);
        }
        int inner = space.sequential().size() - 1;
        Set range = inBlock(all)
                .map(InBlock::iterations)
                .orElseGet(() -> hullOfLast(hull(onSequential.projectOut(Dim.SET, hosts + 1, inner))));
        for (int s = 1; s <= inner; s++) {
            Set upToHere = onSequential.projectOut(Dim.SET, hosts + s + 1, inner - s);
            range = range.addDims(Dim.SET, 1).intersect(ifReached(hullOfLast(hull(upToHere)), range));
        }
        return range.insertDims(Dim.SET, hosts, space.grid().size()).addDims(Dim.SET, points);
    }

    /**
     * A simpler range of the sequential loop of a block.
     *
     * @param iterations values of host variables and loop
     * @param bounds first and last value of the loop
     */
    private record InBlock(Set iterations, Range bounds) {}

    /**
     * Where the exact bounds of the loop differ from step to step: all iterations of the block that the loop has in any
     * step. Guards leave out what is in none of the domains.
     */
    private Optional<InBlock> inBlock(Set all) {
        if (space.sequential().size() != 1
                || space.role(space.sequential().getFirst().loop()) != LoopRole.HOST_BLOCKS) {
            return Optional.empty();
        }
        BlockSpace.Variable loop = space.sequential().getFirst();
        Range exact = rangeOfLast(boundedHull(space.named(all, keep(space.host(), loop))));
        Set anywhere = valuesOf(loop.loop());
        Affine last = rangeOfLast(anywhere).last();
        if (isPiecewise(exact.first()) || isPiecewise(last) || !isPiecewise(exact.last())) {
            return Optional.empty();
        }
        int hosts = space.host().size();
        int points = space.points().size();
        Set loops = all.projectOut(Dim.SET, prefix + 1, points)
                .projectOut(Dim.SET, hosts, space.grid().size());
        Set block = space.box()
                .projectOut(Dim.SET, prefix + 1, points)
                .projectOut(Dim.SET, hosts, space.grid().size());
        Set universe = Set.universe(loops.getSpace());
        Set notBefore = loops.apply(withOthersEqual(universe.lexLeSet(universe)));
        Affine end = space.blockFirst(loop.loop()).plus(space.blockSize(loop.loop()) - 1L);
        return Optional.of(new InBlock(
                anywhere.insertDims(Dim.SET, 0, hosts)
                        .intersect(block)
                        .intersect(notBefore)
                        .coalesce(),
                new Range(
                        exact.first(),
                        new Affine.Min(List.of(last, LinearForm.of(end).toAffine())))));
    }

    /** All values between the smallest and the largest that a loop has in some iteration of the nest. */
    private Set valuesOf(int loop) {
        Set values = null;
        for (PlacedStatement placed : dependences.nest().statements()) {
            Set domain = Iterations.domain(dependences, placed, false)
                    .apply(dependences.embedding(placed.statement().id()).relation());
            int rest = domain.dim(Dim.SET) - loop - 1;
            Set here = domain.projectOut(Dim.SET, loop + 1, rest).projectOut(Dim.SET, 0, loop);
            values = values == null ? here : values.union(here);
        }
        return hullOfLast(java.util.Objects.requireNonNull(values));
    }

    private static boolean isPiecewise(Affine bound) {
        return switch (bound) {
            case Affine.Select _ -> true;
            case Affine.Sum s -> isPiecewise(s.left()) || isPiecewise(s.right());
            case Affine.Scaled s -> isPiecewise(s.operand());
            case Affine.Min m -> m.operands().stream().anyMatch(PieceBuilder::isPiecewise);
            case Affine.Max m -> m.operands().stream().anyMatch(PieceBuilder::isPiecewise);
            default -> false;
        };
    }

    private List<Piece.SequentialLoop> sequentialLoops(Set all) {
        List<Piece.SequentialLoop> loops = new ArrayList<>();
        List<BlockSpace.Variable> outer = new ArrayList<>(space.host());
        for (BlockSpace.Variable variable : space.sequential()) {
            outer.add(variable);
            // Lanes are checked one by one: their loop need not follow the loops around it.
            Range range = space.role(variable.loop()) == LoopRole.REDUCTION
                    ? ofAll(all, variable)
                    : inBlock(all)
                            .map(InBlock::bounds)
                            .orElseGet(() -> rangeOfLast(boundedHull(space.named(all, outer))));
            loops.add(new Piece.SequentialLoop(
                    variable.name(),
                    range.first(),
                    range.last(),
                    blockFirst(variable, firstOfAll(all, variable)),
                    chunk(variable)));
        }
        return loops;
    }

    /** The first value in any iteration of the loops around: chunks are counted from the same place in all of them. */
    private Affine firstOfAll(Set all, BlockSpace.Variable variable) {
        return ofAll(all, variable).first();
    }

    private Range ofAll(Set all, BlockSpace.Variable variable) {
        return rangeOfLast(boundedHull(space.named(all, keep(space.host(), variable))));
    }

    /** The hull, unless it is so coarse that it loses the bounds of the last dimension. */
    private static Set boundedHull(Set set) {
        Set hull = hull(set);
        return hull.dimIsBounded(Dim.SET, hull.dim(Dim.SET) - 1) ? hull : set;
    }

    private Affine blockFirst(BlockSpace.Variable variable, Affine first) {
        if (space.role(variable.loop()) == LoopRole.REDUCTION) {
            return first;
        }
        if (space.role(variable.loop()) == LoopRole.KERNEL) {
            int size = space.blockSize(variable.loop());
            return first.plus(-space.origin()).floorDiv(size).times(size).plus(space.origin());
        }
        return space.blockFirst(variable.loop());
    }

    private int chunk(BlockSpace.Variable variable) {
        return space.role(variable.loop()) == LoopRole.REDUCTION
                ? 1
                : Math.min(candidate.options().chunk(), space.blockSize(variable.loop()));
    }

    List<Piece.PointDimension> points() {
        List<Piece.PointDimension> points = new ArrayList<>();
        for (BlockSpace.Variable variable : space.points()) {
            points.add(new Piece.PointDimension(
                    variable.name(),
                    space.blockFirst(variable.loop()),
                    space.blockSize(variable.loop()),
                    candidate.thread().get(variable.loop()),
                    space.lanes().contains(variable)));
        }
        return points;
    }

    /** Blocks of which no point fails any statement's domain, with every sequential iteration of the block. */
    private Condition interior(Set blocks, Set known, Map<PlacedStatement, Set> iterations) {
        Set full = blocks;
        Set wanted = space.hasBlocksOnHost() ? space.box().intersect(extend(blocks)) : known;
        for (Set domain : iterations.values()) {
            Set missing = wanted.subtract(domain)
                    .projectOut(
                            Dim.SET,
                            prefix,
                            space.sequential().size() + space.points().size());
            full = full.subtract(missing).coalesce();
        }
        return AstExpressions.within(space.named(full), space.named(blocks));
    }

    private List<Piece.RegisterTile> tiles(AccessStrategies values, Map<PlacedStatement, Set> iterations, Set box) {
        List<Piece.RegisterTile> tiles = new ArrayList<>();
        for (AccessStrategies.Tile tile : values.tiles()) {
            tiles.add(new Piece.RegisterTile(
                    tile.array(),
                    tile.indices(),
                    tile.loaded(),
                    stored(tile, values, iterations, box),
                    tile.partial()));
        }
        return tiles;
    }

    /** Points where some statement writes the tile's element in some sequential iteration. */
    private Condition stored(
            AccessStrategies.Tile tile, AccessStrategies values, Map<PlacedStatement, Set> iterations, Set box) {
        Set written = null;
        for (Map.Entry<PlacedStatement, Set> entry : iterations.entrySet()) {
            Access target = entry.getKey().statement().target();
            if (values.of(entry.getKey(), target).tile() == tile) {
                written = written == null ? entry.getValue() : written.union(entry.getValue());
            }
        }
        if (written == null) {
            return Condition.FALSE;
        }
        List<BlockSpace.Variable> kept = new ArrayList<>(space.host());
        kept.addAll(space.grid());
        kept.addAll(space.points());
        if (tile.partial() != null) {
            kept.removeAll(space.lanes());
        }
        return AstExpressions.within(space.named(written, kept).coalesce(), space.named(box, kept));
    }

    List<Piece.PlannedStatement> statements(Map<PlacedStatement, Set> iterations, Set known, AccessStrategies values) {
        List<Piece.PlannedStatement> planned = new ArrayList<>();
        iterations.forEach((placed, domain) -> {
            Map<String, Affine> coordinates = coordinates(placed);
            List<Piece.PlannedAccess> accesses = new ArrayList<>();
            for (Access access : placed.statement().accesses()) {
                AccessStrategies.Value value = values.of(placed, access);
                accesses.add(new Piece.PlannedAccess(
                        access,
                        value.strategy(),
                        access.indices().stream()
                                .map(i -> i.substitute(coordinates))
                                .toList(),
                        value.tile() == null ? null : values.tiles().indexOf(value.tile())));
            }
            Condition guard = AstExpressions.within(space.named(domain), space.named(known));
            planned.add(new Piece.PlannedStatement(placed.statement(), coordinates, guard, accesses));
        });
        return planned;
    }

    /** The statement's loop variables in terms of the common loops' names. */
    private Map<String, Affine> coordinates(PlacedStatement placed) {
        Map<String, Affine> coordinates = new HashMap<>();
        for (int d = 0; d < placed.depth(); d++) {
            coordinates.put(placed.loopVariables().get(d), space.coordinate(d));
        }
        return coordinates;
    }

    static Map<String, Affine> coordinates(Dependences dependences, PlacedStatement placed) {
        Map<String, Affine> coordinates = new HashMap<>();
        for (int d = 0; d < placed.depth(); d++) {
            coordinates.put(
                    placed.loopVariables().get(d),
                    Affine.variable(dependences.loops().get(d)));
        }
        return coordinates;
    }

    private static Set union(Map<PlacedStatement, Set> iterations) {
        return new LinkedHashMap<>(iterations)
                .values().stream().reduce(Set::union).orElseThrow().coalesce();
    }
}
