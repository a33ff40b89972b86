package tilewright.codegen.print;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * Comparisons of a point with an iteration, where both lie in groups of as many neighbours: groups are compared, once for
 * all their points and iterations.
 *
 * <p>A point's offset is {@code i_in = x + m} with x a multiple of the group's size v and m below v, an iteration's
 * {@code k_in = y + p} likewise; loops over registers and over written out iterations make m and p constants. Then
 * {@code i_in >= k_in + c}, that is {@code x - y >= p + c - m}, says that {@code x >= y} plus the least multiple of v that
 * is not below {@code p + c - m}: for all m and p that is y or y + v, two comparisons instead of one for every point.
 */
final class GroupGuards {
    private final CExpressions expressions;
    private final List<AxisNames> axes;
    private final List<SequenceNames> sequences;
    private final PieceScope.Neighbours iterations;

    GroupGuards(
            CExpressions expressions,
            List<AxisNames> axes,
            List<SequenceNames> sequences,
            PieceScope.Neighbours iterations) {
        this.expressions = expressions;
        this.axes = axes;
        this.sequences = sequences;
        this.iterations = iterations;
    }

    /** The text of {@code difference R 0}, or null where it does not compare groups. */
    @Nullable
    String of(LinearForm difference, Condition.Relation relation) {
        boolean equality = relation == Condition.Relation.EQ || relation == Condition.Relation.NE;
        if (equality) {
            return null;
        }
        for (AxisNames axis : axes) {
            for (String offset : List.of(axis.in(), axis.own())) {
                long coefficient = difference.coefficient(offset);
                boolean grouped = axis.axis().vector() > 1
                        && iterations.width() % axis.axis().vector() == 0;
                if (grouped && Math.abs(coefficient) == 1) {
                    boolean above = relation == Condition.Relation.GE || relation == Condition.Relation.GT;
                    long strict = switch (relation) {
                        case GT -> -1;
                        case LT -> 1;
                        default -> 0;
                    };
                    Affine closed = difference.toAffine().plus(strict).times(coefficient);
                    return of(axis, offset, LinearForm.of(closed), above == coefficient > 0);
                }
            }
        }
        return null;
    }

    /** {@code point >= 0} or {@code point <= 0}, where the point's offset has the coefficient 1. */
    private @Nullable String of(AxisNames axis, String offset, LinearForm point, boolean above) {
        String chunk = "";
        boolean iteration = false;
        for (Map.Entry<Affine, Long> term : point.terms().entrySet()) {
            if (!(term.getKey() instanceof Affine.Variable v) || Math.abs(term.getValue()) != 1) {
                return null;
            }
            if (v.name().equals(offset)) {
                continue;
            }
            SequenceNames chunks = chunks(v.name());
            boolean current = sequences.stream().anyMatch(s -> s.in().equals(v.name()));
            if (term.getValue() != -1 || !current && chunks == null) {
                return null;
            }
            iteration |= current;
            chunk = chunks == null ? chunk : expressions.use(chunks.chunk()) + " + ";
        }
        if (!iteration) {
            return null;
        }
        int size = axis.axis().vector();
        boolean own = offset.equals(axis.own());
        String within = axis.axis().perThread() == size ? axis.register() : axis.register() + " % " + size;
        String constant = iterations.part() + (own ? "" : " - " + within);
        long shift = (above ? size - 1 : 0) - point.constant();
        String shifted = PieceScope.shifted(constant, Math.toIntExact(shift));
        String rounded = "(" + (shifted.contains(" ") ? "(" + shifted + ")" : shifted) + " & ~" + (size - 1) + ")";
        String group = own ? expressions.use(offset) : expressions.use(offset) + " - " + within;
        return group + (above ? " >= " : " <= ") + chunk + iterations.group() + " + " + rounded;
    }

    private @Nullable SequenceNames chunks(String name) {
        return sequences.stream()
                .filter(s -> s.chunk().equals(name))
                .findFirst()
                .orElse(null);
    }
}
