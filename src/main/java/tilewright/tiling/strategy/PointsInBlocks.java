package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.isl.Context;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.sets.ConditionSets;
import tilewright.tiling.plan.Blocks;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.PiecePlaces;
import tilewright.tiling.plan.PlanPlaces;
import tilewright.tiling.plan.Strategy;

/**
 * Blocks whose points run the statements of another launch once as well, on what they keep: bounds and guards of a piece that gets them as its {@link
 * Piece#prologue} or {@link Piece#epilogue}. Places are vectors of block coordinates and points, lanes left out.
 */
final class PointsInBlocks {
    private final Context context;
    private final LoopNest nest;
    private final String parameters;
    private final Piece moved;
    private final Piece keeping;
    private final PiecePlaces ofKeeping;
    private final boolean before;

    /**
     * @param moved blocks of points, whose statements run once
     * @param keeping blocks that keep what these write, or some of what they read
     * @param phase when these run them
     */
    PointsInBlocks(Context context, LoopNest nest, Piece moved, Piece keeping, Blocks.Phase phase) {
        this.context = context;
        this.nest = nest;
        this.parameters = new SetNotation(nest).parameters();
        this.moved = moved;
        this.keeping = keeping;
        this.ofKeeping = new PiecePlaces(context, parameters, keeping);
        this.before = phase == Blocks.Phase.PROLOGUE;
    }

    /** The blocks with the statements; empty where they do not have a place for each of their iterations. */
    Optional<Piece> joined() {
        boolean joinsLanes = keeping.points().stream().noneMatch(Piece.PointDimension::lanes)
                || keeping.tiles().stream()
                        .allMatch(t ->
                                t.partial() != null && !(before && t.partial().isExtreme()));
        boolean hasPart = !before || !keeping.sequential().isEmpty();
        return joinsLanes && hasPart && !keeping.barriers()
                ? correspondences().stream().flatMap(p -> joined(p).stream()).findFirst()
                : Optional.empty();
    }

    /** The moved points in terms of the keeping ones, for every access whose element a keeping point may have. */
    private List<Map<String, Affine>> correspondences() {
        return moved.statements().stream()
                .flatMap(s -> s.accesses().stream())
                .flatMap(a -> kept(a.access().array()).flatMap(t -> correspondence(a, t)).stream())
                .distinct()
                .toList();
    }

    private Optional<Map<String, Affine>> correspondence(Piece.PlannedAccess access, int tile) {
        List<String> variables =
                moved.points().stream().map(Piece.PointDimension::variable).toList();
        Map<String, Affine> points = new HashMap<>();
        for (int d = 0; d < access.indices().size(); d++) {
            Affine own = access.indices().get(d);
            Affine other = keeping.tiles().get(tile).indices().get(d);
            boolean same = own instanceof Affine.Variable v && variables.contains(v.name())
                    ? other.equals(points.computeIfAbsent(v.name(), _ -> other))
                    : own.equals(other);
            if (!same) {
                return Optional.empty();
            }
        }
        return points.keySet().containsAll(variables) ? Optional.of(points) : Optional.empty();
    }

    /** The tile that is all that keeping blocks have of an array. */
    private Optional<Integer> kept(String array) {
        List<Integer> tiles = IntStream.range(0, keeping.tiles().size())
                .filter(t -> keeping.tiles().get(t).array().equals(array))
                .boxed()
                .toList();
        boolean alone = keeping.leaves().stream()
                .flatMap(s -> s.accesses().stream())
                .filter(a -> a.access().array().equals(array))
                .allMatch(a -> a.strategy() == Strategy.OWN);
        return tiles.size() == 1
                        && alone
                        && (!before || keeping.tiles().get(tiles.getFirst()).loaded())
                ? Optional.of(tiles.getFirst())
                : Optional.empty();
    }

