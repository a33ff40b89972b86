package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.codegen.CudaPrinter;
import tilewright.codegen.Templates;
import tilewright.dependence.Certificate;
import tilewright.device.CudaCompiler;
import tilewright.device.Gpu;
import tilewright.device.Gpus;
import tilewright.irregular.Arcs;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.GraphNest;
import tilewright.irregular.Inspector;
import tilewright.irregular.Schedule;
import tilewright.irregular.Start;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tune.irregular.FixpointFormat;
import tilewright.tune.irregular.FixpointMeasurement;
import tilewright.tune.irregular.FixpointSweep;

/** Measures the schedules of a nest over a graph, from many sources, each result certified. */
final class GraphTuning {
    private static final int USUAL_SOURCES = 32;

    @Option(
            names = "--graph",
            paramLabel = "SPEC",
            description = "The graph of a nest with a graph line, as 'run' takes it; its schedules are measured.")
    @Nullable
    String graph;

    @Option(
            names = "--sources",
            paramLabel = "N",
            description = "With --graph: start from that many vertices of the largest component (default: 32).")
    @Nullable
    Integer sources;

    /**
     * Runs the sweep.
     *
     * @param candidates schedules as they are written; all that the laws allow where none are given
     * @param results where measurements go
     * @return whether some schedule was right
     */
    boolean run(
            LoopNest nest,
            Map<String, Long> given,
            List<String> candidates,
            Templates templates,
            long seed,
            Path results,
            PrintWriter out)
            throws IOException {
        GraphProblem problem = GraphProblem.of(
                nest, given, Objects.requireNonNull(graph), seed, sources == null ? USUAL_SOURCES : sources);
        problem.input().report().forEach(line -> out.println("  " + line));
        GraphNest graphNest = problem.nest();
        DataArguments.Input input = problem.input();
        Fixpoint fixpoint = problem.fixpoint();
        Arcs arcs = problem.arcs();
        List<Start> starts = problem.starts();
        List<Schedule> schedules = candidates.isEmpty()
                ? Inspector.schedules(fixpoint)
                : candidates.stream().map(GraphTuning::schedule).toList();
        out.printf(
                Locale.ROOT,
                "%s: %,d vertices, %,d arcs, %d %s%n",
                nest.name(),
                arcs.vertices(),
                arcs.count(),
                starts.size(),
                starts.size() == 1 ? "start" : "sources");
        out.flush();
        try (Gpu gpu = Gpus.open(0);
                FixpointFormat.Store store = FixpointFormat.store(
                        results,
                        nest.name(),
                        String.valueOf(graph),
                        gpu.properties().name(),
                        arcs,
                        input.report())) {
            FixpointSweep sweep = new FixpointSweep(
                    gpu,
                    CudaCompiler.find(),
                    program -> new CudaPrinter(templates).print(program),
                    fixpoint,
                    arcs,
                    starts,
                    (bits, start) -> fault(nest, graphNest, input, fixpoint, bits, start),
                    FixpointSweep.Policy.DEFAULT);
            List<String> header = List.of(nest.name() + ", by Tilewright", graphNest.array() + " over " + graph);
            List<FixpointMeasurement> found = sweep.measure(schedules, nest.name(), header, m -> {
                store.add(m);
                out.println(FixpointFormat.line(m, arcs.count()));
                out.flush();
            });
            store.finish(found);
            return found.stream().anyMatch(m -> m.fault().isEmpty());
        }
    }

    private static Schedule schedule(String text) {
        try {
            return Schedule.parse(text);
        } catch (IllegalArgumentException e) {
            throw UserError.badInput("--candidate: " + e.getMessage());
        }
    }

    /** Whether values are the fixpoint, by the arrays alone. */
    private static Optional<String> fault(
            LoopNest nest, GraphNest graphNest, DataArguments.Input input, Fixpoint fixpoint, int[] bits, Start start) {
        Map<String, Object> arrays = new HashMap<>();
        input.data().arrays().forEach((name, array) -> arrays.put(name, array.elements()));
        ArrayData old = input.data().array(graphNest.array());
        ArrayData initial = old.copy();
        double worst = number(old, (int) fixpoint.neutral());
        for (int v = 0; v < initial.size(); v++) {
            initial.setAt(v, worst);
        }
        for (int s = 0; s < start.vertices().length; s++) {
            initial.setAt(start.vertices()[s], number(old, start.bits()[s]));
        }
        ArrayData found = old.copy();
        for (int v = 0; v < found.size(); v++) {
            found.setAt(v, number(old, bits[v]));
        }
        arrays.put(graphNest.array(), found.elements());
        Data data = Data.of(nest, input.sizes(), arrays);
        return Optional.ofNullable(Certificate.of(nest, input.sizes(), data, graphNest.array(), initial)
                .fault());
    }

    private static double number(ArrayData array, int bits) {
        return array.declaration().type() == tilewright.model.DataType.REAL ? Float.intBitsToFloat(bits) : bits;
    }
}
