package tilewright.cli.pipeline;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import tilewright.cli.argument.DataArguments;
import tilewright.codegen.Templates;
import tilewright.dependence.Dependences;
import tilewright.irregular.GraphDevice;
import tilewright.irregular.loops.AllPairs;
import tilewright.isl.Context;
import tilewright.model.ArrayData;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.ranking.Ranking;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
import tilewright.tiling.Tiler;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Distances of all pairs: relaxation along arcs for all sources, or Floyd's and Warshall's algorithm on a matrix, whichever is predicted to be faster. */
public final class AllPairsChoice {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final String nest;
    private final String graph;
    private final GpuDescription gpu;
    private final AllPairs.Choice choice;
    private final long sources;

    /** @param sources of the group that was counted */
    private AllPairsChoice(String nest, String graph, GpuDescription gpu, AllPairs.Choice choice, long sources) {
        this.nest = nest;
        this.graph = graph;
        this.gpu = gpu;
        this.choice = choice;
        this.sources = sources;
    }

    /**
     * Predicts both. What the relaxation does is counted for one group of as many sources as the nest is asked for, on weights that the nest makes as sequential C.
     *
     * @throws UserError with exit code 1 where a cycle improves for ever
     */
    public static AllPairsChoice of(
            LoopNest nest,
            AllPairs pairs,
            SequencedMap<String, Long> given,
            String graph,
            GpuDescription gpu,
            GraphDevice shapes)
            throws IOException {
        DataArguments arguments = new DataArguments();
        arguments.graph = graph;
        DataArguments.Input input = arguments.input(nest, given);
        ArrayData initial = input.data().array(pairs.array()).copy();
        IrregularExecution.Outcome run =
                new IrregularExecution(nest, input.sizes(), input.data()).run(Templates.packed());
        if (run.gaveUp()) {
            throw new UserError(
                    1, nest.name() + ": a repetition does not end: a negative cycle. There are no distances");
        }
        ArrayDeclaration distances = nest.array(pairs.array());
        int vertices = (int) initial.extents()[0];
        int arcs = input.data()
                .array(Objects.requireNonNull(nest.indexFacts().graph()).second())
                .size();
        double matrix = matrix(distances, vertices, gpu);
        return new AllPairsChoice(
                nest.name(),
                graph,
                gpu,
                AllPairs.choose(
                        vertices,
                        arcs,
                        pairs.work(nest, input.sizes(), input.data(), initial, gpu),
                        distances.type().bytes(),
                        gpu,
                        shapes.columns(),
                        matrix),
                Math.min(initial.extents()[1], AllPairs.GROUP));
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
            Ranking ranking = Pipeline.rank(tiler, sizes, gpu);
            return ranking.top(1).getFirst().prediction().seconds();
        }
    }

    public String text() {
        String first = choice.relaxes() ? "the relaxation" : "the matrix";
        return String.format(
                        Locale.ROOT,
                        "%s over %s on %s, predicted, not measured:%n  n = %,d, m = %,d (%.4f %% of all pairs)%n  a"
                            + " group of %d sources: %.0f passes, which look at an arc %.2f times%n  relaxation from"
                            + " all vertices  %s%12s%s%n  Floyd-Warshall on a matrix     %12s  the best blocks by"
                            + " 'rank'%n  %s is faster; both take the same at m = %,.0f (%.4f %% of all pairs), where"
                            + " arcs are looked at as often%n",
                        nest,
                        graph,
                        gpu.fullName(),
                        choice.vertices(),
                        choice.arcs(),
                        100.0 * choice.arcs() / ((double) choice.vertices() * choice.vertices()),
                        sources,
                        choice.passes(),
                        choice.looked(),
                        choice.uncalibrated() ? ">" : " ",
                        Quantity.seconds(choice.relaxing()),
                        choice.uncalibrated()
                                ? "  no rate of the device is known; the second-level cache bounds it"
                                : "",
                        Quantity.seconds(choice.matrix()),
                        first,
                        choice.crossover(),
                        100 * choice.density())
                + (sources < AllPairs.GROUP
                        ? String.format(
                                Locale.ROOT,
                                "  programs take %d sources together: fewer of them (the nest's second extent) leave"
                                        + " out what the others would look at%n",
                                AllPairs.GROUP)
                        : "");
    }

    public String json() {
        ObjectNode root = MAPPER.createObjectNode()
                .put("schema", "tilewright/all-pairs/1")
                .put("nest", nest)
                .put("graph", graph)
                .put("device", gpu.fullName())
                .put("vertices", choice.vertices())
                .put("arcs", choice.arcs())
                .put("sources", sources)
                .put("passes", choice.passes())
                .put("looked", choice.looked())
                .put("relaxationSeconds", choice.relaxing())
                .put("matrixSeconds", choice.matrix())
                .put("crossoverArcs", choice.crossover())
                .put("crossoverDensity", choice.density());
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
