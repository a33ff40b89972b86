package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * The iteration that accesses a place of a box, solved for where a coefficient is 1 or -1.
 *
 * <p>Example: with offsets t and i the place (i - t + 4, 2 t) is accessed by {@code i = p + t - 4}; t is left.
 *
 * @param offsets those that the place tells, over the window's coordinates and the offsets that are left
 * @param needed what a place must satisfy besides
 */
public record SolvedPlace(Map<String, Affine> offsets, List<Condition> needed) {
    /**
     * @param place in the box, with offsets for the variables of points and sequences
     * @param coordinates what stands for the place along each dimension
     * @param counts number of values of each offset
     * @return nothing where a dimension has offsets of which none can be solved for
     */
    public static @Nullable SolvedPlace of(List<Affine> place, List<String> coordinates, Map<String, Integer> counts) {
        Map<String, Affine> solved = new HashMap<>();
        List<Condition> needed = new ArrayList<>();
        for (int d = 0; d < place.size(); d++) {
            LinearForm form = LinearForm.of(place.get(d).substitute(solved));
            Affine coordinate = Affine.variable(coordinates.get(d));
            String pivot = pivot(form, counts);
            if (pivot == null) {
                if (form.toAffine().variables().stream().anyMatch(counts::containsKey)) {
                    return null;
                }
                needed.add(new Condition.Compare(coordinate, Condition.Relation.EQ, form.toAffine()));
                continue;
            }
            Map<String, Affine> digits = digits(form, pivot, coordinate, counts);
            if (!digits.isEmpty()) {
                solved.replaceAll((_, v) -> simple(v.substitute(digits)));
                solved.putAll(digits);
                continue;
            }
            Affine value = form.solve(pivot, coordinate).orElseThrow();
            solved.replaceAll((_, v) -> simple(v.substitute(Map.of(pivot, value))));
            solved.put(pivot, value);
        }
        return new SolvedPlace(solved, needed);
    }

    /** Combinations of the values of offsets that are left: one of them has accessed the place, if any has. Example: 16 for a t with 16 values. */
    public long cases(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .filter(c -> !offsets.containsKey(c.getKey()))
                .mapToLong(Map.Entry::getValue)
                .reduce(1, Math::multiplyExact);
    }

    public static Affine simple(Affine affine) {
        return LinearForm.of(affine).toAffine();
    }

    /**
     * Two offsets of one dimension, of which one steps over all values of the other: {@code 63 s + q} with q below 62 is told by the quotient and the remainder of the place. Of places between, which nobody accesses, the
     * remainder is no value of q. Nothing of other forms.
     */
    private static Map<String, Affine> digits(
            LinearForm form, String pivot, Affine coordinate, Map<String, Integer> counts) {
        List<String> others = form.terms().keySet().stream()
                .flatMap(t -> t.variables().stream())
                .filter(v -> counts.containsKey(v) && !v.equals(pivot))
                .distinct()
                .toList();
        if (others.size() != 1) {
            return Map.of();
        }
        String other = others.getFirst();
        long sign = form.coefficient(pivot);
        long stride = sign * form.coefficient(other);
        if (stride < count(pivot, counts)) {
            return Map.of();
        }
        Affine rest = form.without(Affine.variable(pivot))
                .without(Affine.variable(other))
                .toAffine();
        Affine both = simple(coordinate.minus(rest).times(sign));
        return Map.of(other, both.floorDiv(stride), pivot, new Affine.Mod(both, stride));
    }

    /** The offset with the most values of those that the place can be solved for. */
    private static @Nullable String pivot(LinearForm form, Map<String, Integer> counts) {
        String best = null;
        for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
            if (term.getKey() instanceof Affine.Variable v
                    && counts.containsKey(v.name())
                    && Math.abs(term.getValue()) == 1
                    && form.solve(v.name(), Affine.constant(0)).isPresent()
                    && (best == null || count(v.name(), counts) > count(best, counts))) {
                best = v.name();
            }
        }
        return best;
    }

    private static int count(String offset, Map<String, Integer> counts) {
        return Objects.requireNonNull(counts.get(offset), offset);
    }
}
