package tilewright.dependence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.model.Affine;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * Places every statement in the common loop space: its own loops at their depth, each missing loop at an outer loop
 * variable or at the lower or upper bound of the deepest statement's loop. Tried in this order until all dependence
 * components are non-negative, else until none is lexicographically negative. Example: LU's {@code a(i,k) = a(i,k) /
 * a(k,k)} of loops (k,i) comes to j = k.
 */
final class EmbeddingSearch {
    private final NestRelations nest;
    private final CommonSpace space;
    private final List<Dependence> dependences;
    private final List<Boolean> down;
    /** Most pairs are met again and again on the way back from dead ends. */
    private final Map<Pair, Boolean> known = new HashMap<>();

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
        List<List<Embedding>> candidates =
                nest.statements().stream().map(search::candidates).toList();
        if (candidates.stream().allMatch(c -> c.size() == 1)) {
            return candidates.stream().map(List::getFirst).toList();
        }
        List<Embedding> best = search.choose(candidates, search::isNonNegative);
        if (best == null) {
            search.known.clear();
            best = search.choose(candidates, Offsets::isLexicographicallyNonNegative);
        }
        return best != null ? best : candidates.stream().map(List::getFirst).toList();
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
    private @Nullable List<Embedding> choose(List<List<Embedding>> candidates, Predicate<Offsets> criterion) {
        List<Integer> order = new ArrayList<>();
        for (int s = 0; s < candidates.size(); s++) {
            order.add(s);
        }
        order.sort((a, b) ->
                Integer.compare(candidates.get(a).size(), candidates.get(b).size()));
        List<@Nullable Embedding> chosen = new ArrayList<>(Collections.nCopies(candidates.size(), null));
        if (!assign(order, 0, candidates, chosen, criterion)) {
            return null;
        }
        List<Embedding> result = new ArrayList<>();
        for (Embedding embedding : chosen) {
            if (embedding != null) {
                result.add(embedding);
            }
        }
        return result;
    }

    private boolean assign(
            List<Integer> order,
            int next,
            List<List<Embedding>> candidates,
            List<@Nullable Embedding> chosen,
            Predicate<Offsets> criterion) {
        if (next == order.size()) {
            return true;
        }
        int statement = order.get(next);
        for (Embedding candidate : candidates.get(statement)) {
            chosen.set(statement, candidate);
            if (isLegal(candidate, chosen, criterion) && assign(order, next + 1, candidates, chosen, criterion)) {
                return true;
            }
        }
        chosen.set(statement, null);
        return false;
    }

    /** Checks the dependences between the new statement and those that are placed already. */
    private boolean isLegal(Embedding added, List<@Nullable Embedding> chosen, Predicate<Offsets> criterion) {
        Map<String, Embedding> placed = new HashMap<>();
        for (Embedding embedding : chosen) {
            if (embedding != null) {
                placed.put(embedding.statement(), embedding);
            }
        }
        for (int d = 0; d < dependences.size(); d++) {
            Dependence dependence = dependences.get(d);
            Embedding source = placed.get(dependence.source());
            Embedding sink = placed.get(dependence.sink());
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

    private boolean isKept(Dependence dependence, Embedding source, Embedding sink, Predicate<Offsets> criterion) {
        Offsets offsets = offsets(dependence, source, sink);
        return criterion.test(offsets) && keepsTies(dependence, offsets);
    }

    private Offsets offsets(Dependence dependence, Embedding source, Embedding sink) {
        return Offsets.of(dependence.relation().applyDomain(source.relation()).applyRange(sink.relation()), down);
    }

    /** At one point statements run in textual order. */
    private boolean keepsTies(Dependence dependence, Offsets offsets) {
        return dependence.source().equals(dependence.sink())
                || nest.textuallyBefore(dependence.source(), dependence.sink())
                || !offsets.reaches(space.depth());
    }

    private List<Embedding> candidates(StatementRelations statement) {
        List<List<Affine>> partial = new ArrayList<>();
        partial.add(new ArrayList<>());
        PlacedStatement placed = statement.placed();
        for (int z = 0; z < space.depth(); z++) {
            List<List<Affine>> longer = new ArrayList<>();
            for (List<Affine> prefix : partial) {
                for (Affine coordinate : coordinates(placed, z, prefix)) {
                    List<Affine> extended = new ArrayList<>(prefix);
                    extended.add(coordinate);
                    longer.add(extended);
                }
            }
            partial = longer;
        }
        return partial.stream()
                .map(c -> new Embedding(statement.id(), c, relation(placed, c)))
                .toList();
    }

    private List<Affine> coordinates(PlacedStatement placed, int depth, List<Affine> prefix) {
        if (depth < placed.depth()) {
            return List.of(Affine.variable(placed.loops().get(depth).variable()));
        }
        List<Affine> candidates = new ArrayList<>();
        placed.loopVariables().forEach(v -> candidates.add(Affine.variable(v)));
        Map<String, Affine> outer = new HashMap<>();
        for (int z = 0; z < depth; z++) {
            outer.put(space.loop(z).variable(), prefix.get(z));
        }
        Node.Loop loop = space.loop(depth);
        candidates.add(loop.lower().substitute(outer));
        candidates.add(loop.upper().substitute(outer));
        return candidates.stream().distinct().toList();
    }

    private tilewright.isl.Map relation(PlacedStatement placed, List<Affine> coordinates) {
        return tilewright.isl.Map.parse(
                nest.context(), nest.parameters() + SetNotation.map(SetNotation.tuple(placed), "", coordinates));
    }
}
