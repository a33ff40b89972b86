package tilewright.tune.irregular;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tilewright.device.CompileException;
import tilewright.device.CudaCompiler;
import tilewright.device.Gpu;
import tilewright.device.GpuException;
import tilewright.device.Turn;
import tilewright.irregular.Inspector;
import tilewright.irregular.Prepared;
import tilewright.irregular.Schedule;
import tilewright.tune.stored.Status;

/** Measures schedules of one fixpoint on a GPU. */
public final class FixpointSweep {
    /** Turns a program into CUDA source text. */
    @FunctionalInterface
    public interface Source {
        String of(tilewright.kernel.Program program);
    }

    private final Gpu gpu;
    private final CudaCompiler compiler;
    private final Source source;
    private final FixpointTrial trial;
    private final Inspector inspector;

    public FixpointSweep(Gpu gpu, CudaCompiler compiler, Source source, FixpointTrial trial) {
        this.gpu = gpu;
        this.compiler = compiler;
        this.source = source;
        this.trial = trial;
        this.inspector = new Inspector(trial.fixpoint(), trial.arcs());
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
            FixpointTrial.Measured measured;
            try (Turn _ = Turn.await(gpu.properties());
                    FixpointRun run = new FixpointRun(gpu, cubin, trial.fixpoint(), prepared, trial.mostStarts())) {
                measured = trial.measure(run);
            }
            return trial.certified(schedule.toString(), prepared.steps(), measured);
        } catch (CompileException e) {
            return failed(prepared, Status.COMPILE_ERROR, e);
        } catch (GpuException e) {
            return failed(prepared, Status.LAUNCH_ERROR, e);
        }
    }

    private static FixpointMeasurement failed(Prepared prepared, Status status, Exception e) {
        return FixpointTrial.failed(
                prepared.schedule().toString(), prepared.steps(), status, String.valueOf(e.getMessage()));
    }
}
