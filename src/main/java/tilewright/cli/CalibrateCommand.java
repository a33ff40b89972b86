package tilewright.cli;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.codegen.Templates;
import tilewright.device.CudaCompiler;
import tilewright.device.Gpu;
import tilewright.device.Gpus;
import tilewright.ranking.DeviceCatalog;
import tilewright.ranking.GpuDescription;
import tilewright.tune.DescribedGpu;
import tilewright.tune.calibration.Calibration;

/** {@code tilewright calibrate}. */
@Command(
        name = "calibrate",
        description = "Measures the GPU's rates and latencies and writes a device file for --device; under a minute.")
final class CalibrateCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Option(names = "-o", paramLabel = "FILE", description = "Where the device file goes (default: NAME.json).")
    @Nullable
    Path file;

    @Override
    public Integer call() throws Exception {
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
        Path target = file == null ? Path.of(fileName(measured)) : file;
        OutputFile.write(target, DeviceCatalog.write(measured));
        spec.commandLine().getOut().print(CalibrationText.of(measured, like, target));
        return 0;
    }

    private static String fileName(GpuDescription device) {
        return device.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".json";
    }
}
