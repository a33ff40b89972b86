package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/** Groups of statements that are planned together, in an order that keeps every dependence between groups. */
public final class StatementGroups {
    private StatementGroups() {}

    /**
     * Strongly connected components of the statements under dependences within one iteration of the first {@code
     * outer} loops, in topological order, otherwise as written. What only registers have room for ties the statements that make it to those that use it.
     */
    public static List<List<PlacedStatement>> components(
            Dependences dependences, List<PlacedStatement> among, int outer) {
        Set<String> large = large(dependences.nest());
        return components(
                among,
                dependences.dependences(),
                d -> !OrderCheck.agreeingIn(d.relation(), outer).isEmpty(),
                d -> large.contains(d.array()) && areInSameLoops(dependences.nest(), d));
    }

    /** Not so shares of a sum and those that join them. */
    private static boolean areInSameLoops(LoopNest nest, Dependence dependence) {
        return nest.statement(dependence.source())
                .loops()
                .equals(nest.statement(dependence.sink()).loops());
    }

    /** Scratch arrays of more dimensions than all other arrays ({@link tilewright.tiling.rewrite.Expansion#ofIterations}). */
    private static Set<String> large(LoopNest nest) {
        int most = nest.passed().stream()
                .mapToInt(ArrayDeclaration::dimensions)
                .max()
                .orElse(0);
        return nest.arrays().stream()
                .filter(a -> a.isScratch() && a.dimensions() > most)
                .map(ArrayDeclaration::name)
                .collect(Collectors.toSet());
    }

    /** The same under the dependences of which something holds. */
    public static List<List<PlacedStatement>> components(
            List<PlacedStatement> among, List<Dependence> dependences, Predicate<Dependence> counts) {
        return components(among, dependences, counts, _ -> false);
    }

    /** @param ties which of them hold both ways */
    private static List<List<PlacedStatement>> components(
            List<PlacedStatement> among,
            List<Dependence> dependences,
            Predicate<Dependence> counts,
            Predicate<Dependence> ties) {
        int count = among.size();
        boolean[][] reaches = new boolean[count][count];
        for (Dependence dependence : dependences) {
            int source = position(among, dependence.source());
            int sink = position(among, dependence.sink());
            if (source >= 0 && sink >= 0 && source != sink) {
                boolean counted = counts.test(dependence);
                reaches[source][sink] |= counted;
                reaches[sink][source] |= counted && ties.test(dependence);
            }
        }
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < count; i++) {
                for (int j = 0; reaches[i][k] && j < count; j++) {
                    reaches[i][j] |= reaches[k][j];
                }
            }
        }
        return inOrder(among, reaches);
    }

    private static List<List<PlacedStatement>> inOrder(List<PlacedStatement> among, boolean[][] reaches) {
        List<List<PlacedStatement>> components = new ArrayList<>();
        Set<Integer> left = new TreeSet<>();
        for (int s = 0; s < among.size(); s++) {
            left.add(s);
        }
        while (!left.isEmpty()) {
            int next = left.stream()
                    .filter(s -> left.stream().allMatch(o -> !reaches[o][s] || reaches[s][o]))
                    .findFirst()
                    .orElseThrow();
            List<Integer> component = left.stream()
                    .filter(s -> s == next || reaches[s][next] && reaches[next][s])
                    .toList();
            components.add(component.stream().map(among::get).toList());
            left.removeAll(component);
        }
        return components;
    }

    /** The statements of each loop, and each other statement alone, in textual order. */
    public static List<List<PlacedStatement>> asWritten(List<PlacedStatement> among, int outer) {
        Map<Integer, List<PlacedStatement>> groups = new TreeMap<>();
        among.forEach(p -> groups.computeIfAbsent(p.order().get(outer), _ -> new ArrayList<>())
                .add(p));
        return List.copyOf(groups.values());
    }

    /**
     * Whether one launch of two groups may save something: they stand in one loop as written, or one waits for the other. Of two filters one
     * after another, the zero that begins the second one's sums belongs to these, not to the first filter, which comes before it.
     */
    public static boolean belongTogether(
            Dependences dependences, List<PlacedStatement> first, List<PlacedStatement> second, int hosts) {
        Set<Node.Loop> loops = new HashSet<>();
        Set<String> ids = new HashSet<>();
        first.forEach(p -> {
            ids.add(p.statement().id());
            if (p.depth() > hosts) {
                loops.add(p.loops().get(hosts));
            }
        });
        Set<String> others = new HashSet<>();
        second.forEach(p -> others.add(p.statement().id()));
        return second.stream()
                        .anyMatch(p ->
                                p.depth() > hosts && loops.contains(p.loops().get(hosts)))
                || dependences.dependences().stream()
                        .anyMatch(d -> ids.contains(d.source()) && others.contains(d.sink())
                                || others.contains(d.source()) && ids.contains(d.sink()));
    }

    /** Whether each statement touches an array that some before it touches: one launch reads memory once for both. Example: {@code b = x*c; d = y*c}, not {@code b = x; d = y}. Scalars alone are no reason against it. */
    public static boolean share(List<PlacedStatement> statements) {
        Set<String> before = new HashSet<>();
        for (PlacedStatement placed : statements) {
            Set<String> own = new HashSet<>();
            placed.statement().accesses().stream()
                    .filter(a -> !a.indices().isEmpty())
                    .forEach(a -> own.add(a.array()));
            if (!before.isEmpty() && own.stream().noneMatch(before::contains)) {
                return false;
            }
            before.addAll(own);
        }
        return true;
    }

    private static int position(List<PlacedStatement> among, String statement) {
        for (int s = 0; s < among.size(); s++) {
            if (among.get(s).statement().id().equals(statement)) {
                return s;
            }
        }
        return -1;
    }
}
