package tilewright.codegen.scalar;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.Operation;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * What holds for every thread of which a point takes part in some update of a list: threads whose points are done, as in
 * the course of an elimination, leave the list out.
 *
 * <p>Example: updates under {@code i >= k + 1} and under {@code i >= k + 2}, four neighbours per thread; a thread whose first
 * point has the offset x takes part only where {@code x + 3 >= k + 1}.
 */
public record TakingPart(List<AxisVariables> axes) {
    public TakingPart {
        axes = List.copyOf(axes);
    }

    /** Conditions over the threads' own offsets, none where any thread may have to do something. */
    public List<Condition> in(List<Operation> operations) {
        Map<Map<Affine, Long>, Long> common = new HashMap<>();
        boolean first = true;
        for (Operation operation : operations) {
            if (operation instanceof Operation.Assign update && isForAllPoints(update)) {
                Map<Map<Affine, Long>, Long> bounds = bounds(update.guard());
                if (first) {
                    common.putAll(bounds);
                    first = false;
                }
                common.keySet().retainAll(bounds.keySet());
                common.replaceAll((terms, constant) -> Math.max(constant, bounds.getOrDefault(terms, constant)));
            }
        }
        return common.entrySet().stream()
                .map(b -> (Condition) new Condition.Compare(
                        new LinearForm(b.getKey(), b.getValue()).toAffine(), Condition.Relation.GE, Affine.constant(0)))
                .sorted(Comparator.comparing(Condition::toString))
                .toList();
    }

    private boolean isForAllPoints(Operation.Assign update) {
        return !(update.target() instanceof Operation.Target.TileTarget t)
                || t.tile().axes().size() == axes.size();
    }

    /** What is not negative where some point of a thread satisfies a guard: terms to constants. */
    private Map<Map<Affine, Long>, Long> bounds(Condition guard) {
        Map<Map<Affine, Long>, Long> bounds = new HashMap<>();
        for (Condition conjunct : guard.conjuncts()) {
            if (conjunct instanceof Condition.Compare c) {
                for (Affine notNegative : c.notNegative()) {
                    LinearForm form = LinearForm.of(notNegative);
                    List<AxisVariables> of = axes.stream()
                            .filter(a -> form.coefficient(a.axis().variable()) != 0)
                            .toList();
                    if (of.size() == 1) {
                        LinearForm greatest = greatest(form, of.getFirst());
                        bounds.merge(greatest.terms(), greatest.constant(), Math::min);
                    }
                }
            }
        }
        return bounds;
    }

    /** A form's greatest value among the points of a thread. */
    private static LinearForm greatest(LinearForm form, AxisVariables axis) {
        String variable = axis.axis().variable();
        boolean last = form.coefficient(variable) > 0;
        int offset = last ? axis.axis().offset(axis.axis().perThread() - 1, 0) : 0;
        Affine place =
                axis.axis().base().plus(Affine.variable(axis.own().name())).plus(offset);
        return LinearForm.of(form.toAffine().substitute(Map.of(variable, place)));
    }
}
