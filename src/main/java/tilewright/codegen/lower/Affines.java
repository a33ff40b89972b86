package tilewright.codegen.lower;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LinearForm;

/** Facts about affine expressions that hold by their form. */
public final class Affines {
    private Affines() {}

    /** Equal terms merged: {@code (64*b + 1 + k) - (64*b + 1)} becomes {@code k}. */
    public static Affine simplify(Affine affine) {
        return LinearForm.of(affine).toAffine();
    }

    public static Affine difference(Affine left, Affine right) {
        return simplify(left.minus(right));
    }

    /** The expression's value where it is the same for all variables. */
    public static OptionalLong constantValue(Affine affine) {
        LinearForm form = LinearForm.of(affine);
        return form.isConstant() ? OptionalLong.of(form.constant()) : OptionalLong.empty();
    }

    /** What an expression is at most by its form, of which smaller ones have numbers: 16 of {@code min(15, n) + 1}. */
    public static OptionalLong greatest(Affine affine) {
        LinearForm form = LinearForm.of(affine);
        long greatest = form.constant();
        for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
            OptionalLong of = term.getKey() instanceof Affine.Min least && term.getValue() > 0
                    ? least.operands().stream()
                            .map(Affines::greatest)
                            .flatMapToLong(OptionalLong::stream)
                            .min()
                    : OptionalLong.empty();
            if (of.isEmpty()) {
                return of;
            }
            greatest += term.getValue() * of.getAsLong();
        }
        return OptionalLong.of(greatest);
    }

    /** Whether every coefficient and the constant are multiples of {@code divisor}, or belong to the smallest or greatest of such. */
    public static boolean isMultiple(Affine affine, int divisor) {
        LinearForm form = LinearForm.of(affine);
        return form.constant() % divisor == 0
                && form.terms().entrySet().stream()
                        .allMatch(t -> t.getValue() % divisor == 0
                                || t.getKey() instanceof Affine.Extreme e
                                        && e.operands().stream().allMatch(o -> isMultiple(o, divisor)));
    }

    /**
     * Whether elements whose {@code variable} runs through {@code start, start + 1, ..} are neighbours in memory:
     * the last index grows by one and no other index moves.
     */
    static boolean isContiguous(List<Affine> indices, String variable) {
        return movesAlongRow(indices, variable, 1);
    }

    /** Whether they are neighbours in memory in this order or in the opposite one. */
    static boolean isAlongRow(List<Affine> indices, String variable) {
        return movesAlongRow(indices, variable, 1) || movesAlongRow(indices, variable, -1);
    }

    /** Whether the last index alone moves with a variable, by so much. */
    private static boolean movesAlongRow(List<Affine> indices, String variable, long by) {
        for (int d = 0; d < indices.size(); d++) {
            long wanted = d == indices.size() - 1 ? by : 0;
            LinearForm form = LinearForm.of(indices.get(d));
            boolean hidden = form.terms().keySet().stream()
                    .anyMatch(t ->
                            !(t instanceof Affine.Variable) && t.variables().contains(variable));
            if (hidden || form.coefficient(variable) != wanted) {
                return false;
            }
        }
        return !indices.isEmpty();
    }

    /**
     * Whether an access of {@code width} neighbours along {@code variable}, at {@code start} plus any multiple of
     * the width, is one aligned access: where rows start at aligned addresses the column alone decides. Never where the array is a view.
     */
    static boolean isAligned(List<Affine> indices, ArrayDeclaration array, String variable, Affine start, int width) {
        if (!array.isDense() || !isContiguous(indices, variable) || !startRows(array.bounds(), array.type(), width)) {
            return false;
        }
        Affine column = indices.getLast().substitute(Map.of(variable, start));
        return isMultiple(column.minus(array.bounds().getLast().lower()), width);
    }

    private static boolean startRows(List<ArrayDeclaration.Bounds> bounds, DataType type, int width) {
        return GenerationLimits.rowAlignment(bounds, type) % width == 0;
    }

    /** The conjunction, flattened; an operand that is false makes it false. */
    public static Condition and(List<Condition> operands) {
        List<Condition> flat = operands.stream()
                .flatMap(o -> o.conjuncts().stream())
                .distinct()
                .toList();
        if (flat.contains(Condition.FALSE)) {
            return Condition.FALSE;
        }
        return flat.size() == 1 ? flat.getFirst() : new Condition.And(flat);
    }
}
