package tilewright.cli.argument;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.locality.ArrayBounds;
import tilewright.locality.OperationCount;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Assumption;
import tilewright.model.Counted;
import tilewright.model.IndexOverflows;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.Node;
import tilewright.model.UserError;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;

/** Checks of what the user typed against the nest, before any stage works on it. */
public final class Inputs {
    /** Initial data, expected result, result. */
    static final int COPIES = 3;

    private Inputs() {}

    /** @throws UserError when a parameter of the nest has no value, or a value belongs to no parameter */
    public static void requireValues(LoopNest nest, Map<String, Long> sizes) {
        refuseUnknown(nest, sizes);
        List<String> missing = nest.parameters().stream()
                .filter(name -> !sizes.containsKey(name))
                .toList();
        if (!missing.isEmpty()) {
            String example = missing.stream().map(name -> name + "=...").collect(Collectors.joining(","));
            throw UserError.badInput(
                    nest.name() + ": no value for parameter " + String.join(", ", missing) + "; add --set " + example);
        }
        for (Assumption assumption : nest.assumptions()) {
            if (!assumption.permits(sizes)) {
                throw UserError.badInput(assumption.position() + ": error: '" + assumption + "' is assumed, which "
                        + sizes + " is not; give other sizes, or remove the assumption");
            }
        }
    }

    /** @throws UserError when a value belongs to no parameter of the nest */
    public static void refuseUnknown(LoopNest nest, Map<String, Long> sizes) {
        for (String name : sizes.keySet()) {
            if (!nest.parameters().contains(name)) {
                String known = nest.parameters().isEmpty()
                        ? "it has none"
                        : "its parameters are " + String.join(", ", nest.parameters());
                throw UserError.badInput("--set " + name + "=" + sizes.get(name) + ": " + nest.name()
                        + " has no parameter " + name + "; " + known);
            }
        }
    }

    /** @throws UserError unless there is one size per loop of the deepest statement */
    public static void requireOnePerLoop(LoopNest nest, String option, @Nullable List<Integer> sizes) {
        if (sizes != null && sizes.size() != nest.depth()) {
            throw UserError.badInput(option + ": " + Counted.of(sizes.size(), "size") + " for a nest of "
                    + Counted.of(nest.depth(), "loop") + " (" + String.join(", ", loops(nest))
                    + "); give one per loop");
        }
    }

    /**
     * Refuses sizes whose arrays cannot be held on this machine {@link #COPIES} times.
     *
     * @param available bytes of memory
     */
    public static void requireMemory(LoopNest nest, SequencedMap<String, Long> sizes, long available) {
        double bytes = bytes(nest, sizes);
        if (bytes * COPIES > available) {
            throw UserError.badInput(String.format(
                    java.util.Locale.ROOT,
                    "%s: the arrays need %s (%d copies of %s) and this machine has %s; use smaller sizes",
                    nest.name(),
                    gigabytes(bytes * COPIES),
                    COPIES,
                    gigabytes(bytes),
                    gigabytes(available)));
        }
    }

    private static double bytes(LoopNest nest, SequencedMap<String, Long> sizes) {
        return nest.arrays().stream()
                .mapToDouble(a -> a.type().bytes() * elements(a, sizes))
                .sum();
    }

    /** How many elements all arrays of a nest have. */
    public static double elements(LoopNest nest, SequencedMap<String, Long> sizes) {
        return nest.arrays().stream().mapToDouble(a -> elements(a, sizes)).sum();
    }

    private static double elements(ArrayDeclaration array, SequencedMap<String, Long> sizes) {
        double elements = 1;
        for (ArrayDeclaration.Bounds bounds : array.bounds()) {
            elements *= Math.max(0, bounds.extent().evaluate(sizes::get));
        }
        return elements;
    }

    /** That a GPU cannot hold the arrays, in words. */
    public static Optional<String> beyond(LoopNest nest, SequencedMap<String, Long> sizes, DeviceDescription device) {
        double bytes = bytes(nest, sizes);
        return device instanceof GpuDescription gpu && bytes > gpu.memory().globalBytes()
                ? Optional.of(nest.name() + ": warning: the arrays need " + gigabytes(bytes) + ", and " + gpu.fullName()
                        + " has " + gigabytes(gpu.memory().globalBytes())
                        + ": give --memory-limit for a program that holds windows of them, or smaller sizes")
                : Optional.empty();
    }

