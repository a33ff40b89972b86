package tilewright.codegen;

import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.DeviceFile;
import tilewright.codegen.print.Indenter;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.Program;
import tilewright.kernel.Target;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.print.CudaDialect;
import tilewright.kernel.print.HipDialect;
import tilewright.ranking.description.DeviceCatalog;

/**
 * Kernel IR to CUDA C++ or HIP C++: one file with one {@code extern "C"} kernel per launch.
 *
 * @param language of the device's vendor
 * @param target which offers all that a kernel program asks for
 * @param passes what improves a program of blocks before it is printed
 */
public record DevicePrinter(Language language, Templates templates, Target target, Passes passes) {
    /** For the reference GPU, after all passes. */
    public static DevicePrinter forReferenceGpu(Templates templates) {
        Target target = DeviceCatalog.referenceGpu().target();
        return new DevicePrinter(Language.CUDA, templates, target, Passes.of(target));
    }

    /**
     * The kernels of a program. Every kernel takes {@link tilewright.codegen.ir.Kernel#arguments()} in that order:
     * sizes, host variables and pitches as int, arrays as pointers.
     */
    public String print(KernelProgram program) {
        return print(DeviceProgram.of(program, target, passes));
    }

    /** The functions of a kernel program. */
    public String print(Program program) {
        DeviceFile file = DeviceFile.of(program, language == Language.HIP ? new HipDialect() : new CudaDialect());
        return Indenter.indent(
                templates.print("cuda/kernels.ftl", Map.of("language", language.runtime(), "file", file)));
    }
}
