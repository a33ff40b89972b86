package tilewright.ranking.work;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.model.Affine;
import tilewright.model.Interval;
import tilewright.tiling.plan.Family;

/**
 * Subscripts as they are in the middle of all loops: of choices, minima and maxima, which keep subscripts inside of arrays at a few first and last points, what is chosen there. Example: {@code merge(0, i - 1, i ==
 * 0)} is {@code i - 1}.
 *
 * @param middle by variable
 */
record MiddleIndices(Map<String, Long> middle) {
    MiddleIndices {
        middle = Map.copyOf(middle);
    }

    static MiddleIndices of(Problem problem, StepSampler sampler) {
        Map<String, Long> middle = new HashMap<>(problem.sizes());
        for (int z = 0; z < problem.loops().size(); z++) {
            Interval all = sampler.whole(z);
            middle.put(problem.loops().get(z), Math.floorDiv(all.low() + all.high(), 2));
        }
        return new MiddleIndices(middle);
    }

    Family.Place of(Family.Place place) {
        return new Family.Place(
                place.statement(),
                place.access(),
                place.strategy(),
                of(place.indices()),
                place.tile() == null ? null : of(place.tile()),
                place.loaded());
    }

    private List<Affine> of(List<Affine> indices) {
        return indices.stream().map(this::of).toList();
    }

    Affine of(Affine index) {
        return switch (index) {
            case Affine.Constant c -> c;
            case Affine.Variable v -> v;
            case Affine.Sum s -> Affine.sum(of(s.left()), of(s.right()));
            case Affine.Scaled s -> Affine.scaled(s.factor(), of(s.operand()));
            case Affine.FloorDiv d -> d;
            case Affine.Mod m -> m;
            case Affine.Min m ->
                of(m.operands().stream()
                        .min(Comparator.comparingLong(this::value))
                        .orElseThrow());
            case Affine.Max m ->
                of(m.operands().stream()
                        .max(Comparator.comparingLong(this::value))
                        .orElseThrow());
            case Affine.Select s -> of(s.condition().test(this::value) ? s.then() : s.otherwise());
        };
    }

    private long value(Affine index) {
        return index.evaluate(this::value);
    }

    private long value(String variable) {
        return middle.getOrDefault(variable, 0L);
    }
}
