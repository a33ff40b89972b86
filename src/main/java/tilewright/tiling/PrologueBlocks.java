package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.parse.ConditionSets;

/**
 * Blocks whose points first set what they keep: bounds and guards of a piece that gets the statements of another one as its {@link Piece#prologue}. Places
 * are vectors of block coordinates and points, lanes left out.
 */
final class PrologueBlocks {
    private final Context context;
    private final LoopNest nest;
    private final String parameters;
    private final Piece setting;
    private final Piece keeping;

    /**
     * @param setting blocks whose statements run first
     * @param keeping blocks with loops, which keep what these write
     */
    PrologueBlocks(Context context, LoopNest nest, Piece setting, Piece keeping) {
        this.context = context;
        this.nest = nest;
        this.parameters = new SetNotation(nest).parameters();
        this.setting = setting;
        this.keeping = keeping;
    }

    /** The blocks with a prologue; empty where they do not have a place for each of its iterations. */
    Optional<Piece> joined() {
        Optional<Map<String, Affine>> points = Prologues.points(setting, keeping);
        boolean joinsLanes = keeping.points().stream().noneMatch(Piece.PointDimension::lanes)
                || keeping.tiles().stream()
                        .allMatch(t -> t.partial() != null && !t.partial().isExtreme());
        if (points.isEmpty() || !joinsLanes || keeping.sequential().isEmpty() || keeping.barriers()) {
            return Optional.empty();
        }
        List<Piece.PlannedStatement> prologue = new ArrayList<>();
        List<Set> places = new ArrayList<>();
        for (Piece.PlannedStatement statement : setting.statements()) {
            Optional<Set> place = place(statement, points.get());
            if (place.isEmpty()) {
                return Optional.empty();
            }
            places.add(place.get());
            prologue.add(planned(statement, points.get(), place.get()));
        }
        Set blocks = places.stream()
                .map(this::blocks)
                .reduce(where(grid(), keeping.member()), Set::union)
                .coalesce();
        Condition member = within(blocks, grid());
        if (!keepsIterations(member)) {
            return Optional.empty();
        }
        prologue.addAll(keeping.prologue());
        return Optional.of(new Piece(
                keeping.role(),
                keeping.grid(),
                member,
                interior(places),
                keeping.sequential(),
                keeping.points(),
                tiles(places),
                prologue,
                keeping.statements(),
                false));
    }

    /** Where the keeping blocks run a statement of the setting ones; empty where they have no place for some iteration, or several. */
    private Optional<Set> place(Piece.PlannedStatement statement, Map<String, Affine> points) {
        PlacedStatement written = nest.statement(statement.statement().id());
        List<String> own = names(setting, List.of());
        Set places = sets(own)
                .simplified(
                        Stream.concat(box(setting, List.of()).stream(), Stream.of(setting.member(), statement.domain()))
                                .toList());
        Set iterations = runs(own, written, statement.coordinates())
                .intersectDomain(places)
                .range();
        tilewright.isl.Map runs = runs(names(), written, substituted(statement.coordinates(), points))
                .intersectRange(iterations)
                .intersectDomain(where(names(), Condition.TRUE));
        boolean once = iterations.isSubset(runs.range()) && runs.reverse().isSingleValued();
        return once ? Optional.of(runs.domain().coalesce()) : Optional.empty();
    }

    private tilewright.isl.Map runs(List<String> names, PlacedStatement written, Map<String, Affine> coordinates) {
        return tilewright.isl.Map.parse(
                context,
                parameters
                        + SetNotation.map(
                                PlanPlaces.tuple(setting.role(), names),
                                written.statement().id(),
                                PlanPlaces.iteration(coordinates, written)));
    }

    private static Map<String, Affine> substituted(Map<String, Affine> coordinates, Map<String, Affine> points) {
        Map<String, Affine> other = new HashMap<>(coordinates);
        other.replaceAll((_, value) -> value.substitute(points));
        return other;
    }

    private Piece.PlannedStatement planned(Piece.PlannedStatement statement, Map<String, Affine> points, Set place) {
        List<Piece.PlannedAccess> accesses = new ArrayList<>();
        for (Piece.PlannedAccess access : statement.accesses()) {
            boolean own = access.strategy() == Strategy.OWN;
            accesses.add(new Piece.PlannedAccess(
                    access.access(),
                    access.strategy(),
                    access.indices().stream().map(i -> i.substitute(points)).toList(),
                    own ? tile(access.access().array()) : null));
        }
        return new Piece.PlannedStatement(
                statement.statement(), substituted(statement.coordinates(), points), within(place, names()), accesses);
    }

    private int tile(String array) {
        List<String> arrays =
                keeping.tiles().stream().map(Piece.RegisterTile::array).toList();
        return arrays.indexOf(array);
    }

    /** Whether the loops of blocks that are there for the prologue alone have no iterations: guards may rely on the blocks' condition. */
    private boolean keepsIterations(Condition member) {
        List<String> names = names(keeping, keeping.sequential());
        return keeping.statements().stream().allMatch(s -> {
            List<Condition> conditions = new ArrayList<>(box(keeping, keeping.sequential()));
            conditions.add(s.domain());
            Set before = sets(names).simplified(with(conditions, keeping.member()));
            return sets(names).simplified(with(conditions, member)).isSubset(before);
        });
    }

    /** Interior blocks of which every point runs every statement of the prologue. */
    private Condition interior(List<Set> places) {
        Set interior = where(names(), keeping.interior());
        Set missing = places.stream()
                .map(interior::subtract)
                .reduce(Set::union)
                .orElseThrow()
                .coalesce();
        return missing.isEmpty()
                ? keeping.interior()
                : within(
                        where(grid(), keeping.interior())
                                .subtract(blocks(missing))
                                .coalesce(),
                        grid());
    }

