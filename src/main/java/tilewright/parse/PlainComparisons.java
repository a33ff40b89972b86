package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * Comparisons without the minima, maxima and quotients that can be said in linear ones: isl reads those many times faster, and its sets have fewer
 * pieces.
 *
 * <p>Example: {@code k <= min(n, (m + 15)/16 - 1)} holds where {@code k <= n} and {@code 16 (k + 1) <= m + 15} do.
 */
final class PlainComparisons {
    private PlainComparisons() {}

    /** Conditions that hold together where the comparison does. */
    static List<Condition> of(Condition.Compare comparison) {
        Affine left = comparison.left();
        Affine right = comparison.right();
        try {
            return switch (comparison.relation()) {
                case LE -> atMost(left, right);
                case LT -> atMost(left.plus(1), right);
                case GE -> atMost(right, left);
                case GT -> atMost(right.plus(1), left);
                case EQ, NE -> List.of(comparison);
            };
        } catch (ArithmeticException tooLarge) {
            return List.of(comparison);
        }
    }

    private static List<Condition> atMost(Affine small, Affine large) {
        for (Affine term : terms(large)) {
            switch (term) {
                case Affine.Min m -> {
                    return m.operands().stream()
                            .flatMap(o -> atMost(small, with(large, term, o)).stream())
                            .toList();
                }
                case Affine.FloorDiv d -> {
                    Affine rest = with(large, term, Affine.constant(0));
                    return atMost(small.minus(rest).times(d.divisor()), d.dividend());
                }
                case Affine.Constant _, Affine.Variable _, Affine.Sum _, Affine.Scaled _ -> {}
                case Affine.Mod _, Affine.Max _, Affine.Select _ -> {}
            }
        }
        for (Affine term : terms(small)) {
            switch (term) {
                case Affine.Max m -> {
                    return m.operands().stream()
                            .flatMap(o -> atMost(with(small, term, o), large).stream())
                            .toList();
                }
                case Affine.FloorDiv d -> {
                    Affine rest = with(small, term, Affine.constant(0));
                    Affine least = large.minus(rest).times(d.divisor()).plus(d.divisor() - 1);
                    return atMost(d.dividend(), least);
                }
                case Affine.Constant _, Affine.Variable _, Affine.Sum _, Affine.Scaled _ -> {}
                case Affine.Mod _, Affine.Min _, Affine.Select _ -> {}
            }
        }
        return List.of(new Condition.Compare(small, Condition.Relation.LE, large));
    }

    private static List<Affine> terms(Affine affine) {
        List<Affine> terms = new ArrayList<>();
        if (affine instanceof Affine.Sum s) {
            terms.addAll(terms(s.left()));
            terms.addAll(terms(s.right()));
        } else {
            terms.add(affine);
        }
        return terms;
    }

    /** A sum with another summand instead of one, which is told by what it is, not by its value. */
    @SuppressWarnings("ReferenceEquality")
    private static Affine with(Affine affine, Affine term, Affine other) {
        return affine == term
                ? other
                : affine instanceof Affine.Sum s
                        ? with(s.left(), term, other).plus(with(s.right(), term, other))
                        : affine;
    }
}
