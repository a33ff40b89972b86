package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.tiling.check.BehindCopies;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.property.SharedBoxes;
import tilewright.tiling.property.WalkedRows;
import tilewright.tiling.rewrite.KeptCopies;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.LoopRole;

/**
 * Decides where each access of a piece finds its value (see {@link Strategy}), by comparing which elements points of blocks touch ({@link BlockElements}).
 */
final class AccessStrategies {
    /**
     * A register tile: one element of {@code array} per point.
     *
     * @param loaded whether some access reads it
     * @param partial the operator of a reduction of which every lane has a partial result, else null
     */
    record Tile(
            String array,
            List<Affine> indices,
            boolean loaded,
            @Nullable Operator partial) {
        Tile(String array, List<Affine> indices, boolean loaded) {
            this(array, indices, loaded, null);
        }
    }

    /**
     * @param tile for OWN and EXCHANGED, the tile that holds the element
     * @param access that names the element: the statement's, or where it reads a copy that the piece makes, the one behind it ({@link KeptCopies})
     */
    record Value(Strategy strategy, @Nullable Tile tile, Access access) {}

    private record Key(String statement, int access) {}

    private final Dependences dependences;
    private final BlockSpace space;
    private final BlockElements elements;
    private final KeptCopies copies;
    private final Map<Key, Value> values = new HashMap<>();
    /** By statement its iterations, and whether it runs in the first ones of the sequential loops of all statements: others ask for them again and again. */
    private final Map<String, Set> flat = new HashMap<>();

    private final Map<String, Boolean> inFirst = new HashMap<>();
    private final List<Tile> tiles = new ArrayList<>();
    /** Tiles of elements that the piece only reads. */
    private final List<Tile> inputs = new ArrayList<>();

    private boolean exchanged;

    AccessStrategies(Dependences dependences, BlockSpace space) {
        this.dependences = dependences;
        this.space = space;
        this.elements = new BlockElements(dependences, space);
        this.copies = KeptCopies.of(dependences.nest());
    }

    List<Tile> tiles() {
        return tiles;
    }

    Value of(PlacedStatement placed, Access access) {
        Value value = values.get(new Key(placed.statement().id(), access.index()));
        if (value == null) {
            throw new IllegalStateException("no strategy for access " + access + " of " + placed.statement());
        }
        return value;
    }

    /** Where each access finds its value, as a family says it. */
    List<Family.Place> places(List<PlacedStatement> statements) {
        return statements.stream()
                .flatMap(placed -> placed.statement().accesses().stream().map(access -> {
                    Value value = of(placed, access);
                    return new Family.Place(
                            placed.statement().id(),
                            access.index(),
                            value.strategy(),
                            named(placed, access),
                            value.tile() == null ? null : value.tile().indices(),
                            value.tile() != null && value.tile().loaded());
                }))
                .toList();
    }

    /** Whether the loops of its point name the element of an access, also where a loop inside has the same value ({@link SequentialNames}): what the point has, and what it writes. */
    boolean isNamedByPoint(PlacedStatement placed, Access access) {
        return access.index() == 1 || of(placed, access).strategy() == Strategy.OWN;
    }

    private List<Affine> named(PlacedStatement placed, Access access) {
        Access element = of(placed, access).access();
        return isNamedByPoint(placed, access)
                ? elements.indices(placed, element)
                : SequentialNames.of(dependences, space, placed, element);
    }

    /** Whether threads of a block hand each other values. */
    boolean exchanged() {
        return exchanged;
    }

    /** Thrown where there is no one place to find the elements of an access. */
    static final class MixedAccess extends Exception {
        private static final long serialVersionUID = 1L;

        MixedAccess(Access access, String what) {
            super("access " + access + " at " + access.position() + " " + what);
        }
    }

    /**
     * @param blocks the piece's blocks, {@code [host.., grid..]}
     * @param statements the statements with iterations in them
     */
    static AccessStrategies of(Dependences dependences, BlockSpace space, Set blocks, List<PlacedStatement> statements)
            throws MixedAccess {
        try {
            AccessStrategies tiled = withTiles(dependences, space, blocks, statements);
            new ElementPlaces(dependences, space, tiled, statements).check(blocks);
            return tiled;
        } catch (MixedAccess e) {
            if (space.hasBlocksOnHost()) {
                throw e;
            }
            return writtenInMemory(dependences, space, statements);
        }
    }

