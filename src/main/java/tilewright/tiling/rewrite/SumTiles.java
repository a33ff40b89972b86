package tilewright.tiling.rewrite;

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
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.space.LoopHulls;
import tilewright.tiling.space.LoopRange;

/**
 * Square tiles of two loops that all statements of a nest share, or of what two functions of them say, and the order of a nest in such tiles: spans of fronts of tiles, of each span a product for all of its tiles, then, front by front,
 * what is left of their products and the diagonals of the tiles.
 */
final class SumTiles {
    /** Points of a tile along each of the loops: along a diagonal, a warp has them. */
    static final int TILE = Simt.WARP;

    static final int CUT = 2;

    /** Fronts of spans, and of spans inside of these, of which a product for all of them is worth its launch (reports/experiments/nvidia-h100-spans.txt, nvidia-h200-spans.txt). */
    static final List<Integer> SPANS = List.of(16, 4);

    /** Components of times before the batch: front, step of the front. */
    static final int BEFORE_BATCH = 2;

    /** The number of a front's last step. */
    private static final int LAST = Integer.MAX_VALUE;

    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;
    /** Loops of a batch around the two. */
    private final int batch;
    /** Numbers of fronts of which one product makes what it can, from the greatest on, each a multiple of the next. */
    private final List<Integer> spans;

    private final long[] shift;
    private final Function<PlacedStatement, List<Affine>> coordinates;

    /**
     * @param batch number of loops around the two
     * @param coordinates what is cut into tiles, in terms of a statement's loops
     * @param spans numbers of fronts that share a product, from the greatest on, each a multiple of the next
     */
    SumTiles(
            Dependences dependences,
            int batch,
            Function<PlacedStatement, List<Affine>> coordinates,
            List<Integer> spans) {
        this.spans = spans;
        this.coordinates = coordinates;
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.context = dependences.context();
        this.batch = batch;
        this.shift = shift();
    }

    /** The same tiles in other spans. */
    SumTiles inSpans(List<Integer> others) {
        return new SumTiles(dependences, batch, coordinates, others);
    }

