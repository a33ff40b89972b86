package tilewright.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;
import tilewright.cli.argument.Inputs;
import tilewright.cli.pipeline.Pipeline;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.model.Refusal;
import tilewright.model.UserError;
import tilewright.tiling.Tiler;

/**
 * Sizes at which a nest is run.
 *
 * @param sizes values for its parameters, in the order in which they are tried
 * @param fits whether the nest stays within its arrays at these sizes
 * @param macros other values for macros of the file
 * @param instead the file's own values of these
 * @param iterations of the first sizes, at most
 * @param elements of the arrays, at the first sizes
 */
record SurveySizes(
        List<SequencedMap<String, Long>> sizes,
        boolean fits,
        Map<String, Long> macros,
        Map<String, Long> instead,
        long iterations,
        double elements) {
    /** Sizes at which a nest is tried until one is within its arrays and assumptions. */
    private static final List<Long> SIZES = List.of(20L, 33L, 64L, 12L, 7L, 4L, 2L, 1L, 0L);

    /** Of these, and as many of other shapes: the smaller ones matter where numbers of a run become too great. */
    private static final int MOST_TRIED = 9;

    /** Iterations of a nest that are run: smaller sizes are taken where there are more, of parameters, and of macros that the file fixes. */
    private static final long MOST_ITERATIONS = 100_000_000;

    /** Elements of its arrays, of which a run holds many copies: the same where there are more. */
    private static final double MOST_ELEMENTS = 10_000_000;

    /** How parameters differ: all are equal, later ones greater, later ones less. */
    private static final List<LongBinaryOperator> SHAPES = List.of(
            (size, _) -> size, (size, place) -> size * (place + 1), (size, place) -> Math.max(1, size - 2 * place));

    /**
     * Analyses a nest and finds sizes to run it at.
     *
     * @throws UserError where it leaves its arrays at all sizes
     */
    static SurveySizes of(LoopNest nest) {
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, nest);
            Tiler.requireIterations(dependences);
            List<SequencedMap<String, Long>> fitting = candidates(nest).stream()
                    .filter(these -> Inputs.outsideArrays(dependences, these).isEmpty() && runsAt(dependences, these))
                    .limit(MOST_TRIED)
                    .toList();
            if (fitting.isEmpty()) {
                // Sizes of 0, which nothing counts as one, may be the only ones within the arrays.
                Inputs.outsideArraysAtAllSizes(dependences).ifPresent(words -> {
                    throw UserError.refused(Refusal.INVALID, words);
                });
            }
            List<SequencedMap<String, Long>> runs = fitting.isEmpty() ? List.of(last(nest)) : fitting;
            return new SurveySizes(
                    runs,
                    !fitting.isEmpty(),
                    Map.of(),
                    Map.of(),
                    iterations(nest, runs.getFirst()),
                    Inputs.elements(nest, runs.getFirst()));
        }
    }

    /** The same, of other values for macros of the file. */
    SurveySizes with(Map<String, Long> values, Map<String, Long> own) {
        return new SurveySizes(sizes, fits, values, own, iterations, elements);
    }

    /** Whether a run takes little time and memory at the first sizes. */
    boolean isSmall() {
        return fits && iterations <= MOST_ITERATIONS && elements <= MOST_ELEMENTS;
    }

    String words() {
        return macros.keySet().stream()
                .map(name -> name + "=" + macros.get(name) + " instead of " + instead.get(name))
                .collect(Collectors.joining(", "));
    }

    /** Whether something runs; more iterations than 64 bits count are some. */
    private static boolean runsAt(Dependences dependences, SequencedMap<String, Long> sizes) {
        try {
            return Inputs.runsAt(dependences, sizes);
        } catch (ArithmeticException e) {
            return true;
        }
    }

    /** Sizes that the nest's assumptions permit: those at which it is small enough to be run first. */
    private static List<SequencedMap<String, Long>> candidates(LoopNest nest) {
        List<SequencedMap<String, Long>> small = new ArrayList<>();
        List<SequencedMap<String, Long>> large = new ArrayList<>();
        for (LongBinaryOperator shape : SHAPES) {
            for (Long size : SIZES) {
                SequencedMap<String, Long> sizes = new LinkedHashMap<>();
                for (int p = 0; p < nest.parameters().size(); p++) {
                    sizes.put(nest.parameters().get(p), shape.applyAsLong(size, p));
                }
                boolean isSmall = iterations(nest, sizes) <= MOST_ITERATIONS;
                if (nest.assumptions().stream().allMatch(a -> a.permits(sizes))
                        && !small.contains(sizes)
                        && !large.contains(sizes)) {
                    (isSmall ? small : large).add(sizes);
                }
            }
        }
        small.addAll(large);
        return small;
    }

    /** Sizes that say, when they are refused, what no size fits. */
    private static SequencedMap<String, Long> last(LoopNest nest) {
        SequencedMap<String, Long> ones = new LinkedHashMap<>();
        nest.parameters().forEach(p -> ones.put(p, 1L));
        return ones;
    }

    private static long iterations(LoopNest nest, Map<String, Long> sizes) {
        try {
            return new LoopExtents(nest, sizes).operations();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
