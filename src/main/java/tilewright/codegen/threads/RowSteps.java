package tilewright.codegen.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tilewright.codegen.lower.Affines;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * Intervals of a row, each a constant distance behind the one before it, which hold in rows of theirs: the numbers k of those that hold in a row are an interval too.
 *
 * <p>Example: {@code 0 <= r + k - 4 < 32} and {@code 0 <= c + 4 k - 15 < 64} for k from 0 to 3: of row r the numbers from {@code max(0, 4 - r)} to {@code min(3, 35 - r)}.
 *
 * @param from numbers of a row are at least these
 * @param to and at most these
 * @param least the first place is the greatest of these
 * @param greatest the last place is the least of these
 */
record RowSteps(List<Affine> from, List<Affine> to, Bounds least, Bounds greatest) {
    /**
     * Bounds of places.
     *
     * @param first of number 0
     * @param steps from number to number, none of the opposite sign of another
     */
    record Bounds(List<Affine> first, List<Long> steps) {
        Bounds {
            first = List.copyOf(first);
            steps = List.copyOf(steps);
        }

        boolean grows() {
            return steps.stream().anyMatch(s -> s > 0);
        }
    }

    RowSteps {
        from = List.copyOf(from);
        to = List.copyOf(to);
    }

    /** @return nothing where the intervals are no such ones */
    static Optional<RowSteps> of(List<RowIntervals> intervals) {
        List<List<Affine>> forms = new ArrayList<>();
        for (RowIntervals interval : intervals) {
            List<Affine> own = new ArrayList<>();
            for (Condition row : interval.rows()) {
                if (!(row instanceof Condition.Compare c)
                        || c.relation() != Condition.Relation.GE
                        || !c.right().equals(Affine.constant(0))) {
                    return Optional.empty();
                }
                own.add(c.left());
            }
            forms.add(own);
        }
        Optional<Bounds> rows = bounds(forms);
        Optional<Bounds> least =
                bounds(intervals.stream().map(RowIntervals::least).toList());
        Optional<Bounds> greatest =
                bounds(intervals.stream().map(RowIntervals::greatest).toList());
        if (rows.isEmpty()
                || least.isEmpty()
                || greatest.isEmpty()
                || !isMonotone(least.get())
                || !isMonotone(greatest.get())) {
            return Optional.empty();
        }
        List<Affine> from = new ArrayList<>(List.of(Affine.constant(0)));
        List<Affine> to = new ArrayList<>(List.of(Affine.constant(intervals.size() - 1L)));
        for (int b = 0; b < rows.get().first().size(); b++) {
            long step = rows.get().steps().get(b);
            Affine first = rows.get().first().get(b);
            if (Math.abs(step) != 1) {
                return Optional.empty();
            }
            (step > 0 ? from : to).add(step > 0 ? first.times(-1) : first);
        }
        return Optional.of(new RowSteps(from, to, least.get(), greatest.get()));
    }

    private static boolean isMonotone(Bounds bounds) {
        return bounds.steps().stream().noneMatch(s -> s < 0)
                || bounds.steps().stream().noneMatch(s -> s > 0);
    }

    /** Forms that each interval has as many of, each the same distance behind the one of the interval before. */
    private static Optional<Bounds> bounds(List<List<Affine>> forms) {
        List<Affine> first = forms.getFirst();
        List<Long> steps = new ArrayList<>();
        for (int b = 0; b < first.size(); b++) {
            OptionalLong step = OptionalLong.empty();
            for (int k = 1; k < forms.size(); k++) {
                OptionalLong next = forms.get(k).size() != first.size()
                        ? OptionalLong.empty()
                        : Affines.constantValue(
                                forms.get(k).get(b).minus(forms.get(k - 1).get(b)));
                if (next.isEmpty() || step.isPresent() && !step.equals(next)) {
                    return Optional.empty();
                }
                step = next;
            }
            if (step.isEmpty()) {
                return Optional.empty();
            }
            steps.add(step.getAsLong());
        }
        boolean same = forms.stream().allMatch(f -> f.size() == first.size());
        return same ? Optional.of(new Bounds(first, steps)) : Optional.empty();
    }
}