    private Optional<Piece> joined(Map<String, Affine> points) {
        List<Piece.PlannedStatement> once = new ArrayList<>();
        List<Set> places = new ArrayList<>();
        for (Piece.PlannedStatement statement : moved.statements()) {
            Optional<Set> place = place(statement, points);
            Optional<Piece.PlannedStatement> planned = place.flatMap(p -> planned(statement, points, p));
            if (planned.isEmpty()) {
                return Optional.empty();
            }
            places.add(place.get());
            once.add(planned.get());
        }
        Set blocks = places.stream()
                .map(ofKeeping::blocks)
                .reduce(ofKeeping.where(ofKeeping.grid(), keeping.member()), Set::union)
                .coalesce();
        Condition member = ofKeeping.within(blocks, ofKeeping.grid());
        if (!keepsIterations(member)) {
            return Optional.empty();
        }
        List<Piece.RegisterTile> tiles = tiles(once, places);
        List<Piece.PlannedStatement> prologue = new ArrayList<>(keeping.prologue());
        List<Piece.PlannedStatement> epilogue = new ArrayList<>(keeping.epilogue());
        if (before) {
            prologue.addAll(0, once);
        } else {
            epilogue.addAll(once);
        }
        return Optional.of(new Piece(
                keeping.role(),
                keeping.grid(),
                member,
                interior(places),
                keeping.sequential(),
                keeping.points(),
                tiles,
                prologue,
                keeping.statements(),
                epilogue,
                false));
    }

    /** Where the keeping blocks run a statement of the moved ones; empty where they have no place for some iteration, or several. */
    private Optional<Set> place(Piece.PlannedStatement statement, Map<String, Affine> points) {
        PlacedStatement written = nest.statement(statement.statement().id());
        List<String> own = PiecePlaces.names(moved, List.of());
        Set places = ofKeeping
                .sets(own)
                .simplified(Stream.concat(
                                PiecePlaces.box(moved, List.of()).stream(),
                                Stream.of(moved.member(), statement.domain()))
                        .toList());
        Set iterations = runs(own, written, statement.coordinates())
                .intersectDomain(places)
                .range();
        tilewright.isl.Map runs = runs(ofKeeping.names(), written, substituted(statement.coordinates(), points))
                .intersectRange(iterations)
                .intersectDomain(ofKeeping.where(ofKeeping.names(), Condition.TRUE));
        boolean once = iterations.isSubset(runs.range()) && runs.reverse().isSingleValued();
        return once ? Optional.of(runs.domain().coalesce()) : Optional.empty();
    }

    private tilewright.isl.Map runs(List<String> names, PlacedStatement written, Map<String, Affine> coordinates) {
        return tilewright.isl.Map.parse(
                context,
                parameters
                        + SetNotation.map(
                                PlanPlaces.tuple(moved.role(), names),
                                written.statement().id(),
                                PlanPlaces.iteration(coordinates, written)));
    }

    private static Map<String, Affine> substituted(Map<String, Affine> coordinates, Map<String, Affine> points) {
        Map<String, Affine> other = new HashMap<>(coordinates);
        other.replaceAll((_, value) -> value.substitute(points));
        return other;
    }

    /** A statement with what keeping points have in their registers; empty where it takes or writes elements that others touch. */
    private Optional<Piece.PlannedStatement> planned(
            Piece.PlannedStatement statement, Map<String, Affine> points, Set place) {
        List<Piece.PlannedAccess> accesses = new ArrayList<>();
        for (Piece.PlannedAccess access : statement.accesses()) {
            List<Affine> indices =
                    access.indices().stream().map(i -> i.substitute(points)).toList();
            Optional<Integer> tile = before && access.strategy() == Strategy.DIRECT
                    ? Optional.empty()
                    : kept(access.access().array())
                            .filter(t -> keeping.tiles().get(t).indices().equals(indices));
            boolean possible = tile.isPresent()
                    || (before
                            ? access.strategy() == Strategy.DIRECT
                            : isApart(access.access(), indices, place) && !isWaitedFor(access.access(), indices));
            if (!possible) {
                return Optional.empty();
            }
            accesses.add(new Piece.PlannedAccess(
                    access.access(), tile.isPresent() ? Strategy.OWN : Strategy.DIRECT, indices, tile.orElse(null)));
        }
        return Optional.of(new Piece.PlannedStatement(
                statement.statement(),
                substituted(statement.coordinates(), points),
                ofKeeping.within(place, ofKeeping.names()),
                accesses));
    }

