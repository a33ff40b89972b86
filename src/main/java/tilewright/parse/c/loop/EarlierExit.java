package tilewright.parse.c.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Condition.Compare;
import tilewright.model.Condition.Relation;
import tilewright.model.LinearForm;

/**
 * Where a loop that may be left still runs: an iteration runs unless the condition of its {@code break} held in an earlier one.
 * The earlier iteration is eliminated exactly: the condition's comparisons bound its number from both sides by integers, and
 * there is none where a lower bound exceeds an upper one (Fourier and Motzkin, with coefficients of one).
 */
final class EarlierExit {
    private static final Affine ZERO = Affine.constant(0);

    private final LoopHeader header;

    private EarlierExit(LoopHeader header) {
        this.header = header;
    }

    /** Where no earlier iteration was left; null where a comparison is not linear in the loop variable. */
    static @Nullable Condition none(Condition exit, LoopHeader header) {
        EarlierExit earlier = new EarlierExit(header);
        List<Condition> all = new ArrayList<>();
        for (List<Compare> way : earlier.ways(exit)) {
            Condition none = earlier.none(way);
            if (none == null) {
                return null;
            }
            all.add(none);
        }
        return Condition.and(all);
    }

    /** Disjunctive normal form. */
    private List<List<Compare>> ways(Condition condition) {
        return switch (condition) {
            case Compare c
            when c.relation() == Relation.NE && c.variables().contains(header.name()) ->
                List.of(
                        List.of(new Compare(c.left(), Relation.LT, c.right())),
                        List.of(new Compare(c.left(), Relation.GT, c.right())));
            case Compare c -> List.of(List.of(c));
            case Condition.Or o ->
                o.operands().stream().flatMap(p -> ways(p).stream()).toList();
            case Condition.And a -> {
                List<List<Compare>> product = List.of(List.of());
                for (Condition operand : a.operands()) {
                    List<List<Compare>> next = ways(operand);
                    product = product.stream()
                            .flatMap(p -> next.stream()
                                    .map(n -> Stream.concat(p.stream(), n.stream())
                                            .toList()))
                            .toList();
                }
                yield product;
            }
            case Condition.Not n -> ways(n.operand().negated());
        };
    }

    private @Nullable Condition none(List<Compare> way) {
        List<Affine> lower = new ArrayList<>(List.of(ZERO));
        List<Affine> upper = new ArrayList<>(List.of(header.iterationsBefore().plus(-1)));
        List<Condition> none = new ArrayList<>();
        for (Compare compare : way) {
            LinearForm difference = LinearForm.of(compare.left().minus(compare.right()));
            long factor = Math.multiplyExact(difference.coefficient(header.name()), header.step());
            Affine rest = difference.without(Affine.variable(header.name())).toAffine();
            if (rest.variables().contains(header.name())) {
                return null;
            }
            if (factor == 0) {
                none.add(compare.negated());
            } else {
                Affine constant = rest.plus(header.first().times(difference.coefficient(header.name())));
                bound(factor, constant, compare.relation(), lower, upper);
            }
        }
        for (Affine least : lower) {
            for (Affine most : upper) {
                if (!least.equals(most)) {
                    none.add(after(least, most));
                }
            }
        }
        return Condition.or(none);
    }

    /** {@code factor * t + constant R 0} as bounds of t. */
    private static void bound(long factor, Affine constant, Relation relation, List<Affine> lower, List<Affine> upper) {
        boolean up = factor > 0;
        long size = Math.abs(factor);
        // Made factor * t <= atMost and factor * t >= atLeast.
        Affine atMost = LinearForm.of(constant.times(-1).plus(relation == Relation.LT ? -1 : 0))
                .toAffine();
        Affine atLeast = LinearForm.of(constant.times(-1).plus(relation == Relation.GT ? 1 : 0))
                .toAffine();
        boolean below = relation == Relation.LT || relation == Relation.LE || relation == Relation.EQ;
        boolean above = relation == Relation.GT || relation == Relation.GE || relation == Relation.EQ;
        if (below) {
            (up ? upper : lower).add(up ? floor(atMost, size) : ceiling(atMost.times(-1), size));
        }
        if (above) {
            (up ? lower : upper).add(up ? ceiling(atLeast, size) : floor(atLeast.times(-1), size));
        }
    }

    private static Affine floor(Affine value, long divisor) {
        return LinearForm.of(LinearForm.of(value).toAffine().floorDiv(divisor)).toAffine();
    }

    private static Affine ceiling(Affine value, long divisor) {
        return LinearForm.of(floor(value.times(-1), divisor).times(-1)).toAffine();
    }

    private static Condition after(Affine least, Affine most) {
        LinearForm room = LinearForm.of(most.minus(least));
        return room.isConstant()
                ? room.constant() < 0 ? Condition.TRUE : Condition.TRUE.negated()
                : new Compare(least, Relation.GT, most);
    }
}
