package tilewright.tune.irregular;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tilewright.device.CompileException;
import tilewright.device.CudaCompiler;
import tilewright.device.Gpu;
import tilewright.device.GpuException;
import tilewright.device.Turn;
import tilewright.irregular.Arcs;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.Inspector;
import tilewright.irregular.Prepared;
import tilewright.irregular.Schedule;
import tilewright.irregular.Start;
import tilewright.tune.Status;

/** Measures schedules of one fixpoint on one graph from many starts. */
public final class FixpointSweep {
    /** Says whether values are the fixpoint of a start. */
    @FunctionalInterface
    public interface Certificate {
        /**
         * @param bits the value of each vertex
         * @return what is wrong; empty where the values are proved
         */
        Optional<String> fault(int[] bits, Start start);
    }

    /** Turns a program into CUDA source text. */
    @FunctionalInterface
    public interface Source {
        String of(tilewright.kernel.Program program);
    }

    /** @param runs of each start whose median counts, after one that does not */
    public record Policy(int runs, int checkedStarts) {
        public static final Policy DEFAULT = new Policy(3, 2);
    }

    private final Gpu gpu;
    private final CudaCompiler compiler;
    private final Source source;
    private final Fixpoint fixpoint;
    private final Arcs arcs;
    private final List<Start> starts;
    private final Certificate certificate;
    private final Policy policy;
    private final Inspector inspector;
    /** Values of all vertices that are proved, by the number of their start. */
    private final Map<Integer, int[]> certified = new HashMap<>();

    public FixpointSweep(
            Gpu gpu,
            CudaCompiler compiler,
            Source source,
            Fixpoint fixpoint,
            Arcs arcs,
            List<Start> starts,
            Certificate certificate,
            Policy policy) {
        this.gpu = gpu;
        this.compiler = compiler;
        this.source = source;
        this.fixpoint = fixpoint;
        this.arcs = arcs;
        this.starts = List.copyOf(starts);
        this.certificate = certificate;
        this.policy = policy;
        this.inspector = new Inspector(fixpoint, arcs);
    }

    /** Measures schedules one after another; tells each result as it comes. */
    public List<FixpointMeasurement> measure(
            List<Schedule> schedules, String name, List<String> header, Consumer<FixpointMeasurement> listener) {
        List<FixpointMeasurement> measurements = new ArrayList<>();
        for (Schedule schedule : schedules) {
            FixpointMeasurement measurement = measure(schedule, name, header);
            measurements.add(measurement);
            listener.accept(measurement);
        }
        return measurements;
    }

    private FixpointMeasurement measure(Schedule schedule, String name, List<String> header) {
        Prepared prepared = inspector.prepare(schedule, name, header);
        try {
            byte[] cubin = compiler.compile(
                    name, source.of(prepared.program()), gpu.properties().architecture());
            int most = starts.stream().mapToInt(s -> s.vertices().length).max().orElse(1);
            Measured measured;
            try (Turn _ = Turn.await(gpu.properties());
                    FixpointRun run = new FixpointRun(gpu, cubin, fixpoint, prepared, most)) {
                measured = measured(run);
            }
            return certified(prepared, measured);
        } catch (CompileException e) {
            return failed(prepared, Status.COMPILE_ERROR, String.valueOf(e.getMessage()));
        } catch (GpuException e) {
            return failed(prepared, Status.LAUNCH_ERROR, String.valueOf(e.getMessage()));
        }
    }

    private static FixpointMeasurement failed(Prepared prepared, Status status, String fault) {
        return new FixpointMeasurement(prepared.schedule(), status, fault, prepared.steps(), List.of(), List.of());
    }

    /** What came of all starts; {@code checked} holds the values of the first ones. */
    private record Measured(List<Double> seconds, List<Long> reached, List<int[]> checked) {}

    private Measured measured(FixpointRun run) {
        Measured measured = new Measured(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int s = 0; s < starts.size(); s++) {
            Start start = starts.get(s);
            run.run(start);
            double[] times = new double[policy.runs()];
            for (int r = 0; r < times.length; r++) {
                times[r] = run.run(start);
            }
            int[] values = run.values(start);
            if (s < policy.checkedStarts()) {
                measured.checked.add(values);
            }
            measured.seconds.add(FixpointMeasurement.median(times));
            measured.reached.add(arcs(values));
        }
        return measured;
    }

    private FixpointMeasurement certified(Prepared prepared, Measured measured) {
        for (int s = 0; s < measured.checked.size(); s++) {
            int[] values = measured.checked.get(s);
            // A fixpoint is the same bits whoever finds it: what was certified once need not be again.
            if (!Arrays.equals(values, certified.get(s))) {
                Optional<String> fault = certificate.fault(values, starts.get(s));
                if (fault.isPresent()) {
                    return failed(prepared, Status.WRONG, fault.get());
                }
                certified.put(s, values);
            }
        }
        return new FixpointMeasurement(
                prepared.schedule(), Status.OK, "", prepared.steps(), measured.seconds, measured.reached);
    }

    private long arcs(int[] values) {
        long count = 0;
        for (int v = 0; v < values.length; v++) {
            count += values[v] == (int) fixpoint.neutral() ? 0 : arcs.degree(v);
        }
        return count;
    }
}
