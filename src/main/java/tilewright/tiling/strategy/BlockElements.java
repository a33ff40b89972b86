package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.Iterations;

/**
 * Which elements the points of blocks touch, as relations on the blocks' boxes. Boxes are used rather than exact domains, so that the answer does not
 * depend on the last, partial block: a tile is loaded whole, hence an element of the box is as good as one that is written.
 */
final class BlockElements {
    private final Dependences dependences;
    private final BlockSpace space;

    BlockElements(Dependences dependences, BlockSpace space) {
        this.dependences = dependences;
        this.space = space;
    }

    /** One tile per written array whose element is a function of the point alone, one element per point. */
    List<AccessStrategies.Tile> tiles(List<PlacedStatement> statements) {
        List<AccessStrategies.Tile> found = new ArrayList<>();
        List<PlacedStatement> deepestFirst = new ArrayList<>(statements);
        deepestFirst.sort((a, b) -> b.depth() - a.depth());
        for (PlacedStatement placed : deepestFirst) {
            Access target = placed.statement().target();
            boolean known = found.stream().anyMatch(t -> owns(t, placed, target));
            if (!known && (isPerPoint(placed, target) || isPerIteration(placed, target, statements))) {
                found.add(new AccessStrategies.Tile(target.array(), indices(placed, target), false));
            }
        }
        return found;
    }

    /** The tiles of values that a point makes anew in each iteration of outer sequential loops. */
    List<AccessStrategies.Tile> tilesOfIterations(List<PlacedStatement> statements) {
        return tiles(statements).stream()
                .filter(t -> usesSequential(t.indices()))
                .toList();
    }

    /** Whether subscripts change with the sequential loops. */
    boolean usesSequential(List<Affine> indices) {
        java.util.Set<String> used = variables(flat(indices));
        return space.sequential().stream().anyMatch(s -> used.contains(s.name()));
    }

    /** Subscripts by the flat space: a loop whose iterations lanes share is a group of iterations and a lane of it. */
    List<Affine> flat(List<Affine> indices) {
        Map<String, Affine> shared = new HashMap<>();
        space.lanes().forEach(l -> shared.put(dependences.loops().get(l.loop()), space.coordinate(l.loop())));
        return indices.stream().map(i -> i.substitute(shared)).toList();
    }

    private static java.util.Set<String> variables(List<Affine> indices) {
        return indices.stream().flatMap(i -> i.variables().stream()).collect(Collectors.toSet());
    }

    /**
     * Whether the access names a value that each point makes anew in each iteration of the outer sequential loops, as {@code w(i,j,r)} of {@code do r; w = ..; s = s + w * ..; t = t + w}
     * where blocks have points (i,j): a register holds one iteration's value after another one's. The array is the nest's own, all its accesses are in the piece, and each names an
     * element of its own for every point and every iteration of the outermost of the sequential loops, whose iterations come one behind another.
     */
    private boolean isPerIteration(PlacedStatement placed, Access access, List<PlacedStatement> statements) {
        List<Affine> indices = indices(placed, access);
        if (space.hasBlocksOnHost() || !dependences.nest().array(access.array()).local() || !usesSequential(indices)) {
            return false;
        }
        java.util.Set<String> used = variables(flat(indices));
        List<String> order =
                space.sequential().stream().map(BlockSpace.Variable::name).toList();
        int outer = (int) order.stream().takeWhile(used::contains).count();
        return order.stream().skip(outer).noneMatch(used::contains)
                && Stream.concat(space.host().stream(), space.points().stream()).allMatch(v -> used.contains(v.name()))
                && dependences.nest().statements().stream()
                        .allMatch(s -> s.statement().accesses().stream()
                                .filter(a -> a.array().equals(access.array()))
                                .allMatch(a ->
                                        statements.contains(s) && indices(s, a).equals(indices)))
                && areApart(access.array(), indices, outer);
    }

