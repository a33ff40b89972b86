package tilewright.tiling.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tilewright.dependence.Reduction;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.Blocks;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.PlanPlaces;
import tilewright.tiling.plan.PlanPlaces.Launched;
import tilewright.tiling.plan.PlanPlaces.Place;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.space.Iterations;

/** Whether a piece's accesses and register tiles hold the elements that its statements name. */
final class PlannedValues {
    private final PlanPlaces places;
    private final List<Reduction> reductions;
    private final java.util.Set<String> scratch;

    /**
     * @param scratch arrays that the nest as written does not have
     * @param reductions whose updates the plan lets change places
     */
    PlannedValues(PlanPlaces places, java.util.Set<String> scratch, List<Reduction> reductions) {
        this.places = places;
        this.scratch = java.util.Set.copyOf(scratch);
        this.reductions = List.copyOf(reductions);
    }

    /** What is wrong with a statement in its place, in words. */
    Optional<String> wrong(Place place) {
        Optional<String> access = place.statement().accesses().stream()
                .flatMap(a -> wrongAccess(place, a).stream())
                .findFirst();
        if (access.isPresent()) {
            return access;
        }
        Launched launched = place.launched();
        Piece piece = place.piece();
        Set unguarded = places.where(launched, piece, place.runsOnce(), piece.interior());
        if (!unguarded.isSubset(place.runs().domain())) {
            return Optional.of("launch " + launched.launch().name() + " runs " + place.id()
                    + " unguarded in interior blocks of which not every point has it");
        }
        Integer tile = place.statement().access(1).tile();
        return tile == null ? Optional.empty() : wrongTile(launched, piece, tile);
    }

    /** The points of places, of which one lane stores for all where they have partial results. */
    private static Set storing(Launched launched, Piece piece, Piece.RegisterTile tile, Set places) {
        int first = launched.loops().size() + piece.grid().size();
        Set points = places.projectOut(Dim.SET, first, piece.sequential().size());
        return tile.partial() == null ? points.coalesce() : withoutLanes(points, first, piece);
    }

    private static Set withoutLanes(Set points, int first, Piece piece) {
        Set rest = points;
        for (int p = piece.points().size() - 1; p >= 0; p--) {
            rest = piece.points().get(p).lanes() ? rest.projectOut(Dim.SET, first + p, 1) : rest;
        }
        return rest.coalesce();
    }

    /**
     * Why a statement may not use a tile of partial results: it has to be a reduction of that operator which takes part by
     * its accumulator alone, an element that is the same for all iterations that a point runs.
     */
    private Optional<String> wrongPartial(Place place, Piece.PlannedAccess access, Piece.RegisterTile tile) {
        String where =
                "launch " + place.launched().launch().name() + ": access " + access.access() + " of " + place.id();
        if (place.phase() == Blocks.Phase.EPILOGUE) {
            return access.strategy() == Strategy.OWN ? Optional.empty() : Optional.of(where + " reads partial results");
        }
        if (place.phase() == Blocks.Phase.PROLOGUE) {
            return access.strategy() == Strategy.OWN
                            && !Objects.requireNonNull(tile.partial()).isExtreme()
                    ? Optional.empty()
                    : Optional.of(where + " stands before partial results of which every lane starts from the element");
        }
        Optional<Reduction> reduction = reductions.stream()
                .filter(r -> r.statement().equals(place.id()))
                .filter(r -> r.mayRegroup() && r.operator() == tile.partial())
                .findFirst();
        if (reduction.isEmpty()) {
            return Optional.of(where + " has partial results, but " + place.id() + " is no reduction by "
                    + Objects.requireNonNull(tile.partial()).notation() + " whose order may change");
        }
        int index = access.access().index();
        boolean accumulates = index == 1 || index == reduction.get().read();
        if (!accumulates || access.strategy() != Strategy.OWN) {
            return Optional.of(where + " reads partial results");
        }
        boolean fixed = Stream.concat(
                        place.piece().sequential().stream().map(Piece.SequentialLoop::variable),
                        place.piece().points().stream()
                                .filter(Piece.PointDimension::lanes)
                                .map(Piece.PointDimension::variable))
                .noneMatch(
                        v -> tile.indices().stream().anyMatch(i -> i.variables().contains(v)));
        return fixed ? Optional.empty() : Optional.of(where + " has partial results of several elements in one lane");
    }

