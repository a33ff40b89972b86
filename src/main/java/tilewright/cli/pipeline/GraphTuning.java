package tilewright.cli.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import tilewright.cli.argument.DataArguments;
import tilewright.cli.argument.GraphProblem;
import tilewright.codegen.DevicePrinter;
import tilewright.codegen.Templates;
import tilewright.dependence.Certificate;
import tilewright.device.CudaCompiler;
import tilewright.device.Gpu;
import tilewright.device.Gpus;
import tilewright.device.HostCompiler;
import tilewright.device.HostMachine;
import tilewright.irregular.AllowedSchedules;
import tilewright.irregular.Arcs;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.GraphNest;
import tilewright.irregular.Schedule;
import tilewright.irregular.Start;
import tilewright.irregular.host.HostSchedule;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tune.irregular.FixpointFormat;
import tilewright.tune.irregular.FixpointMeasurement;
import tilewright.tune.irregular.FixpointSweep;
import tilewright.tune.irregular.FixpointTrial;
import tilewright.tune.irregular.HostFixpointSweep;

/** Measures the schedules of a nest over a graph, from many sources, each result certified. */
public final class GraphTuning {
    private static final int USUAL_SOURCES = 32;

    @Option(
            names = "--graph",
            paramLabel = "SPEC",
            description = "The graph of a nest with a graph line, as 'run' takes it; its schedules are measured.")
    @Nullable
    public String graph;

    @Option(
            names = "--sources",
            paramLabel = "N",
            description = "With --graph: start from that many vertices of the largest component (default: 32).")
    @Nullable
    Integer sources;

    @Option(
            names = "--runs",
            paramLabel = "R",
            description = "With --graph: the best schedule is the one with the least time of a run and an R-th of its"
                    + " inspector's time; without it inspectors stand apart.")
    @Nullable
    Integer runs;

    /** Options of tune that a sweep over a graph does not have. */
    private static final Set<String> OF_AFFINE_NESTS = Set.of(
            "--budget",
            "--count",
            "--counters",
            "--device",
            "--exhaustive",
            "--gpus",
            "--json",
            "--objective",
            "--observe",
            "--peer",
            "--resume",
            "--sample",
            "--schedule",
            "--strategy",
            "--tolerance",
            "--top",
            "--without",
            "--workers");

    /** Refuses options that would be ignored. */
    public static void requireOwn(List<OptionSpec> given) {
        for (OptionSpec option : given) {
            if (OF_AFFINE_NESTS.contains(option.longestName())) {
                throw UserError.badInput(option.longestName() + " is for affine nests: over a graph all schedules are"
                        + " measured that the laws allow, or those of --candidate, on the first device here");
            }
        }
    }

    /** Refuses options of sweeps over graphs where there is no graph. */
    public void requireNone() {
        if (sources != null || runs != null) {
            throw UserError.badInput(
                    (sources != null ? "--sources" : "--runs") + ": add --graph SPEC, and a nest with a graph line");
        }
    }

    /** Over how many runs preprocessing is shared, 0 where it stands apart. */
    private int shared() {
        if (runs != null && runs < 1) {
            throw UserError.badInput("--runs " + runs + ": preprocessing is shared over at least one run");
        }
        return runs == null ? 0 : runs;
    }

