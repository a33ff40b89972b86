package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.isl.UnionSet;

/**
 * Levels of whole statements: where the statements of a step depend on each other without a cycle, a statement's
 * level is the longest path to it, and its iterations stay together. Example: the two sweeps of a Jacobi step.
 */
final class StatementLevels {
    private StatementLevels() {}

    /** The levels, or nothing where the statements form a cycle. */
    static Optional<List<UnionSet>> of(Map<String, UnionSet> nodes, List<FlatPlanner.Edge> edges) {
        List<UnionSet> levels = new ArrayList<>();
        Set<String> remaining = new HashSet<>(nodes.keySet());
        while (!remaining.isEmpty()) {
            Set<String> ready = new HashSet<>(remaining);
            edges.stream().filter(e -> remaining.contains(e.source())).forEach(e -> ready.remove(e.sink()));
            if (ready.isEmpty()) {
                return Optional.empty();
            }
            levels.add(ready.stream().map(nodes::get).reduce(UnionSet::union).orElseThrow());
            remaining.removeAll(ready);
        }
        return Optional.of(levels);
    }
}
