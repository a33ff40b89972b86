package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.space.LoopRange;

/**
 * Which iterations of an update in tiles read what other tiles have made, and which what their own tile makes. Iterations are those of a loop inside of the two that are cut ({@link SumTiles}).
 */
final class SumShares {
    /** Iterations of a point that run on their own, so that all others of its tile are those of all of its points: each is a statement more. */
    private static final int MOST_APART = 4;

    private static final int TILE = SumTiles.TILE;
    private static final int CUT = SumTiles.CUT;

    private final SumTiles tiles;
    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;
    private final int batch;

    SumShares(SumTiles tiles) {
        this.tiles = tiles;
        this.dependences = tiles.dependences();
        this.nest = tiles.nest();
        this.context = tiles.context();
        this.batch = tiles.batch();
    }

    /**
     * Iterations in which all points of their tile take part, as they do in those beside it, so many as a tile of what they read has points: then nobody asks which do, and loops begin where wide accesses fit. All iterations where points have more than {@link #MOST_APART} others.
     * Example: of {@code k = i + 1, j - 1} and the rows i of a tile, the last one has not the first k that reads nothing of it.
     */
    Set ofWholeTiles(PlacedStatement placed, List<Inside> inside, Set iterations) {
        tilewright.isl.Map ofTile = tiles.map(
                placed,
                tilesAndInner(placed, inside, tiles.tile(1, tiles.point(placed).get(1))));
        tilewright.isl.Map point = tiles.map(
                placed,
                IntStream.range(0, batch + CUT)
                        .mapToObj(z -> SumTiles.variable(placed, z))
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

    /**
     * The iterations that read what fronts of their own span make, and so all of the same iterations of the loop inside for the tiles of a row of the span, so many together as a tile of what they read has points: a set for
     * each access that does so, without common iterations; nothing of an access that does not. What comes from other rows of tiles comes first: there a row of tiles has the same iterations in every span.
     *
     * @param span number of its fronts
     */
    List<Set> ofOwnSpan(PlacedStatement placed, List<Inside> inside, Set iterations, int span) {
        String inner = placed.loopVariables().getLast();
        Affine own = tiles.front(tiles.point(placed)).floorDiv(span);
        tilewright.isl.Map ofRow = tiles.map(placed, tilesAndInner(placed, inside, own));
        List<Affine> ofTiles =
                tilesAndInner(placed, inside, tiles.tile(1, tiles.point(placed).get(1)));
        tilewright.isl.Map ofTile = tiles.map(placed, ofTiles.subList(0, ofTiles.size() - 1));
        List<List<Affine>> makers = makers(inside).stream()
                .sorted(Comparator.comparing(
                        point -> !point.getFirst().variables().contains(inner)))
                .toList();
        List<Set> late = new ArrayList<>();
        Set left = iterations;
        for (List<Affine> point : makers) {
            Condition sameSpan = new Condition.Compare(tiles.front(point).floorDiv(span), Condition.Relation.GE, own);
            Set found =
                    set(placed, sameSpan).apply(ofRow).apply(ofRow.reverse()).intersect(iterations);
            Set further = found.intersect(left).coalesce();
            left = left.subtract(found);
            if (!further.isEmpty()) {
                // Of tiles that have such iterations all that are found, where these are the same: their conditions are
                // fewer.
                Set ofTheirTiles = found.intersect(further.apply(ofTile).apply(ofTile.reverse()))
                        .coalesce();
                late.add(ofTheirTiles.isEqual(further) ? ofTheirTiles : further);
            }
        }
        return late;
    }

    private static List<List<Affine>> makers(List<Inside> inside) {
        return inside.stream().map(Inside::point).distinct().toList();
    }

    /** Iterations as sets in which each point has one at most: the first of each, the second of each, and so on; of more than are wanted the last set has all others. */
    List<Set> oneEach(PlacedStatement placed, Set iterations) {
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
    record Inside(List<Affine> point, Set iterations) {}

    /**
     * A share for each access that reads what its own tile makes, without common iterations; nothing where it is not known which point makes it. Whether an iteration does so is taken
     * from the place of what it reads alone, also where nothing is made there, so that it is the same for all points of a tile.
     */
    Optional<List<Inside>> inside(PlacedStatement placed) {
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
                                    tiles.diagonal(point),
                                    first ? Condition.Relation.GE : Condition.Relation.GT,
                                    tiles.diagonal(other)))));
                }
            }
            Set own = set(placed, Condition.and(conditions))
                    .intersect(dependences.domain(placed.statement().id()))
                    .coalesce();
            for (Set part :
                    apart(placed, own, points.stream().filter(p -> p != point).toList())) {
                inside.add(new Inside(point, part));
            }
        }
        return Optional.of(inside);
    }

    /** The iterations that read nothing else of their tile, and the others, as in tiles whose rows are their columns: each with guards of its own, which are short. */
    private List<Set> apart(PlacedStatement placed, Set iterations, List<List<Affine>> others) {
        Set both = others.stream()
                .map(o -> set(placed, isInTile(placed, o)))
                .reduce(Set::union)
                .map(iterations::intersect)
                .orElseGet(() -> Set.empty(iterations.getSpace()))
                .coalesce();
        return Stream.of(iterations.subtract(both).coalesce(), both)
                .filter(s -> !s.isEmpty())
                .toList();
    }

    /** Iterations to the points that make what they read, {@code { S[..] -> [x, y] }}; nothing where the nest makes none of it. */
    private Optional<tilewright.isl.Map> maker(PlacedStatement placed, Access read) {
        return dependences.ofKind(Dependence.Kind.FLOW).stream()
                .filter(d -> d.sink().equals(placed.statement().id()) && d.access() == read.index())
                .map(d -> {
                    PlacedStatement source = nest.statement(d.source());
                    return d.relation()
                            .affineHull()
                            .toMap()
                            .reverse()
                            .applyRange(tiles.map(source, tiles.point(source)));
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
                .mapToObj(z -> SumTiles.variable(placed, z))
                .toList();
        Set both = tiles.map(placed, own).flatRangeProduct(alone).range();
        for (int z = 0; z < placed.depth(); z++) {
            both = both.setDimName(Dim.SET, z, placed.loopVariables().get(z));
        }
        return LoopRange.ofLast(both).first();
    }

    private Condition isInTile(PlacedStatement placed, List<Affine> point) {
        return Condition.and(IntStream.range(0, CUT)
                .<Condition>mapToObj(z -> new Condition.Compare(
                        tiles.tile(z, point.get(z)),
                        Condition.Relation.EQ,
                        tiles.tile(z, tiles.point(placed).get(z))))
                .toList());
    }

    private Set set(PlacedStatement placed, Condition condition) {
        return Set.parse(
                context,
                new SetNotation(nest).parameters() + "{ " + SetNotation.tuple(placed) + " : "
                        + SetNotation.of(condition) + " }");
    }

    /** Whether the loop inside has iterations more than a tile apart, for some size. */
    boolean isLong(PlacedStatement placed, Set iterations) {
        return !further(placed, TILE)
                .intersectDomain(iterations)
                .intersectRange(iterations)
                .isEmpty();
    }

    /** Iterations to those of the same point that are more than so many further in the loop inside. */
    private tilewright.isl.Map further(PlacedStatement placed, int distance) {
        String inner = placed.loopVariables().getLast();
        String later = new NewNames(nest).fresh("later");
        String tuple = SetNotation.tuple(placed);
        return tilewright.isl.Map.parse(
                context,
                new SetNotation(nest).parameters() + "{ " + tuple + " -> "
                        + tuple.replaceAll("\\b" + inner + "\\b", later) + " : " + later + " > " + inner + " + "
                        + distance + " }");
    }

    /**
     * Batch, row of tiles, and of the loop inside so many iterations as a tile has points, where it can be those that read one tile.
     *
     * @param columns which columns of tiles
     */
    private List<Affine> tilesAndInner(PlacedStatement placed, List<Inside> inside, Affine columns) {
        String inner = placed.loopVariables().getLast();
        List<Affine> all = new ArrayList<>();
        for (int z = 0; z < batch; z++) {
            all.add(SumTiles.variable(placed, z));
        }
        all.add(tiles.tile(0, tiles.point(placed).get(0)));
        all.add(columns);
        all.add(makers(inside).stream()
                .flatMap(point -> IntStream.range(0, CUT)
                        .filter(z -> point.get(z).variables().contains(inner))
                        .mapToObj(z -> tiles.tile(z, point.get(z))))
                .findFirst()
                .orElseGet(() -> Affine.variable(inner).floorDiv(TILE)));
        return all;
    }

    /**
     * The loop inside in the tiles' own coordinates, in the order that it has: all points of a tile then run the same iterations of it, and what they read together is a box. Example: of {@code m(l,i) = m(k,i) + m(l-k,i+k)}, whose
     * tiles are of {@code l + i} and {@code -i}, that is {@code k + i}. Itself where it is one of the tiles' coordinates already, or determines what is read otherwise.
     */
    Affine inner(PlacedStatement placed, List<Inside> inside) {
        String inner = placed.loopVariables().getLast();
        return makers(inside).stream()
                .flatMap(List::stream)
                .map(LinearForm::of)
                .filter(f -> Math.abs(f.coefficient(inner)) == 1
                        && f.terms().keySet().stream().allMatch(Affine.Variable.class::isInstance))
                .findFirst()
                .map(f -> new LinearForm(f.terms(), 0).toAffine().times(f.coefficient(inner)))
                .orElseGet(() -> Affine.variable(inner));
    }

    static boolean isOwn(PlacedStatement placed, Access read) {
        Access target = placed.statement().target();
        return read.array().equals(target.array()) && read.subscripts().equals(target.subscripts());
    }
}
