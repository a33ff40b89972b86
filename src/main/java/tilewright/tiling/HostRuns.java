package tilewright.tiling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Condition;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * What the host's loops around a part come to.
 *
 * @param sizes the nest's, and a value from the middle of those in which the part runs for every loop
 * @param runs iterations in which the part runs, 0 where it has none, as if all ranges were as long as in the middle
 */
record HostRuns(Map<String, Long> sizes, double runs) {
    /** Longer loops are taken to run the part in every iteration. */
    private static final long ASKED = 1 << 16;

    /** @param part what runs inside of the loops, which are parameters of its iterations */
    static HostRuns of(List<Node.Loop> loops, Dependences part, Map<String, Long> sizes) {
        Map<String, Long> all = new LinkedHashMap<>(sizes);
        double runs = 1;
        for (Node.Loop loop : loops) {
            if (all.keySet().containsAll(loop.lower().variables())
                    && all.keySet().containsAll(loop.upper().variables())) {
                Range written =
                        new Range(loop.lower().evaluate(all::get), loop.upper().evaluate(all::get));
                Range range = withIterations(loop.variable(), written, part, all);
                all.put(loop.variable(), (range.isEmpty() ? written : range).middle());
                long[] those = running(loop.variable(), range, part.nest().statements(), all);
                if (those.length > 0) {
                    all.put(loop.variable(), those[(those.length - 1) / 2]);
                }
                runs *= those.length > 0 ? those.length : range.length();
            }
        }
        return new HostRuns(all, runs);
    }

    /** Values of a loop, both ends included. */
    private record Range(long first, long last) {
        boolean isEmpty() {
            return last < first;
        }

        long length() {
            return isEmpty() ? 0 : last - first + 1;
        }

        long middle() {
            return Math.floorDiv(first + last, 2);
        }
    }

    /**
     * From the first value of a loop in which some statement has iterations to the last one. Example: of fronts 0 to 63, of which sums over what lies
     * 16 fronts behind are made in every 16th, 32 to 48: in front 16 nothing lies behind.
     */
    private static Range withIterations(String loop, Range range, Dependences part, Map<String, Long> known) {
        Set values = valuesOf(loop, range, part, known);
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Dependences.Domain domain : part.domains()) {
            Set iterations = domain.iterations().intersectParams(values);
            int inside = iterations.dim(Dim.SET);
            Set running = iterations
                    .resetTupleId()
                    .moveDims(Dim.SET, 0, Dim.PARAM, iterations.findDimByName(Dim.PARAM, loop), 1)
                    .projectOut(Dim.SET, 1, inside)
                    .projectOutAllParams();
            if (!running.isEmpty()) {
                first = Math.min(first, running.dimMinVal(0).longValue());
                last = Math.max(last, running.dimMaxVal(0).longValue());
            }
        }
        return new Range(first, last);
    }

    /** A loop between its ends, as a parameter, where the others that are known have their values. */
    private static Set valuesOf(String loop, Range range, Dependences part, Map<String, Long> known) {
        List<String> constraints = new ArrayList<>();
        constraints.add(range.first() + " <= " + loop + " <= " + range.last());
        known.forEach((name, value) -> {
            if (!name.equals(loop)) {
                constraints.add(name + " = " + value);
            }
        });
        java.util.Set<String> names = new LinkedHashSet<>(known.keySet());
        names.add(loop);
        return Set.parse(
                part.context(),
                "[" + String.join(", ", names) + "] -> { : " + String.join(" and ", constraints) + " }");
    }

    /**
     * The values of a loop in which some statement may run, as far as conditions that ask for host loops and parameters alone tell; none where no such condition asks for the loop.
     * Example: of 80 values of t, 20 where the only statement runs if mod(t, 4) == 0.
     */
    private static long[] running(String loop, Range range, List<PlacedStatement> statements, Map<String, Long> known) {
        List<List<Condition>> conditions = statements.stream()
                .map(p -> p.guards().stream()
                        .flatMap(g -> g.conjuncts().stream())
                        .filter(c -> known.keySet().containsAll(c.variables()))
                        .toList())
                .toList();
        boolean asked = range.length() <= ASKED
                && conditions.stream()
                        .allMatch(c -> c.stream().anyMatch(g -> g.variables().contains(loop)));
        if (!asked) {
            return new long[0];
        }
        Map<String, Long> values = new LinkedHashMap<>(known);
        return LongStream.rangeClosed(range.first(), range.last())
                .filter(value -> {
                    values.put(loop, value);
                    return conditions.stream().anyMatch(c -> c.stream().allMatch(g -> g.test(values::get)));
                })
                .toArray();
    }
}
