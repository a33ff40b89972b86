package tilewright.codegen.block;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.ir.Window;
import tilewright.codegen.lower.Affines;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.tiling.space.SolvedPlace;

/**
 * Whether a block writes each element of a window that it writes before it reads it: then it need not be copied there. Every update of the array
 * writes the same place, a different one in each iteration; what is read lies a constant distance away, so that the iteration which writes it does too: an
 * earlier one, or the same one at the same point and an update before. Without iterations only the latter.
 *
 * <p>Example: {@code s(i,w-i) = s(i-1,w-i-1) + s(i,w-i-1)} in the order of w reads what the iterations w - 2 and w - 1 write.
 */
final class FirstAccess {
    private final List<Operation.Assign> updates;
    private final List<String> sequential;
    private final Map<String, Affine> places;
    private final Map<String, Integer> counts;
    private final boolean straight;

    /**
     * @param places variables of points and sequences as the block's base and an offset
     * @param counts number of values of each offset
     */
    FirstAccess(List<Operation> body, Map<String, Affine> places, Map<String, Integer> counts) {
        this.updates = Operations.ofKind(body, Operation.Assign.class);
        this.places = places;
        this.counts = counts;
        this.sequential = Operations.ofKind(body, Operation.Iterations.class).stream()
                .map(i -> i.sequence().variable())
                .distinct()
                .toList();
        this.straight = sequential.size() <= 1
                && places.keySet().containsAll(sequential)
                && Operations.ofKind(body, Operation.Define.class).isEmpty();
    }

    boolean isWritten(Window window) {
        List<Operation.Assign> writers =
                updates.stream().filter(u -> writes(u, window)).toList();
        if (!straight
                || writers.isEmpty()
                || writers.stream()
                        .anyMatch(w -> !w.guard().equals(writers.getFirst().guard())
                                || !w.target().equals(writers.getFirst().target()))) {
            return false;
        }
        SolvedPlace of = SolvedPlace.of(
                window.place(substituted(
                        ((Operation.Target.GlobalTarget) writers.getFirst().target()).indices())),
                window.coordinates(),
                counts);
        if (of == null || !of.offsets().keySet().containsAll(counts.keySet())) {
            return false;
        }
        List<Affine> written = window.place(
                substituted(((Operation.Target.GlobalTarget) writers.getFirst().target()).indices()));
        Map<String, Affine> solved = of.offsets();
        boolean before = false;
        for (Operation.Assign update : updates) {
            for (Value.GlobalElement read : Values.globals(update.value())) {
                boolean inWindow = window.holds(read.array(), substituted(read.indices()), counts.keySet());
                if (inWindow
                        && !isWrittenBefore(window, solved, read, before)
                        && (sequential.isEmpty()
                                || !isBehindInRow(written, window.place(substituted(read.indices()))))) {
                    return false;
                }
            }
            before |= writes(update, window);
        }
        return true;
    }

    /**
     * Whether an iteration reads what its thread wrote in an earlier one, or what nobody writes: rows of threads follow each other in one dimension, {@code 63 s + q} with q below 62, and so many elements before its own
     * lies an element of the same row, or one between rows.
     */
    private boolean isBehindInRow(List<Affine> written, List<Affine> read) {
        String offset = ShareBoxes.offset(sequential.getFirst());
        int last = written.size() - 1;
        LinearForm form = LinearForm.of(written.get(last));
        long sign = form.coefficient(offset);
        OptionalLong distance = Affines.constantValue(Affines.difference(read.get(last), written.get(last)));
        List<Long> strides = counts.keySet().stream()
                .filter(o -> !o.equals(offset))
                .map(o -> sign * form.coefficient(o))
                .filter(stride -> stride != 0)
                .toList();
        boolean same = IntStream.range(0, last)
                .allMatch(d -> Affines.constantValue(Affines.difference(read.get(d), written.get(d)))
                        .equals(OptionalLong.of(0)));
        return same
                && Math.abs(sign) == 1
                && distance.isPresent()
                && sign * distance.getAsLong() < 0
                && strides.size() == 1
                && strides.getFirst() - Math.abs(distance.getAsLong()) >= Objects.requireNonNull(counts.get(offset));
    }

    private static boolean writes(Operation.Assign update, Window window) {
        return update.target() instanceof Operation.Target.GlobalTarget t
                && t.array().equals(window.array());
    }

    private List<Affine> substituted(List<Affine> indices) {
        return indices.stream().map(i -> i.substitute(places)).toList();
    }

    /** @param before whether an update before the one that reads writes the array */
    private boolean isWrittenBefore(
            Window window, Map<String, Affine> solved, Value.GlobalElement read, boolean before) {
        List<Affine> place = window.place(substituted(read.indices()));
        Map<String, Affine> coordinates = new HashMap<>();
        for (int d = 0; d < place.size(); d++) {
            coordinates.put(window.coordinate(d), place.get(d));
        }
        Map<String, Long> distances = new HashMap<>();
        for (String offset : counts.keySet()) {
            Affine writer = Objects.requireNonNull(solved.get(offset)).substitute(coordinates);
            OptionalLong distance = Affines.constantValue(Affines.difference(writer, Affine.variable(offset)));
            if (distance.isEmpty()) {
                return false;
            }
            distances.put(offset, distance.getAsLong());
        }
        boolean later =
                sequential.stream().anyMatch(s -> Objects.requireNonNull(distances.get(ShareBoxes.offset(s))) < 0);
        return later || before && distances.values().stream().allMatch(d -> d == 0);
    }
}
