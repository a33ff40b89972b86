package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.codegen.lower.Affines;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.ScalarType;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * The places of a row for which one of several conditions holds, as one interval: each of them holds in an interval, and none ends before another one begins, whichever of them hold in the row. Two
 * comparisons for each place of a row are left, where each condition takes several, one behind the other in lanes that go different ways.
 *
 * <p>Example: places (p,q) with {@code 0 <= p + t - 4 < 32} and {@code 0 <= q + 4 t - 15 < 64} for a t from 0 to 3 are in row 4 those from 3 to 78; in row 1, which t = 3 alone has, those from 3 to 66.
 *
 * @param common what holds in all cases
 * @param cases the intervals, bounded on the same sides
 */
record RowUnion(RowIntervals common, List<RowIntervals> cases) {
    RowUnion {
        cases = List.copyOf(cases);
    }

    /**
     * @param condition over the row and the place, of which one part is a choice
     * @param place a variable
     * @return nothing where it has no choice, or its cases may be several intervals of a row
     */
    static Optional<RowUnion> of(Condition condition, String place) {
        List<Condition> common = new ArrayList<>();
        List<Condition.Or> choices = new ArrayList<>();
        for (Condition conjunct : condition.conjuncts()) {
            if (conjunct instanceof Condition.Or or) {
                choices.add(or);
            } else {
                common.add(conjunct);
            }
        }
        if (choices.size() != 1) {
            return Optional.empty();
        }
        List<List<Condition>> cases = choices.getFirst().operands().stream()
                .map(c -> normal(c.conjuncts()))
                .toList();
        List<Condition> shared = cases.getFirst().stream()
                .filter(c -> cases.stream().allMatch(k -> k.contains(c)))
                .toList();
        common.addAll(shared);
        List<RowIntervals> intervals = new ArrayList<>();
        for (List<Condition> one : cases) {
            RowIntervals.of(one.stream().filter(c -> !shared.contains(c)).toList(), place)
                    .ifPresent(intervals::add);
        }
        Optional<RowIntervals> around = RowIntervals.of(common, place);
        return around.isPresent() && intervals.size() == cases.size() && areOne(intervals)
                ? Optional.of(new RowUnion(around.get(), intervals))
                : Optional.empty();
    }

    /** The same comparisons, each as a form that is not negative. */
    private static List<Condition> normal(List<Condition> conditions) {
        return conditions.stream()
                .flatMap(c ->
                        c instanceof Condition.Compare k && !k.notNegative().isEmpty()
                                ? k.notNegative().stream().map(RowUnion::notNegative)
                                : Stream.of(c))
                .distinct()
                .toList();
    }

    private static Condition notNegative(Affine form) {
        return new Condition.Compare(LinearForm.of(form).toAffine(), Condition.Relation.GE, Affine.constant(0));
    }

    /** Whether each interval begins, at the latest, behind the last place of each other one; on a side where one has no bound none has. */
    private static boolean areOne(List<RowIntervals> intervals) {
        long below = intervals.stream().filter(i -> i.least().isEmpty()).count();
        long above = intervals.stream().filter(i -> i.greatest().isEmpty()).count();
        return below % intervals.size() == 0
                && above % intervals.size() == 0
                && intervals.stream().allMatch(i -> intervals.stream().allMatch(k -> begins(i, k)));
    }

    private static boolean begins(RowIntervals one, RowIntervals other) {
        return one.least().stream()
                .allMatch(from -> other.greatest().stream().allMatch(to -> {
                    OptionalLong room = Affines.constantValue(to.minus(from));
                    return room.isPresent() && room.getAsLong() >= -1;
                }));
    }

    /**
     * Whether it holds at a place. What it asks of the row alone stands in front, so that compilers ask it once for all places of a row.
     *
     * @param place of the element
     * @param names what stands for the window's coordinates
     * @param places more than any row has
     */
    Expression holds(Affine place, Map<String, Affine> names, int places, AffineExpressions affine) {
        Function<Affine, Expression> value = a -> affine.of(a.substitute(names));
        Optional<RowSteps> steps = RowSteps.of(cases);
        Expression first = steps.map(s -> first(s, value))
                .orElseGet(() -> cases.stream()
                        .map(c -> inRow(c, most(c.least(), value), places, names, affine))
                        .reduce(RowUnion::smaller)
                        .orElseThrow());
        Expression last = steps.map(s -> last(s, places, value))
                .orElseGet(() -> cases.stream()
                        .map(c -> inRow(c, least(c.greatest(), places, value), -1, names, affine))
                        .reduce(RowUnion::larger)
                        .orElseThrow());
        Expression from = Stream.concat(common.least().stream().map(value), Stream.of(first))
                .reduce(RowUnion::larger)
                .orElseThrow();
        Expression to = Stream.concat(common.greatest().stream().map(value), Stream.of(last))
                .reduce(RowUnion::smaller)
                .orElseThrow();
        Expression at = affine.of(place);
        Expression inside = bitAnd(lessEqual(from, at), lessEqual(at, to));
        Expression some = steps.map(s -> bitAnd(lessEqual(most(s.from(), value), least(s.to(), places, value)), inside))
                .orElse(inside);
        return common.rows().isEmpty() ? some : bitAnd(row(common, names, affine), some);
    }

    /** The first place of all intervals that a row has. */
    private static Expression first(RowSteps steps, Function<Affine, Expression> value) {
        Expression number = steps.least().grows() ? most(steps.from(), value) : least(steps.to(), 0, value);
        return stepped(steps.least(), number, value).stream()
                .reduce(RowUnion::larger)
                .orElse(integer(0));
    }

    private static Expression last(RowSteps steps, int places, Function<Affine, Expression> value) {
        Expression number = steps.greatest().grows() ? least(steps.to(), 0, value) : most(steps.from(), value);
        return stepped(steps.greatest(), number, value).stream()
                .reduce(RowUnion::smaller)
                .orElse(integer(places));
    }

    private static List<Expression> stepped(
            RowSteps.Bounds bounds, Expression number, Function<Affine, Expression> value) {
        return IntStream.range(0, bounds.first().size())
                .mapToObj(b -> sum(
                        value.apply(bounds.first().get(b)),
                        multiply(integer(bounds.steps().get(b)), number)))
                .toList();
    }

    private static Expression inRow(
            RowIntervals one, Expression bound, int otherwise, Map<String, Affine> names, AffineExpressions affine) {
        return one.rows().isEmpty() ? bound : select(row(one, names, affine), bound, integer(otherwise));
    }

    private static Expression row(RowIntervals interval, Map<String, Affine> names, AffineExpressions affine) {
        return WindowElements.whole(all(interval.rows().stream()
                .map(c -> affine.of(c.substitute(names)))
                .toList()));
    }

    private static Expression most(List<Affine> bounds, Function<Affine, Expression> value) {
        return bounds.stream().map(value).reduce(RowUnion::larger).orElse(integer(0));
    }

    private static Expression least(List<Affine> bounds, int places, Function<Affine, Expression> value) {
        return bounds.stream().map(value).reduce(RowUnion::smaller).orElse(integer(places));
    }

    private static Expression smaller(Expression x, Expression y) {
        return call(Intrinsic.MIN, ScalarType.I32, x, y);
    }

    private static Expression larger(Expression x, Expression y) {
        return call(Intrinsic.MAX, ScalarType.I32, x, y);
    }
}
