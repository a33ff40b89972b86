package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.PlacedStatement;

/**
 * Accesses across the rows of an array, as of transposed matrices, each element of which one point has: neighbours of a warp ask for different rows, and the points beside them for what lies beside in a row. A block that copies its
 * part of the array along rows, through a box in shared memory ({@link SharedBoxes}), moves whole sectors. Lowering and ranking ask here.
 *
 * <p>Example: {@code b(j,i) = a(i,j)} with lanes along j writes across the rows of b.
 */
public final class CrossedRows {
    private CrossedRows() {}

    /**
     * An access of a block's points to an array.
     *
     * @param subscripts over the points
     */
    public record Use(List<Affine> subscripts, boolean written) {
        public Use {
            subscripts = List.copyOf(subscripts);
        }
    }

    /**
     * Which accesses to an array go to a box: those across its rows. Of an array that is written all that is written is, and what comes behind; what is read before finds in memory what was there.
     *
     * @param uses of one array, in the order in which a point makes them
     * @param points variables of the points that threads share out; lanes lie along the last one
     * @return numbers of accesses; none where the array has no box
     */
    public static List<Integer> boxed(List<Use> uses, List<String> points) {
        List<Integer> across = IntStream.range(0, uses.size())
                .filter(u -> isAcross(uses.get(u).subscripts(), points))
                .boxed()
                .toList();
        OptionalInt written = IntStream.range(0, uses.size())
                .filter(u -> uses.get(u).written())
                .findFirst();
        boolean behind = written.isEmpty()
                || across.containsAll(
                        IntStream.range(written.getAsInt(), uses.size()).boxed().toList());
        return behind ? across : List.of();
    }

    /** An access by its statement's id and its number in the statement. */
    public record Key(String statement, int access) {}

    /**
     * The same of an array's accesses in statements that points run in this order.
     *
     * @param indices of an access, over the points
     */
    public static Set<Key> boxed(
            List<PlacedStatement> statements,
            String array,
            BiFunction<PlacedStatement, Access, List<Affine>> indices,
            List<String> points) {
        List<Key> keys = new ArrayList<>();
        List<Use> uses = new ArrayList<>();
        for (PlacedStatement placed : statements) {
            // The target, which has the first number, comes last.
            placed.statement().accesses().stream()
                    .sorted(Comparator.comparing(a -> a.index() == 1))
                    .filter(a -> a.array().equals(array))
                    .forEach(a -> {
                        keys.add(new Key(placed.statement().id(), a.index()));
                        uses.add(new Use(indices.apply(placed, a), a.index() == 1));
                    });
        }
        return boxed(uses, points).stream().map(keys::get).collect(Collectors.toSet());
    }

    /**
     * Whether neighbours of a warp access different rows, and other points what lies beside; each point an element of its own.
     *
     * @param points variables of the points that threads share out; lanes lie along the last one
     */
    public static boolean isAcross(List<Affine> subscripts, List<String> points) {
        if (subscripts.size() < 2 || points.size() < 2) {
            return false;
        }
        List<LinearForm> forms = subscripts.stream().map(LinearForm::of).toList();
        boolean ownElement = points.stream()
                .allMatch(p -> forms.stream().filter(f -> f.coefficient(p) != 0).count() == 1
                        && forms.stream().allMatch(f -> Math.abs(f.coefficient(p)) <= 1));
        return ownElement
                && forms.getLast().coefficient(points.getLast()) == 0
                && points.stream().anyMatch(p -> forms.getLast().coefficient(p) != 0);
    }
}
