package tilewright.tiling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.Statement;

/**
 * Runs a recurrence over two loops, whose points update their elements in a loop of their own, in square tiles of the two loops. Most updates of a tile read what other tiles have finished: these run
 * first, for all points of the tile together, as in a product of matrices. The others run behind them, along the diagonals of the tile. Tiles with the same sum of coordinates, a
 * front, do not depend on each other. For dynamic programming over intervals that is the algorithm of Z. Galil and K. Park, Parallel algorithms for dynamic programming recurrences with more than
 * O(1) dependency, J. Parallel Distrib. Comput. 21 (1994); what is done here hangs on dependences alone.
 *
 * <p>Before, a chain of matrices:
 *
 * <pre>
 * do i = n-1, 0, -1;  do j = i+1, n-1;  do k = i, j-1
 *   m(i,j) = min(m(i,j), m(i,k) + m(k+1,j) + p(i)*p(k+1)*p(j+1))
 * </pre>
 *
 * <p>After, with tiles I of rows and J of columns, for every front: for its tiles, for all (i,j) of a tile, the k of all tiles between rows and columns;
 * then for its tiles, for all diagonals of a tile, for all (i,j) of a diagonal, the k of the tile's own rows and columns.
 *
 * <p>Conditions: no dependence has a negative component in either of the two loops, which all statements share; in front of them are loops of a batch alone. An update, in one loop more, has
 * operands that no iteration of its own tile has made ({@link #inside}), in more iterations than a tile has points along a loop. All dependences go from an earlier time to a later one, but for those among updates of one
 * element whose order is free ({@link Reductions#relaxed}).
 */
final class TiledSums {
    /** Points of a tile along each of the loops: along a diagonal, a warp has them. */
    private static final int TILE = 32;

    private static final int CUT = 2;

    /** Iterations of a point that run on their own, so that all others of its tile are those of all of its points: each is a statement more. */
    private static final int MOST_APART = 4;

    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;
    /** Loops of a batch around the two. */
    private final int batch;

    private final long[] shift;
    /** Ids of the statements whose iterations outside of their tile run first. */
    private final java.util.Set<String> products = new HashSet<>();

    private final Function<PlacedStatement, List<Affine>> coordinates;

    private TiledSums(Dependences dependences, int batch, Function<PlacedStatement, List<Affine>> coordinates) {
        this.coordinates = coordinates;
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.context = dependences.domains().getFirst().iterations().context();
        this.batch = batch;
        this.shift = shift();
    }

    /**
     * The nest in tiles; nothing where it has no such updates, or dependences forbid it.
     *
     * @param dependences of a nest with loops in steps of one, silent iterations included
     */
    static Optional<Rewriting> of(Dependences dependences) {
        LoopNest nest = dependences.nest();
        int shared = sharedLoops(nest);
        boolean sums = nest.statements().stream().anyMatch(p -> p.depth() > CUT && readsOfItsKind(nest, p));
        if (shared < CUT || !sums) {
            return Optional.empty();
        }
        OrderCheck order = new OrderCheck(dependences);
        int batch = 0;
        while (batch + CUT < shared && order.isStill(batch)) {
            batch++;
        }
        List<Function<PlacedStatement, List<Affine>>> tried = new ArrayList<>(coordinates(nest, batch));
        for (Function<PlacedStatement, List<Affine>> coordinates : tried) {
            TiledSums tiled = new TiledSums(dependences, batch, coordinates);
            if (tiled.goesForward()) {
                return tiled.form();
            }
        }
        return Optional.empty();
    }

