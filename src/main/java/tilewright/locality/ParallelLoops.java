package tilewright.locality;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import tilewright.dependence.Component;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.model.PlacedStatement;

/**
 * Which loops of a statement may be run by parallel threads: those that carry no dependence between the statements they
 * surround, once the loops outside are fixed. The statements of one loop are then run one after the other, each for all
 * its iterations: LU's update is parallel in i and j although the quotients it needs come from the same step.
 */
final class ParallelLoops {
    private final Dependences dependences;

    /** The place of every statement: a chain of statements asks for each as often as there are pairs of them. */
    private final Map<String, List<Integer>> orders;

    /** What was asked of a loop, by its place: the statements in it have one answer. */
    private final Map<List<Integer>, Boolean> known = new HashMap<>();

    ParallelLoops(Dependences dependences) {
        this.dependences = dependences;
        orders = dependences.nest().statements().stream()
                .collect(Collectors.toMap(p -> p.statement().id(), PlacedStatement::order));
    }

    /**
     * Whether the statement's loop z, counted from 0, is parallel. A loop is named by one of the statements in it: those
     * that share it with the statement take part.
     */
    boolean isParallel(String statement, int z) {
        List<Integer> loop = order(statement).subList(0, z + 1);
        return known.computeIfAbsent(loop, _ -> isFree(statement, z));
    }

    private boolean isFree(String statement, int z) {
        return dependences.dependences().stream()
                .filter(d -> isWithin(d, statement, z))
                .noneMatch(d -> carries(d.vector().components(), z));
    }

    private boolean isWithin(Dependence dependence, String statement, int z) {
        return dependence.vector().components().size() > z
                && shared(dependence.source(), statement) > z
                && shared(dependence.sink(), statement) > z;
    }

    /** Number of loops that two statements share. */
    private int shared(String first, String second) {
        List<Integer> a = order(first);
        List<Integer> b = order(second);
        int limit = Math.min(a.size(), b.size()) - 1;
        int shared = 0;
        while (shared < limit && a.get(shared).equals(b.get(shared))) {
            shared++;
        }
        return shared;
    }

    private List<Integer> order(String statement) {
        return Objects.requireNonNull(orders.get(statement), statement);
    }

    private static boolean carries(List<Component> vector, int z) {
        return !vector.get(z).isZero()
                && vector.subList(0, z).stream().allMatch(c -> c.least() <= 0 && c.greatest() >= 0);
    }
}
