package tilewright.parse.c.affine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * The last value that a loop variable takes before a condition fails for the first time. Comparisons that are linear in it are solved; of
 * those that only its remainder decides, {@code (i + j) % 4 != 3} left out as j has a say, the values of one period are tried.
 *
 * @param name of the variable
 * @param first its first value
 */
public record LoopLimit(String name, Affine first, long step) {
    /** Values that are tried: more than any type of 16 bits has. */
    private static final int MOST_TRIED = 1 << 17;

    /** Distances to the next value that fails that a bound compares. */
    private static final int MOST_RUNS = 8;

    /** The last value; null where the condition is of another kind, or holds from the other side. */
    @Nullable
    public Affine of(Condition condition) {
        Affine solved = solved(condition);
        return solved == null ? tried(condition) : solved;
    }

    /** Of several limits the one that is met first. */
    public Affine nearest(List<Affine> limits) {
        return step > 0 ? Affine.least(limits) : Affine.greatest(limits);
    }

    /** Whether the variable stands in every comparison as it is, or with a factor: what does not bound it then never does. */
    public boolean isLinear(Condition condition) {
        return switch (condition) {
            case Condition.Compare c ->
                !LinearForm.of(c.left().minus(c.right()))
                        .without(Affine.variable(name))
                        .toAffine()
                        .variables()
                        .contains(name);
            case Condition.And a -> a.operands().stream().allMatch(this::isLinear);
            case Condition.Or o -> o.operands().stream().allMatch(this::isLinear);
            case Condition.Not n -> isLinear(n.operand());
        };
    }

    private @Nullable Affine solved(Condition condition) {
        return switch (condition) {
            case Condition.Compare c -> solved(c);
            case Condition.And a -> solved(a.operands(), step > 0);
            case Condition.Or o -> solved(o.operands(), step < 0);
            case Condition.Not n -> solved(n.operand().negated());
        };
    }

    private @Nullable Affine solved(List<Condition> operands, boolean least) {
        Set<Affine> limits = new LinkedHashSet<>();
        for (Condition operand : operands) {
            Affine limit = solved(operand);
            if (limit == null) {
                return null;
            }
            limits.add(limit);
        }
        return least ? Affine.least(limits) : Affine.greatest(limits);
    }

    private @Nullable Affine solved(Condition.Compare compare) {
        LinearForm difference = LinearForm.of(compare.left().minus(compare.right()));
        long factor = difference.coefficient(name);
        Affine rest = difference.without(Affine.variable(name)).toAffine();
        if (factor == 0 || rest.variables().contains(name)) {
            return null;
        }
        // Now factor * i + rest R 0; made factor * i + rest <= 0 or >= 0 by moving a strict bound by one.
        Condition.Relation relation = compare.relation();
        Affine shifted = switch (relation) {
            case LT -> rest.plus(1);
            case GT -> rest.plus(-1);
            default -> rest;
        };
        if (relation == Condition.Relation.NE && Math.abs(factor) == 1) {
            // A loop that ends meets the other side, which is then its bound.
            LinearForm other = LinearForm.of(rest.times(-factor));
            LinearForm way = LinearForm.of(other.toAffine().minus(first));
            boolean neverMet = way.isConstant() && Long.signum(way.constant()) == -Long.signum(step);
            return neverMet
                    ? null
                    : LinearForm.of(other.toAffine().plus(-Long.signum(step))).toAffine();
        }
        boolean atMost = relation == Condition.Relation.LT || relation == Condition.Relation.LE;
        boolean atLeast = relation == Condition.Relation.GT || relation == Condition.Relation.GE;
        boolean above = factor > 0 ? atMost : atLeast;
        boolean below = factor > 0 ? atLeast : atMost;
        Affine numerator =
                LinearForm.of(factor > 0 ? shifted.times(-1) : shifted).toAffine();
        if (step > 0 && above) {
            return LinearForm.of(numerator.floorDiv(Math.abs(factor))).toAffine();
        }
        if (step < 0 && below) {
            Affine negated = LinearForm.of(numerator.times(-1)).toAffine();
            return LinearForm.of(negated.floorDiv(Math.abs(factor)).times(-1)).toAffine();
        }
        return null;
    }

    /** The same of a condition that the variable alone decides, whether or not there is a value at which it fails. */
    @Nullable
    public Affine tried(Condition condition) {
        if (!condition.variables().equals(Set.of(name))) {
            return null;
        }
        if (first instanceof Affine.Constant(long from)) {
            for (long t = 0; t < MOST_TRIED; t++) {
                long value = Math.addExact(from, Math.multiplyExact(t, step));
                if (!condition.test(_ -> value)) {
                    return Affine.constant(value - step);
                }
            }
            return null;
        }
        long period = Periods.of(condition, name);
        return Math.abs(step) != 1 || period == 0 || period > MOST_TRIED ? null : beforeNext(condition, period);
    }

    /** The values that fail, as runs of remainders; the next one is as far as the nearest run. */
    private @Nullable Affine beforeNext(Condition condition, long period) {
        List<Affine> distances = new ArrayList<>();
        long holding = 0;
        while (holding < period && !holds(condition, holding)) {
            holding++;
        }
        if (holding == period) {
            return LinearForm.of(first.plus(-step)).toAffine();
        }
        for (long r = holding + 1; r <= holding + period; r++) {
            if (holds(condition, r) || !holds(condition, r - 1)) {
                continue;
            }
            long end = r;
            while (!holds(condition, end + 1)) {
                end++;
            }
            // From inside of the run it is no way at all.
            Affine farther = step > 0 ? Affine.constant(end).minus(first) : first.plus(-r);
            Affine toStart = new Affine.Mod(LinearForm.of(farther).toAffine(), period).plus(r - end);
            distances.add(end == r ? toStart : Affine.greatest(List.of(Affine.constant(0), toStart)));
        }
        if (distances.isEmpty() || distances.size() > MOST_RUNS) {
            return null;
        }
        Affine before = Affine.least(distances).plus(-1).times(step);
        return LinearForm.of(first.plus(before)).toAffine();
    }

    private static boolean holds(Condition condition, long value) {
        return condition.test(_ -> value);
    }
}
