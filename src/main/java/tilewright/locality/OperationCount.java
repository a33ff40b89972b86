package tilewright.locality;

import java.util.Map;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Scope;

/** How many operations S_b(J) a nest executes; silent ones count, they run like the others. */
public final class OperationCount {
    private OperationCount() {}

    /**
     * The exact number at given sizes. Example: n^3 for Floyd-Warshall.
     *
     * @param sizes value of every parameter
     */
    public static long of(Dependences dependences, Map<String, Long> sizes) {
        Context context = dependences.context();
        try (Scope _ = context.scope()) {
            return dependences.domains().stream()
                    .mapToLong(domain -> PointCounter.count(ValueFlows.fixed(domain.iterations(), dependences, sizes)))
                    .reduce(0, Math::addExact);
        }
    }
}