    /**
     * What tiles may be cut of, two functions of the loops: the loops themselves, or the subscripts of what the deepest statement writes, either of them negated or not, where they are integer
     * combinations of the two loops that give these back. Of a nest over the lengths l of intervals that begin at i, {@code m(i,i+l-1)}, that is (-i, i + l - 1).
     */
    private static List<Function<PlacedStatement, List<Affine>>> coordinates(LoopNest nest, int batch) {
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
    private List<Affine> point(PlacedStatement placed) {
        return coordinates.apply(placed);
    }

    /** Whether no dependence goes back in either coordinate. */
    private boolean goesForward() {
        return dependences.dependences().stream().allMatch(d -> {
            tilewright.isl.Map points = d.relation()
                    .applyDomain(map(nest.statement(d.source()), point(nest.statement(d.source()))))
                    .applyRange(map(nest.statement(d.sink()), point(nest.statement(d.sink()))));
            return points.orderGt(Dim.IN, 0, Dim.OUT, 0).isEmpty()
                    && points.orderGt(Dim.IN, 1, Dim.OUT, 1).isEmpty();
        });
    }

    private static int sharedLoops(LoopNest nest) {
        List<Node.Loop> shared = nest.statements().getFirst().loops();
        for (PlacedStatement placed : nest.statements()) {
            int same = 0;
            while (same < Math.min(shared.size(), placed.depth())
                    && shared.get(same) == placed.loops().get(same)) {
                same++;
            }
            shared = shared.subList(0, same);
        }
        return shared.size();
    }

    /** Whether a statement reads, besides its own element, what the nest writes. */
    private static boolean readsOfItsKind(LoopNest nest, PlacedStatement placed) {
        return placed.statement().value().reads().stream()
                .anyMatch(r -> nest.isWritten(r.array()) && !isOwn(placed, r));
    }

    private static boolean isOwn(PlacedStatement placed, Access read) {
        Access target = placed.statement().target();
        return read.array().equals(target.array()) && read.subscripts().equals(target.subscripts());
    }

    /**
     * Iterations of a statement that run as one.
     *
     * @param id of the statement that runs them in the new nest
     * @param times of one length for all shares, {@code { S[..] -> [..] }} on these iterations
     */
    private record Share(PlacedStatement placed, String id, tilewright.isl.Map times) {}

    private Optional<Rewriting> form() {
        NewNames names = new NewNames(nest);
        List<Share> shares = new ArrayList<>();
        boolean split = false;
        for (int number = 0; number < nest.statements().size(); number++) {
            PlacedStatement placed = nest.statements().get(number);
            String id = placed.statement().id();
            List<Inside> inside =
                    placed.depth() == batch + CUT + 1 ? inside(placed).orElse(List.of()) : List.of();
            Set domain = dependences.domain(id);
            Set outside = inside.stream()
                    .map(Inside::iterations)
                    .reduce(domain, Set::subtract)
                    .coalesce();
            if (inside.isEmpty() || !isLong(placed, outside)) {
                shares.add(share(placed, id, domain, onDiagonal(placed, number, diagonal(point(placed)), true)));
            } else {
                split = true;
                products.add(id);
                Set first = ofWholeTiles(placed, inside, outside);
                Set rest = outside.subtract(first).coalesce();
                shares.add(share(placed, id, first, product(placed, number)));
                for (Set one : oneEach(placed, rest)) {
                    shares.add(share(
                            placed, names.statement(), one, onDiagonal(placed, number, Affine.constant(0), false)));
                }
                for (Inside piece : inside) {
                    shares.add(share(
                            placed,
                            names.statement(),
                            piece.iterations(),
                            onDiagonal(placed, number, diagonal(piece.point()).plus(1), false)));
                }
            }
        }
        return split && keepsOrder(shares) ? Optional.of(rewritten(shares)) : Optional.empty();
    }

    /**
     * Iterations in which all points of their tile take part, as they do in those beside it, so many as a tile of what they read has points: then nobody asks which do, and loops begin where wide accesses fit. All iterations where points have more than {@link #MOST_APART} others.
     * Example: of {@code k = i + 1, j - 1} and the rows i of a tile, the last one has not the first k that reads nothing of it.
     */
    private Set ofWholeTiles(PlacedStatement placed, List<Inside> inside, Set iterations) {
        List<Affine> tileAndInner = new ArrayList<>(tileAndInner(placed));
        String inner = placed.loopVariables().getLast();
        inside.stream()
                .flatMap(i -> IntStream.range(0, CUT)
                        .filter(z -> i.point().get(z).variables().contains(inner))
                        .mapToObj(z -> tile(z, i.point().get(z))))
                .findFirst()
                .ifPresent(tile -> tileAndInner.set(tileAndInner.size() - 1, tile));
        tilewright.isl.Map ofTile = map(placed, tileAndInner);
        tilewright.isl.Map point = map(
                placed,
                IntStream.range(0, batch + CUT)
                        .mapToObj(z -> variable(placed, z))
                        .toList());
        Set ofPoints = dependences.domain(placed.statement().id()).apply(point).apply(point.reverse());
        Set missing = iterations
                .apply(ofTile)
                .apply(ofTile.reverse())
                .intersect(ofPoints)
                .subtract(iterations);
        Set whole = iterations
                .subtract(missing.apply(ofTile).apply(ofTile.reverse()))
                .coalesce();
        return oneEach(placed, iterations.subtract(whole)).size() <= MOST_APART ? whole : iterations;
    }

    /** Iterations as sets in which each point has one at most: the first of each, the second of each, and so on; of more than are wanted the last set has all others. */
    private List<Set> oneEach(PlacedStatement placed, Set iterations) {
        List<Set> sets = new ArrayList<>();
        Set left = iterations.coalesce();
        while (!left.isEmpty() && sets.size() <= MOST_APART) {
            Set later = left.apply(further(placed, 0)).intersect(left);
            Set first = sets.size() == MOST_APART ? left : left.subtract(later).coalesce();
            sets.add(first);
            left = left.subtract(first).coalesce();
        }
        return sets;
    }

    /**
     * The iterations of an update that read what their own tile makes, and of what they read of it this the latest.
     *
     * @param point the point that makes it, a value for each of the two loops
     */
    private record Inside(List<Affine> point, Set iterations) {}

    /**
     * A share for each access that reads what its own tile makes, without common iterations; nothing where it is not known which point makes it. Whether an iteration does so is taken
     * from the place of what it reads alone, also where nothing is made there, so that it is the same for all points of a tile.
     */
    private Optional<List<Inside>> inside(PlacedStatement placed) {
        List<List<Affine>> points = new ArrayList<>();
        for (Access read : placed.statement().value().reads()) {
            Optional<tilewright.isl.Map> maker = isOwn(placed, read) ? Optional.empty() : maker(placed, read);
            if (maker.isPresent()) {
                if (!maker.get().isSingleValued()) {
                    return Optional.empty();
                }
                points.add(List.of(value(placed, maker.get(), 0), value(placed, maker.get(), 1)));
            }
        }
        List<Inside> inside = new ArrayList<>();
        for (List<Affine> point : points) {
            List<Condition> conditions = new ArrayList<>(List.of(isInTile(placed, point)));
            for (List<Affine> other : points) {
                if (other != point) {
                    boolean first = points.indexOf(point) < points.indexOf(other);
                    conditions.add(Condition.or(List.of(
                            isInTile(placed, other).negated(),
                            new Condition.Compare(
                                    diagonal(point),
                                    first ? Condition.Relation.GE : Condition.Relation.GT,
                                    diagonal(other)))));
                }
            }
            Set own = set(placed, Condition.and(conditions))
                    .intersect(dependences.domain(placed.statement().id()))
                    .coalesce();
            if (!own.isEmpty()) {
                inside.add(new Inside(point, own));
            }
        }
        return Optional.of(inside);
    }

    /** Iterations to the points that make what they read, {@code { S[..] -> [x, y] }}; nothing where the nest makes none of it. */
    private Optional<tilewright.isl.Map> maker(PlacedStatement placed, Access read) {
        return dependences.ofKind(Dependence.Kind.FLOW).stream()
                .filter(d -> d.sink().equals(placed.statement().id()) && d.access() == read.index())
                .map(d -> {
                    PlacedStatement source = nest.statement(d.source());
                    return d.relation().affineHull().toMap().reverse().applyRange(map(source, point(source)));
                })
                .reduce(tilewright.isl.Map::union)
                .map(m -> m.intersectDomain(
                                dependences.domain(placed.statement().id()))
                        .coalesce());
    }

    /** A component of a function of a statement's iterations, in terms of its loop variables. */
    private Affine value(PlacedStatement placed, tilewright.isl.Map function, int component) {
        tilewright.isl.Map alone = function.projectOut(Dim.OUT, 1 - component, 1);
        List<Affine> own = IntStream.range(0, placed.depth())
                .mapToObj(z -> variable(placed, z))
                .toList();
        Set both = map(placed, own).flatRangeProduct(alone).range();
        for (int z = 0; z < placed.depth(); z++) {
            both = both.setDimName(Dim.SET, z, placed.loopVariables().get(z));
        }
        return LoopRange.ofLast(both).first();
    }

    private Condition isInTile(PlacedStatement placed, List<Affine> point) {
        return Condition.and(IntStream.range(0, CUT)
                .<Condition>mapToObj(z -> new Condition.Compare(
                        tile(z, point.get(z)),
                        Condition.Relation.EQ,
                        tile(z, point(placed).get(z))))
                .toList());
    }

    private Set set(PlacedStatement placed, Condition condition) {
        return Set.parse(
                context,
                new SetNotation(nest).parameters() + "{ " + SetNotation.tuple(placed) + " : "
                        + SetNotation.of(condition) + " }");
    }

    /** Whether the loop inside has iterations more than a tile apart, for some size. */
    private boolean isLong(PlacedStatement placed, Set iterations) {
        return !further(placed, TILE)
                .intersectDomain(iterations)
                .intersectRange(iterations)
                .isEmpty();
    }

    /** Iterations to those of the same point that are more than so many further in the loop inside. */
    private tilewright.isl.Map further(PlacedStatement placed, int distance) {
        String inner = placed.loopVariables().getLast();
        String later = SetNotation.tuple(placed).replaceAll("\\b" + inner + "\\b", "further");
        return tilewright.isl.Map.parse(
                context,
                new SetNotation(nest).parameters() + "{ " + SetNotation.tuple(placed) + " -> " + later + " : further > "
                        + inner + " + " + distance + " }");
    }

    /** Batch, tile, and of the loops inside so many iterations as a tile has points. */
    private List<Affine> tileAndInner(PlacedStatement placed) {
        return IntStream.range(0, placed.depth())
                .mapToObj(z -> z < batch
                        ? variable(placed, z)
                        : z < batch + CUT
                                ? tile(z - batch, point(placed).get(z - batch))
                                : variable(placed, z).floorDiv(TILE))
                .toList();
    }

    private static Affine variable(PlacedStatement placed, int loop) {
        return Affine.variable(placed.loopVariables().get(loop));
    }

    private Affine tile(int loop, Affine value) {
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
    private List<Affine> product(PlacedStatement placed, int number) {
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
    private List<Affine> onDiagonal(PlacedStatement placed, int number, Affine diagonal, boolean loops) {
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

    private Affine diagonal(List<Affine> point) {
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

    private Share share(PlacedStatement placed, String id, Set iterations, List<Affine> time) {
        int most = nest.statements().stream()
                .mapToInt(PlacedStatement::depth)
                .max()
                .orElse(0);
        // Front, step, tile, diagonal and number of the statement beside the loops.
        List<Affine> full = new ArrayList<>(time);
        full.addAll(Collections.nCopies(most + 5 - time.size(), Affine.constant(0)));
        return new Share(placed, id, map(placed, full).intersectDomain(iterations));
    }

    private tilewright.isl.Map map(PlacedStatement placed, List<Affine> values) {
        return tilewright.isl.Map.parse(
                context, new SetNotation(nest).parameters() + SetNotation.map(SetNotation.tuple(placed), "", values));
    }

    /** Whether every iteration has a time of its own, and dependences go from an earlier to a later one. */
    private boolean keepsOrder(List<Share> shares) {
        List<Reduction> free =
                Reductions.groups(dependences).stream().flatMap(List::stream).toList();
        Map<String, String> groups = new LinkedHashMap<>();
        free.forEach(r -> groups.put(r.statement(), r.array() + " " + r.operator()));
        List<Dependence> kept = Reductions.relaxed(
                dependences,
                free,
                (first, second) -> Objects.equals(groups.get(first), groups.get(second))
                        ? Optional.of(Reductions.pairs(dependences, first, second))
                        : Optional.empty());
        return shares.stream().allMatch(s -> s.times().reverse().isSingleValued())
                && kept.stream()
                        .allMatch(d -> of(shares, d.source())
                                .allMatch(from -> of(shares, d.sink()).allMatch(to -> isForward(d, from, to))));
    }

    private static boolean isForward(Dependence dependence, Share from, Share to) {
        tilewright.isl.Map tied =
                dependence.relation().applyDomain(from.times()).applyRange(to.times());
        for (int c = 0; c < tied.dim(Dim.IN) && !tied.isEmpty(); c++) {
            if (!tied.orderGt(Dim.IN, c, Dim.OUT, c).isEmpty()) {
                return false;
            }
            tied = tied.equate(Dim.IN, c, Dim.OUT, c);
        }
        return tied.isEmpty();
    }

    private static Stream<Share> of(List<Share> shares, String statement) {
        return shares.stream().filter(s -> s.placed().statement().id().equals(statement));
    }

    private Rewriting rewritten(List<Share> shares) {
        Map<String, tilewright.isl.Map> times = new LinkedHashMap<>();
        Map<String, String> copies = new LinkedHashMap<>();
        for (Share share : shares) {
            times.put(share.id(), share.times().setTupleName(Dim.IN, share.id()));
            if (!share.id().equals(share.placed().statement().id())) {
                copies.put(share.id(), share.placed().statement().id());
            }
        }
        LoopNest copied = nest.with(nest.arrays(), withCopies(nest.body(), copies));
        Rewriting form = ScheduledNest.of(context, copied, times, ranges());
        return new Rewriting(form.nest(), form.original(), copies);
    }

    /** Fronts, tiles of a front, places in a tile: with simple bounds, as guards say what belongs to the nest. */
    private ScheduledNest.Ranges ranges() {
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

    /** The nodes with copies of statements beside these. */
    private static List<Node> withCopies(List<Node> nodes, Map<String, String> copies) {
        List<Node> all = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Statement s -> {
                    all.add(s);
                    copies.forEach((id, of) -> {
                        if (of.equals(s.id())) {
                            all.add(new Statement(id, s.target(), s.value(), s.position()));
                        }
                    });
                }
                case Node.Loop l ->
                    all.add(new Node.Loop(
                            l.variable(), l.lower(), l.upper(), l.step(), withCopies(l.body(), copies), l.position()));
                case Node.Guard g ->
                    all.add(new Node.Guard(
                            g.condition(),
                            withCopies(g.then(), copies),
                            withCopies(g.otherwise(), copies),
                            g.position()));
                case Node.Repeat r -> throw r.notAffine();
            }
        }
        return all;
    }
}
