package tilewright.tiling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * Square tiles of two loops that all statements of a nest share, or of what two functions of them say, and the order of a nest in such tiles: fronts of tiles, of each front a product and then the diagonals of its tiles.
 */
final class SumTiles {
    /** Points of a tile along each of the loops: along a diagonal, a warp has them. */
    static final int TILE = 32;

    static final int CUT = 2;

    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;
    /** Loops of a batch around the two. */
    private final int batch;

    private final long[] shift;
    private final Function<PlacedStatement, List<Affine>> coordinates;

    /**
     * @param batch number of loops around the two
     * @param coordinates what is cut into tiles, in terms of a statement's loops
     */
    SumTiles(Dependences dependences, int batch, Function<PlacedStatement, List<Affine>> coordinates) {
        this.coordinates = coordinates;
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.context = dependences.domains().getFirst().iterations().context();
        this.batch = batch;
        this.shift = shift();
    }

    Dependences dependences() {
        return dependences;
    }

    LoopNest nest() {
        return nest;
    }

    Context context() {
        return context;
    }

    int batch() {
        return batch;
    }

    /**
     * What tiles may be cut of, two functions of the loops: the loops themselves, or the subscripts of what the deepest statement writes, either of them negated or not, where they are integer
     * combinations of the two loops that give these back. Of a nest over the lengths l of intervals that begin at i, {@code m(i,i+l-1)}, that is (-i, i + l - 1).
     */
    static List<Function<PlacedStatement, List<Affine>>> coordinates(LoopNest nest, int batch) {
        List<Function<PlacedStatement, List<Affine>>> tried = new ArrayList<>();
        tried.add(p -> List.of(variable(p, batch), variable(p, batch + 1)));
        PlacedStatement deepest = deepest(nest);
        List<LinearForm> subscripts = deepest.statement().target().indices().stream()
                .map(LinearForm::of)
                .toList();
        List<String> loops = deepest.loopVariables().subList(batch, batch + CUT);
        boolean ofLoops = subscripts.size() == CUT
                && subscripts.stream()
                        .allMatch(s -> s.terms().keySet().stream()
                                .allMatch(t -> t instanceof Affine.Variable v
                                        && (loops.contains(v.name())
                                                || nest.parameters().contains(v.name()))));
        if (!ofLoops) {
            return tried;
        }
        long[][] rows = new long[CUT][CUT];
        for (int z = 0; z < CUT; z++) {
            for (int l = 0; l < CUT; l++) {
                rows[z][l] = subscripts.get(z).coefficient(loops.get(l));
            }
        }
        if (Math.abs(rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]) == 1) {
            for (long[] signs : new long[][] {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}) {
                tried.add(p -> IntStream.range(0, CUT)
                        .mapToObj(z -> variable(p, batch)
                                .times(signs[z] * rows[z][0])
                                .plus(variable(p, batch + 1).times(signs[z] * rows[z][1])))
                        .toList());
            }
        }
        return tried;
    }

    private static PlacedStatement deepest(LoopNest nest) {
        return nest.statements().stream()
                .max(Comparator.comparingInt(PlacedStatement::depth))
                .orElseThrow();
    }

    /** The place of a statement's iterations in the plane that is cut into tiles. */
    List<Affine> point(PlacedStatement placed) {
        return coordinates.apply(placed);
    }

    /** Whether no dependence goes back in either coordinate. */
    boolean goesForward() {
        return dependences.dependences().stream().allMatch(d -> {
            tilewright.isl.Map points = d.relation()
                    .applyDomain(map(nest.statement(d.source()), point(nest.statement(d.source()))))
                    .applyRange(map(nest.statement(d.sink()), point(nest.statement(d.sink()))));
            return points.orderGt(Dim.IN, 0, Dim.OUT, 0).isEmpty()
                    && points.orderGt(Dim.IN, 1, Dim.OUT, 1).isEmpty();
        });
    }

    static Affine variable(PlacedStatement placed, int loop) {
        return Affine.variable(placed.loopVariables().get(loop));
    }

    Affine tile(int loop, Affine value) {
        return value.plus(shift[loop]).floorDiv(TILE);
    }

    private Affine within(int loop, Affine value) {
        return value.plus(shift[loop]).minus(tile(loop, value).times(TILE));
    }

    /**
     * What is added to the values of the loops so that tiles begin at subscripts that are multiples of a tile, and wide accesses fit: 0 where the loop's variable is a subscript of what is written, of {@code a(-i, j)} 31 for i.
     */
    private long[] shift() {
        PlacedStatement deepest = deepest(nest);
        long[] shift = new long[CUT];
        for (int z = 0; z < CUT; z++) {
            Affine own = point(deepest).get(z);
            for (Affine index : deepest.statement().target().indices()) {
                LinearForm after = LinearForm.of(index.minus(own));
                LinearForm before = LinearForm.of(index.plus(own));
                if (after.isConstant()) {
                    shift[z] = after.constant();
                } else if (before.isConstant()) {
                    shift[z] = TILE - 1 - before.constant();
                }
            }
        }
        return shift;
    }

    /** Front, batch, first of two steps, tile, place in it, loops inside. */
    List<Affine> product(PlacedStatement placed, int number) {
        List<Affine> time = front(placed, 0);
        time.add(within(0, point(placed).get(0)));
        time.add(within(1, point(placed).get(1)));
        time.add(Affine.constant(number));
        for (int z = batch + CUT; z < placed.depth(); z++) {
            time.add(variable(placed, z));
        }
        return time;
    }

    /**
     * Front, batch, second step, tile, a diagonal of it, place in the tile, loops inside.
     *
     * @param diagonal when it runs: that of a point is its own, where all its updates are made; what reads a point of its tile comes on the next one
     * @param loops whether the iteration is not known from place and diagonal
     */
    List<Affine> onDiagonal(PlacedStatement placed, int number, Affine diagonal, boolean loops) {
        List<Affine> time = front(placed, 1);
        time.add(diagonal);
        time.add(within(0, point(placed).get(0)));
        time.add(within(1, point(placed).get(1)));
        time.add(Affine.constant(number));
        for (int z = batch + CUT; loops && z < placed.depth(); z++) {
            time.add(variable(placed, z));
        }
        return time;
    }

    Affine diagonal(List<Affine> point) {
        return within(0, point.get(0)).plus(within(1, point.get(1)));
    }

    private List<Affine> front(PlacedStatement placed, int step) {
        List<Affine> time = new ArrayList<>();
        time.add(tile(0, point(placed).get(0)).plus(tile(1, point(placed).get(1))));
        time.add(Affine.constant(step));
        for (int z = 0; z < batch; z++) {
            time.add(variable(placed, z));
        }
        time.add(tile(0, point(placed).get(0)));
        return time;
    }

    tilewright.isl.Map map(PlacedStatement placed, List<Affine> values) {
        return tilewright.isl.Map.parse(
                context, new SetNotation(nest).parameters() + SetNotation.map(SetNotation.tuple(placed), "", values));
    }

    /**
     * Fronts, tiles of a front, places in a tile: with simple bounds, as guards say what belongs to the nest.
     *
     * @param products ids of the statements whose iterations run in {@link #product}
     */
    ScheduledNest.Ranges ranges(java.util.Set<String> products) {
        LoopRange rows = range(tiles -> tiles.subList(0, 1));
        LoopRange columns = range(tiles -> tiles.subList(1, 2));
        LoopRange sums = range(tiles -> List.of(tiles.get(0).plus(tiles.get(1))));
        LoopRange tilesOfRows = new LoopRange(tile(0, rows.first()), tile(0, rows.last()));
        LoopRange tilesOfColumns = new LoopRange(tile(1, columns.first()), tile(1, columns.last()));
        long both = shift[0] + shift[1];
        LoopRange fronts = new LoopRange(
                new Affine.Max(List.of(
                        tilesOfRows.first().plus(tilesOfColumns.first()),
                        sums.first().plus(both + 1 - TILE).floorDiv(TILE))),
                sums.last().plus(both).floorDiv(TILE));
        int tile = batch + 2;
        return new ScheduledNest.Ranges() {
            @Override
            public @Nullable LoopRange of(int component, java.util.Set<String> statements, List<String> around) {
                boolean onDiagonals = !around.isEmpty() && statements.stream().noneMatch(products::contains);
                if (component == 0) {
                    return fronts;
                }
                if (component == tile) {
                    Affine front = Affine.variable(around.getFirst());
                    return new LoopRange(
                            new Affine.Max(List.of(tilesOfRows.first(), front.minus(tilesOfColumns.last()))),
                            new Affine.Min(List.of(tilesOfRows.last(), front.minus(tilesOfColumns.first()))));
                }
                if (component == tile + 1) {
                    return between(0, onDiagonals ? 2 * TILE - 2 : TILE - 1);
                }
                return component == tile + 2 || component == tile + 3 && onDiagonals ? between(0, TILE - 1) : null;
            }

            @Override
            public @Nullable Affine value(PlacedStatement placed, int loop, Map<Integer, String> variables) {
                boolean onDiagonals = !products.contains(placed.statement().id());
                int[] components = {0, tile, onDiagonals ? tile + 2 : tile + 1, onDiagonals ? tile + 3 : tile + 2};
                int inPlane = loop - batch;
                if (inPlane < 0
                        || inPlane >= CUT
                        || Arrays.stream(components).anyMatch(c -> !variables.containsKey(c))) {
                    return null;
                }
                List<Affine> values = Arrays.stream(components)
                        .mapToObj(c -> Affine.variable(Objects.requireNonNull(variables.get(c))))
                        .toList();
                return ofPoint(
                        placed,
                        inPlane,
                        List.of(values.get(1), values.get(0).minus(values.get(1))),
                        List.of(values.get(2), values.get(3)));
            }
        };
    }

    /**
     * The value of one of the two loops at a point.
     *
     * @param tiles coordinates of the point's tile
     * @param within its place in the tile
     */
    private Affine ofPoint(PlacedStatement placed, int loop, List<Affine> tiles, List<Affine> within) {
        long[][] rows = IntStream.range(0, CUT)
                .mapToObj(z -> IntStream.range(0, CUT)
                        .mapToLong(l -> LinearForm.of(point(placed).get(z))
                                .coefficient(placed.loopVariables().get(batch + l)))
                        .toArray())
                .toArray(long[][]::new);
        long determinant = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0];
        Affine value = Affine.constant(0);
        for (int z = 0; z < CUT; z++) {
            Affine coordinate = tiles.get(z).times(TILE).plus(within.get(z)).plus(-shift[z]);
            // A row of the inverse: of a matrix of two rows, its adjugate times a determinant that is 1 or -1.
            long factor = loop == z ? rows[1 - z][1 - loop] : -rows[1 - z][1 - loop];
            value = value.plus(coordinate.times(determinant * factor));
        }
        return LinearForm.of(value).toAffine();
    }

    private static LoopRange between(long first, long last) {
        return new LoopRange(Affine.constant(first), Affine.constant(last));
    }

    /** The smallest and the largest value of something that is made of the two loops' variables. */
    private LoopRange range(UnaryOperator<List<Affine>> made) {
        Set values = nest.statements().stream()
                .map(p -> dependences.domain(p.statement().id()).apply(map(p, made.apply(point(p)))))
                .reduce(Set::union)
                .orElseThrow();
        return LoopRange.ofLast(LoopHulls.hull(values.coalesce()));
    }
}
