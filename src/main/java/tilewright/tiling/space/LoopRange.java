package tilewright.tiling.space;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.SetNotation;

/** Bounds of a loop, both inclusive. */
public record LoopRange(Affine first, Affine last) {
    /** The smallest and the largest value of a set's last dimension; the others must have names and become parameters. */
    public static LoopRange ofLast(Set set) {
        int outer = set.dim(Dim.SET) - 1;
        Set alone = set.moveDims(Dim.PARAM, set.dim(Dim.PARAM), Dim.SET, 0, outer);
        Set nonEmpty = alone.params();
        return new LoopRange(
                AstExpressions.of(alone.dimMin(0).gist(nonEmpty)),
                AstExpressions.of(alone.dimMax(0).gist(nonEmpty)));
    }

    /**
     * The same range, with bounds that are one expression here and another one there as an extreme of all of these, where no value lies beyond any of them: of cases of a last value the least.
     *
     * @param set whose last dimension has this range
     */
    public LoopRange withExtremes(Set set) {
        return new LoopRange(
                extreme(set, first, Condition.Relation.LT, Affine.Max::new),
                extreme(set, last, Condition.Relation.GT, Affine.Min::new));
    }

    private static Affine extreme(
            Set set, Affine bound, Condition.Relation beyond, Function<List<Affine>, Affine> extreme) {
        List<Affine> cases = cases(bound).distinct().toList();
        if (cases.size() < 2 || cases.stream().anyMatch(LoopRange::isPiecewise)) {
            return bound;
        }
        String value = Objects.requireNonNull(set.getDimName(Dim.SET, set.dim(Dim.SET) - 1));
        String space = names(set, Dim.PARAM) + " -> { " + names(set, Dim.SET) + " : ";
        boolean bounds = cases.stream()
                .map(c -> space + SetNotation.of(new Condition.Compare(Affine.variable(value), beyond, c)) + " }")
                .allMatch(further ->
                        set.intersect(Set.parse(set.context(), further)).isEmpty());
        return bounds ? extreme.apply(cases) : bound;
    }

    private static String names(Set set, Dim kind) {
        return IntStream.range(0, set.dim(kind))
                .mapToObj(d -> set.getDimName(kind, d))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static Stream<Affine> cases(Affine bound) {
        return bound instanceof Affine.Select s
                ? Stream.concat(cases(s.then()), cases(s.otherwise()))
                : Stream.of(bound);
    }

    /** Whether a bound is one expression here and another one there. */
    public static boolean isPiecewise(Affine bound) {
        return switch (bound) {
            case Affine.Select _ -> true;
            case Affine.Sum s -> isPiecewise(s.left()) || isPiecewise(s.right());
            case Affine.Scaled s -> isPiecewise(s.operand());
            case Affine.Extreme e -> e.operands().stream().anyMatch(LoopRange::isPiecewise);
            case Affine.Constant _, Affine.Variable _, Affine.FloorDiv _, Affine.Mod _ -> false;
        };
    }
}