    /** Everything stays in global memory, where the points of a block find each other's values. */
    static AccessStrategies inMemory(Dependences dependences, BlockSpace space, List<PlacedStatement> statements) {
        AccessStrategies result = new AccessStrategies(dependences, space);
        for (PlacedStatement placed : statements) {
            for (Access access : placed.statement().accesses()) {
                Key key = new Key(placed.statement().id(), access.index());
                result.values.put(key, new Value(Strategy.DIRECT, null, access));
            }
        }
        result.exchanged = true;
        return result;
    }

    /**
     * Accumulators of reductions in registers, a partial result per lane; everything else in memory.
     *
     * @param reductions those among the statements
     */
    static AccessStrategies partial(
            Dependences dependences,
            BlockSpace space,
            List<PlacedStatement> statements,
            java.util.Map<PlacedStatement, Reduction> reductions) {
        AccessStrategies result = new AccessStrategies(dependences, space);
        result.tiles.addAll(result.elements.tilesOfIterations(statements));
        for (PlacedStatement placed : statements) {
            Reduction reduction = reductions.get(placed);
            Tile own = reduction == null ? null : result.partialTile(placed, reduction.operator());
            for (Access access : placed.statement().accesses()) {
                boolean accumulates = reduction != null && (access.index() == 1 || access.index() == reduction.read());
                result.values.put(
                        new Key(placed.statement().id(), access.index()),
                        accumulates ? new Value(Strategy.OWN, own, access) : result.inIteration(placed, access));
            }
        }
        return result;
    }

    /** Where a point finds what it made in the iteration, where it keeps that; else memory. */
    private Value inIteration(PlacedStatement placed, Access access) {
        return tiles.stream()
                .filter(t -> t.partial() == null && elements.owns(t, placed, access))
                .findFirst()
                .map(t -> new Value(Strategy.OWN, t, access))
                .orElseGet(() -> new Value(Strategy.DIRECT, null, access));
    }

    private Tile partialTile(PlacedStatement placed, Operator operator) {
        Access target = placed.statement().target();
        Tile tile = new Tile(target.array(), elements.indices(placed, target), true, operator);
        if (!tiles.contains(tile)) {
            tiles.add(tile);
        }
        return tiles.get(tiles.indexOf(tile));
    }

    /** Everything that is written stays in global memory: right wherever one thread runs what depends on itself. */
    private static AccessStrategies writtenInMemory(
            Dependences dependences, BlockSpace space, List<PlacedStatement> statements) {
        AccessStrategies result = new AccessStrategies(dependences, space);
        result.tiles.addAll(result.elements.tilesOfIterations(statements));
        for (PlacedStatement placed : statements) {
            for (Access access : placed.statement().accesses()) {
                Value value = result.inIteration(placed, access);
                boolean staged = value.strategy() == Strategy.DIRECT
                        && access.index() > 1
                        && !CopiesAhead.mayChange(dependences, space, placed, access, statements)
                        && !space.sequential().isEmpty()
                        && !result.walkRows(statements)
                        && result.isReusedAlongSequential(placed, access);
                result.values.put(
                        new Key(placed.statement().id(), access.index()),
                        staged ? new Value(Strategy.STAGED, null, access) : value);
            }
        }
        return result;
    }

    /** Whether all of what is written are short rows, one of each thread: boxes hold them, and what is read beside them ({@link SharedBoxes}). */
    private boolean walkRows(List<PlacedStatement> statements) {
        if (space.sequential().size() != 1 || space.points().isEmpty()) {
            return false;
        }
        BlockSpace.Variable along = space.sequential().getFirst();
        return statements.stream()
                .allMatch(s -> WalkedRows.isRowOfPoint(
                                elements.indices(s, s.statement().target()),
                                along.name(),
                                space.points().getLast().name())
                        && WalkedRows.length(
                                        s.loops().get(along.loop()),
                                        dependences
                                                .nest()
                                                .array(s.statement().target().array())
                                                .type()
                                                .bytes())
                                .isPresent());
    }