    private Optional<String> wrongAccess(Place place, Piece.PlannedAccess planned) {
        List<Affine> named = planned.access().indices().stream()
                .map(i -> i.substitute(place.statement().coordinates()))
                .toList();
        String array = planned.access().array();
        Launched launched = place.launched();
        Piece piece = place.piece();
        String where = "launch " + launched.launch().name() + ": access " + planned.access() + " of " + place.id();
        if (!named.equals(planned.indices())) {
            Set domain = place.runs().domain();
            Map wanted = places.element(launched, piece, array, named).intersectDomain(domain);
            if (!wanted.isSubset(places.element(launched, piece, array, planned.indices()))) {
                return Optional.of(where + " names other elements than the nest");
            }
        }
        Integer number = planned.tile();
        boolean inTile = planned.strategy() == Strategy.OWN || planned.strategy() == Strategy.EXCHANGED;
        if (number == null || !inTile) {
            return inTile ? Optional.of(where + " has no register tile") : Optional.empty();
        }
        Piece.RegisterTile tile = piece.tiles().get(number);
        Optional<String> wrong = tile.partial() == null ? Optional.empty() : wrongPartial(place, planned, tile);
        if (wrong.isPresent()) {
            return wrong;
        }
        if (usesSequential(piece, tile)) {
            wrong = wrongOfIteration(place, tile, where);
            if (wrong.isPresent()) {
                return wrong;
            }
        } else if (planned.access().index() > 1 && !tile.loaded() && !isSetBefore(place, number)) {
            return Optional.of(where + " reads a register tile that is not loaded");
        }
        return holds(place, tile, planned) ? Optional.empty() : Optional.of(where + " is not in its register tile");
    }

    private static boolean usesSequential(Piece piece, Piece.RegisterTile tile) {
        return piece.sequential().stream()
                .anyMatch(
                        s -> tile.indices().stream().anyMatch(i -> i.variables().contains(s.variable())));
    }

    /**
     * Why a tile may not hold one element after another while the loops run: that of an iteration of the outermost loops, until the next one. Memory has none of them; what nobody
     * wrote before the nest is read after its write, which the order of the plan tells; and no other element's write comes between the two where each has all of these loops in
     * its subscripts, and no loop inside them.
     */
    private Optional<String> wrongOfIteration(Place place, Piece.RegisterTile tile, String where) {
        Launched launched = place.launched();
        Piece piece = place.piece();
        if (tile.partial() != null
                || tile.loaded()
                || !tile.stored().equals(Condition.FALSE)
                || !isKept(tile.array(), launched)) {
            return Optional.of(where + " names an element of each iteration, of which memory has some");
        }
        int first = place.firstSequential();
        int count = piece.sequential().size();
        int outer = 0;
        for (int s = 0; s < count; s++) {
            String variable = piece.sequential().get(s).variable();
            outer = tile.indices().stream().anyMatch(i -> i.variables().contains(variable)) ? s + 1 : outer;
        }
        Map held = places.element(launched, piece, tile.array(), tile.indices())
                .intersectDomain(places.where(launched, piece, Condition.TRUE))
                .projectOut(Dim.IN, first + outer, count - outer);
        return held.reverse().isSingleValued()
                ? Optional.empty()
                : Optional.of(where + " shares its register with other points or iterations");
    }

    /** Whether statements that run before it, once or in the first iteration of the loops, have written a tile at every point that a place has. */
    private boolean isSetBefore(Place place, int tile) {
        Piece piece = place.piece();
        Set points = points(place.launched(), piece, place.runs().domain());
        List<Place> all = places.of(place.launched(), piece);
        return all.stream()
                .filter(p -> p.number() < place.number())
                .filter(p -> Objects.equals(p.statement().access(1).tile(), tile))
                .filter(p -> p.runsOnce() || piece.tiles().get(tile).partial() == null && isFirst(p, all))
                .map(p -> points(p.launched(), piece, p.runs().domain()))
                .reduce(Set::union)
                .filter(points::isSubset)
                .isPresent();
    }