    /**
     * Runs the sweep.
     *
     * @param candidates schedules as they are written; all that the laws allow where none are given
     * @param onHost on the processors of this machine instead of a GPU
     * @param results where measurements go
     * @return whether some schedule was right
     */
    public boolean run(
            LoopNest nest,
            Map<String, Long> given,
            List<String> candidates,
            Templates templates,
            long seed,
            boolean onHost,
            Path results,
            PrintWriter out)
            throws IOException {
        int over = shared();
        GraphProblem problem = GraphProblem.of(
                nest, given, Objects.requireNonNull(graph), seed, sources == null ? USUAL_SOURCES : sources);
        problem.input().report().forEach(line -> out.println("  " + line));
        GraphNest graphNest = problem.nest();
        DataArguments.Input input = problem.input();
        Fixpoint fixpoint = problem.fixpoint();
        Arcs arcs = problem.arcs();
        List<Start> starts = problem.starts();
        out.printf(
                Locale.ROOT,
                "%s: %,d vertices, %,d arcs, %d %s%n",
                nest.name(),
                arcs.vertices(),
                arcs.count(),
                starts.size(),
                starts.size() == 1 ? "start" : "sources");
        out.flush();
        FixpointTrial trial = new FixpointTrial(
                fixpoint,
                arcs,
                starts,
                (bits, start) -> {
                    Certificate certificate = certificate(nest, graphNest, input, fixpoint, bits, start);
                    certificate.note(nest.array(graphNest.array()).type()).ifPresent(note -> out.println("  " + note));
                    return Optional.ofNullable(certificate.fault());
                },
                FixpointTrial.Policy.DEFAULT);
        if (onHost) {
            try (FixpointFormat.Store store =
                    store(results, nest, HostMachine.describe().device(), problem, over)) {
                HostFixpointSweep sweep = new HostFixpointSweep(HostCompiler.find(), templates, trial);
                List<HostSchedule> schedules = hostSchedules(nest, fixpoint, candidates);
                return finished(store, sweep.measure(schedules, nest.name(), m -> told(m, store, arcs, over, out)));
            }
        }
        List<Schedule> schedules =
                candidates.isEmpty() ? AllowedSchedules.of(fixpoint) : once(candidates, GraphTuning::schedule);
        for (Schedule schedule : schedules) {
            if (!AllowedSchedules.allows(fixpoint, schedule)) {
                throw UserError.badInput("--candidate: the laws of " + nest.name() + " do not allow '" + schedule
                        + "' on this graph, or its values and weights are not of 4 bytes; 'analyze' says which laws"
                        + " hold, and docs/graphs.md what a schedule needs");
            }
        }
        try (Gpu gpu = Gpus.open(0);
                FixpointFormat.Store store =
                        store(results, nest, gpu.properties().name(), problem, over)) {
            FixpointSweep sweep = new FixpointSweep(
                    gpu,
                    CudaCompiler.find(),
                    program -> DevicePrinter.forReferenceGpu(templates).print(program),
                    trial);
            List<String> header = List.of(nest.name() + ", by Tilewright", graphNest.array() + " over " + graph);
            return finished(store, sweep.measure(schedules, nest.name(), header, m -> told(m, store, arcs, over, out)));
        }
    }

    private FixpointFormat.Store store(Path results, LoopNest nest, String device, GraphProblem problem, int over)
            throws IOException {
        return FixpointFormat.store(
                results,
                nest.name(),
                String.valueOf(graph),
                device,
                problem.arcs(),
                problem.input().nominal(),
                problem.input().report(),
                over);
    }

    private static void told(FixpointMeasurement m, FixpointFormat.Store store, Arcs arcs, int over, PrintWriter out) {
        store.add(m);
        out.println(FixpointFormat.line(m, arcs.count(), over));
        out.flush();
    }

    private static boolean finished(FixpointFormat.Store store, List<FixpointMeasurement> found) throws IOException {
        store.finish(found);
        return found.stream().anyMatch(m -> m.fault().isEmpty());
    }

    /** What the texts say; none may say what another one does. */
    private static <T> List<T> once(List<String> candidates, Function<String, T> read) {
        List<T> found = new ArrayList<>();
        for (String text : candidates) {
            T schedule = read.apply(text);
            if (found.contains(schedule)) {
                throw UserError.badInput("--candidate '" + text + "' is given twice");
            }
            found.add(schedule);
        }
        return found;
    }

    private static List<HostSchedule> hostSchedules(LoopNest nest, Fixpoint fixpoint, List<String> candidates) {
        List<HostSchedule> schedules = once(candidates, GraphTuning::hostSchedule);
        for (HostSchedule schedule : schedules) {
            if (!HostSchedule.allowed(fixpoint, schedule)) {
                throw UserError.badInput("--candidate: the laws of " + nest.name() + " do not allow '" + schedule
                        + "', or its values and weights are not of 4 bytes; 'analyze' says which laws hold");
            }
        }
        List<HostSchedule> all = schedules.isEmpty() ? HostSchedule.of(fixpoint) : schedules;
        if (all.isEmpty()) {
            throw UserError.badInput(nest.name() + ": no schedule of a processor is allowed; 'run' executes the nest as"
                    + " sequential C");
        }
        return all;
    }

    private static HostSchedule hostSchedule(String text) {
        try {
            return HostSchedule.parse(text);
        } catch (IllegalArgumentException e) {
            throw UserError.badInput("--candidate: " + e.getMessage());
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
    private static Certificate certificate(
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
        return Certificate.of(nest, input.sizes(), data, graphNest.array(), initial);
    }

    private static double number(ArrayData array, int bits) {
        return array.declaration().type() == tilewright.model.DataType.REAL ? Float.intBitsToFloat(bits) : bits;
    }
}
