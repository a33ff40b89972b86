package tilewright.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.cli.output.OutputFile;
import tilewright.cli.output.OutputPath;
import tilewright.codegen.Templates;
import tilewright.device.CudaCompiler;
import tilewright.device.Gpu;
import tilewright.device.Gpus;
import tilewright.device.HostCompiler;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.tune.DescribedGpu;
import tilewright.tune.calibration.Calibration;
import tilewright.tune.calibration.HostCalibration;
import tilewright.tune.stored.Target;

/** {@code tilewright calibrate}. */
@Command(
        name = "calibrate",
        description =
                "Measures rates and latencies of the GPU, or of the processors, and writes a device file for --device;"
                        + " under a minute.")
final class CalibrateCommand implements Callable<Integer> {
    /** Where the file goes that nobody named. */
    private static final Path HERE = Path.of("");

    @Spec
    CommandSpec spec;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            converter = OutputPath.File.class,
            description = "Where the device file goes (default: NAME.json).")
    @Nullable
    Path file;

    @Option(
            names = "--target",
            paramLabel = "cuda|c",
            description = "cuda: the GPU; c: the processors, with as many threads as programs will have"
                    + " (OMP_NUM_THREADS). Without it cuda where a GPU answers, else c.")
    @Nullable
    Target target;

    @Override
    public Integer call() throws Exception {
        if (file == null) {
            OutputFile.requireFolder(HERE);
        }
        Target measured = target != null ? target : Gpus.available() ? Target.CUDA : Target.C;
        return switch (measured) {
            case CUDA -> gpu();
            case C -> host();
            case HIP -> throw Target.HIP.notRun("calibrate");
        };
    }

    private int host() throws IOException {
        HostDescription measured = HostCalibration.measure(
                HostCompiler.find(), DeviceCatalog.host(), LocalDate.now().toString());
        Path written = file == null ? Path.of(fileName(measured)) : file;
        OutputFile.write(written, DeviceCatalog.write(measured));
        spec.commandLine().getOut().print(HostCalibrationText.of(measured, written));
        return 0;
    }

    private int gpu() throws IOException {
        GpuDescription like = DescribedGpu.of(Gpus.properties(0));
        CudaCompiler compiler = CudaCompiler.find();
        String source = Templates.packed().print("calibration/kernels.ftl", Calibration.model());
        GpuDescription measured;
        try (Gpu gpu = Gpus.open(0)) {
            measured = Calibration.measure(
                    gpu,
                    architecture -> compiler.compile("calibration", source, architecture),
                    like,
                    LocalDate.now().toString());
        }
        Path written = file == null ? Path.of(fileName(measured)) : file;
        OutputFile.write(written, DeviceCatalog.write(measured));
        spec.commandLine().getOut().print(CalibrationText.of(measured, like, written));
        return 0;
    }

    private static String fileName(DeviceDescription device) {
        return device.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".json";
    }
}
