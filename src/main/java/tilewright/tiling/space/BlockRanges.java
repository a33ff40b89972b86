package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tilewright.model.Affine;
import tilewright.model.LinearForm;

/**
 * Least and greatest values of expressions over the points of a block, by interval arithmetic: as far out as the points
 * go or further, never less far; exact for linear expressions. Example: {@code w - 2 i} over {@code w = 8 q .. 8 q + 7}
 * and {@code i = 4 p .. 4 p + 3} is at least {@code 8 q - 8 p - 6}.
 */
public final class BlockRanges {
    private final Map<String, LoopRange> ranges;

    /** @param ranges of the variables that differ within a block; all others are the same in it */
    public BlockRanges(Map<String, LoopRange> ranges) {
        this.ranges = Map.copyOf(ranges);
    }

    /** A value that the expression is never below, or nothing where its form gives none. */
    public Optional<Affine> least(Affine expression) {
        return bound(expression, false);
    }

    /** A value that the expression is never above, or nothing where its form gives none. */
    public Optional<Affine> greatest(Affine expression) {
        return bound(expression, true);
    }

    private Optional<Affine> bound(Affine expression, boolean upper) {
        LinearForm form = LinearForm.of(expression);
        Affine sum = Affine.constant(form.constant());
        for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
            Optional<Affine> part = ofTerm(term.getKey(), term.getValue() < 0 ? !upper : upper);
            if (part.isEmpty()) {
                return Optional.empty();
            }
            sum = part.get().times(term.getValue()).plus(sum);
        }
        return Optional.of(LinearForm.of(sum).toAffine());
    }

    private Optional<Affine> ofTerm(Affine term, boolean upper) {
        if (term.variables().stream().noneMatch(ranges::containsKey)) {
            return Optional.of(term);
        }
        return switch (term) {
            case Affine.Variable v -> {
                LoopRange range = ranges.get(v.name());
                yield Optional.ofNullable(range).map(r -> upper ? r.last() : r.first());
            }
            case Affine.Min m -> all(m.operands(), upper, Affine.Min::new);
            case Affine.Max m -> all(m.operands(), upper, Affine.Max::new);
            case Affine.FloorDiv f -> bound(f.dividend(), upper).map(d -> d.floorDiv(f.divisor()));
            case Affine.Constant _, Affine.Sum _, Affine.Scaled _, Affine.Mod _, Affine.Select _ -> Optional.empty();
        };
    }

    private Optional<Affine> all(List<Affine> operands, boolean upper, Function<List<Affine>, Affine> together) {
        List<Affine> bounds = new ArrayList<>();
        for (Affine operand : operands) {
            bound(operand, upper).ifPresent(bounds::add);
        }
        return bounds.size() == operands.size() ? Optional.of(together.apply(bounds)) : Optional.empty();
    }
}