    List<Integer> spans() {
        return spans;
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

    /**
     * Whether the first tiles of all rows lie in fronts near each other, for all sizes, as those of a triangle do: then a span has all of its tiles in every row but those at the end. Of a rectangle each row begins a front later, and a span is cut at both sides:
     * its blocks have so many cases that spans inside of spans are not worth theirs.
     */
    boolean beginTogether() {
        Set tilesOfRows = nest.statements().stream()
                .map(p -> dependences
                        .domain(p.statement().id())
                        .apply(map(p, List.of(tile(0, point(p).get(0)), front(point(p))))))
                .reduce(Set::union)
                .orElseThrow();
        tilewright.isl.Map later =
                tilewright.isl.Map.parse(context, "{ [row, front] -> [row, further] : further > front }");
        Set firsts = tilesOfRows
                .subtract(tilesOfRows.apply(later))
                .projectOut(Dim.SET, 0, 1)
                .projectOutAllParams();
        return firsts.dimIsBounded(Dim.SET, 0);
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

    /** The number of the front of a point's tile. */
    Affine front(List<Affine> point) {
        return tile(0, point.get(0)).plus(tile(1, point.get(1)));
    }

    /** The number of a span's first front. */
    private static Affine firstOf(Affine front, int span) {
        return front.floorDiv(span).times(span);
    }

    /**
     * First front of a span, one of its first steps, batch, row of tiles, place in the rows of its tiles and in the columns of all its tiles of the span, loops inside: before all fronts of the span.
     *
     * @param span number of its fronts
     * @param step of those of products at a front: wider spans first
     * @param number among what shares the loops of the product
     * @param inner the loop inside
     */
    List<Affine> product(PlacedStatement placed, int span, int step, int number, Affine inner) {
        List<Affine> point = point(placed);
        Affine first = firstOf(front(point), span);
        List<Affine> time = new ArrayList<>(List.of(first, Affine.constant(step)));
        addBatchAndRow(time, placed);
        time.add(within(0, point.get(0)));
        time.add(point.get(1)
                .plus(shift[1])
                .minus(first.minus(tile(0, point.get(0))).times(TILE)));
        time.add(Affine.constant(number));
        time.add(inner);
        return time;
    }

    /**
     * Front, batch, last step, tile, a diagonal of it, place in the tile, loops inside.
     *
     * @param diagonal when it runs: that of a point is its own, where all its updates are made; what reads a point of its tile comes on the next one
     * @param loops whether the iteration is not known from place and diagonal
     */
    List<Affine> onDiagonal(PlacedStatement placed, int number, Affine diagonal, boolean loops) {
        List<Affine> time = inFront(placed, LAST);
        time.add(diagonal);
        time.add(within(0, point(placed).get(0)));
        time.add(within(1, point(placed).get(1)));
        time.add(Affine.constant(number));
        if (loops) {
            addInner(time, placed);
        }
        return time;
    }

    Affine diagonal(List<Affine> point) {
        return within(0, point.get(0)).plus(within(1, point.get(1)));
    }

    private List<Affine> inFront(PlacedStatement placed, int step) {
        List<Affine> time = new ArrayList<>(List.of(front(point(placed)), Affine.constant(step)));
        addBatchAndRow(time, placed);
        return time;
    }

    private void addBatchAndRow(List<Affine> time, PlacedStatement placed) {
        for (int z = 0; z < batch; z++) {
            time.add(variable(placed, z));
        }
        time.add(tile(0, point(placed).get(0)));
    }

    private void addInner(List<Affine> time, PlacedStatement placed) {
        for (int z = batch + CUT; z < placed.depth(); z++) {
            time.add(variable(placed, z));
        }
    }

    tilewright.isl.Map map(PlacedStatement placed, List<Affine> values) {
        return tilewright.isl.Map.parse(
                context, new SetNotation(nest).parameters() + SetNotation.map(SetNotation.tuple(placed), "", values));
    }

    /**
     * Fronts, tiles of a front, places in a tile: with simple bounds, as guards say what belongs to the nest.
     *
     * @param products ids of the statements whose iterations run in a {@link #product}, and how many fronts its span has
     */
    ScheduledNest.Ranges ranges(Map<String, Integer> products) {
        LoopRange rows = range(tiles -> tiles.subList(0, 1));
        LoopRange columns = range(tiles -> tiles.subList(1, 2));
        LoopRange sums = range(tiles -> List.of(tiles.get(0).plus(tiles.get(1))));
        LoopRange tilesOfRows = new LoopRange(tile(0, rows.first()), tile(0, rows.last()));
        LoopRange tilesOfColumns = new LoopRange(tile(1, columns.first()), tile(1, columns.last()));
        long both = shift[0] + shift[1];
        LoopRange fronts = new LoopRange(
                firstOf(
                        new Affine.Max(List.of(
                                tilesOfRows.first().plus(tilesOfColumns.first()),
                                sums.first().plus(both + 1 - TILE).floorDiv(TILE))),
                        spans.getFirst()),
                sums.last().plus(both).floorDiv(TILE));
        int tile = BEFORE_BATCH + batch;
        return new ScheduledNest.Ranges() {
            @Override
            public @Nullable LoopRange of(int component, java.util.Set<String> statements, List<String> around) {
                if (component == 0) {
                    return fronts;
                }
                int span = statements.stream()
                        .mapToInt(s -> products.getOrDefault(s, 1))
                        .max()
                        .orElse(1);
                boolean onDiagonals = statements.stream().noneMatch(products::containsKey);
                if (component == tile) {
                    Affine front = Affine.variable(around.getFirst());
                    Affine last = front.plus(span - 1);
                    return new LoopRange(
                            new Affine.Max(List.of(tilesOfRows.first(), front.minus(tilesOfColumns.last()))),
                            new Affine.Min(List.of(tilesOfRows.last(), last.minus(tilesOfColumns.first()))));
                }
                if (component == tile + 1) {
                    return between(0, onDiagonals ? 2 * TILE - 2 : TILE - 1);
                }
                if (component == tile + 2) {
                    return between(0, span * TILE - 1);
                }
                return component == tile + 3 && onDiagonals ? between(0, TILE - 1) : null;
            }

            @Override
            public @Nullable Affine value(PlacedStatement placed, int loop, Map<Integer, String> variables) {
                String id = placed.statement().id();
                boolean onDiagonals = !products.containsKey(id);
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
