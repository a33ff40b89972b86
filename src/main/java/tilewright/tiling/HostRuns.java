package tilewright.tiling;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import tilewright.model.Condition;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * What the host's loops around a part come to.
 *
 * @param sizes the nest's, and a value from the middle of those in which the part runs for every loop
 * @param runs iterations in which the part runs, as if all ranges were as long as in the middle
 */
record HostRuns(Map<String, Long> sizes, double runs) {
    /** Longer loops are taken to run the part in every iteration. */
    private static final long ASKED = 1 << 16;

    /** @param statements of the part, with the conditions under which they run */
    static HostRuns of(List<Node.Loop> loops, List<PlacedStatement> statements, Map<String, Long> sizes) {
        Map<String, Long> all = new LinkedHashMap<>(sizes);
        double runs = 1;
        for (Node.Loop loop : loops) {
            if (all.keySet().containsAll(loop.lower().variables())
                    && all.keySet().containsAll(loop.upper().variables())) {
                long first = loop.lower().evaluate(all::get);
                long last = loop.upper().evaluate(all::get);
                all.put(loop.variable(), Math.floorDiv(first + last, 2));
                long[] those = running(loop.variable(), first, last, statements, all);
                if (those.length > 0) {
                    all.put(loop.variable(), those[(those.length - 1) / 2]);
                }
                runs *= those.length > 0 ? those.length : Math.max(0, last - first + 1);
            }
        }
        return new HostRuns(all, runs);
    }

    /**
     * The values of a loop in which some statement may run, as far as conditions that ask for host loops and parameters alone tell; none where no such condition asks for the loop.
     * Example: of 80 values of t, 20 where the only statement runs if mod(t, 4) == 0.
     */
    private static long[] running(
            String loop, long first, long last, List<PlacedStatement> statements, Map<String, Long> known) {
        List<List<Condition>> conditions = statements.stream()
                .map(p -> p.guards().stream()
                        .flatMap(g -> g.conjuncts().stream())
                        .filter(c -> known.keySet().containsAll(c.variables()))
                        .toList())
                .toList();
        boolean asked = last - first < ASKED
                && conditions.stream()
                        .allMatch(c -> c.stream().anyMatch(g -> g.variables().contains(loop)));
        if (!asked) {
            return new long[0];
        }
        Map<String, Long> values = new LinkedHashMap<>(known);
        return LongStream.rangeClosed(first, last)
                .filter(value -> {
                    values.put(loop, value);
                    return conditions.stream().anyMatch(c -> c.stream().allMatch(g -> g.test(values::get)));
                })
                .toArray();
    }
}
