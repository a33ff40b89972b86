package tilewright.irregular;

import java.util.List;
import java.util.Optional;
import tilewright.dependence.Law;
import tilewright.dependence.Laws;
import tilewright.dependence.Relaxation;
import tilewright.dependence.StatementLaws;
import tilewright.model.Access;
import tilewright.model.GraphArrays;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.Subscript;
import tilewright.ranking.GpuDescription;

/**
 * A relaxation along arcs for many sources side by side, {@code d(head, q) = min(d(head, q), d(tail, q) + w)}: the distances of all pairs where the
 * sources are all vertices. The other way to them is Floyd's and Warshall's on an n x n matrix.
 *
 * @param statement the relaxation's
 * @param array d
 */
public record AllPairs(String statement, String array) {
    /** The all-pairs relaxation of a nest; empty where it has none, or several. */
    public static Optional<AllPairs> of(LoopNest nest) {
        GraphArrays graph = nest.indexFacts().graph();
        if (graph == null || GraphArrays.arePointers(nest.array(graph.first()), nest.array(graph.second()))) {
            return Optional.empty();
        }
        List<AllPairs> found = Laws.of(nest).stream()
                .filter(l -> l.hold(Law.CHAOTIC))
                .flatMap(l -> pairs(l, graph).stream())
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private static Optional<AllPairs> pairs(StatementLaws laws, GraphArrays graph) {
        Relaxation relaxation = laws.relaxation();
        if (relaxation == null
                || relaxation.operator() != Operator.MIN
                || relaxation.reads().size() != 1) {
            return Optional.empty();
        }
        Access target = relaxation.target();
        Access read = relaxation.reads().getFirst();
        boolean sideBySide = target.subscripts().size() == 2
                && read.subscripts().size() == 2
                && target.subscripts().get(1) instanceof Subscript.AffineSubscript
                && target.subscripts().get(1).equals(read.subscripts().get(1));
        return sideBySide && loads(target, graph.second()) && loads(read, graph.first())
                ? Optional.of(new AllPairs(laws.statement().id(), relaxation.array()))
                : Optional.empty();
    }

    private static boolean loads(Access access, String array) {
        return access.subscripts().getFirst() instanceof Subscript.LoadedSubscript s
                && s.loads().getFirst().array().equals(array);
    }

    /**
     * Both ways to all distances.
     *
     * @param vertices n
     * @param arcs m
     * @param passes over all arcs that the relaxation needs, for all sources together
     * @param relaxing seconds of n sources times m arcs times the passes
     * @param matrix seconds of Floyd's and Warshall's algorithm by tiles
     */
    public record Choice(int vertices, int arcs, double passes, double relaxing, double matrix) {
        /** Whether the relaxation is predicted to be faster. */
        public boolean relaxes() {
            return relaxing < matrix;
        }

        /** Arcs at which both take the same time, with as many passes. */
        public double crossover() {
            return relaxing == 0 ? 0 : arcs * matrix / relaxing;
        }

        /** The same by pairs of vertices. */
        public double density() {
            return crossover() / ((double) vertices * vertices);
        }
    }

    /**
     * Predicts. Values of one arc for all sources lie side by side, so that a relaxation reads two and moves nothing else: the second-level cache bounds it.
     * Example: 4096 vertices, 65,536 arcs, 15 passes are 4.0e9 relaxations of 8 bytes, 4 ms at 8.1e12 bytes/s.
     *
     * @param bytes of a distance
     * @param matrix predicted seconds of Floyd's and Warshall's algorithm at n
     */
    public static Choice choose(int vertices, int arcs, double passes, int bytes, GpuDescription gpu, double matrix) {
        double moved = 2.0 * bytes * vertices * (double) arcs * passes;
        return new Choice(vertices, arcs, passes, moved / gpu.memory().cacheBytesPerSecond(), matrix);
    }
}
