package tilewright.tune.irregular;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tilewright.codegen.Templates;
import tilewright.device.CompileException;
import tilewright.device.HostCompiler;
import tilewright.device.HostLibrary;
import tilewright.irregular.Arcs;
import tilewright.irregular.Prepared;
import tilewright.irregular.Renumbering;
import tilewright.irregular.host.HostProgram;
import tilewright.irregular.host.HostSchedule;
import tilewright.tune.stored.Status;
import tilewright.tune.worker.OpenMp;

/** Measures schedules of one fixpoint on the processors of this machine. */
public final class HostFixpointSweep {
    private final HostCompiler compiler;
    private final Templates templates;
    private final FixpointTrial trial;

    public HostFixpointSweep(HostCompiler compiler, Templates templates, FixpointTrial trial) {
        this.compiler = compiler;
        this.templates = templates;
        this.trial = trial;
    }

    /** Measures schedules one after another; tells each result as it comes. */
    public List<FixpointMeasurement> measure(
            List<HostSchedule> schedules, String name, Consumer<FixpointMeasurement> listener) {
        HostLibrary.environment(OpenMp.settings());
        List<Prepared.InspectorStep> steps = new ArrayList<>();
        long begun = System.nanoTime();
        Renumbering numbering = Renumbering.byDegree(trial.arcs());
        long numbered = System.nanoTime();
        Arcs arcs = numbering.apply(trial.arcs(), Renumbering.RowOrder.HEADS);
        steps.add(new Prepared.InspectorStep(
                "renumber by degree", (numbered - begun) * 1e-9, 2L * Integer.BYTES * arcs.vertices()));
        steps.add(new Prepared.InspectorStep(
                "sort rows by head",
                (System.nanoTime() - numbered) * 1e-9,
                (long) Integer.BYTES * arcs.count() * (arcs.weights() == null ? 1 : 2)));
        List<FixpointMeasurement> measurements = new ArrayList<>();
        try (HostFixpointData data = new HostFixpointData(trial.fixpoint(), arcs, numbering, trial.mostStarts())) {
            for (HostSchedule schedule : schedules) {
                FixpointMeasurement measurement = measure(schedule, data, steps, name);
                measurements.add(measurement);
                listener.accept(measurement);
            }
        }
        return measurements;
    }

    private FixpointMeasurement measure(
            HostSchedule schedule, HostFixpointData data, List<Prepared.InspectorStep> steps, String name) {
        try {
            Path folder = Files.createTempDirectory("tilewright-fixpoint");
            try {
                HostProgram program = HostProgram.of(templates, trial.fixpoint(), schedule, name);
                Path library = compiler.compileExact("fixpoint", program.source(), folder);
                FixpointTrial.Measured measured = trial.measure(data.of(program, library));
                return trial.certified(schedule.toString(), steps, measured);
            } finally {
                delete(folder);
            }
        } catch (CompileException e) {
            return FixpointTrial.failed(
                    schedule.toString(), steps, Status.COMPILE_ERROR, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