    /** Tiles that the prologue does not set are stored where they were: not by blocks without iterations. */
    private List<Piece.RegisterTile> tiles(List<Set> places) {
        List<Piece.RegisterTile> tiles = new ArrayList<>();
        for (int number = 0; number < keeping.tiles().size(); number++) {
            Piece.RegisterTile tile = keeping.tiles().get(number);
            Set used = used(number);
            Set set = where(names(), Condition.FALSE);
            boolean isSet = true;
            for (int s = 0; s < places.size(); s++) {
                Piece.PlannedStatement statement = setting.statements().get(s);
                if (tile(statement.access(1).access().array()) != number) {
                    continue;
                }
                boolean reads = statement.accesses().stream()
                        .anyMatch(a -> a.access().index() > 1 && a.strategy() == Strategy.OWN);
                isSet &= !reads || places.get(s).isSubset(set);
                set = set.union(places.get(s)).coalesce();
            }
            tiles.add(new Piece.RegisterTile(
                    tile.array(),
                    tile.indices(),
                    tile.loaded() && !(isSet && used.isSubset(set)),
                    within(written(tile).union(set).coalesce(), names()),
                    tile.partial()));
        }
        return tiles;
    }

    /** Where the loops of the keeping blocks write a tile. */
    private Set written(Piece.RegisterTile tile) {
        return where(names(), Condition.and(List.of(keeping.member(), tile.stored())));
    }

    /** Where statements of the loops have a tile, and those of a prologue that is there already. */
    private Set used(int tile) {
        int first = keeping.grid().size();
        List<Set> used = new ArrayList<>(List.of(where(names(), Condition.FALSE)));
        for (Piece.PlannedStatement statement : keeping.prologue()) {
            if (has(statement, tile)) {
                used.add(where(names(), Condition.and(List.of(keeping.member(), statement.domain()))));
            }
        }
        for (Piece.PlannedStatement statement : keeping.statements()) {
            if (has(statement, tile)) {
                List<Condition> conditions = new ArrayList<>(box(keeping, keeping.sequential()));
                conditions.add(statement.domain());
                Set places = sets(names(keeping, keeping.sequential()))
                        .simplified(with(conditions, keeping.member()))
                        .projectOut(Dim.SET, first, keeping.sequential().size());
                used.add(withoutLanes(places, first));
            }
        }
        return used.stream().reduce(Set::union).orElseThrow().coalesce();
    }

    private static boolean has(Piece.PlannedStatement statement, int tile) {
        return statement.accesses().stream().anyMatch(a -> a.tile() != null && a.tile() == tile);
    }

    private Set withoutLanes(Set places, int first) {
        Set rest = places;
        for (int p = keeping.points().size() - 1; p >= 0; p--) {
            rest = keeping.points().get(p).lanes() ? rest.projectOut(Dim.SET, first + p, 1) : rest;
        }
        return rest;
    }

    /** The blocks of places. */
    private Set blocks(Set places) {
        int first = keeping.grid().size();
        return places.projectOut(Dim.SET, first, names().size() - first);
    }

    private List<String> names() {
        return names(keeping, List.of());
    }

    private List<String> grid() {
        return keeping.grid().stream().map(Piece.GridDimension::variable).toList();
    }

    /** Block coordinates, variables of loops and points; lanes only beside loops, which tell their iterations apart. */
    private static List<String> names(Piece piece, List<Piece.SequentialLoop> loops) {
        List<String> names = new ArrayList<>();
        piece.grid().forEach(g -> names.add(g.variable()));
        loops.forEach(l -> names.add(l.variable()));
        piece.points().stream().filter(p -> !p.lanes() || !loops.isEmpty()).forEach(p -> names.add(p.variable()));
        return names;
    }

    private static List<Condition> box(Piece piece, List<Piece.SequentialLoop> loops) {
        List<Condition> box = new ArrayList<>();
        piece.grid().forEach(g -> box.add(ConditionSets.between(g.first(), g.variable(), g.last())));
        loops.forEach(l -> box.add(ConditionSets.between(l.first(), l.variable(), l.last())));
        piece.points().stream()
                .filter(p -> !p.lanes() || !loops.isEmpty())
                .forEach(p -> box.add(
                        ConditionSets.between(p.base(), p.variable(), p.base().plus(p.extent() - 1L))));
        return box;
    }

    private static List<Condition> with(List<Condition> conditions, Condition last) {
        List<Condition> all = new ArrayList<>(conditions);
        all.add(last);
        return all;
    }

    private ConditionSets sets(List<String> names) {
        return new ConditionSets(context, parameters, PlanPlaces.tuple(keeping.role(), names));
    }

    /** Places of the keeping blocks at which a condition holds; of blocks alone where only these are named. */
    private Set where(List<String> names, Condition condition) {
        List<Condition> box = new ArrayList<>();
        keeping.grid().forEach(g -> box.add(ConditionSets.between(g.first(), g.variable(), g.last())));
        return sets(names).simplified(with(names.size() > box.size() ? box(keeping, List.of()) : box, condition));
    }

    private Condition within(Set set, List<String> names) {
        return AstExpressions.within(named(set, names), named(where(names, Condition.TRUE), names));
    }

    private static Set named(Set set, List<String> names) {
        Set named = set;
        for (int d = 0; d < names.size(); d++) {
            named = named.setDimName(Dim.SET, d, names.get(d));
        }
        return named;
    }
}
