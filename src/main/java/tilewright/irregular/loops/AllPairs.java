package tilewright.irregular.loops;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Law;
import tilewright.dependence.Laws;
import tilewright.dependence.StatementLaws;
import tilewright.irregular.GraphDevice;
import tilewright.irregular.GraphNest;
import tilewright.irregular.Grid;
import tilewright.irregular.Relaxation;
import tilewright.model.Access;
import tilewright.model.ArrayData;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Data;
import tilewright.model.Expression;
import tilewright.model.GraphArrays;
import tilewright.model.IndexFacts;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.ScalarOperation;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.model.Until;
import tilewright.ranking.description.GpuDescription;

/**
 * A relaxation along arcs for many sources side by side, {@code d(head, q) = min(d(head, q), d(tail, q) + w)}: the distances of all pairs where the
 * sources are all vertices. The other way to them is Floyd's and Warshall's on an n x n matrix.
 *
 * @param statement the relaxation's
 * @param array d
 */
public record AllPairs(String statement, String array) {
    /** Sources that a program relaxes together. */
    public static final int GROUP = Columns.WIDTH;

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
        tilewright.dependence.Relaxation relaxation = laws.relaxation();
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
     * The same relaxation of one column: what every source does for itself. Its weights are the one array that arcs read beside the distances.
     *
     * @throws tilewright.model.UserError where arcs offer what is none of one column
     */
    public GraphNest column(LoopNest nest) {
        PlacedStatement placed = nest.statement(statement);
        GraphArrays graph = Objects.requireNonNull(nest.indexFacts().graph());
        String weights = placed.statement().value().reads().stream()
                .map(Access::array)
                .filter(a -> !a.equals(array))
                .findFirst()
                .orElse(null);
        Statement one = new Statement(
                statement,
                first(placed.statement().target()),
                column(placed.statement().value()),
                placed.statement().position());
        Node.Loop arcs = placed.loops().getFirst();
        Node.Loop loop = new Node.Loop(
                arcs.variable(), arcs.lower(), arcs.upper(), arcs.step(), List.of(one), arcs.position(), arcs.loads());
        List<ArrayDeclaration> arrays = nest.arrays().stream()
                .map(a -> !a.name().equals(array)
                        ? a
                        : new ArrayDeclaration(
                                a.name(), a.type(), a.bounds().subList(0, 1), a.inferred(), a.position()))
                .toList();
        return GraphNest.of(new LoopNest(
                nest.name(),
                nest.parameters(),
                arrays,
                nest.assumptions(),
                List.of(),
                List.of(new Node.Repeat(null, new Until.Unchanged(List.of(array)), List.of(loop), arcs.position())),
                nest.associative(),
                new IndexFacts(
                        nest.indexFacts().properties(),
                        new GraphArrays(graph.first(), graph.second(), weights, graph.position()))));
    }

    private Access first(Access access) {
        return access.array().equals(array)
                ? new Access(access.index(), array, access.subscripts().subList(0, 1), access.position())
                : access;
    }

    private Expression column(Expression value) {
        return switch (value) {
            case Expression.Read(Access access) -> new Expression.Read(first(access));
            case Expression.Apply(ScalarOperation operator, List<Expression> operands) ->
                new Expression.Apply(
                        operator, operands.stream().map(this::column).toList());
            case Expression.RealLiteral _,
                    Expression.IntegerLiteral _,
                    Expression.LogicalLiteral _,
                    Expression.IndexValue _ -> value;
        };
    }

    /**
     * What the relaxation does for one group of sources, run on the host.
     *
     * @param sizes the nest's
     * @param data of the nest, weights as the relaxation finds them
     * @param initial the distances before it, a column for each source
     * @param gpu whose warps do it
     */
    public ColumnRun.Work work(
            LoopNest nest, Map<String, Long> sizes, Data data, ArrayData initial, GpuDescription gpu) {
        GraphNest single = column(nest);
        int vertices = (int) initial.extents()[0];
        int all = (int) initial.extents()[1];
        int columns = Math.min(all, Columns.WIDTH);
        int[] values = new int[Math.multiplyExact(vertices, columns)];
        for (int v = 0; v < vertices; v++) {
            for (int q = 0; q < columns; q++) {
                values[v * columns + q] = bits(initial, v * all + q);
            }
        }
        Map<String, Object> arrays = new HashMap<>();
        data.arrays().forEach((name, own) -> arrays.put(name, own.elements()));
        arrays.remove(array);
        Data one = Data.of(single.nest(), sizes, arrays);
        Relaxation relaxation = single.fixpoint(one, false).relaxation();
        int warps = gpu.processors() * gpu.limits().threadsPerProcessor() / Grid.WARP;
        return ColumnRun.of(single.arcs(sizes, one), relaxation, values, columns, warps);
    }

