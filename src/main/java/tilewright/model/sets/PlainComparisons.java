package tilewright.model.sets;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * Comparisons without the minima, maxima and quotients that can be said in linear ones: isl reads those many times faster, and its sets have fewer
 * pieces.
 *
 * <p>Example: {@code k <= min(n, (m + 15)/16 - 1)} holds where {@code k <= n} and {@code 16 (k + 1) <= m + 15} do.
 */
public final class PlainComparisons {
    private PlainComparisons() {}

    /** The same condition. */
    public static Condition plain(Condition.Compare comparison) {
        return Condition.and(of(comparison));
    }

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
        List<Affine> above = terms(large);
        for (int t = 0; t < above.size(); t++) {
            Affine rest = sumWithout(above, t);
            switch (above.get(t)) {
                case Affine.Min m -> {
                    return m.operands().stream()
                            .flatMap(o -> atMost(small, rest.plus(o)).stream())
                            .toList();
                }
                case Affine.FloorDiv d -> {
                    return atMost(small.minus(rest).times(d.divisor()), d.dividend());
                }
                case Affine.Constant _, Affine.Variable _, Affine.Sum _, Affine.Scaled _ -> {}
                case Affine.Mod _, Affine.Max _, Affine.Select _ -> {}
            }
        }
        List<Affine> below = terms(small);
        for (int t = 0; t < below.size(); t++) {
            Affine rest = sumWithout(below, t);
            switch (below.get(t)) {
                case Affine.Max m -> {
                    return m.operands().stream()
                            .flatMap(o -> atMost(rest.plus(o), large).stream())
                            .toList();
                }
                case Affine.FloorDiv d -> {
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
        return affine instanceof Affine.Sum s
                ? Stream.concat(terms(s.left()).stream(), terms(s.right()).stream())
                        .toList()
                : List.of(affine);
    }

    /** The others of some terms: of two equal ones, one is left. */
    private static Affine sumWithout(List<Affine> terms, int term) {
        return IntStream.range(0, terms.size())
                .filter(t -> t != term)
                .mapToObj(terms::get)
                .reduce(Affine.constant(0), Affine::plus);
    }
}
