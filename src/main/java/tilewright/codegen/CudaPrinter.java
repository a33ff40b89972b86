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
import tilewright.ranking.DeviceCatalog;

/** Kernel IR to CUDA C++: one file with one {@code extern "C"} kernel per launch. */
public final class CudaPrinter {
    private final Templates templates;
    private final Target target;
    private final Passes passes;

    /** For the reference GPU, after all passes. */
    public CudaPrinter(Templates templates) {
        this(templates, DeviceCatalog.referenceGpu().target());
    }

    private CudaPrinter(Templates templates, Target target) {
        this(templates, target, Passes.of(target));
    }

    /** @param passes what improves a program of blocks before it is printed */
    public CudaPrinter(Templates templates, Target target, Passes passes) {
        this.templates = templates;
        this.target = target;
        this.passes = passes;
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
        return Indenter.indent(templates.print(
                "cuda/kernels.ftl", Map.of("language", "cuda", "file", DeviceFile.of(program, new CudaDialect()))));
    }
}