    /** Whether the access has one element per point, another one at each: no sequential variable, and every point variable but those of layers of which the statement has one, a block each. */
    boolean isPerPoint(PlacedStatement placed, Access access) {
        List<Affine> indices = indices(placed, access);
        java.util.Set<String> used = variables(indices);
        boolean everyPoint = space.points().stream().allMatch(p -> used.contains(p.name()) || isOfOneLayer(placed, p));
        return !usesSequential(indices) && everyPoint && areApart(access.array(), indices);
    }

    /** Whether blocks have one value of a loop, and the statement too; threads lie along the last loop. */
    private boolean isOfOneLayer(PlacedStatement placed, BlockSpace.Variable point) {
        return space.blockSize(point.loop()) == 1
                && !point.equals(space.points().getLast())
                && point.loop() < placed.depth()
                && ConstantLoops.isOneValue(placed.loops().get(point.loop()));
    }

    /** Whether no two points of a block have one element: {@code mod(i,2)} is the same at every other point, {@code 8*p + u} is another one at each where blocks have eight values of u. */
    private boolean areApart(String array, List<Affine> indices) {
        boolean onePerSubscript = indices.stream().allMatch(i -> pointVariables(i) <= 1);
        boolean linear = onePerSubscript
                && axes().map(BlockSpace.Variable::name)
                        .allMatch(p -> indices.stream().anyMatch(i -> isLinear(i, p)));
        return linear || areApart(array, indices, 0);
    }

    /**
     * Whether no two points of a block, or one in two iterations, have one element.
     *
     * @param outer number of the sequential loops whose iterations are asked for
     */
    private boolean areApart(String array, List<Affine> indices, int outer) {
        List<Affine> blockAndElement = new ArrayList<>();
        Stream.concat(space.host().stream(), space.grid().stream())
                .forEach(v -> blockAndElement.add(Affine.variable(v.name())));
        int blocks = blockAndElement.size();
        blockAndElement.addAll(indices);
        return relation(array, blockAndElement, "true")
                .intersectDomain(space.box())
                .projectOut(Dim.IN, blocks + outer, space.sequential().size() - outer)
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

    List<Affine> indices(PlacedStatement placed, Access access) {
        return indices(dependences, placed, access);
    }

    /** The subscripts of an access by the common loops. */
    static List<Affine> indices(Dependences dependences, PlacedStatement placed, Access access) {
        Map<String, Affine> coordinates = PieceBuilder.coordinates(dependences, placed);
        return access.indices().stream().map(i -> i.substitute(coordinates)).toList();
    }

    /** Whether an element gives the point that has it: each point variable can be had from some subscript. */
    boolean tellsOwner(AccessStrategies.Tile tile) {
        return axes().allMatch(p -> tile.indices().stream()
                .anyMatch(i ->
                        LinearForm.of(i).solve(p.name(), Affine.constant(0)).isPresent()));
    }

    /** Whether the access always touches the element of its own point. */
    boolean owns(AccessStrategies.Tile tile, PlacedStatement placed, Access access) {
        return tile.array().equals(access.array())
                && relation(placed, access).isSubset(relation(tile.array(), tile.indices(), "true"));
    }

    enum Overlap {
        NONE,
        SOME,
        ALL
    }

    /** Whether the elements that a block reads lie in its own tile. */
    Overlap overlap(AccessStrategies.Tile tile, PlacedStatement placed, Access access, Set blocks) {
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
        Set runs = Iterations.onFlat(dependences, space, placed);
        return ofBlocks(relation(placed, access).intersectDomain(runs), blocks).isDisjoint(own)
                ? Overlap.NONE
                : Overlap.SOME;
    }

    /** The blocks in which an access meets elements of a tile. */
    Set meets(AccessStrategies.Tile tile, PlacedStatement placed, Access access, Set blocks) {
        tilewright.isl.Map reads = ofBlocks(relation(placed, access), blocks);
        tilewright.isl.Map own = ofBlocks(relation(tile.array(), tile.indices(), "true"), blocks);
        return reads.intersect(own).domain().coalesce();
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
        return space.flatRelation(array, flat(indices), constraints);
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