    private static AccessStrategies withTiles(
            Dependences dependences, BlockSpace space, Set blocks, List<PlacedStatement> statements)
            throws MixedAccess {
        AccessStrategies result = new AccessStrategies(dependences, space);
        List<Tile> found = result.elements.tiles(statements);
        for (PlacedStatement placed : statements) {
            for (Access access : placed.statement().accesses()) {
                Value value = result.decide(placed, access, blocks, found, statements);
                result.values.put(new Key(placed.statement().id(), access.index()), value);
                result.exchanged |= value.strategy() == Strategy.EXCHANGED;
            }
        }
        found.addAll(result.inputs);
        return result.withLoads(found, statements);
    }

    /** Tiles that some read uses before a point has set them are loaded; values refer to the final tile objects. */
    private AccessStrategies withLoads(List<Tile> found, List<PlacedStatement> statements) {
        Map<Tile, Tile> replaced = new HashMap<>();
        for (Tile tile : found) {
            boolean read = IntStream.range(0, statements.size())
                    .anyMatch(s -> reads(statements.get(s), tile)
                            && !elements.usesSequential(tile.indices())
                            && !isSet(tile, statements.subList(0, s), statements.get(s), statements));
            replaced.put(tile, new Tile(tile.array(), tile.indices(), read));
            tiles.add(replaced.get(tile));
        }
        values.replaceAll((key, value) ->
                value.tile() == null ? value : new Value(value.strategy(), replaced.get(value.tile()), value.access()));
        return this;
    }

    private boolean reads(PlacedStatement placed, Tile tile) {
        return placed.statement().accesses().stream()
                .anyMatch(a -> a.index() > 1 && tile.equals(of(placed, a).tile()));
    }

    /** Whether statements before one, which run in the first iteration of the sequential loops, write a tile at every point that one has. */
    private boolean isSet(
            Tile tile, List<PlacedStatement> before, PlacedStatement placed, List<PlacedStatement> statements) {
        int first = space.host().size() + space.grid().size();
        int count = space.sequential().size();
        return before.stream()
                .filter(b -> tile.equals(of(b, b.statement().target()).tile()))
                .filter(b -> inFirst.computeIfAbsent(
                        b.statement().id(),
                        _ -> Iterations.areFirst(
                                flat(b),
                                statements.stream()
                                        .map(this::flat)
                                        .reduce(Set::union)
                                        .orElseThrow(),
                                first,
                                count)))
                .map(b -> flat(b).projectOut(Dim.SET, first, count))
                .reduce(Set::union)
                .filter(flat(placed).projectOut(Dim.SET, first, count)::isSubset)
                .isPresent();
    }

    private Set flat(PlacedStatement placed) {
        return flat.computeIfAbsent(placed.statement().id(), _ -> Iterations.onFlat(dependences, space, placed));
    }

    private Value decide(
            PlacedStatement placed, Access access, Set blocks, List<Tile> found, List<PlacedStatement> statements)
            throws MixedAccess {
        for (Tile tile : found) {
            if (elements.owns(tile, placed, access)) {
                return new Value(Strategy.OWN, tile, access);
            }
        }
        if (space.sequential().isEmpty()) {
            return new Value(Strategy.DIRECT, null, access);
        }
        Value exchanged = exchanged(placed, access, blocks, found);
        if (exchanged == null && access.index() > 1 && isMade(placed, access, statements)) {
            Access behind = copies.behind(access).orElseThrow();
            Value taken = exchanged(placed, behind, blocks, found);
            exchanged = taken != null && holds(placed, access, behind) ? taken : null;
        }
        if (exchanged != null) {
            return exchanged;
        }
        if (isInput(placed, access, statements)) {
            Tile tile = new Tile(access.array(), elements.indices(placed, access), true);
            if (!inputs.contains(tile)) {
                inputs.add(tile);
            }
            return new Value(Strategy.OWN, tile, access);
        }
        boolean written = statements.stream()
                        .anyMatch(s -> s.statement().target().array().equals(access.array()) && !isTiled(s, found))
                && (space.hasBlocksOnHost() || CopiesAhead.mayChange(dependences, space, placed, access, statements));
        boolean staged =
                access.index() > 1 && !written && !walkRows(statements) && isReusedAlongSequential(placed, access);
        return new Value(staged ? Strategy.STAGED : Strategy.DIRECT, null, access);
    }

