package tilewright.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import tilewright.codegen.Templates;
import tilewright.dependence.Dependences;
import tilewright.irregular.AllPairs;
import tilewright.isl.Context;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.ranking.GpuDescription;
import tilewright.ranking.Ranking;
import tilewright.report.Quantity;
import tilewright.tiling.Tiler;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Distances of all pairs: relaxation along arcs for all sources, or Floyd's and Warshall's algorithm on a matrix, whichever is predicted to be faster. */
final class AllPairsChoice {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final String nest;
    private final String graph;
    private final GpuDescription gpu;
    private final AllPairs.Choice choice;

    private AllPairsChoice(String nest, String graph, GpuDescription gpu, AllPairs.Choice choice) {
        this.nest = nest;
        this.graph = graph;
        this.gpu = gpu;
        this.choice = choice;
    }

    /**
     * Predicts both. How many passes the relaxation takes is found by running the nest as sequential C from as many sources as it is asked for.
     *
     * @throws UserError with exit code 1 where a cycle improves for ever
     */
    static AllPairsChoice of(
            LoopNest nest, AllPairs pairs, SequencedMap<String, Long> given, String graph, GpuDescription gpu)
            throws IOException {
        DataArguments arguments = new DataArguments();
        arguments.graph = graph;
        DataArguments.Input input = arguments.input(nest, given);
        IrregularExecution.Outcome run =
                new IrregularExecution(nest, input.sizes(), input.data()).run(Templates.packed());
        if (run.gaveUp()) {
            throw new UserError(
                    1, nest.name() + ": a repetition does not end: a negative cycle. There are no distances");
        }
        double passes = run.passes().get(repetition(nest.body(), pairs.statement(), new int[1]));
        ArrayDeclaration distances = nest.array(pairs.array());
        int vertices = input.data().array(pairs.array()).size()
                / Math.max(1, (int) input.data().array(pairs.array()).extents()[1]);
        int arcs = input.data()
                .array(java.util.Objects.requireNonNull(nest.indexFacts().graph())
                        .second())
                .size();
        double matrix = matrix(distances, vertices, gpu);
        return new AllPairsChoice(
                nest.name(),
                graph,
                gpu,
                AllPairs.choose(vertices, arcs, passes, distances.type().bytes(), gpu, matrix));
    }

    /** The number of the repetition that a statement is in, in textual order; -1 where it is in none of these nodes. */
    private static int repetition(List<Node> nodes, String statement, int[] seen) {
        for (Node node : nodes) {
            int found = switch (node) {
                case Node.Repeat r -> {
                    int own = seen[0]++;
                    yield statements(r, statement) ? own : -1;
                }
                case Node.Loop l -> repetition(l.body(), statement, seen);
                case Node.Guard g -> {
                    int then = repetition(g.then(), statement, seen);
                    yield then >= 0 ? then : repetition(g.otherwise(), statement, seen);
                }
                case Statement _ -> -1;
            };
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    private static boolean statements(Node.Repeat repeat, String statement) {
        return new LoopNest("", List.of(), List.of(), List.of(), List.of(), repeat.body())
                .statements().stream().anyMatch(s -> s.statement().id().equals(statement));
    }

    /** The predicted time of the best blocks for the matrix. */
    private static double matrix(ArrayDeclaration distances, int vertices, GpuDescription gpu) {
        String text = "param n\n" + distances.type().notation() + " a(n, n)\nassume a(k,k) >= 0\n"
                + "do k = 1, n\ndo i = 1, n\ndo j = 1, n\na(i,j) = min(a(i,j), a(i,k) + a(k,j))\nenddo\nenddo\nenddo\n";
        LoopNest closure = NestParser.parse("all-pairs-matrix.nest", text);
        SequencedMap<String, Long> sizes = new LinkedHashMap<>(Map.of("n", (long) vertices));
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, closure);
            Tiler tiler = Pipeline.tiler(dependences);
            Ranking ranking = Pipeline.rank(dependences, tiler, sizes, gpu);
            return ranking.top(1).getFirst().prediction().seconds();
        }
    }

    String text() {
        String first = choice.relaxes() ? "the relaxation" : "the matrix";
        return String.format(
                Locale.ROOT,
                "%s over %s on %s, predicted, not measured:%n  n = %,d, m = %,d (%.4f %% of all pairs), %.0f passes%n "
                    + " relaxation from all vertices   %12s  if the second-level cache is busy all the time; no"
                    + " schedule does it yet%n  Floyd-Warshall on a matrix     %12s  the best blocks by 'rank'%n  %s"
                    + " is faster; both take the same at m = %,.0f (%.4f %% of all pairs), with as many passes%n",
                nest,
                graph,
                gpu.fullName(),
                choice.vertices(),
                choice.arcs(),
                100.0 * choice.arcs() / ((double) choice.vertices() * choice.vertices()),
                choice.passes(),
                Quantity.seconds(choice.relaxing()),
                Quantity.seconds(choice.matrix()),
                first,
                choice.crossover(),
                100 * choice.density());
    }

    String json() {
        ObjectNode root = MAPPER.createObjectNode()
                .put("schema", "tilewright/all-pairs/1")
                .put("nest", nest)
                .put("graph", graph)
                .put("device", gpu.fullName())
                .put("vertices", choice.vertices())
                .put("arcs", choice.arcs())
                .put("passes", choice.passes())
                .put("relaxationSeconds", choice.relaxing())
                .put("matrixSeconds", choice.matrix())
                .put("crossoverArcs", choice.crossover())
                .put("crossoverDensity", choice.density());
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