    /** Whether no point of the keeping blocks touches elements that are written, or writes elements that are read. */
    private boolean isApart(Access access, List<Affine> indices, Set place) {
        boolean met = PointLaunches.arrays(keeping, access.index() > 1).contains(access.array());
        return !met
                || kept(access.array())
                        .filter(t -> elements(access.array(), indices, place)
                                .intersect(elements(
                                        access.array(), keeping.tiles().get(t).indices(), ofKeeping.used(t)))
                                .isEmpty())
                        .isPresent();
    }

    /**
     * Whether blocks with loops would load an element for each of their points when they end: nothing computes meanwhile, as it does beside a launch of its own. With {@code
     * C(i,j)} read behind its products symm takes 4 % longer (docs/experiments.md); elements of a vector are few beside what the loops have read.
     */
    private boolean isWaitedFor(Access access, List<Affine> indices) {
        return access.index() > 1
                && !keeping.sequential().isEmpty()
                && keeping.points().stream()
                                .filter(p -> indices.stream()
                                        .anyMatch(i -> i.variables().contains(p.variable())))
                                .count()
                        > 1;
    }

    private Set elements(String array, List<Affine> indices, Set places) {
        return tilewright.isl.Map.parse(
                        context,
                        parameters
                                + SetNotation.map(PlanPlaces.tuple(keeping.role(), ofKeeping.names()), array, indices))
                .intersectDomain(places)
                .range();
    }

    /** Whether blocks that are there for what runs once alone run nothing else: guards may rely on the blocks' condition. */
    private boolean keepsIterations(Condition member) {
        return keeping.leaves().stream().allMatch(s -> {
            List<Piece.SequentialLoop> loops = keeping.runsOnce(s) ? List.of() : keeping.sequential();
            ConditionSets sets = ofKeeping.sets(PiecePlaces.names(keeping, loops));
            List<Condition> conditions = new ArrayList<>(PiecePlaces.box(keeping, loops));
            conditions.add(s.domain());
            Set runs = sets.simplified(PiecePlaces.with(conditions, keeping.member()));
            return sets.simplified(PiecePlaces.with(conditions, member)).isSubset(runs);
        });
    }

    /** Interior blocks of which every point runs every moved statement. */
    private Condition interior(List<Set> places) {
        Set interior = ofKeeping.where(ofKeeping.names(), keeping.interior());
        Set missing = places.stream()
                .map(interior::subtract)
                .reduce(Set::union)
                .orElseThrow()
                .coalesce();
        return missing.isEmpty()
                ? keeping.interior()
                : ofKeeping.within(
                        ofKeeping
                                .where(ofKeeping.grid(), keeping.interior())
                                .subtract(ofKeeping.blocks(missing))
                                .coalesce(),
                        ofKeeping.grid());
    }

    /** Tiles that the moved statements do not set are stored where they were: not by blocks without iterations. */
    private List<Piece.RegisterTile> tiles(List<Piece.PlannedStatement> once, List<Set> places) {
        List<Piece.RegisterTile> tiles = new ArrayList<>();
        for (int number = 0; number < keeping.tiles().size(); number++) {
            Piece.RegisterTile tile = keeping.tiles().get(number);
            Set earlier = before ? ofKeeping.where(ofKeeping.names(), Condition.FALSE) : ofKeeping.setBefore(number);
            Set set = ofKeeping.where(ofKeeping.names(), Condition.FALSE);
            boolean isSet = true;
            for (int s = 0; s < once.size(); s++) {
                boolean reads = false;
                for (Piece.PlannedAccess access : once.get(s).accesses()) {
                    reads |= access.access().index() > 1 && PiecePlaces.isOf(access, number);
                }
                isSet &= !reads || places.get(s).isSubset(earlier.union(set));
                set = PiecePlaces.isOf(once.get(s).access(1), number)
                        ? set.union(places.get(s)).coalesce()
                        : set;
            }
            boolean loaded = before
                    ? tile.loaded() && !(isSet && ofKeeping.used(number).isSubset(set))
                    : tile.loaded() || !isSet;
            tiles.add(new Piece.RegisterTile(
                    tile.array(),
                    tile.indices(),
                    loaded,
                    ofKeeping.within(ofKeeping.written(tile).union(set).coalesce(), ofKeeping.names()),
                    tile.partial()));
        }
        return tiles;
    }
}