    private static int bits(ArrayData values, int at) {
        return values.declaration().type().isFloating()
                ? Float.floatToRawIntBits((float) values.valueAt(at))
                : (int) values.wholeAt(at);
    }

    /**
     * Both ways to all distances.
     *
     * @param vertices n
     * @param arcs m
     * @param passes of a group of sources
     * @param looked how often an arc is looked at for a group of sources, on the average
     * @param relaxing seconds of the relaxation from all n sources
     * @param looking of these, seconds that grow with the arcs that are looked at
     * @param improving of these, seconds that grow with the elements that become better
     * @param matrix seconds of Floyd's and Warshall's algorithm by tiles
     * @param uncalibrated whether no rate of the device is known for the relaxation, so that its time is a bound from below
     */
    public record Choice(
            int vertices,
            int arcs,
            double passes,
            double looked,
            double relaxing,
            double looking,
            double improving,
            double matrix,
            boolean uncalibrated) {
        /** Whether the relaxation is predicted to be faster. */
        public boolean relaxes() {
            return relaxing < matrix;
        }

        /**
         * Arcs at which both take the same time, where arcs are looked at as often, and elements become better in proportion to the square root of the arcs (on RMAT graphs of 4,096 vertices
         * from 53,306 to 135,461 arcs 1.62 times as often where there are 2.54 times as many).
         */
        public double crossover() {
            double rest = matrix - (relaxing - looking - improving);
            if (looking + improving == 0 || rest <= 0) {
                return 0;
            }
            // looking r^2 + improving r = rest, r the square root of how many times as many arcs.
            double root = looking == 0
                    ? rest / improving
                    : (Math.sqrt(improving * improving + 4 * looking * rest) - improving) / (2 * looking);
            return arcs * root * root;
        }

        /** The same by pairs of vertices. */
        public double density() {
            return crossover() / ((double) vertices * vertices);
        }
    }

    /**
     * Predicts. Elements of an arc's two ends lie side by side for all sources of a group; groups whose values fit the second-level cache go together, and all
     * wait for each other after each pass. Without a rate of the device the cache bounds it, which reads two elements. Example: 4096 vertices, 65,536 arcs each looked at 5 times are 1.3e9
     * elements, 1.3 ms at 1e12 a second; 1e6 elements of a group that become better are 32e6 of all groups, 1.6 ms at 2e10 a second; 8 passes of two launches at 30 us and 4 times 64 MB copied add 0.5 ms.
     *
     * @param work of one group, counted on the graph
     * @param bytes of a distance
     * @param matrix predicted seconds of Floyd's and Warshall's algorithm at n
     */
    public static Choice choose(
            int vertices,
            int arcs,
            ColumnRun.Work work,
            int bytes,
            GpuDescription gpu,
            GraphDevice.@Nullable Columns rates,
            double matrix) {
        double rate = rates == null ? gpu.memory().cacheBytesPerSecond() / (2.0 * bytes) : rates.perSecond();
        double pass = rates == null ? gpu.latency().gridSync() : rates.pass();
        double looking = (double) ColumnRun.groups(vertices) * Columns.WIDTH * work.looked() / rate;
        double improving =
                rates == null ? 0 : (double) ColumnRun.groups(vertices) * work.improved() / rates.improvedPerSecond();
        double waits = (double) ColumnRun.launches(
                        vertices, vertices, bytes, gpu.memory().cacheBytes())
                * work.passes()
                * pass;
        // Into the group's memory, back, and both ways once more for the distances in the old weights.
        double copies =
                4.0 * bytes * vertices * (double) vertices / gpu.memory().globalBytesPerSecond();
        return new Choice(
                vertices,
                arcs,
                work.passes(),
                work.looked() / Math.max(1.0, arcs),
                looking + improving + waits + copies,
                looking,
                improving,
                matrix,
                rates == null);
    }
}
