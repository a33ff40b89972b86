package tilewright.locality;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.dependence.SilentWrites;
import tilewright.isl.Context;
import tilewright.isl.Set;

/**
 * Where every value of a nest is produced and used, for given sizes.
 *
 * @param uses values to the iterations that use them, one per read and source
 * @param finalContents per statement the iterations whose value is still there at the end
 */
record ValueFlows(List<Use> uses, Map<String, Set> finalContents) {
    /**
     * @param values what identifies the values: a statement, or an array for its input
     * @param producer the statement that produces them, null for input
     * @param user the statement that uses them
     * @param access number q of the read that uses them
     * @param relation values to iterations of the user
     */
    record Use(String values, @Nullable String producer, String user, int access, tilewright.isl.Map relation) {}

    /** All values. */
    static ValueFlows exact(Dependences dependences, Map<String, Long> sizes) {
        return new Builder(dependences, sizes).exact();
    }

    /** All values of all sizes: the relations keep their parameters. */
    static ValueFlows symbolic(Dependences dependences) {
        return new Builder(dependences, Set.parse(context(dependences), "{ : }")).exact();
    }

    private static final class Builder {
        private final Dependences dependences;
        private final Set sizes;

        Builder(Dependences dependences, Map<String, Long> sizes) {
            this(dependences, parameterValues(dependences, sizes));
        }

        Builder(Dependences dependences, Set sizes) {
            this.dependences = dependences;
            this.sizes = sizes;
        }

        ValueFlows exact() {
            List<Use> uses = new ArrayList<>();
            dependences.ofKind(Dependence.Kind.FLOW).forEach(f -> uses.add(fixed(use(f))));
            dependences.inputs().forEach(i -> uses.add(fixed(use(i))));
            Map<String, Set> last = new LinkedHashMap<>();
            dependences
                    .domains()
                    .forEach(d -> last.put(d.statement(), finalContents(d).intersectParams(sizes)));
            return new ValueFlows(uses, last);
        }

        private static Use use(Dependence flow) {
            return new Use(flow.source(), flow.source(), flow.sink(), flow.access(), flow.relation());
        }

        private static Use use(InputUse input) {
            return new Use(
                    input.array(),
                    null,
                    input.statement(),
                    input.access(),
                    input.relation().reverse());
        }

        private Use fixed(Use use) {
            return new Use(use.values, use.producer, use.user, use.access, use.relation.intersectParams(sizes));
        }

        private Set finalContents(Dependences.Domain domain) {
            Set last = domain.iterations();
            if (dependences.silentRemoved()) {
                for (SilentWrites silent : dependences.silent()) {
                    last = silent.statement().equals(domain.statement()) ? last.subtract(silent.iterations()) : last;
                }
            }
            for (Dependence output : dependences.ofKind(Dependence.Kind.OUTPUT)) {
                if (output.source().equals(domain.statement())) {
                    last = last.subtract(output.relation().domain());
                }
            }
            return last.coalesce();
        }
    }

    /** A set with its parameters fixed to values. */
    static Set fixed(Set set, Dependences dependences, Map<String, Long> sizes) {
        return set.intersectParams(parameterValues(dependences, sizes));
    }

    /** The parameters fixed to values, as a set without dimensions. */
    private static Set parameterValues(Dependences dependences, Map<String, Long> sizes) {
        for (String parameter : dependences.nest().parameters()) {
            if (!sizes.containsKey(parameter)) {
                throw new IllegalArgumentException("no value for parameter " + parameter);
            }
        }
        Context context = context(dependences);
        String values = sizes.entrySet().stream()
                .map(e -> e.getKey() + " = " + e.getValue())
                .collect(Collectors.joining(" and "));
        String names = String.join(", ", sizes.keySet());
        return Set.parse(context, sizes.isEmpty() ? "{ : }" : "[" + names + "] -> { : " + values + " }");
    }

    private static Context context(Dependences dependences) {
        return dependences.context();
    }
}
