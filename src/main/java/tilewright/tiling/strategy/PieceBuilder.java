package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.space.AstExpressions;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopHulls;
import tilewright.tiling.space.LoopRange;

/**
 * Makes a {@link Piece} from a set of blocks and the iterations that the statements run in them: bounds and
 * guards by isl, simplified by what is already known where they stand.
 */
final class PieceBuilder {
    private final Dependences dependences;
    private final BlockSpace space;
    private final Candidate candidate;
    private final Set steps;
    private final SequentialLoops sequential;
    private final int prefix;

    /** @param steps values of the host variables for which the host launches kernels */
    PieceBuilder(Dependences dependences, BlockSpace space, Candidate candidate, Set steps) {
        this.steps = steps;
        this.dependences = dependences;
        this.space = space;
        this.candidate = candidate;
        this.sequential = new SequentialLoops(dependences, space, candidate);
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
        Set known = box.intersect(sequential.range(all));
        return new Piece(
                role,
                grid(hull),
                member(blocks, hull),
                interior(hull, known, iterations),
                sequential.loops(all),
                points(),
                tiles(values, iterations, box),
                statements(iterations, known, values),
                false);
    }

    /** The blocks' hull, with their exact ranges where it has lost a bound: in {@code i < n or i < m} it has none. */
    private Set hull(Set blocks) {
        Set hull = LoopHulls.hull(blocks);
        boolean bounded = space.grid().stream()
                .map(g -> space.named(hull, space.hostAnd(g)))
                .allMatch(alone -> alone.dimIsBounded(Dim.SET, space.host().size()));
        return bounded ? hull : hull.intersect(gridBox(blocks));
    }

    /** A grid's bounds hold only for steps in which the piece has blocks: other steps are told apart here. */
    private Condition member(Set blocks, Set hull) {
        Set active = space.named(blocks, space.host());
        Condition step = AstExpressions.within(active, steps);
        return Condition.and(List.of(step, AstExpressions.within(space.named(blocks), space.named(gridBox(hull)))));
    }

    private List<Piece.GridDimension> grid(Set blocks) {
        List<Piece.GridDimension> grid = new ArrayList<>();
        for (BlockSpace.Variable variable : space.grid()) {
            LoopRange range = LoopRange.ofLast(space.named(blocks, space.hostAnd(variable)));
            grid.add(new Piece.GridDimension(variable.name(), range.first(), range.last()));
        }
        return grid;
    }

    /** The blocks' box: per grid dimension, all values between the smallest and the largest. */
    private Set gridBox(Set blocks) {
        Set box = Set.universe(blocks.getSpace());
        for (int g = 0; g < space.grid().size(); g++) {
            Set alone = space.named(blocks, space.hostAnd(space.grid().get(g)));
            box = box.intersect(LoopHulls.hullOfLast(alone)
                    .insertDims(Dim.SET, space.host().size(), g)
                    .addDims(Dim.SET, space.grid().size() - g - 1));
        }
        return box;
    }

    /** Blocks as a set of the flat space: every point of them. */
    private Set extend(Set blocks) {
        return blocks.addDims(
                Dim.SET, space.sequential().size() + space.points().size());
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
        BlockElements elements = new BlockElements(dependences, space);
        for (AccessStrategies.Tile tile : values.tiles()) {
            tiles.add(new Piece.RegisterTile(
                    tile.array(),
                    elements.flat(tile.indices()),
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
        if (written == null || new BlockElements(dependences, space).usesSequential(tile.indices())) {
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
            Map<String, Affine> read = new HashMap<>(coordinates);
            read.putAll(SequentialNames.of(dependences, space, placed));
            List<Piece.PlannedAccess> accesses = new ArrayList<>();
            for (Access access : placed.statement().accesses()) {
                AccessStrategies.Value value = values.of(placed, access);
                Map<String, Affine> names = values.isNamedByPoint(placed, access) ? coordinates : read;
                accesses.add(new Piece.PlannedAccess(
                        value.access(),
                        value.strategy(),
                        value.access().indices().stream()
                                .map(i -> i.substitute(names))
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
