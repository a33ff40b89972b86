package tilewright.codegen.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.codegen.ir.Window;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * A box of places of a window.
 *
 * @param from first place in each dimension
 * @param extents of the box, positive
 */
record WindowPart(List<Integer> from, List<Integer> extents) {
    /**
     * Elements of a part.
     *
     * @param written which of them: a condition over the window's coordinates
     */
    record Needed(WindowPart part, Condition written) {}

    WindowPart {
        from = List.copyOf(from);
        extents = List.copyOf(extents);
    }

    int elements() {
        return extents.stream().reduce(1, Math::multiplyExact);
    }

    private boolean isEmpty() {
        return extents.stream().anyMatch(e -> e <= 0);
    }

    /**
     * The smallest box that holds all elements for which a condition holds, as far as its parts say so of single coordinates, and what is left of
     * the condition there.
     *
     * <p>Example: {@code c >= 2 && c < 66 && r >= 1 && n >= r + i} of a window of 129 x 66 elements is {@code n >= r + i} of 128 x 64 elements.
     */
    static Needed box(Window window, Condition condition) {
        List<Integer> from = new ArrayList<>();
        List<Integer> to = new ArrayList<>(window.extents());
        window.extents().forEach(_ -> from.add(0));
        List<Condition> rest = new ArrayList<>();
        for (Condition conjunct : condition.conjuncts()) {
            if (!conjunct.equals(Condition.TRUE) && !bounds(window, conjunct, from, to)) {
                rest.add(conjunct);
            }
        }
        List<Integer> extents = new ArrayList<>();
        for (int d = 0; d < from.size(); d++) {
            extents.add(to.get(d) - from.get(d));
        }
        WindowPart part = new WindowPart(from, extents);
        return part.isEmpty()
                ? new Needed(all(window), condition)
                : new Needed(part, rest.isEmpty() ? Condition.TRUE : Condition.and(rest));
    }

    private static WindowPart all(Window window) {
        return new WindowPart(window.extents().stream().map(_ -> 0).toList(), window.extents());
    }

    /** The elements that are not written first: parts in front of and behind the box of those that are, and what it holds beside. */
    static List<Needed> needed(Window window, Condition written) {
        if (written.equals(Condition.FALSE)) {
            return List.of(new Needed(all(window), Condition.FALSE));
        }
        Needed box = box(window, written);
        List<Needed> parts = new ArrayList<>();
        List<Integer> from = new ArrayList<>(all(window).from());
        List<Integer> extents = new ArrayList<>(window.extents());
        for (int d = 0; d < from.size(); d++) {
            int first = box.part().from().get(d);
            int end = first + box.part().extents().get(d);
            add(parts, from, extents, d, 0, first);
            add(parts, from, extents, d, end, window.extents().get(d));
            from.set(d, first);
            extents.set(d, end - first);
        }
        if (!box.written().equals(Condition.TRUE)) {
            parts.add(box);
        }
        return parts;
    }

    private static void add(
            List<Needed> parts, List<Integer> from, List<Integer> extents, int dimension, int first, int end) {
        if (first < end) {
            List<Integer> ownFrom = new ArrayList<>(from);
            List<Integer> own = new ArrayList<>(extents);
            ownFrom.set(dimension, first);
            own.set(dimension, end - first);
            parts.add(new Needed(new WindowPart(ownFrom, own), Condition.FALSE));
        }
    }

    /** Whether a comparison bounds a single coordinate by numbers, which it then does. */
    private static boolean bounds(Window window, Condition conjunct, List<Integer> from, List<Integer> to) {
        if (conjunct.variables().size() != 1) {
            return false;
        }
        for (int d = 0; d < from.size(); d++) {
            if (!conjunct.variables().contains(window.coordinate(d))) {
                continue;
            }
            Optional<RowIntervals> solved = RowIntervals.of(List.of(conjunct), window.coordinate(d));
            if (solved.isEmpty()) {
                return false;
            }
            for (Affine least : solved.get().least()) {
                from.set(d, (int) Math.max(from.get(d), LinearForm.of(least).constant()));
            }
            for (Affine greatest : solved.get().greatest()) {
                to.set(d, (int) Math.min(to.get(d), LinearForm.of(greatest).constant() + 1));
            }
            return true;
        }
        return false;
    }
}
