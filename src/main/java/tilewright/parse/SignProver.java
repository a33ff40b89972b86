package tilewright.parse;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import tilewright.isl.Context;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.SetNotation;

/** Proves that integers are not negative where they are used; parameters never are. */
final class SignProver {
    private SignProver() {}

    /**
     * Whether a value is proved not to be negative.
     *
     * @param loops names that are loop variables
     * @param constraints what holds where the value is used
     */
    static boolean isNonNegative(Affine value, List<String> loops, List<Condition> constraints) {
        Condition negative = new Condition.Compare(value, Condition.Relation.LT, Affine.constant(0));
        List<Condition> all = new ArrayList<>(constraints);
        all.add(negative);
        java.util.Set<String> parameters = new LinkedHashSet<>();
        all.forEach(c -> parameters.addAll(c.variables()));
        loops.forEach(parameters::remove);
        for (String parameter : parameters) {
            all.add(new Condition.Compare(Affine.variable(parameter), Condition.Relation.GE, Affine.constant(0)));
        }
        String text = "[" + String.join(", ", parameters) + "] -> { [" + String.join(", ", loops) + "] : "
                + SetNotation.of(new Condition.And(all)) + " }";
        try (Context context = new Context()) {
            return Set.parse(context, text).isEmpty();
        }
    }
}
