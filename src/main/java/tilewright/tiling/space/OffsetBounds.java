package tilewright.tiling.space;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * Bounds of forms of offsets within a block, each of which runs from 0 to its count less one, where conditions hold.
 *
 * @param counts number of values of each offset
 */
public record OffsetBounds(Map<String, Integer> counts) {
    /** Conditions that are used one after another. */
    private static final int MOST = 2;

    /** The comparisons of a condition as forms that are not negative where they hold; those with other variables than offsets are left out unless wanted. */
    public List<LinearForm> notNegative(Condition where, Map<String, Affine> offsets, boolean all) {
        return where.conjuncts().stream()
                .filter(c -> c instanceof Condition.Compare)
                .flatMap(c -> ((Condition.Compare) c).notNegative().stream())
                .map(f -> LinearForm.of(f.substitute(offsets)))
                .filter(f -> !f.isConstant() && (all || isOfOffsets(f)))
                .toList();
    }

    private boolean isOfOffsets(LinearForm form) {
        return form.terms().keySet().stream()
                .allMatch(t -> t instanceof Affine.Variable v && counts.containsKey(v.name()));
    }

    /**
     * A bound of a form from below: its least value over all values of the offsets, or that of the form less a multiple of what is not negative, where a variable vanishes. Example: with
     * {@code p + q - w - 1} not negative, {@code q - w} is {@code 1 - p} at least.
     *
     * @return the smallest number where there is none
     */
    public long least(LinearForm form, List<LinearForm> notNegative) {
        return least(form, notNegative, MOST);
    }

    private long least(LinearForm form, List<LinearForm> notNegative, int steps) {
        long least = isOfOffsets(form) ? least(form) : Long.MIN_VALUE;
        for (LinearForm known : steps == 0 ? List.<LinearForm>of() : notNegative) {
            for (Map.Entry<Affine, Long> term : known.terms().entrySet()) {
                long own = form.terms().getOrDefault(term.getKey(), 0L);
                long factor = own / term.getValue();
                if (factor > 0 && own % term.getValue() == 0) {
                    LinearForm less =
                            LinearForm.of(form.toAffine().minus(known.toAffine().times(factor)));
                    least = Math.max(least, least(less, notNegative, steps - 1));
                }
            }
        }
        return least;
    }

    private long least(LinearForm form) {
        return form.constant()
                + form.terms().entrySet().stream()
                        .mapToLong(t -> Math.min(0, t.getValue() * (count(t.getKey()) - 1L)))
                        .sum();
    }

    private int count(Affine offset) {
        return Objects.requireNonNull(counts.get(((Affine.Variable) offset).name()));
    }
}
