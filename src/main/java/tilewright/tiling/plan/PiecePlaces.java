package tilewright.tiling.plan;

import java.util.ArrayList;
import java.util.List;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Condition;
import tilewright.model.sets.ConditionSets;
import tilewright.tiling.space.AstExpressions;

/**
 * The places of some blocks as sets: vectors of block coordinates and points, with the variables of loops between them where iterations are meant. Lanes are left out but
 * beside loops.
 */
public final class PiecePlaces {
    private final Context context;
    private final String parameters;
    private final Piece piece;

    /** @param parameters in the notation of isl */
    public PiecePlaces(Context context, String parameters, Piece piece) {
        this.context = context;
        this.parameters = parameters;
        this.piece = piece;
    }

    /** Where statements that run once in the blocks write a tile. */
    public Set setBefore(int tile) {
        return piece.leaves().stream()
                .filter(s -> piece.sequential().isEmpty() || piece.runsOnce(s))
                .filter(s -> isOf(s.access(1), tile))
                .map(this::once)
                .reduce(where(names(), Condition.FALSE), Set::union)
                .coalesce();
    }

    /** Where a statement that runs once does. */
    Set once(Piece.PlannedStatement statement) {
        return where(names(), Condition.and(List.of(piece.member(), statement.domain())));
    }

    /** Where the loops of the blocks write a tile. */
    public Set written(Piece.RegisterTile tile) {
        return where(names(), Condition.and(List.of(piece.member(), tile.stored())));
    }

    /** Where statements that are there already have a tile. */
    public Set used(int tile) {
        int first = piece.grid().size();
        List<Set> used = new ArrayList<>(List.of(where(names(), Condition.FALSE)));
        for (Piece.PlannedStatement statement : piece.leaves()) {
            if (statement.accesses().stream().noneMatch(a -> isOf(a, tile))) {
                continue;
            }
            if (piece.runsOnce(statement)) {
                used.add(once(statement));
                continue;
            }
            List<Condition> conditions = new ArrayList<>(box(piece, piece.sequential()));
            conditions.add(statement.domain());
            Set places = sets(names(piece, piece.sequential()))
                    .simplified(with(conditions, piece.member()))
                    .projectOut(Dim.SET, first, piece.sequential().size());
            used.add(withoutLanes(places, first));
        }
        return used.stream().reduce(Set::union).orElseThrow().coalesce();
    }

    public static boolean isOf(Piece.PlannedAccess access, int tile) {
        return access.tile() != null && access.tile() == tile;
    }

    private Set withoutLanes(Set places, int first) {
        Set rest = places;
        for (int p = piece.points().size() - 1; p >= 0; p--) {
            rest = piece.points().get(p).lanes() ? rest.projectOut(Dim.SET, first + p, 1) : rest;
        }
        return rest;
    }

    /** The blocks of places. */
    public Set blocks(Set places) {
        int first = piece.grid().size();
        return places.projectOut(Dim.SET, first, names().size() - first);
    }

    /** Variables of a place. */
    public List<String> names() {
        return names(piece, List.of());
    }

    /** Block coordinates. */
    public List<String> grid() {
        return piece.grid().stream().map(Piece.GridDimension::variable).toList();
    }

    /** Block coordinates, variables of loops and points; lanes only beside loops, which tell their iterations apart. */
    public static List<String> names(Piece piece, List<Piece.SequentialLoop> loops) {
        List<String> names = new ArrayList<>();
        piece.grid().forEach(g -> names.add(g.variable()));
        loops.forEach(l -> names.add(l.variable()));
        piece.points().stream().filter(p -> !p.lanes() || !loops.isEmpty()).forEach(p -> names.add(p.variable()));
        return names;
    }

    /** Where the variables of {@link #names(Piece, List)} are. */
    public static List<Condition> box(Piece piece, List<Piece.SequentialLoop> loops) {
        List<Condition> box = new ArrayList<>();
        piece.grid().forEach(g -> box.add(ConditionSets.between(g.first(), g.variable(), g.last())));
        loops.forEach(l -> box.add(ConditionSets.between(l.first(), l.variable(), l.last())));
        piece.points().stream()
                .filter(p -> !p.lanes() || !loops.isEmpty())
                .forEach(p -> box.add(
                        ConditionSets.between(p.base(), p.variable(), p.base().plus(p.extent() - 1L))));
        return box;
    }

    public static List<Condition> with(List<Condition> conditions, Condition last) {
        List<Condition> all = new ArrayList<>(conditions);
        all.add(last);
        return all;
    }

    public ConditionSets sets(List<String> names) {
        return new ConditionSets(context, parameters, PlanPlaces.tuple(piece.role(), names));
    }

    /** Places of the blocks at which a condition holds; of blocks alone where only these are named. */
    public Set where(List<String> names, Condition condition) {
        List<Condition> box = new ArrayList<>();
        piece.grid().forEach(g -> box.add(ConditionSets.between(g.first(), g.variable(), g.last())));
        return sets(names).simplified(with(names.size() > box.size() ? box(piece, List.of()) : box, condition));
    }

    /** What holds of the places of a set, and of no others that the blocks have. */
    public Condition within(Set set, List<String> names) {
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
