package tilewright.locality;

import java.util.LinkedHashMap;
import java.util.Map;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.dependence.SilentWrites;
import tilewright.isl.Context;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.model.UserError;

/**
 * What every program for a nest does at least, however it is cut: the iterations that are not proved silent, and every
 * input element once, every final element once. Counted exactly at given sizes. Example: Floyd-Warshall, n = 4 with
 * {@code assume a(k,k) >= 0}: of 64 iterations those with i = k or j = k are silent, 36 are left; 16 elements are read
 * and 16 written.
 *
 * @param iterations by statement id, those that no program may leave out; 0 where they cannot be counted in time
 * @param inputs by array, the different elements read before anything is written to them
 * @param results by array, the different elements written
 */
public record LeastWork(Map<String, Long> iterations, Map<String, Long> inputs, Map<String, Long> results) {
    public LeastWork {
        iterations = Map.copyOf(iterations);
        inputs = Map.copyOf(inputs);
        results = Map.copyOf(results);
    }

    /** @param sizes value of every parameter */
    public static LeastWork of(Dependences dependences, Map<String, Long> sizes) {
        Context context = dependences.context();
        try (Scope _ = context.scope()) {
            Map<String, Long> iterations = new LinkedHashMap<>();
            Map<String, Long> results = new LinkedHashMap<>();
            for (Dependences.Domain domain : dependences.domains()) {
                Set needed = needed(dependences, domain);
                iterations.put(domain.statement(), count(needed, dependences, sizes));
                String array = dependences
                        .nest()
                        .statement(domain.statement())
                        .statement()
                        .target()
                        .array();
                results.merge(array, count(last(dependences, domain, needed), dependences, sizes), Long::sum);
            }
            Map<String, Set> inputs = new LinkedHashMap<>();
            for (InputUse input : dependences.inputs()) {
                inputs.merge(input.array(), input.relation().range(), Set::union);
            }
            Map<String, Long> elements = new LinkedHashMap<>();
            inputs.forEach((array, set) -> elements.put(array, count(set, dependences, sizes)));
            return new LeastWork(iterations, elements, results);
        }
    }

    private static Set needed(Dependences dependences, Dependences.Domain domain) {
        Set needed = domain.iterations();
        for (SilentWrites silent : dependences.silent()) {
            needed = silent.statement().equals(domain.statement()) ? needed.subtract(silent.iterations()) : needed;
        }
        return needed;
    }

    /** Those of the iterations whose element nobody writes again: one for each element. */
    private static Set last(Dependences dependences, Dependences.Domain domain, Set needed) {
        Set last = needed;
        for (Dependence output : dependences.ofKind(Dependence.Kind.OUTPUT)) {
            last = output.source().equals(domain.statement())
                    ? last.subtract(output.relation().domain())
                    : last;
        }
        return last;
    }

    /** Fewer is still a lower bound. */
    private static long count(Set set, Dependences dependences, Map<String, Long> sizes) {
        try {
            return PointCounter.count(ValueFlows.fixed(set, dependences, sizes));
        } catch (UserError tooLong) {
            return 0;
        }
    }
}
