package tilewright.codegen.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * The places of a row for which conditions hold, as an interval: comparisons are solved for the place.
 *
 * <p>Example: {@code c - r >= 1} and {@code n >= r} of row r are the places from {@code r + 1} on where {@code n >= r}.
 *
 * @param least the first place is the greatest of these
 * @param greatest the last place is the least of these
 * @param rows what must hold of the row
 */
record RowIntervals(List<Affine> least, List<Affine> greatest, List<Condition> rows) {
    RowIntervals {
        least = List.copyOf(least);
        greatest = List.copyOf(greatest);
        rows = List.copyOf(rows);
    }

    /**
     * @param conditions over the row and the place
     * @param place a variable
     * @return nothing where they are no intervals
     */
    static Optional<RowIntervals> of(List<Condition> conditions, String place) {
        List<Affine> least = new ArrayList<>();
        List<Affine> greatest = new ArrayList<>();
        List<Condition> rows = new ArrayList<>();
        for (Condition condition : conditions) {
            if (condition.equals(Condition.TRUE)) {
                continue;
            }
            if (!condition.variables().contains(place)) {
                rows.add(condition);
                continue;
            }
            if (!(condition instanceof Condition.Compare c)) {
                return Optional.empty();
            }
            LinearForm form = LinearForm.of(c.left().minus(c.right()));
            long factor = form.coefficient(place);
            LinearForm rest = form.without(Affine.variable(place));
            if (Math.abs(factor) != 1 || rest.toAffine().variables().contains(place)) {
                return Optional.empty();
            }
            Affine solved = rest.toAffine().times(-factor);
            boolean up = factor > 0;
            switch (c.relation()) {
                case GE -> (up ? least : greatest).add(solved);
                case GT -> (up ? least : greatest).add(solved.plus(up ? 1 : -1));
                case LE -> (up ? greatest : least).add(solved);
                case LT -> (up ? greatest : least).add(solved.plus(up ? -1 : 1));
                case EQ -> {
                    least.add(solved);
                    greatest.add(solved);
                }
                case NE -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(new RowIntervals(least, greatest, rows));
    }

    /**
     * Whether every row has few places of a wider interval beside these: each end is a number of places, {@code few} at most, from one of the wider interval's.
     * Example: columns {@code 1..n - 1} have one place of {@code 0..n} at each end beside them, columns {@code i - w..i + w} may have any number.
     */
    boolean hasFewBeside(RowIntervals wider, long few) {
        return least.stream().allMatch(l -> wider.least.stream().anyMatch(w -> isUpTo(few, l.minus(w))))
                && greatest.stream().allMatch(g -> wider.greatest.stream().anyMatch(w -> isUpTo(few, w.minus(g))));
    }

    private static boolean isUpTo(long few, Affine difference) {
        LinearForm form = LinearForm.of(difference);
        return form.isConstant() && form.constant() >= 0 && form.constant() <= few;
    }

    /** The first place, {@code from} at least. */
    Affine first(Affine from) {
        List<Affine> all = new ArrayList<>(least);
        all.add(from);
        return simple(all).size() == 1 ? simple(all).getFirst() : new Affine.Max(simple(all));
    }

    /** The last place, {@code to} at most. */
    Affine last(Affine to) {
        List<Affine> all = new ArrayList<>(greatest);
        all.add(to);
        return simple(all).size() == 1 ? simple(all).getFirst() : new Affine.Min(simple(all));
    }

    private static List<Affine> simple(List<Affine> affines) {
        return affines.stream().map(a -> LinearForm.of(a).toAffine()).distinct().toList();
    }
}
