package tilewright.dependence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Scope;
import tilewright.model.Affine;
import tilewright.model.Interval;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * Places every statement in the common loop space: its own loops at their depth, each missing loop at an outer loop
 * variable or at the lower or upper bound of the deepest statement's loop. Tried in this order until all dependence
 * components are non-negative, else until none is lexicographically negative. Example: LU's {@code a(i,k) = a(i,k) /
 * a(k,k)} of loops (k,i) comes to j = k. A loop whose bounds are numbers gets no values beside them: it would run from 0 to n in place of 2.
 *
 * <p>The number of places grows exponentially with the loops that statements miss, so no more than {@link #MOST_TRIED}
 * are asked for; beyond them every statement stands where it runs: at the lower bounds of the loops it misses where it comes before
 * them, else at the upper ones.
 */
final class EmbeddingSearch {
    /** Places of pairs, 1 to 10 ms each; the kernels of PolyBench ask for less than 200. */
    private static final int MOST_TRIED = 1_000;

    private final NestRelations nest;
    private final CommonSpace space;
    private final List<Dependence> dependences;
    private final List<Boolean> down;
    /** Most pairs are met again and again on the way back from dead ends. */
    private final Map<Pair, Boolean> known = new HashMap<>();

    private int tried;

    /** Where a statement might stand; most places are refuted without ever becoming a relation. */
    private record Place(PlacedStatement placed, List<Affine> coordinates) {
        String statement() {
            return placed.statement().id();
        }
    }

    /** A dependence whose source and sink have their places. */
    private record Pair(int dependence, List<Affine> source, List<Affine> sink) {}

    private EmbeddingSearch(NestRelations nest, CommonSpace space, List<Dependence> dependences) {
        this.nest = nest;
        this.space = space;
        this.dependences = dependences;
        this.down = new ArrayList<>();
        for (int z = 0; z < space.depth(); z++) {
            down.add(space.runsDown(z));
        }
    }

    static List<Embedding> find(NestRelations nest, CommonSpace space, List<Dependence> dependences) {
        EmbeddingSearch search = new EmbeddingSearch(nest, space, dependences);
        List<List<Place>> candidates =
                nest.statements().stream().map(search::candidates).toList();
        if (candidates.stream().allMatch(c -> c.size() == 1)) {
            return search.embeddings(candidates.stream().map(List::getFirst).toList());
        }
        List<Place> best = search.choose(candidates, search::isNonNegative);
        if (best == null) {
            best = search.choose(candidates, Offsets::isLexicographicallyNonNegative);
        }
        if (best == null && search.tried >= MOST_TRIED) {
            List<List<Place>> asTheyRun = nest.statements().stream()
                    .map(s -> List.of(search.whereItRuns(s)))
                    .toList();
            best = search.choose(asTheyRun, Offsets::isLexicographicallyNonNegative);
        }
        return search.embeddings(
                best != null ? best : candidates.stream().map(List::getFirst).toList());
    }

    private List<Embedding> embeddings(List<Place> places) {
        return places.stream()
                .map(p -> new Embedding(p.statement(), p.coordinates(), relation(p)))
                .toList();
    }

    private boolean isNonNegative(Offsets offsets) {
        for (int z = 0; z < space.depth(); z++) {
            if (!offsets.isNonNegative(z, 0)) {
                return false;
            }
        }
        return true;
    }

    /** Depth-first: deepest statements first, as they leave no choice and refute the most. */
    private @Nullable List<Place> choose(List<List<Place>> candidates, Predicate<Offsets> criterion) {
        known.clear();
        tried = 0;
        List<Integer> order = new ArrayList<>();
        for (int s = 0; s < candidates.size(); s++) {
            order.add(s);
        }
        order.sort((a, b) ->
                Integer.compare(candidates.get(a).size(), candidates.get(b).size()));
        List<@Nullable Place> chosen = new ArrayList<>(Collections.nCopies(candidates.size(), null));
        if (!assign(order, 0, candidates, chosen, criterion)) {
            return null;
        }
        List<Place> result = new ArrayList<>();
        for (Place place : chosen) {
            if (place != null) {
                result.add(place);
            }
        }
        return result;
    }

    private boolean assign(
            List<Integer> order,
            int next,
            List<List<Place>> candidates,
            List<@Nullable Place> chosen,
            Predicate<Offsets> criterion) {
        if (next == order.size()) {
            return true;
        }
        int statement = order.get(next);
        for (Place candidate : candidates.get(statement)) {
            if (tried >= MOST_TRIED) {
                break;
            }
            chosen.set(statement, candidate);
            if (isLegal(candidate, chosen, criterion) && assign(order, next + 1, candidates, chosen, criterion)) {
                return true;
            }
        }
        chosen.set(statement, null);
        return false;
    }

    /** Checks the dependences between the new statement and those that are placed already. */
    private boolean isLegal(Place added, List<@Nullable Place> chosen, Predicate<Offsets> criterion) {
        Map<String, Place> placed = new HashMap<>();
        for (Place place : chosen) {
            if (place != null) {
                placed.put(place.statement(), place);
            }
        }
        for (int d = 0; d < dependences.size(); d++) {
            Dependence dependence = dependences.get(d);
            Place source = placed.get(dependence.source());
            Place sink = placed.get(dependence.sink());
            if (source != null && sink != null && (source == added || sink == added)) {
                boolean kept = known.computeIfAbsent(
                        new Pair(d, source.coordinates(), sink.coordinates()),
                        _ -> isKept(dependence, source, sink, criterion));
                if (!kept) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isKept(Dependence dependence, Place source, Place sink, Predicate<Offsets> criterion) {
        tried++;
        try (Scope _ = nest.context().scope()) {
            Offsets offsets = offsets(dependence, source, sink);
            return criterion.test(offsets) && keepsTies(dependence, offsets);
        }
    }

    private Offsets offsets(Dependence dependence, Place source, Place sink) {
        return Offsets.of(
                dependence.relation(),
                dependence.vector(),
                relation -> relation.applyDomain(relation(source)).applyRange(relation(sink)),
                down);
    }

    /** At one point statements run in textual order. */
    private boolean keepsTies(Dependence dependence, Offsets offsets) {
        return dependence.source().equals(dependence.sink())
                || nest.textuallyBefore(dependence.source(), dependence.sink())
                || !offsets.reaches(space.depth());
    }

    /** Where a statement may stand; one that no other statement waits for, and that waits for none, stands where it runs. */
    private List<Place> candidates(StatementRelations statement) {
        boolean alone = dependences.stream()
                .noneMatch(d -> !d.source().equals(d.sink())
                        && (d.source().equals(statement.id()) || d.sink().equals(statement.id())));
        if (alone) {
            return List.of(whereItRuns(statement));
        }
        List<Place> places = new ArrayList<>();
        extend(statement.placed(), List.of(), places);
        return places;
    }

    /** Adds all ways to go on from a prefix of coordinates, as long as they can be tried. */
    private void extend(PlacedStatement placed, List<Affine> prefix, List<Place> places) {
        if (prefix.size() == space.depth()) {
            places.add(new Place(placed, prefix));
            return;
        }
        for (Affine coordinate : coordinates(placed, prefix.size(), prefix)) {
            if (places.size() >= MOST_TRIED) {
                return;
            }
            List<Affine> extended = new ArrayList<>(prefix);
            extended.add(coordinate);
            extend(placed, extended, places);
        }
    }

    private Place whereItRuns(StatementRelations statement) {
        PlacedStatement placed = statement.placed();
        boolean before =
                nest.textuallyBefore(statement.id(), space.deepest().statement().id());
        List<Affine> place = new ArrayList<>();
        for (int z = 0; z < space.depth(); z++) {
            if (z < placed.depth()) {
                place.add(Affine.variable(placed.loops().get(z).variable()));
            } else {
                Node.Loop loop = space.loop(z);
                place.add((before ? loop.lower() : loop.upper()).substitute(outer(place)));
            }
        }
        return new Place(placed, place);
    }

    private Map<String, Affine> outer(List<Affine> prefix) {
        Map<String, Affine> outer = new HashMap<>();
        for (int z = 0; z < prefix.size(); z++) {
            outer.put(space.loop(z).variable(), prefix.get(z));
        }
        return outer;
    }

    private List<Affine> coordinates(PlacedStatement placed, int depth, List<Affine> prefix) {
        if (depth < placed.depth()) {
            return List.of(Affine.variable(placed.loops().get(depth).variable()));
        }
        List<Affine> candidates = new ArrayList<>();
        Map<String, Affine> outer = outer(prefix);
        Node.Loop loop = space.loop(depth);
        placed.loops().stream()
                .filter(l ->
                        !hasConstantBounds(loop) || range(loop).hull(range(l)).equals(range(loop)))
                .forEach(l -> candidates.add(Affine.variable(l.variable())));
        candidates.add(loop.lower().substitute(outer));
        candidates.add(loop.upper().substitute(outer));
        return candidates.stream().distinct().toList();
    }

    private static boolean hasConstantBounds(Node.Loop loop) {
        return range(loop).length() != Long.MAX_VALUE;
    }

    /** Values that a loop has whatever the loops around it have. */
    private static Interval range(Node.Loop loop) {
        return Interval.of(loop.lower(), _ -> Interval.EVERYTHING)
                .hull(Interval.of(loop.upper(), _ -> Interval.EVERYTHING));
    }

    private tilewright.isl.Map relation(Place place) {
        return tilewright.isl.Map.parse(
                nest.context(),
                nest.parameters() + SetNotation.map(SetNotation.tuple(place.placed()), "", place.coordinates()));
    }
}
