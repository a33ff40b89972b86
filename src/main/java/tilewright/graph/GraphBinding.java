package tilewright.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.GraphArrays;
import tilewright.model.IndexRange;
import tilewright.model.LoopNest;
import tilewright.model.UserError;

/**
 * Fills the arrays that a nest's {@code graph} line names. Two arrays of the same declared extent get the ends of arcs, sorted
 * by source; where the extents differ, the first gets row pointers. Vertices begin at the declared lower bound of the second
 * array's values (1 where none is declared), arcs at its lowest index. Parameters get the values that the declarations ask for.
 */
public final class GraphBinding {
    private final LoopNest nest;
    private final GraphArrays graph;
    private final ArrayDeclaration first;
    private final ArrayDeclaration second;
    private final SizeEquations equations;

    private GraphBinding(LoopNest nest, GraphArrays graph, Map<String, Long> given) {
        this.nest = nest;
        this.graph = graph;
        this.first = nest.array(graph.first());
        this.second = nest.array(graph.second());
        this.equations = new SizeEquations(given, graph.position());
    }

    /**
     * Sizes and arrays of a nest.
     *
     * @param sizes those given, and those that follow from the graph
     * @param arrays contents by name, one-dimensional
     * @param report what was generated or read, and what was changed
     * @param symmetric whether every arc is there in both directions, by the way the graph was made
     * @param nominal arcs before loops and duplicates are dropped, of both directions where the graph is made symmetric
     */
    public record Bound(
            Map<String, Long> sizes, Map<String, Object> arrays, List<String> report, boolean symmetric, long nominal) {
        public Bound {
            report = List.copyOf(report);
        }
    }

    /**
     * Makes the graph and fills the arrays.
     *
     * @param given sizes that the user gives; they must agree with the graph
     * @throws UserError where the nest has no graph line, its declarations do not say which parameters are the sizes, or the
     *     graph is damaged or too large
     */
    public static Bound bind(LoopNest nest, GraphSpec spec, Map<String, Long> given) {
        GraphArrays graph = nest.indexFacts().graph();
        if (graph == null) {
            throw UserError.badInput("--graph " + spec + ": " + nest.name()
                    + " has no graph line; write e.g. 'graph src, dst, w' behind the declarations");
        }
        GraphBinding binding = new GraphBinding(nest, graph, given);
        boolean integers =
                graph.weights() != null && nest.array(graph.weights()).type().isInteger();
        ArcSource source = spec.source(integers);
        Preprocessing preprocessing = spec.preprocessing();
        binding.memory(source, preprocessing).require("--graph " + spec);
        RowsBuilder.Built built = RowsBuilder.build(source, preprocessing);
        boolean doubles = preprocessing.symmetric() && !source.isSymmetric();
        return binding.fill(
                built, preprocessing.symmetric() || source.isSymmetric(), source.tuples() * (doubles ? 2 : 1));
    }

    /** Whether the first array holds row pointers. */
    private boolean hasPointers() {
        return GraphArrays.arePointers(first, second);
    }

    private MemoryNeed memory(ArcSource source, Preprocessing preprocessing) {
        boolean doubles = preprocessing.symmetric() && !source.isSymmetric();
        long most = source.tuples() * (doubles ? 2 : 1);
        boolean stored = source.weights() instanceof Weights.Stored;
        long build = most * (stored ? 12 : 4) * (preprocessing.dedupe() ? 2 : 1);
        long bound = most * 4
                + (hasPointers() ? 0 : most * 4)
                + (graph.weights() == null
                        ? 0
                        : most * nest.array(graph.weights()).type().bytes());
        return new MemoryNeed().with("rows", 12L * source.vertices()).with("arcs", Math.max(build, bound));
    }

    private Bound fill(RowsBuilder.Built built, boolean symmetric, long nominal) {
        Rows rows = built.rows();
        int arcs = rows.arcs();
        Affine lower = IndexRange.of(nest, second.name()).lower();
        long base = lower instanceof Affine.Constant c ? c.value() : 1;
        sizes(rows.vertices(), arcs, base);
        List<String> report = new ArrayList<>(built.report());
        Map<String, Object> arrays = new HashMap<>();
        if (graph.weights() != null) {
            ArrayDeclaration weights = nest.array(graph.weights());
            arrays.put(weights.name(), WeightArray.of(rows, weights));
            report.add("weights: "
                    + (rows.weights() instanceof Weights.Hashed h ? h + ", one per pair of vertices" : "as read"));
        }
        if (hasPointers()) {
            long firstArc = second.bounds().getFirst().lower() instanceof Affine.Constant c ? c.value() : 1;
            arrays.put(first.name(), shifted(rows.starts(), firstArc));
        } else {
            arrays.put(first.name(), shifted(rows.sources(), base));
        }
        arrays.put(second.name(), shifted(rows.targets(), base));
        requireIntegers(first);
        requireIntegers(second);
        return new Bound(equations.sizes(), arrays, report, symmetric, nominal);
    }

    private static void requireIntegers(ArrayDeclaration array) {
        if (array.type() != DataType.INTEGER) {
            throw UserError.badInput(
                    array.position() + ": error: '" + array.name() + "' is filled by a graph; declare it"
                            + " 'integer', not '" + array.type().notation() + "'");
        }
    }

    private static int[] shifted(int[] numbers, long by) {
        if (by != 0) {
            Chunks.of(numbers.length, (from, to) -> {
                for (int i = (int) from; i < to; i++) {
                    numbers[i] += (int) by;
                }
            });
        }
        return numbers;
    }

    private void sizes(long vertices, long arcs, long base) {
        Affine arcCount = second.bounds().getFirst().extent();
        equations.solve(arcCount, arcs, "the extent of '" + second.name() + "'");
        if (hasPointers()) {
            equations.solve(first.bounds().getFirst().extent(), vertices + 1, "the extent of '" + first.name() + "'");
        }
        Affine upper = IndexRange.of(nest, second.name()).upper();
        if (upper != null) {
            equations.solve(upper, base + vertices - 1, "the greatest value of '" + second.name() + "'");
        } else if (!hasPointers()) {
            throw UserError.badInput(second.position() + ": error: nothing says how many vertices '" + second.name()
                    + "' speaks of; write 'assume 1 <= " + second.name() + "(e) .and. " + second.name() + "(e) <= n'");
        }
    }
}
