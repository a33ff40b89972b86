package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.tiling.rewrite.GivenTimes;

/**
 * Orders in which the outermost loops are those over the elements of the one array that all statements write, whatever the order in
 * which a nest is written: an element's updates then follow each other, so that points can own elements. Nothing says that dependences
 * allow them; whoever takes one compares it with the dependences ({@link GivenTimes}).
 *
 * <p>Example: of a triangular solve written k, i, j, {@code b(k,j) = b(k,j) / a(k,k)} as S1 and {@code b(i,j) = b(i,j) - a(i,k) * b(k,j)} as S2, one
 * is {@code { S1[k,j] -> [k,j,1,0]; S2[k,i,j] -> [i,j,0,k] }}.
 */
public final class OwnerOrders {
    /** Elements of more dimensions have too many orders to rank each. */
    private static final int MOST_DIMENSIONS = 2;

    private OwnerOrders() {}

    /**
     * The orders as isl writes them; none where statements write several arrays or elements that are no tuples of loop variables; a
     * single statement's own order is left out.
     */
    public static List<String> of(LoopNest nest) {
        List<List<String>> owners = new ArrayList<>();
        for (PlacedStatement placed : nest.statements()) {
            Optional<List<Integer>> owner = placed.elementLoops();
            if (owner.isEmpty()
                    || !placed.statement()
                            .target()
                            .array()
                            .equals(nest.statements()
                                    .getFirst()
                                    .statement()
                                    .target()
                                    .array())) {
                return List.of();
            }
            owners.add(owner.get().stream().map(placed.loopVariables()::get).toList());
        }
        int dimensions = owners.getFirst().size();
        if (dimensions < 1 || dimensions > MOST_DIMENSIONS) {
            return List.of();
        }
        LinkedHashSet<String> orders = new LinkedHashSet<>();
        for (boolean exchanged : dimensions > 1 ? List.of(false, true) : List.of(false)) {
            for (boolean backwards : owners.size() > 1 ? List.of(false, true) : List.of(false)) {
                orders.add(order(nest, owners, exchanged, backwards));
            }
        }
        if (owners.size() == 1) {
            orders.remove(asWritten(nest.statements().getFirst()));
        }
        return List.copyOf(orders);
    }

    private static String asWritten(PlacedStatement placed) {
        return "{ " + time(placed, placed.loopVariables()) + " }";
    }

    private static String time(PlacedStatement placed, List<String> time) {
        return placed.statement().id()
                + placed.loopVariables().stream().collect(Collectors.joining(",", "[", "]")) + " -> "
                + time.stream().collect(Collectors.joining(",", "[", "]"));
    }

    private static String order(LoopNest nest, List<List<String>> owners, boolean exchanged, boolean backwards) {
        List<PlacedStatement> statements = nest.statements();
        int depth = 0;
        for (int s = 0; s < statements.size(); s++) {
            depth = Math.max(
                    depth, statements.get(s).loops().size() - owners.get(s).size());
        }
        List<String> times = new ArrayList<>();
        for (int s = 0; s < statements.size(); s++) {
            PlacedStatement placed = statements.get(s);
            List<String> time = new ArrayList<>(exchanged ? owners.get(s).reversed() : owners.get(s));
            if (statements.size() > 1) {
                time.add(Integer.toString(backwards ? statements.size() - 1 - s : s));
            }
            List<String> rest = placed.loopVariables().stream()
                    .filter(v -> !time.contains(v))
                    .toList();
            for (int d = 0; d < depth; d++) {
                time.add(d < rest.size() ? rest.get(d) : "0");
            }
            times.add(time(placed, time));
        }
        return times.stream().collect(Collectors.joining("; ", "{ ", " }"));
    }
}