    /** Whether an element still holds what was copied of it where the copy is read. */
    private boolean holds(PlacedStatement placed, Access copy, Access behind) {
        Context context = dependences.context();
        return BehindCopies.hold(
                context,
                dependences.nest(),
                new BehindCopies.Key(placed.statement().id(), copy.index()),
                behind);
    }

    /** Whether an access reads a copy that one of the statements makes, and never what the array held before. */
    private boolean isMade(PlacedStatement placed, Access access, List<PlacedStatement> statements) {
        boolean input = dependences.inputs().stream()
                .anyMatch(use -> use.statement().equals(placed.statement().id()) && use.access() == access.index());
        return !input
                && copies.maker(access.array())
                        .filter(maker -> statements.stream()
                                .anyMatch(s -> s.statement()
                                        .id()
                                        .equals(maker.statement().id())))
                        .isPresent();
    }

    /** Where an access reads what other points of the block have; null where it does not. */
    private @Nullable Value exchanged(PlacedStatement placed, Access access, Set blocks, List<Tile> found)
            throws MixedAccess {
        for (Tile tile : found) {
            BlockElements.Overlap overlap = tile.array().equals(access.array()) && access.index() > 1
                    ? elements.overlap(tile, placed, access, blocks)
                    : BlockElements.Overlap.NONE;
            if (overlap == BlockElements.Overlap.ALL && !elements.tellsOwner(tile)) {
                throw new MixedAccess(
                        access,
                        "reads elements that other points of the block have, and the subscripts "
                                + tile.indices()
                                + " do not say which; choose block size 1 for a sequential loop");
            }
            if (overlap == BlockElements.Overlap.ALL) {
                return new Value(Strategy.EXCHANGED, tile, access);
            }
            if (overlap == BlockElements.Overlap.SOME) {
                throw new MixedAccess(
                        access,
                        "reads elements of the block and elements outside it in the same block;"
                                + " choose a sequential block that divides the others");
            }
        }
        return null;
    }

    /**
     * Whether a point reads an element of its own, which nothing in the piece writes, in one of the iterations, as a division by the diagonal's element
     * does: read before the loop, it is there when the iteration comes, for which others wait.
     */
    private boolean isInput(PlacedStatement placed, Access access, List<PlacedStatement> statements) {
        return access.index() > 1
                && space.sequential().stream().anyMatch(s -> s.loop() >= placed.depth())
                && statements.stream()
                        .noneMatch(s -> s.statement().target().array().equals(access.array()))
                && !space.points().isEmpty()
                && elements.isPerPoint(placed, access);
    }

    private boolean isTiled(PlacedStatement placed, List<Tile> found) {
        return found.stream()
                .anyMatch(t -> elements.owns(t, placed, placed.statement().target()));
    }

    /** Where iterations are written out, a thread keeps the values in registers. */
    private boolean isReusedAlongSequential(PlacedStatement placed, Access access) {
        java.util.Set<String> used = SequentialNames.of(dependences, space, placed, access).stream()
                .flatMap(i -> i.variables().stream())
                .collect(Collectors.toSet());
        List<BlockSpace.Variable> points = space.points();
        int own = (int) points.stream().filter(p -> used.contains(p.name())).count();
        // K-tiles are cut from the last sequential loop: what does not change with it would be copied once for each of
        // its iterations.
        boolean along = used.contains(space.sequential().getLast().name());
        boolean writtenOut = space.sequential().stream().anyMatch(s -> space.role(s.loop()) == LoopRole.UNROLLED);
        return !writtenOut && Strategy.isStagingWorth(along, own, points.size());
    }
}
