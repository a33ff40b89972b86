package tilewright.locality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependences;
import tilewright.dependence.Embedding;
import tilewright.isl.BasicSet;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.model.Interval;

/**
 * The ranges of the loops as functions of the sizes. Projected onto one loop, the iterations of all statements are a few
 * intervals with bounds that depend on the parameters: read off once, evaluated often.
 */
final class LoopRanges {
    private final Dependences dependences;
    private final SampleSizes samples;
    private final List<String> parameters;
    private final Map<Map<String, Long>, List<Interval>> known = new HashMap<>();
    private final long origin;
    /** Per loop the intervals; null where strides make isl find the ends. */
    private final @Nullable List<List<Rows>> intervals;

    /** The rows of a convex set of one variable: parameters, variable, constant. */
    private record Rows(List<long[]> rows) {
        /** The values, null where there is none. */
        @Nullable
        Interval at(long[] parameters) {
            long least = Long.MIN_VALUE;
            long greatest = Long.MAX_VALUE;
            for (long[] row : rows) {
                long rest = row[row.length - 1];
                for (int p = 0; p < parameters.length; p++) {
                    rest += row[p] * parameters[p];
                }
                long coefficient = row[parameters.length];
                if (coefficient > 0) {
                    least = Math.max(least, -Math.floorDiv(rest, coefficient));
                } else if (coefficient < 0) {
                    greatest = Math.min(greatest, Math.floorDiv(rest, -coefficient));
                } else if (rest < 0) {
                    return null;
                }
            }
            return least > greatest ? null : new Interval(least, greatest);
        }
    }

    LoopRanges(Dependences dependences, SampleSizes samples) {
        this.dependences = dependences;
        this.samples = samples;
        this.parameters = dependences.nest().parameters();
        this.origin = BlockOrigin.of(dependences);
        this.intervals = intervals();
    }

    private @Nullable List<List<Rows>> intervals() {
        List<List<Rows>> all = new ArrayList<>();
        try (Scope _ = dependences.context().scope()) {
            for (int z = 0; z < dependences.loops().size(); z++) {
                List<Rows> ofLoop = new ArrayList<>();
                for (Embedding embedding : dependences.embeddings()) {
                    Set points = dependences.domain(embedding.statement()).apply(embedding.relation());
                    int after = points.dim(Dim.SET) - z - 1;
                    Set values = points.projectOut(Dim.SET, z + 1, after).projectOut(Dim.SET, 0, z);
                    for (BasicSet part : values.coalesce().computeDivs().getBasicSetList()) {
                        Rows interval = interval(part);
                        if (interval == null) {
                            return null;
                        }
                        ofLoop.add(interval);
                    }
                }
                all.add(ofLoop);
            }
        }
        return all;
    }

    private @Nullable Rows interval(BasicSet values) {
        ConstraintSystem system = ConstraintSystem.of(values);
        if (system.columns() != system.parameters() + 1) {
            return null;
        }
        int[] places = IntStream.range(0, system.parameters())
                .map(p -> parameters.indexOf(values.getDimName(Dim.PARAM, p)))
                .toArray();
        List<long[]> rows = new ArrayList<>();
        system.inequalities().forEach(row -> rows.add(placed(row, places, 1)));
        system.equalities().forEach(row -> {
            rows.add(placed(row, places, 1));
            rows.add(placed(row, places, -1));
        });
        return new Rows(rows);
    }

    /** A row with the nest's parameters in their order. */
    private long[] placed(long[] row, int[] places, long sign) {
        long[] placed = new long[parameters.size() + 2];
        for (int p = 0; p < places.length; p++) {
            placed[places[p]] = sign * row[p];
        }
        placed[parameters.size()] = sign * row[places.length];
        placed[parameters.size() + 1] = sign * row[places.length + 1];
        return placed;
    }

    /** Where blocks begin. */
    long origin() {
        return origin;
    }

    /** The range of a loop; without iterations, the origin alone. */
    Interval of(int z, Map<String, Long> sizes) {
        return intervals == null
                ? known.computeIfAbsent(Map.copyOf(sizes), s -> of(dependences, s))
                        .get(z)
                : evaluated(intervals.get(z), sizes);
    }

    private Interval evaluated(List<Rows> ofLoop, Map<String, Long> sizes) {
        long[] values = new long[parameters.size()];
        for (int p = 0; p < values.length; p++) {
            Long value = sizes.get(parameters.get(p));
            if (value == null) {
                throw new IllegalArgumentException("no value for parameter " + parameters.get(p));
            }
            values[p] = value;
        }
        Interval all = null;
        for (Rows each : ofLoop) {
            Interval range = each.at(values);
            if (range != null) {
                all = all == null ? range : all.hull(range);
            }
        }
        return all == null ? Interval.of(0) : all.plus(-origin);
    }

    /** The loops of a nest for given sizes, outermost first; without iterations, the origin alone. */
    static List<Interval> of(Dependences dependences, Map<String, Long> sizes) {
        Context context = dependences.context();
        try (Scope _ = context.scope()) {
            Set space = dependences.embeddings().stream()
                    .map(e -> ValueFlows.fixed(dependences.domain(e.statement()), dependences, sizes)
                            .apply(e.relation()))
                    .reduce(Set::union)
                    .orElseThrow();
            boolean empty = space.isEmpty();
            long origin = BlockOrigin.of(dependences);
            return IntStream.range(0, dependences.loops().size())
                    .mapToObj(z -> empty
                            ? Interval.of(0)
                            : new Interval(
                                            space.dimMinVal(z).longValue(),
                                            space.dimMaxVal(z).longValue())
                                    .plus(-origin))
                    .toList();
        }
    }

    /** Whether the length of a loop depends on a parameter. */
    boolean depends(int z, String parameter) {
        Map<String, Long> sizes = base();
        Interval before = of(z, sizes);
        sizes.merge(parameter, samples.leastBlock(), Long::sum);
        return !before.equals(of(z, sizes));
    }

    boolean isConstant(int z) {
        return dependences.nest().parameters().stream().noneMatch(p -> depends(z, p));
    }

    private Map<String, Long> base() {
        Map<String, Long> sizes = new HashMap<>();
        dependences.nest().parameters().forEach(p -> sizes.put(p, samples.parts(1) * samples.block(0)));
        return sizes;
    }
}
