package tilewright.ranking.work;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Strategy;

/**
 * What the blocks of one launch load of arrays that the launch does not store, and that no thread has in its own registers: each element at least once, as first-level caches do not outlive
 * a launch. Counted are references whose subscripts tell points apart, of each array the one with most elements: blocks may share what they load. Example: a sweep
 * {@code b(i,j) = a(i-1,j) + a(i+1,j)} of n x n points loads n x n elements of a.
 *
 * <p>Only for loops over boxes whose steps are alike, where every statement runs at every point.
 */
public final class LaunchLoads {
    private final Workload workload;
    /** Statements that may load some of their operands only. */
    private final Set<String> choosing = new HashSet<>();

    public LaunchLoads(Problem problem, Workload workload) {
        this.workload = workload;
        for (PlacedStatement placed : problem.nest().statements()) {
            placed.statement().value().visit(e -> {
                if (e instanceof Expression.Apply apply && leavesOut(apply)) {
                    choosing.add(placed.statement().id());
                }
            });
        }
    }

    private static boolean leavesOut(Expression.Apply apply) {
        return apply.operator() == Operator.MERGE
                || apply.operator() == Operator.AND
                || apply.operator() == Operator.OR;
    }

    /** Whether no launch loads an array that it stores. */
    public boolean areOfOtherArrays() {
        return workload.levels().stream().allMatch(level -> {
            Set<String> loaded = new HashSet<>();
            Set<String> stored = new HashSet<>();
            for (Workload.Piece piece : level.pieces()) {
                for (Reference reference : piece.references()) {
                    if (reference.loads() > 0) {
                        loaded.add(reference.array());
                    }
                    if (reference.stores() > 0) {
                        stored.add(reference.array());
                    }
                }
            }
            return loaded.stream().noneMatch(stored::contains);
        });
    }

    /** Bytes of one launch. */
    public double bytes(int level, StepWork work, Geometry geometry) {
        List<Workload.Piece> pieces = workload.levels().get(level).pieces();
        Set<String> other = new HashSet<>();
        for (Workload.Piece piece : pieces) {
            for (Reference reference : piece.references()) {
                if (reference.stores() > 0 || reference.strategy() == Strategy.OWN) {
                    other.add(reference.array());
                }
            }
        }
        Map<String, Double> most = new HashMap<>();
        for (int p = 0; p < pieces.size(); p++) {
            Workload.Piece piece = pieces.get(p);
            boolean chooses = piece.computations().stream().anyMatch(c -> choosing.contains(c.statement()));
            for (Reference reference : piece.references()) {
                if (!chooses && reference.loads() > 0 && !other.contains(reference.array())) {
                    most.merge(
                            reference.array(),
                            elements(reference, level, p, work, geometry) * reference.bytes(),
                            Math::max);
                }
            }
        }
        return most.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Elements of a reference in the blocks of its piece; 0 where other loops than those along which blocks lie are in it, or its subscripts mix them. */
    private double elements(Reference reference, int level, int position, StepWork work, Geometry geometry) {
        Workload.Piece piece = workload.levels().get(level).pieces().get(position);
        double elements = 1;
        for (int z = 0; z < geometry.loops(); z++) {
            if (!reference.uses(z)) {
                continue;
            }
            int only = 1 << z;
            if (!geometry.isParallel(z)
                    || (piece.free() & only) == 0
                    || reference.spans().stream().noneMatch(s -> s.loops() == only)) {
                return 0;
            }
            long left = (piece.fixedBySome() & only) != 0 ? geometry.block(z) : 0;
            elements *= Math.max(0, work.extent(level, position, z) - left);
        }
        return elements;
    }
}
