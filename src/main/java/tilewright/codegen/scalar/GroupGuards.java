package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.subtract;
import static tilewright.kernel.Expressions.sum;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Prefix;
import tilewright.kernel.Variable;
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
record GroupGuards(PieceNames names, Position.Neighbours iterations) {
    /** {@code difference R 0}, or null where it does not compare groups. */
    @Nullable
    Expression of(LinearForm difference, Condition.Relation relation) {
        boolean equality = relation == Condition.Relation.EQ || relation == Condition.Relation.NE;
        if (equality) {
            return null;
        }
        for (AxisVariables axis : names.axes()) {
            for (Variable offset : List.of(axis.in(), axis.own())) {
                long coefficient = difference.coefficient(offset.name());
                boolean grouped = axis.axis().vector() > 1
                        && iterations.width() % axis.axis().vector() == 0;
                if (grouped && Math.abs(coefficient) == 1) {
                    boolean above = relation == Condition.Relation.GE || relation == Condition.Relation.GT;
                    Affine closed = difference.toAffine().plus(strict(relation)).times(coefficient);
                    return of(axis, offset, LinearForm.of(closed), above == coefficient > 0);
                }
            }
        }
        return null;
    }

    /** What makes a strict comparison one that is not. */
    private static long strict(Condition.Relation relation) {
        return switch (relation) {
            case GT -> -1;
            case LT -> 1;
            case GE, LE, EQ, NE -> 0;
        };
    }

    /** {@code point >= 0} or {@code point <= 0}, where the point's offset has the coefficient 1. */
    private @Nullable Expression of(AxisVariables axis, Variable offset, LinearForm point, boolean above) {
        Expression chunk = integer(0);
        boolean iteration = false;
        for (Map.Entry<Affine, Long> term : point.terms().entrySet()) {
            if (!(term.getKey() instanceof Affine.Variable v) || Math.abs(term.getValue()) != 1) {
                return null;
            }
            if (v.name().equals(offset.name())) {
                continue;
            }
            Variable chunks = chunk(v.name());
            boolean current =
                    names.sequences().stream().anyMatch(s -> s.in().name().equals(v.name()));
            if (term.getValue() != -1 || !current && chunks == null) {
                return null;
            }
            iteration |= current;
            chunk = chunks == null ? chunk : chunks.read();
        }
        if (!iteration) {
            return null;
        }
        int size = axis.axis().vector();
        Expression register = axis.register().read();
        Expression within = offset.equals(axis.own())
                ? integer(0)
                : axis.axis().perThread() == size ? register : remainder(register, size);
        long shift = (above ? size - 1 : 0) - point.constant();
        Expression constant = sum(subtract(iterations.part().read(), within), integer(shift));
        Expression mask = new Expression.Unary(Prefix.COMPLEMENT, integer(size - 1L));
        Expression rounded = binary(Infix.AND, constant, mask);
        return binary(
                above ? Infix.GE : Infix.LE,
                subtract(offset.read(), within),
                sum(sum(chunk, iterations.group().read()), rounded));
    }

    private @Nullable Variable chunk(String name) {
        return names.sequences().stream()
                .map(SequenceVariables::chunk)
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
