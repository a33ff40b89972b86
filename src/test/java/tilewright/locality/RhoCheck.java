package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Set;
import tilewright.model.UserError;

/** rho^d against how the number of values grows when the sizes double. */
public final class RhoCheck {
    private RhoCheck() {}

    /** Relations of one convex part; where there are any values for these sizes: some exist for odd sizes only. */
    public static void of(Dependences dependences) {
        Locality locality = LocalityAnalysis.of(dependences);
        List<Dependence> flows = dependences.ofKind(Dependence.Kind.FLOW);
        for (int f = 0; f < flows.size(); f++) {
            UsedValues values = locality.values().get(f);
            for (int fixed : values.rhoFixed()) {
                assertTrue(fixed == values.rho() || fixed == values.rho() + 1, values.toString());
            }
            if (flows.get(f).relation().pieces() == 1) {
                Set produced = flows.get(f).relation().domain();
                double few = count(produced, dependences, 2521);
                double many = count(produced, dependences, 5041);
                if (few > 0 && many > 0) {
                    long slope = Math.round(Math.log(many / few) / Math.log(2));
                    assertEquals(slope, values.rho(), flows.get(f).relation().toString());
                }
            }
        }
    }

    private static long count(Set values, Dependences dependences, long n) {
        Map<String, Long> sizes = new HashMap<>();
        dependences.nest().parameters().forEach(p -> sizes.put(p, n));
        try {
            return PointCounter.count(ValueFlows.fixed(values, dependences, sizes));
        } catch (UserError | ArithmeticException tooMany) {
            return 0;
        }
    }
}