    /** Whether a place runs in the first iteration of the loops alone. */
    private static boolean isFirst(Place place, List<Place> places) {
        Piece piece = place.piece();
        Set all = places.stream()
                .filter(p -> !p.runsOnce())
                .map(p -> p.runs().domain())
                .reduce(Set::union)
                .orElseThrow();
        return Iterations.areFirst(
                place.runs().domain(),
                all,
                place.firstSequential(),
                piece.sequential().size());
    }

    /** Places without iterations, and without the lanes that share a point. */
    private static Set points(Launched launched, Piece piece, Set places) {
        int first = launched.loops().size() + piece.grid().size();
        Set points = places.projectOut(Dim.SET, first, piece.sequential().size());
        return withoutLanes(points, first, piece);
    }

    private boolean holds(Place place, Piece.RegisterTile tile, Piece.PlannedAccess planned) {
        if (!tile.array().equals(planned.access().array())) {
            return false;
        }
        boolean own = planned.strategy() == Strategy.OWN;
        if (own && tile.indices().equals(planned.indices())) {
            return true;
        }
        Launched launched = place.launched();
        Piece piece = place.piece();
        Map wanted = places.element(launched, piece, tile.array(), planned.indices())
                .intersectDomain(place.runs().domain());
        Map held = places.element(launched, piece, tile.array(), tile.indices());
        if (own) {
            return wanted.isSubset(held);
        }
        // A block's tile: whatever any of its points holds.
        int first = place.firstSequential();
        int rest = wanted.dim(Dim.IN) - first;
        Map ofBlock = held.intersectDomain(places.where(launched, piece, Condition.TRUE))
                .projectOut(Dim.IN, first, rest);
        return wanted.projectOut(Dim.IN, first, rest).isSubset(ofBlock);
    }

    /**
     * Whether an array is one that the nest as written does not have, and one launch alone accesses it, in registers of the points whose elements they are; other elements in each iteration of the
     * host's loops around.
     */
    private boolean isKept(String array, Launched launched) {
        List<Affine> around = launched.loops().stream()
                .map(l -> Affine.variable(l.variable()))
                .toList();
        return scratch.contains(array)
                && places.all().stream()
                        .filter(p -> p.statement().accesses().stream()
                                .anyMatch(a -> a.access().array().equals(array)))
                        .allMatch(p -> p.launched().equals(launched)
                                && p.statement().accesses().stream()
                                        .filter(a -> a.access().array().equals(array))
                                        .allMatch(a -> a.strategy() == Strategy.OWN
                                                && a.indices().containsAll(around)));
    }

    /** A tile is stored at the points that some statement writes, and nowhere else. */
    private Optional<String> wrongTile(Launched launched, Piece piece, int number) {
        Piece.RegisterTile tile = piece.tiles().get(number);
        if (tile.stored().equals(Condition.FALSE) && isKept(tile.array(), launched)) {
            return Optional.empty();
        }
        List<Set> written = new ArrayList<>();
        for (Place place : places.of(launched, piece)) {
            Integer own = place.statement().access(1).tile();
            if (own != null && own == number) {
                written.add(storing(launched, piece, tile, place.runs().domain()));
            }
        }
        Set points = written.stream().reduce(Set::union).orElseThrow().coalesce();
        Set stored = storing(launched, piece, tile, places.where(launched, piece, tile.stored()));
        if (!piece.prologue().isEmpty() || !piece.epilogue().isEmpty()) {
            // Blocks without iterations store as well.
            stored = stored.union(storing(launched, piece, tile, places.where(launched, piece, true, tile.stored())));
        }
        String where = "launch " + launched.launch().name() + ": register tile " + tile.array() + tile.indices();
        if (!points.isSubset(stored)) {
            return Optional.of(where + " is not stored at points that are written");
        }
        return stored.isSubset(points)
                ? Optional.empty()
                : Optional.of(where + " is stored at points that nothing writes");
    }
}
