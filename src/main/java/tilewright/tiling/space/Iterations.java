package tilewright.tiling.space;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import tilewright.dependence.Dependences;
import tilewright.dependence.SilentWrites;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.PlacedStatement;

/** Iteration domains in the flat space of a cut. */
public final class Iterations {
    private Iterations() {}

    /**
     * Every statement's iterations in the flat space.
     *
     * @param withoutSilent whether silent iterations are left out; they may be run or not as one likes where
     *     each thread keeps its own element, and running them saves the guard
     */
    public static java.util.Map<PlacedStatement, Set> flat(
            Dependences dependences, BlockSpace space, boolean withoutSilent) {
        java.util.Map<PlacedStatement, Set> flat = new LinkedHashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            flat.put(placed, onFlat(dependences, space, placed, domain(dependences, placed, withoutSilent)));
        }
        return flat;
    }

    public static Set domain(Dependences dependences, PlacedStatement placed, boolean withoutSilent) {
        String id = placed.statement().id();
        Set domain = dependences.domain(id);
        if (withoutSilent && dependences.silentRemoved()) {
            for (SilentWrites silent : dependences.silent()) {
                domain = silent.statement().equals(id) ? domain.subtract(silent.iterations()) : domain;
            }
        }
        return domain.coalesce();
    }

    /** The statements in the order in which a piece runs them within an iteration of the sequential loops. */
    public static java.util.Map<PlacedStatement, Set> inOrder(
            java.util.Map<PlacedStatement, Set> iterations, List<String> statements) {
        java.util.Map<PlacedStatement, Set> ordered = new LinkedHashMap<>();
        iterations.entrySet().stream()
                .sorted(Comparator.comparingInt(
                        e -> statements.indexOf(e.getKey().statement().id())))
                .forEach(e -> ordered.put(e.getKey(), e.getValue()));
        return ordered;
    }

    /** All iterations of a statement. */
    public static Set onFlat(Dependences dependences, BlockSpace space, PlacedStatement placed) {
        return onFlat(
                dependences,
                space,
                placed,
                dependences.domain(placed.statement().id()));
    }

    public static Set onFlat(Dependences dependences, BlockSpace space, PlacedStatement placed, Set domain) {
        return domain.apply(dependences.embedding(placed.statement().id()).relation())
                .apply(space.flatMap());
    }

    /**
     * Whether some iterations have no greater values of loops than any others with the same loops before: nothing runs in earlier iterations of these loops.
     *
     * @param all iterations, in the space of the first ones
     * @param first number of the first such loop
     * @param count of loops
     */
    public static boolean areFirst(Set those, Set all, int first, int count) {
        for (int d = first; d < first + count; d++) {
            Map earlier = alone(all, first, d).lexLtSet(alone(those, first, d));
            for (int outer = 0; outer < first; outer++) {
                earlier = earlier.equate(Dim.IN, outer, Dim.OUT, outer);
            }
            if (!earlier.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** The dimensions before the first loops, and one of these. */
    private static Set alone(Set iterations, int first, int loop) {
        return iterations
                .projectOut(Dim.SET, loop + 1, iterations.dim(Dim.SET) - loop - 1)
                .projectOut(Dim.SET, first, loop - first);
    }

    /** Block coordinates {@code [host.., grid..]} of flat sets. */
    public static Set blocks(BlockSpace space, Collection<Set> flat) {
        int first = space.host().size() + space.grid().size();
        int count = space.sequential().size() + space.points().size();
        return flat.stream()
                .map(f -> f.projectOut(Dim.SET, first, count))
                .reduce(Set::union)
                .orElseThrow()
                .coalesce();
    }

    /**
     * The statements that have iterations in the given blocks, with all their iterations: guards come out simpler
     * when they are made from the whole domain.
     */
    public static java.util.Map<PlacedStatement, Set> of(
            BlockSpace space, Set blocks, java.util.Map<PlacedStatement, Set> iterations) {
        Set extended = blocks.addDims(
                Dim.SET, space.sequential().size() + space.points().size());
        java.util.Map<PlacedStatement, Set> result = new LinkedHashMap<>();
        iterations.forEach((placed, domain) -> {
            if (!domain.isDisjoint(extended)) {
                result.put(placed, domain);
            }
        });
        return result;
    }
}
