package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.sum;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * Where code stands in a piece's body: which loops are around it, and so what the variables of the nest are made of there:
 * {@code i = i_base + i_in}, {@code k = k_first + k_chunk + k_in}.
 *
 * @param offsets what variables of the nest stand for: a base plus offsets
 * @param iteration offset of the current iteration within its chunk, or in its sequence
 * @param round iterations between two exchanges of values
 * @param neighbours the iterations that are written out here, or null
 */
public record Position(
        PieceNames names,
        Map<String, Affine> offsets,
        Expression iteration,
        int round,
        @Nullable Neighbours neighbours) {
    /**
     * Neighbouring iterations that are written out: the current one is {@code group + part}.
     *
     * @param group the first one's offset, a multiple of {@code width}
     * @param part a number below {@code width} that the compiler knows
     */
    public record Neighbours(Variable group, Variable part, int width) {}

    public Position {
        offsets = Map.copyOf(offsets);
    }

    /** Outside of all loops. */
    public static Position start(PieceNames names) {
        Map<String, Affine> offsets = new HashMap<>();
        for (AxisVariables axis : names.axes()) {
            offsets.put(
                    axis.axis().variable(),
                    axis.axis().base().plus(Affine.variable(axis.in().name())));
        }
        return new Position(names, offsets, integer(0), 1, null);
    }

    /** In a loop of that range: its variable is the origin plus an offset. */
    public Position inside(Sequence sequence, Operation.Range range) {
        SequenceVariables loop = names.sequence(sequence);
        Map<String, Affine> inner = new HashMap<>(offsets);
        inner.put(sequence.variable(), sequence.origin().plus(loop.offset(range)));
        return new Position(names, inner, loop.in().read(), 1, neighbours);
    }

    /** In a loop over rounds of several iterations. */
    public Position inside(Operation.Rounds loop, @Nullable Neighbours writtenOut) {
        Position inner = inside(loop.sequence(), loop.range());
        return new Position(names, inner.offsets, inner.iteration, loop.size(), writtenOut);
    }

    /** The same where the current iteration has another offset. */
    public Position at(Expression other) {
        return new Position(names, offsets, other, round, neighbours);
    }

    /** Offset, within its chunk or sequence, of an iteration after the current one. */
    public Expression iteration(int later) {
        return sum(iteration, integer(later));
    }

    /** Which of two copies of exchanged values the current iteration or round uses. */
    public Expression parity() {
        return remainder(divide(iteration, round), 2);
    }

    /** A number in offsets, simplified: the owner's place {@code k - base} becomes {@code k_in}. */
    public Expression offset(Affine affine) {
        return names.affine().of(affine, offsets);
    }

    /**
     * A guard. Where both sides count from the same base only offsets are compared: {@code i > k} becomes {@code i_in > k_in},
     * which the compiler can decide for unrolled loops, or groups of neighbours ({@link GroupGuards}).
     */
    public Expression guard(Condition condition) {
        if (condition instanceof Condition.Or or && !or.operands().isEmpty()) {
            return chain(Infix.OR_ELSE, or.operands());
        }
        if (condition instanceof Condition.And and && !and.operands().isEmpty()) {
            return chain(Infix.AND_THEN, and.operands());
        }
        if (condition instanceof Condition.Compare compare) {
            LinearForm difference =
                    LinearForm.of(compare.left().minus(compare.right()).substitute(offsets));
            Expression inThread = inThread(difference, compare.relation());
            if (inThread != null) {
                return inThread;
            }
            if (!difference.isConstant() && difference.terms().keySet().stream().allMatch(this::isOffset)) {
                Expression ofGroups = neighbours == null
                        ? null
                        : new GroupGuards(names, neighbours).of(difference, compare.relation());
                return ofGroups != null ? ofGroups : names.affine().of(balanced(difference, compare.relation()));
            }
        }
        return names.affine().of(condition);
    }

    private Expression chain(Infix operator, List<Condition> operands) {
        return operands.stream()
                .map(this::guard)
                .reduce((a, b) -> binary(operator, a, b))
                .orElseThrow();
    }

    /** {@code difference R 0} where it speaks of a point's number within its thread, {@code (j - base) mod perThread}, alone; else null. */
    private @Nullable Expression inThread(LinearForm difference, Condition.Relation relation) {
        if (difference.terms().size() != 1) {
            return null;
        }
        Map.Entry<Affine, Long> term = difference.terms().entrySet().iterator().next();
        if (!(term.getKey() instanceof Affine.Mod mod)) {
            return null;
        }
        Affine dividend = LinearForm.of(mod.dividend()).toAffine();
        return names.axes().stream()
                .filter(a -> mod.divisor() == a.axis().perThread()
                        && a.axis().vector() == a.axis().perThread()
                        && dividend.equals(Affine.variable(a.in().name())))
                .findFirst()
                .map(a -> names.affine()
                        .of(balanced(
                                LinearForm.of(Affine.variable(a.register().name())
                                        .times(term.getValue())
                                        .plus(difference.constant())),
                                relation)))
                .orElse(null);
    }

    private boolean isOffset(Affine term) {
        return term instanceof Affine.Variable v && names.isOffset(v.name());
    }

    /** {@code difference R 0} with negative terms moved to the right. */
    private static Condition balanced(LinearForm difference, Condition.Relation relation) {
        Affine left = Affine.constant(Math.max(0, difference.constant()));
        Affine right = Affine.constant(Math.max(0, -difference.constant()));
        for (Map.Entry<Affine, Long> term : difference.terms().entrySet()) {
            if (term.getValue() > 0) {
                left = left.plus(term.getKey().times(term.getValue()));
            } else {
                right = right.plus(term.getKey().times(-term.getValue()));
            }
        }
        return new Condition.Compare(left, relation, right);
    }

    /** The offset along an axis of the current point. */
    public Expression in(int axis) {
        return names.axis(axis).in().read();
    }
}
