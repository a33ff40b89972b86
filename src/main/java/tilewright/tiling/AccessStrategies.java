package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * Decides where each access of a piece finds its value (see {@link Strategy}), by comparing access relations on
 * the blocks' boxes. Boxes are used rather than exact domains, so that the answer does not depend on the last,
 * partial block: a tile is loaded whole, hence an element of the box is as good as one that is written.
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
    private final KeptCopies copies;
    private final Map<Key, Value> values = new HashMap<>();
    private final List<Tile> tiles = new ArrayList<>();
    /** Tiles of elements that the piece only reads. */
    private final List<Tile> inputs = new ArrayList<>();

    private boolean exchanged;

    AccessStrategies(Dependences dependences, BlockSpace space) {
        this.dependences = dependences;
        this.space = space;
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
                            value.tile() == null ? null : value.tile().indices());
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
                ? indices(placed, element)
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
        for (PlacedStatement placed : statements) {
            Reduction reduction = reductions.get(placed);
            Tile own = reduction == null ? null : result.partialTile(placed, reduction.operator());
            for (Access access : placed.statement().accesses()) {
                boolean accumulates = reduction != null && (access.index() == 1 || access.index() == reduction.read());
                result.values.put(
                        new Key(placed.statement().id(), access.index()),
                        accumulates ? new Value(Strategy.OWN, own, access) : new Value(Strategy.DIRECT, null, access));
            }
        }
        return result;
    }

    private Tile partialTile(PlacedStatement placed, Operator operator) {
        Access target = placed.statement().target();
        Tile tile = new Tile(target.array(), indices(placed, target), true, operator);
        if (!tiles.contains(tile)) {
            tiles.add(tile);
        }
        return tiles.get(tiles.indexOf(tile));
    }

    /** Everything that is written stays in global memory: right wherever one thread runs what depends on itself. */
    private static AccessStrategies writtenInMemory(
            Dependences dependences, BlockSpace space, List<PlacedStatement> statements) {
        AccessStrategies result = new AccessStrategies(dependences, space);
        java.util.Set<String> written =
                statements.stream().map(s -> s.statement().target().array()).collect(Collectors.toSet());
        for (PlacedStatement placed : statements) {
            for (Access access : placed.statement().accesses()) {
                boolean staged = !written.contains(access.array())
                        && !space.sequential().isEmpty()
                        && !result.walkRows(statements)
                        && result.isReusedAlongSequential(placed, access);
                result.values.put(
                        new Key(placed.statement().id(), access.index()),
                        new Value(staged ? Strategy.STAGED : Strategy.DIRECT, null, access));
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
                                indices(s, s.statement().target()),
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
        List<Tile> found = result.findTiles(statements);
        for (PlacedStatement placed : statements) {
            for (Access access : placed.statement().accesses()) {
                Value value = result.decide(placed, access, blocks, found, statements);
                result.values.put(new Key(placed.statement().id(), access.index()), value);
                result.exchanged |= value.strategy() == Strategy.EXCHANGED;
            }
        }
        found.addAll(result.inputs);
        return result.withLoads(found);
    }

    /** Tiles that some read uses are loaded; values refer to the final tile objects. */
    private AccessStrategies withLoads(List<Tile> found) {
        Map<Tile, Tile> replaced = new HashMap<>();
        for (Tile tile : found) {
            boolean read = values.entrySet().stream()
                    .anyMatch(e ->
                            e.getKey().access() > 1 && tile.equals(e.getValue().tile()));
            replaced.put(tile, new Tile(tile.array(), tile.indices(), read));
            tiles.add(replaced.get(tile));
        }
        values.replaceAll((key, value) ->
                value.tile() == null ? value : new Value(value.strategy(), replaced.get(value.tile()), value.access()));
        return this;
    }

    /** One tile per written array whose element is a function of the point alone, one element per point. */
    List<Tile> findTiles(List<PlacedStatement> statements) {
        List<Tile> found = new ArrayList<>();
        List<PlacedStatement> deepestFirst = new ArrayList<>(statements);
        deepestFirst.sort((a, b) -> b.depth() - a.depth());
        for (PlacedStatement placed : deepestFirst) {
            Access target = placed.statement().target();
            boolean known = found.stream().anyMatch(t -> owns(t, placed, target));
            if (!known && isPerPoint(placed, target)) {
                found.add(new Tile(target.array(), indices(placed, target), false));
            }
        }
        return found;
    }

    /** Whether the access has one element per point, another one at each: no sequential variable, and every point variable. */
    private boolean isPerPoint(PlacedStatement placed, Access access) {
        List<Affine> indices = indices(placed, access);
        java.util.Set<String> used =
                indices.stream().flatMap(i -> i.variables().stream()).collect(Collectors.toSet());
        boolean sequential = space.sequential().stream().anyMatch(s -> used.contains(s.name()));
        boolean everyPoint = space.points().stream().allMatch(p -> used.contains(p.name()));
        boolean onePerSubscript = indices.stream().allMatch(i -> pointVariables(i) <= 1);
        return !sequential && everyPoint && onePerSubscript && areApart(access.array(), indices);
    }

    /** Whether no two points of a block have one element, given that every subscript has one axis: {@code mod(i,2)} is the same at every other point. */
    private boolean areApart(String array, List<Affine> indices) {
        boolean linear = axes().map(BlockSpace.Variable::name)
                .allMatch(p -> indices.stream().anyMatch(i -> isLinear(i, p)));
        if (linear) {
            return true;
        }
        List<Affine> blockAndElement = new ArrayList<>();
        Stream.concat(space.host().stream(), space.grid().stream())
                .forEach(v -> blockAndElement.add(Affine.variable(v.name())));
        int blocks = blockAndElement.size();
        blockAndElement.addAll(indices);
        return relation(array, blockAndElement, "true")
                .intersectDomain(space.box())
                .projectOut(Dim.IN, blocks, space.sequential().size())
                .reverse()
                .isSingleValued();
    }

    private static boolean isLinear(Affine index, String variable) {
        LinearForm form = LinearForm.of(index);
        Affine rest = form.without(Affine.variable(variable)).toAffine();
        return form.coefficient(variable) != 0 && !rest.variables().contains(variable);
    }

    /** Loops along which a block has more than one point: {@code c(32*b + i)} is an element a point where a block has one value of b. */
    private Stream<BlockSpace.Variable> axes() {
        return space.points().stream().filter(p -> space.blockSize(p.loop()) > 1);
    }

    private long pointVariables(Affine index) {
        return axes().filter(p -> index.variables().contains(p.name())).count();
    }

    private List<Affine> indices(PlacedStatement placed, Access access) {
        return indices(dependences, placed, access);
    }

    /** The subscripts of an access by the common loops. */
    static List<Affine> indices(Dependences dependences, PlacedStatement placed, Access access) {
        Map<String, Affine> coordinates = PieceBuilder.coordinates(dependences, placed);
        return access.indices().stream().map(i -> i.substitute(coordinates)).toList();
    }

    private Value decide(
            PlacedStatement placed, Access access, Set blocks, List<Tile> found, List<PlacedStatement> statements)
            throws MixedAccess {
        for (Tile tile : found) {
            if (owns(tile, placed, access)) {
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
            Tile tile = new Tile(access.array(), indices(placed, access), true);
            if (!inputs.contains(tile)) {
                inputs.add(tile);
            }
            return new Value(Strategy.OWN, tile, access);
        }
        boolean written = statements.stream()
                .anyMatch(s -> s.statement().target().array().equals(access.array()) && !isTiled(s, found));
        boolean staged =
                access.index() > 1 && !written && !walkRows(statements) && isReusedAlongSequential(placed, access);
        return new Value(staged ? Strategy.STAGED : Strategy.DIRECT, null, access);
    }

    /** Whether an element still holds what was copied of it where the copy is read. */
    private boolean holds(PlacedStatement placed, Access copy, Access behind) {
        Context context = dependences.domains().getFirst().iterations().context();
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
            Overlap overlap = tile.array().equals(access.array()) && access.index() > 1
                    ? overlap(tile, placed, access, blocks)
                    : Overlap.NONE;
            if (overlap == Overlap.ALL && !tellsOwner(tile)) {
                throw new MixedAccess(
                        access,
                        "reads elements that other points of the block have, and the subscripts "
                                + tile.indices()
                                + " do not say which; choose block size 1 for a sequential loop");
            }
            if (overlap == Overlap.ALL) {
                return new Value(Strategy.EXCHANGED, tile, access);
            }
            if (overlap == Overlap.SOME) {
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
                && isPerPoint(placed, access);
    }

    /** Whether an element gives the point that has it: each point variable can be had from some subscript. */
    private boolean tellsOwner(Tile tile) {
        return axes().allMatch(p -> tile.indices().stream()
                .anyMatch(i ->
                        LinearForm.of(i).solve(p.name(), Affine.constant(0)).isPresent()));
    }

    private boolean isTiled(PlacedStatement placed, List<Tile> found) {
        return found.stream().anyMatch(t -> owns(t, placed, placed.statement().target()));
    }

    /** Where iterations are written out, a thread keeps the values in registers. */
    private boolean isReusedAlongSequential(PlacedStatement placed, Access access) {
        java.util.Set<String> used = SequentialNames.of(dependences, space, placed, access).stream()
                .flatMap(i -> i.variables().stream())
                .collect(Collectors.toSet());
        List<BlockSpace.Variable> points = space.points();
        int own = (int) points.stream().filter(p -> used.contains(p.name())).count();
        boolean along = space.sequential().stream().anyMatch(s -> used.contains(s.name()));
        boolean writtenOut = space.sequential().stream().anyMatch(s -> space.role(s.loop()) == LoopRole.UNROLLED);
        return !writtenOut && Strategy.isStagingWorth(along, own, points.size());
    }

    /** Whether the access always touches the element of its own point. */
    boolean owns(Tile tile, PlacedStatement placed, Access access) {
        return tile.array().equals(access.array())
                && relation(placed, access).isSubset(relation(tile.array(), tile.indices(), "true"));
    }

    private enum Overlap {
        NONE,
        SOME,
        ALL
    }

    /** Whether the elements that a block reads lie in its own tile. */
    private Overlap overlap(Tile tile, PlacedStatement placed, Access access, Set blocks) {
        tilewright.isl.Map reads = ofBlocks(relation(placed, access), blocks);
        tilewright.isl.Map own = ofBlocks(relation(tile.array(), tile.indices(), "true"), blocks);
        if (reads.isDisjoint(own)) {
            return Overlap.NONE;
        }
        if (reads.isSubset(own)) {
            return Overlap.ALL;
        }
        if (space.hasBlocksOnHost()) {
            return Overlap.SOME;
        }
        // The box has all values of a loop that nothing cuts: what counts are those that the statement runs.
        Set runs = Iterations.onFlat(
                dependences,
                space,
                placed,
                dependences.domain(placed.statement().id()));
        return ofBlocks(relation(placed, access).intersectDomain(runs), blocks).isDisjoint(own)
                ? Overlap.NONE
                : Overlap.SOME;
    }

    /** The blocks in which an access meets elements of a tile. */
    Set meets(Tile tile, PlacedStatement placed, Access access, Set blocks) {
        tilewright.isl.Map reads = ofBlocks(relation(placed, access), blocks);
        tilewright.isl.Map own = ofBlocks(relation(tile.array(), tile.indices(), "true"), blocks);
        return reads.intersect(own).domain().coalesce();
    }

    /** What an access reads, or where it reads a copy, the access to the element behind it. */
    Access behind(Access access) {
        return copies.behind(access).orElse(access);
    }

    private tilewright.isl.Map ofBlocks(tilewright.isl.Map onPoints, Set blocks) {
        int rest = space.sequential().size() + space.points().size();
        return onPoints.intersectDomain(space.box())
                .projectOut(Dim.IN, blocks.dim(Dim.SET), rest)
                .intersectDomain(blocks);
    }

    /** The elements that an access touches, {@code { [flat] -> array[..] }}. */
    tilewright.isl.Map relation(PlacedStatement placed, Access access) {
        return relation(access.array(), indices(placed, access), embeddingConstraints(placed));
    }

    private tilewright.isl.Map relation(String array, List<Affine> indices, String constraints) {
        return space.flatRelation(array, indices, constraints);
    }

    /** What the statement's place in the common loop space fixes, e.g. {@code j = k}. */
    private String embeddingConstraints(PlacedStatement placed) {
        List<Affine> coordinates =
                dependences.embedding(placed.statement().id()).coordinates();
        Map<String, Affine> names = PieceBuilder.coordinates(dependences, placed);
        List<String> constraints = new ArrayList<>();
        for (int d = placed.depth(); d < coordinates.size(); d++) {
            constraints.add("("
                    + SetNotation.of(new Condition.Compare(
                            Affine.variable(dependences.loops().get(d)),
                            Condition.Relation.EQ,
                            coordinates.get(d).substitute(names)))
                    + ")");
        }
        return constraints.isEmpty() ? "true" : String.join(" and ", constraints);
    }
}
