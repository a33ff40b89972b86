package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Levels of whole statements: where the statements of a step depend on each other without a cycle, a statement's
 * level is the longest path to it, and its iterations stay together. A dependence that stays at one point adds nothing
 * to a path's length: the thread of that point runs both statements, one after the other. Examples: the two sweeps of a
 * Jacobi step are two levels; {@code a[i] = p[i]; b[i] = a[i]; c[i] = b[i / 2]} are two, of which the first has two
 * statements.
 */
final class StatementLevels {
    private StatementLevels() {}

    /**
     * The statements of each level in the order in which they are given, or nothing where they form a cycle.
     *
     * @param statements in the order in which a point runs them
     * @param atPoint whether a dependence relates iterations of one point alone, the earlier statement's first
     */
    static Optional<List<List<String>>> of(
            List<String> statements, List<FlatPlanner.Edge> edges, Predicate<FlatPlanner.Edge> atPoint) {
        Map<String, Integer> levels = new HashMap<>();
        Set<String> remaining = new HashSet<>(statements);
        while (!remaining.isEmpty()) {
            Set<String> ready = new HashSet<>(remaining);
            edges.stream().filter(e -> remaining.contains(e.source())).forEach(e -> ready.remove(e.sink()));
            if (ready.isEmpty()) {
                return Optional.empty();
            }
            for (String statement : ready) {
                levels.put(
                        statement,
                        edges.stream()
                                .filter(e -> e.sink().equals(statement))
                                .mapToInt(
                                        e -> Objects.requireNonNull(levels.get(e.source())) + (atPoint.test(e) ? 0 : 1))
                                .max()
                                .orElse(0));
            }
            remaining.removeAll(ready);
        }
        List<List<String>> sorted = new ArrayList<>();
        int last = levels.values().stream().mapToInt(level -> level).max().orElse(-1);
        for (int level = 0; level <= last; level++) {
            sorted.add(new ArrayList<>());
        }
        statements.forEach(
                s -> sorted.get(Objects.requireNonNull(levels.get(s))).add(s));
        return Optional.of(List.copyOf(sorted));
    }
}