    /**
     * Refuses sizes at which the nest itself reads or writes beyond its arrays, or its loops go beyond what generated programs
     * count to: no program of it would be right.
     */
    public static void requireWithinArrays(Dependences dependences, SequencedMap<String, Long> sizes) {
        new LoopExtents(dependences.nest(), sizes).beyond().ifPresent(beyond -> {
            Node.Loop loop = beyond.loop();
            throw UserError.badInput(
                    loop.position() + ": error: loop " + loop.variable() + " comes to " + beyond.value()
                            + " at " + sizes + ", and loops of generated programs count to " + LoopExtents.LARGEST
                            + "; use smaller sizes or bounds");
        });
        new IndexOverflows(dependences.nest(), sizes).inIndices().ifPresent(beyond -> {
            throw UserError.badInput(
                    beyond.position() + ": error: '" + beyond.text() + "' in a bound, condition or subscript comes to "
                            + beyond.value() + " at " + sizes + ", and programs compute these in 32 bits; use smaller"
                            + " sizes or factors");
        });
        outsideArrays(dependences, sizes).ifPresent(words -> {
            throw UserError.badInput(words);
        });
    }

    /** Says where an integer of loop variables leaves its type at these sizes, which C and Fortran leave open. */
    public static void sayOverflow(LoopNest nest, SequencedMap<String, Long> sizes, PrintWriter notes) {
        try {
            new IndexOverflows(nest, sizes)
                    .inValues()
                    .ifPresent(beyond -> notes.println(beyond.position() + ": warning: '" + beyond.text()
                            + "' comes to " + beyond.value() + " at " + sizes + ", beyond the 32 bits of its type, and"
                            + " languages leave open what happens then: programs may differ from each other; make an"
                            + " operand an integer of 64 bits"));
        } catch (ArithmeticException beyond) {
            notes.println(nest.name() + ": warning: an integer of loop variables comes beyond 64 bits at " + sizes
                    + ", and languages leave open what happens then; use smaller sizes or factors");
        }
        notes.flush();
    }

    /** Where the nest reads or writes beyond its arrays at these sizes, in words. */
    public static Optional<String> outsideArrays(Dependences dependences, SequencedMap<String, Long> sizes) {
        return ArrayBounds.violation(dependences, sizes).map(v -> words(v, dependences.nest(), "at "));
    }

    /** Where the nest reads or writes beyond its arrays whatever the sizes are, in words. */
    public static Optional<String> outsideArraysAtAllSizes(Dependences dependences) {
        return ArrayBounds.violationAtAllSizes(dependences)
                .map(v -> words(v, dependences.nest(), "at all sizes, e.g. "));
    }

    private static String words(ArrayBounds.Violation v, LoopNest nest, String where) {
        ArrayDeclaration array = nest.array(v.access().array());
        String iteration = IntStream.range(0, v.iteration().size())
                .mapToObj(d -> v.placed().loopVariables().get(d) + " = "
                        + v.iteration().get(d))
                .collect(Collectors.joining(", "));
        return v.access().position() + ": error: " + v.access() + " is outside of " + NestPrinter.declaration(array)
                + " " + where + v.sizes() + (iteration.isEmpty() ? "" : " for " + iteration)
                + "; change the loops, or declare the array with larger bounds";
    }

    /**
     * Whether some statement runs at these sizes.
     *
     * @throws ArithmeticException where more iterations run than 64 bits count
     */
    public static boolean runsAt(Dependences dependences, SequencedMap<String, Long> sizes) {
        return OperationCount.of(dependences, sizes) > 0;
    }

    /** Refuses sizes at which nothing runs: there is nothing to predict or to time. */
    public static void requireIterations(Dependences dependences, SequencedMap<String, Long> sizes) {
        if (!runsAt(dependences, sizes)) {
            throw UserError.badInput(
                    dependences.nest().name() + ": no statement runs at " + sizes + "; use larger sizes");
        }
    }

    /** That nothing runs at these sizes, in words; empty where something does. */
    public static Optional<String> idle(Dependences dependences, SequencedMap<String, Long> sizes) {
        try {
            return runsAt(dependences, sizes)
                    ? Optional.empty()
                    : Optional.of("no statement runs at " + sizes + ": all arrays stay as they are there; look at the"
                            + " bounds of the loops, or give larger sizes");
        } catch (ArithmeticException countless) {
            return Optional.empty();
        }
    }

    private static String gigabytes(double bytes) {
        return String.format(java.util.Locale.ROOT, "%.1f GB", bytes / 1e9);
    }

    private static List<String> loops(LoopNest nest) {
        return nest.statements().stream()
                .filter(placed -> placed.depth() == nest.depth())
                .findFirst()
                .map(placed -> placed.loopVariables())
                .orElse(List.of());
    }
}
